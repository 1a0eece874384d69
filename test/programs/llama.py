"""A decoder as in LLaMA: RMS norms, rotary positions, grouped queries, gated feed-forward, initialized by apply."""

import math

import numpy as np

import weir as flow
import weir.nn as nn
import weir.nn.functional as F

WORDS, WIDTH, HEADS, KEY_HEADS, LENGTH, BATCH = 32, 32, 4, 2, 12, 8


class Attention(nn.Module):
    def __init__(self):
        super().__init__()
        self.size = WIDTH // HEADS
        self.wq = nn.Linear(WIDTH, HEADS * self.size, bias=False)
        self.wk = nn.Linear(WIDTH, KEY_HEADS * self.size, bias=False)
        self.wv = nn.Linear(WIDTH, KEY_HEADS * self.size, bias=False)
        self.wo = nn.Linear(HEADS * self.size, WIDTH, bias=False)

    def forward(self, x, cos, sin):
        batch, length, _ = x.shape
        q = rotated(self.wq(x).view(batch, length, HEADS, self.size), cos, sin)
        k = rotated(self.wk(x).view(batch, length, KEY_HEADS, self.size), cos, sin)
        v = self.wv(x).view(batch, length, KEY_HEADS, self.size)
        k, v = (each.repeat_interleave(HEADS // KEY_HEADS, dim=2) for each in (k, v))
        q, k, v = (each.transpose(1, 2) for each in (q, k, v))
        mixed = F.scaled_dot_product_attention(q, k, v, is_causal=True)
        return self.wo(mixed.transpose(1, 2).contiguous().view(batch, length, -1))


def rotated(x, cos, sin):
    even, odd = x[..., ::2], x[..., 1::2]
    return flow.stack([even * cos - odd * sin, even * sin + odd * cos], dim=-1).flatten(-2)


class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.attention_norm = nn.RMSNorm(WIDTH, eps=1e-5)
        self.attention = Attention()
        self.ffn_norm = nn.RMSNorm(WIDTH, eps=1e-5)
        self.w1 = nn.Linear(WIDTH, 2 * WIDTH, bias=False)
        self.w2 = nn.Linear(2 * WIDTH, WIDTH, bias=False)
        self.w3 = nn.Linear(WIDTH, 2 * WIDTH, bias=False)

    def forward(self, x, cos, sin):
        x = x + self.attention(self.attention_norm(x), cos, sin)
        hidden = self.ffn_norm(x)
        return x + self.w2(F.silu(self.w1(hidden)) * self.w3(hidden))


class Transformer(nn.Module):
    def __init__(self, layers=2):
        super().__init__()
        self.tok_embeddings = nn.Embedding(WORDS, WIDTH)
        self.layers = nn.ModuleList(Block() for _ in range(layers))
        self.norm = nn.RMSNorm(WIDTH, eps=1e-5)
        self.output = nn.Linear(WIDTH, WORDS, bias=False)
        self.output.weight = self.tok_embeddings.weight
        rates = 10000.0 ** (-np.arange(0, WIDTH // HEADS, 2) / (WIDTH // HEADS))
        angles = np.arange(LENGTH)[:, None, None] * rates
        self.register_buffer("cos", flow.tensor(np.cos(angles)), persistent=False)
        self.register_buffer("sin", flow.tensor(np.sin(angles)), persistent=False)
        self.apply(self.init_weights)
        for name, parameter in self.named_parameters():
            if name.endswith(("w3.weight", "wo.weight")):
                nn.init.normal_(parameter, mean=0.0, std=0.02 / math.sqrt(2 * layers))

    def init_weights(self, module):
        if isinstance(module, (nn.Linear, nn.Embedding)):
            nn.init.normal_(module.weight, mean=0.0, std=0.02)

    def forward(self, words):
        length = words.size(1)
        hidden = self.tok_embeddings(words)
        for layer in self.layers:
            hidden = layer(hidden, self.cos[:length], self.sin[:length])
        return self.output(self.norm(hidden))


class Train(nn.Graph):
    def __init__(self, model, optimizer):
        super().__init__()
        self.model = model
        self.add_optimizer(optimizer)

    def build(self, text):
        scores = self.model(text[:, :-1])
        loss = F.cross_entropy(scores.transpose(1, 2), text[:, 1:])
        loss.backward()
        return loss


def losses(data, dtype):
    model = data.init(Transformer()).to(dtype)
    decayed = [parameter for parameter in model.parameters() if parameter.dim() >= 2]
    others = [parameter for parameter in model.parameters() if parameter.dim() < 2]
    groups = [{"params": decayed, "weight_decay": 0.1}, {"params": others, "weight_decay": 0.0}]
    train = Train(model, flow.optim.AdamW(groups, lr=1e-3, betas=(0.9, 0.95)))
    for _ in range(20):
        text = (data.labels(BATCH, 1, WORDS) + np.arange(LENGTH + 1) * (1 + data.labels(BATCH, 1, 3))) % WORDS
        yield train(flow.tensor(text)).item()
