"""BERT-base as plain modules, in the sizes of transformers: with the two imports below taken from torch, the same
network there."""

from __future__ import annotations

import weir as flow
from weir import nn

EPS = 1e-12


class Embeddings(nn.Module):
    """Of tokens, positions and segments; all tokens are of the first segment."""

    def __init__(self, words, length, segments, dim):
        super().__init__()
        self.word_embeddings = nn.Embedding(words, dim)
        self.position_embeddings = nn.Embedding(length, dim)
        self.token_type_embeddings = nn.Embedding(segments, dim)
        self.norm = nn.LayerNorm(dim, eps=EPS)

    def forward(self, tokens):
        positions = self.position_embeddings(flow.arange(tokens.shape[1]))
        return self.norm(self.word_embeddings(tokens) + self.token_type_embeddings(flow.zeros_like(tokens)) + positions)


class Attention(nn.Module):
    def __init__(self, dim, heads):
        super().__init__()
        self.heads = heads
        self.query = nn.Linear(dim, dim)
        self.key = nn.Linear(dim, dim)
        self.value = nn.Linear(dim, dim)
        self.output = nn.Linear(dim, dim)

    def forward(self, x):
        batch, length, dim = x.shape
        parts = (each(x).view(batch, length, self.heads, -1) for each in (self.query, self.key, self.value))
        q, k, v = (each.transpose(1, 2) for each in parts)
        mixed = nn.functional.scaled_dot_product_attention(q, k, v)
        return self.output(mixed.transpose(1, 2).reshape(batch, length, dim))


class Layer(nn.Module):
    """Normalizes behind each sum."""

    def __init__(self, dim, heads):
        super().__init__()
        self.attention = Attention(dim, heads)
        self.norm1 = nn.LayerNorm(dim, eps=EPS)
        self.mlp = nn.Sequential(nn.Linear(dim, 4 * dim), nn.GELU(), nn.Linear(4 * dim, dim))
        self.norm2 = nn.LayerNorm(dim, eps=EPS)

    def forward(self, x):
        x = self.norm1(x + self.attention(x))
        return self.norm2(x + self.mlp(x))


class Bert(nn.Module):
    """Devlin, Chang, Lee and Toutanova, "BERT: Pre-training of Deep Bidirectional Transformers for Language
    Understanding", 2018. From tokens (N, L) to the last hidden state (N, L, dim)."""

    def __init__(self, words=30522, length=512, segments=2, dim=768, depth=12, heads=12):
        super().__init__()
        self.embeddings = Embeddings(words, length, segments, dim)
        self.encoder = nn.Sequential(*(Layer(dim, heads) for _ in range(depth)))

    def forward(self, tokens):
        return self.encoder(self.embeddings(tokens))
