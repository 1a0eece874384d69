"""GPT-2 as plain modules, in the sizes of transformers: with the two imports below taken from torch, the same network
there."""

from __future__ import annotations

import weir as flow
from weir import nn


class Attention(nn.Module):
    def __init__(self, dim, heads):
        super().__init__()
        self.heads = heads
        self.c_attn = nn.Linear(dim, 3 * dim)
        self.c_proj = nn.Linear(dim, dim)

    def forward(self, x):
        batch, length, dim = x.shape
        parts = (each.view(batch, length, self.heads, -1) for each in self.c_attn(x).split(dim, dim=2))
        q, k, v = (each.transpose(1, 2) for each in parts)
        mixed = nn.functional.scaled_dot_product_attention(q, k, v, is_causal=True)
        return self.c_proj(mixed.transpose(1, 2).reshape(batch, length, dim))


class Block(nn.Module):
    """Normalizes before each layer."""

    def __init__(self, dim, heads):
        super().__init__()
        self.ln_1 = nn.LayerNorm(dim)
        self.attn = Attention(dim, heads)
        self.ln_2 = nn.LayerNorm(dim)
        self.mlp = nn.Sequential(nn.Linear(dim, 4 * dim), nn.GELU(approximate="tanh"), nn.Linear(4 * dim, dim))

    def forward(self, x):
        x = x + self.attn(self.ln_1(x))
        return x + self.mlp(self.ln_2(x))


class Gpt(nn.Module):
    """Radford, Wu, Child, Luan, Amodei and Sutskever, "Language Models are Unsupervised Multitask Learners", 2019. From
    tokens (N, L) to scores (N, L, words); the head's matrix is the words' embedding. Without dropout."""

    def __init__(self, words=50257, length=1024, dim=768, depth=12, heads=12):
        super().__init__()
        self.wte = nn.Embedding(words, dim)
        self.wpe = nn.Embedding(length, dim)
        self.h = nn.Sequential(*(Block(dim, heads) for _ in range(depth)))
        self.ln_f = nn.LayerNorm(dim)

    def forward(self, tokens):
        x = self.wte(tokens) + self.wpe(flow.arange(tokens.shape[1]))
        return nn.functional.linear(self.ln_f(self.h(x)), self.wte.weight)
