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
        mixed = self.mixed(*(each.transpose(1, 2) for each in parts))
        return self.c_proj(mixed.transpose(1, 2).reshape(batch, length, dim))

    def mixed(self, q, k, v):
        return nn.functional.scaled_dot_product_attention(q, k, v, is_causal=True)


class AttentionToCache(Attention):
    """Of one token to itself and the `at` tokens before it, whose keys and values have been kept."""

    def __init__(self, dim, heads, length, at):
        super().__init__(dim, heads)
        self.at = at
        self.register_buffer("keys", flow.zeros(1, heads, length, dim // heads))
        self.register_buffer("values", flow.zeros(1, heads, length, dim // heads))

    def mixed(self, q, k, v):
        at, end = self.at, self.at + 1
        self.keys[:, :, at:end] = k
        self.values[:, :, at:end] = v
        return nn.functional.scaled_dot_product_attention(q, self.keys[:, :, :end], self.values[:, :, :end])


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

    def positions(self, tokens):
        return flow.arange(tokens.shape[1])

    def forward(self, tokens):
        x = self.wte(tokens) + self.wpe(self.positions(tokens))
        return nn.functional.linear(self.ln_f(self.h(x)), self.wte.weight)


class GptDecoder(Gpt):
    """From one token (1, 1) behind `at` others to the scores of the next one."""

    def __init__(self, at=512, words=50257, length=1024, dim=768, depth=12, heads=12):
        super().__init__(words, length, dim, depth, heads)
        self.at = at
        for block in self.h:
            block.attn = AttentionToCache(dim, heads, length, at)

    def positions(self, tokens):
        return flow.full_like(tokens, self.at)
