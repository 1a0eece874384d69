"""Attention three ways: rotary positions, grouped keys with biases by distance, linear by running sums."""

import weir as flow
import weir.nn as nn
import weir.nn.functional as F

LENGTH, WIDTH, HEADS, BATCH, WORDS = 8, 24, 4, 6, 20
HEAD = WIDTH // HEADS


def rotated(x, cos, sin):
    first, second = x[..., ::2], x[..., 1::2]
    return flow.stack([first * cos - second * sin, first * sin + second * cos], dim=-1).flatten(-2)


class Rotary(nn.Module):
    def __init__(self):
        super().__init__()
        self.qkv = nn.Linear(WIDTH, 3 * WIDTH, bias=False)
        frequencies = [10000.0 ** (-2 * i / HEAD) for i in range(HEAD // 2)]
        self.register_buffer("angles", flow.tensor([[t * f for f in frequencies] for t in range(LENGTH)]))

    def forward(self, x):
        q, k, v = self.qkv(x).unflatten(-1, (3, HEADS, HEAD)).permute(2, 0, 3, 1, 4).unbind(0)
        cos, sin = self.angles.cos(), self.angles.sin()
        out = F.scaled_dot_product_attention(rotated(q, cos, sin), rotated(k, cos, sin), v, is_causal=True)
        return out.transpose(1, 2).flatten(2)


class GroupedBiased(nn.Module):
    """Two heads of keys and values for all of queries; what lies far behind counts less."""

    def __init__(self):
        super().__init__()
        self.q = nn.Linear(WIDTH, WIDTH)
        self.kv = nn.Linear(WIDTH, 2 * 2 * HEAD)
        distance = [[float(min(j - i, 0)) if j <= i else float("-inf") for j in range(LENGTH)] for i in range(LENGTH)]
        self.register_buffer("distance", flow.tensor(distance))
        self.register_buffer("slopes", flow.tensor([[[2.0**-h]] for h in range(1, HEADS + 1)]))

    def forward(self, x):
        batch = x.size(0)
        q = self.q(x).view(batch, LENGTH, HEADS, HEAD).transpose(1, 2)
        k, v = self.kv(x).view(batch, LENGTH, 2, 2, HEAD).movedim(3, 0)
        k, v = (each.transpose(1, 2).repeat_interleave(HEADS // 2, dim=1) for each in (k, v))
        scores = flow.matmul(q, k.mT) / HEAD**0.5 + self.slopes * self.distance
        return (scores.softmax(-1) @ v).transpose(1, 2).reshape(batch, LENGTH, WIDTH)


class Linear(nn.Module):
    def __init__(self):
        super().__init__()
        self.qkv = nn.Linear(WIDTH, 3 * WIDTH)

    def forward(self, x):
        q, k, v = self.qkv(x).split(WIDTH, dim=-1)
        q, k = F.elu(q) + 1, F.elu(k) + 1
        sums = flow.einsum("blk,blv->blkv", k, v).cumsum(dim=1)
        norm = (q * k.cumsum(dim=1)).sum(-1, keepdim=True)
        return flow.einsum("blk,blkv->blv", q, sums) / norm


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.embedding = nn.Embedding(WORDS, WIDTH)
        self.layers = nn.ModuleList([Rotary(), GroupedBiased(), Linear()])
        self.norms = nn.ModuleList([nn.RMSNorm(WIDTH, eps=1e-6) for _ in self.layers])

    def forward(self, words):
        x = self.embedding(words)
        for norm, layer in zip(self.norms, self.layers):
            x = x + layer(norm(x))
        return F.linear(x, self.embedding.weight)


class Train(nn.Graph):
    def __init__(self, model, optimizer):
        super().__init__()
        self.model = model
        self.add_optimizer(optimizer)

    def build(self, words):
        logits = self.model(words[:, :-1])
        loss = F.cross_entropy(logits.flatten(0, 1), words[:, 1:].flatten())
        loss.backward()
        return loss


def losses(data, dtype):
    model = data.init(Model()).to(dtype)
    train = Train(model, flow.optim.AdamW(model.parameters(), lr=3e-3, betas=(0.9, 0.95)))
    for _ in range(20):
        start, step = data.labels(BATCH, 1, WORDS), 1 + data.labels(BATCH, 1, 3)
        words = (start + step * [range(LENGTH + 1)]) % WORDS
        yield train(flow.tensor(words)).item()
