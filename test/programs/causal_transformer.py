"""A transformer encoder with a causal mask and padded keys that learns to repeat the first half of a sequence."""

import math

import numpy as np

import weir as flow
import weir.nn as nn
import weir.nn.functional as F

WORDS, WIDTH, HEADS, LENGTH, BATCH, PAD = 16, 32, 4, 13, 12, 0


class Positions(nn.Module):
    def __init__(self, width, longest):
        super().__init__()
        position = np.arange(longest)[:, None]
        rate = np.exp(-math.log(10000.0) * np.arange(0, width, 2) / width)
        table = np.zeros((longest, width))
        table[:, 0::2], table[:, 1::2] = np.sin(position * rate), np.cos(position * rate)
        self.register_buffer("table", flow.tensor(table, dtype=flow.float32), persistent=False)

    def forward(self, x):
        return x + self.table[: x.size(1)]


class Block(nn.Module):
    def __init__(self, width, heads):
        super().__init__()
        self.attention = nn.MultiheadAttention(width, heads, batch_first=True)
        self.norm1 = nn.LayerNorm(width)
        self.norm2 = nn.LayerNorm(width)
        self.feed_forward = nn.Sequential(nn.Linear(width, 4 * width), nn.GELU(), nn.Linear(4 * width, width))

    def forward(self, x, mask, padding):
        y = self.norm1(x)
        y, _ = self.attention(y, y, y, attn_mask=mask, key_padding_mask=padding, need_weights=False)
        x = x + y
        return x + self.feed_forward(self.norm2(x))


class Transformer(nn.Module):
    def __init__(self, layers=2):
        super().__init__()
        self.embedding = nn.Embedding(WORDS, WIDTH)
        self.positions = Positions(WIDTH, LENGTH)
        self.blocks = nn.ModuleList([Block(WIDTH, HEADS) for _ in range(layers)])
        self.norm = nn.LayerNorm(WIDTH)
        self.output = nn.Linear(WIDTH, WORDS)

    def forward(self, words):
        length = words.size(1)
        mask = flow.triu(flow.ones(length, length, dtype=flow.bool, device=words.device), diagonal=1)
        padding = words == PAD
        x = self.positions(self.embedding(words) * math.sqrt(WIDTH))
        for block in self.blocks:
            x = block(x, mask, padding)
        return self.output(self.norm(x))


class Train(nn.Graph):
    def __init__(self, model, optimizer):
        super().__init__()
        self.model = model
        self.add_optimizer(optimizer)

    def build(self, words):
        scores = self.model(words[:, :-1])
        loss = F.cross_entropy(scores.transpose(1, 2), words[:, 1:], ignore_index=PAD)
        loss.backward()
        return loss


def losses(data, dtype):
    model = data.init(Transformer()).to(dtype)
    train = Train(model, flow.optim.Adam(model.parameters(), lr=3e-3, betas=(0.9, 0.98), eps=1e-9))
    for _ in range(20):
        half = 1 + data.labels(BATCH, LENGTH // 2, WORDS - 1)
        words = np.concatenate([half, half, np.full((BATCH, LENGTH % 2), PAD)], axis=1)
        words[np.arange(LENGTH) >= 5 + data.labels(BATCH, 1, LENGTH - 4)] = PAD
        yield train(flow.tensor(words)).item()
