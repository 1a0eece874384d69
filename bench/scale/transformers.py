"""A language model and ViT-S as plain modules: with the two imports below taken from torch, the same networks there."""

import weir as flow
from weir import nn


class Block(nn.Module):
    """Attention and two layers, with the projections of queries, keys and values in one."""

    def __init__(self, width, heads, is_causal, dropped=0.1):
        super().__init__()
        self.heads, self.is_causal = heads, is_causal
        self.first, self.second, self.drop = nn.LayerNorm(width), nn.LayerNorm(width), nn.Dropout(dropped)
        self.qkv, self.out = nn.Linear(width, 3 * width), nn.Linear(width, width)
        self.up, self.down = nn.Linear(width, 4 * width), nn.Linear(4 * width, width)

    def forward(self, x):
        batch, length, width = x.shape
        qkv = self.qkv(self.first(x)).reshape(batch, length, 3, self.heads, width // self.heads)
        q, k, v = qkv.permute(2, 0, 3, 1, 4)
        mixed = nn.functional.scaled_dot_product_attention(q, k, v, is_causal=self.is_causal)
        x = x + self.drop(self.out(mixed.transpose(1, 2).reshape(batch, length, width)))
        return x + self.drop(self.down(nn.functional.gelu(self.up(self.second(x)))))


class Gpt(nn.Module):
    """A language model."""

    def __init__(self, width=256, heads=4, vocabulary=2000, length=64, layers=4):
        super().__init__()
        self.tokens, self.places = nn.Embedding(vocabulary, width), nn.Embedding(length, width)
        self.blocks = nn.ModuleList(Block(width, heads, is_causal=True) for _ in range(layers))
        self.norm, self.head = nn.LayerNorm(width), nn.Linear(width, vocabulary, bias=False)

    def forward(self, ids):
        x = self.tokens(ids) + self.places(flow.arange(ids.shape[1]))
        for block in self.blocks:
            x = block(x)
        return self.head(self.norm(x)).permute(0, 2, 1)


class Vit(nn.Module):
    """ViT-S on images of 64 x 64."""

    def __init__(self, width=384, heads=6, layers=12, patch=8, size=64, classes=10):
        super().__init__()
        self.patches = nn.Conv2d(3, width, patch, stride=patch)
        self.token = nn.Parameter(flow.zeros(1, 1, width))
        self.places = nn.Parameter(0.02 * flow.randn(1, 1 + (size // patch) ** 2, width))
        self.blocks = nn.ModuleList(Block(width, heads, is_causal=False) for _ in range(layers))
        self.norm, self.head = nn.LayerNorm(width), nn.Linear(width, classes)

    def forward(self, images):
        x = self.patches(images).flatten(2).transpose(1, 2)
        x = flow.cat([self.token.expand(x.shape[0], -1, -1), x], dim=1) + self.places
        for block in self.blocks:
            x = block(x)
        return self.head(self.norm(x)[:, 0])


class WideBlock(nn.Module):
    """A block whose projections are layers of their own, which ranks split as they are."""

    def __init__(self, width, heads):
        super().__init__()
        self.heads = heads
        self.first, self.second = nn.LayerNorm(width), nn.LayerNorm(width)
        self.q, self.k, self.v = (nn.Linear(width, width) for _ in range(3))
        self.out = nn.Linear(width, width)
        self.up, self.down = nn.Linear(width, 4 * width), nn.Linear(4 * width, width)

    def forward(self, x):
        batch, length, width = x.shape
        shape, normed = (batch, length, self.heads, width // self.heads), self.first(x)
        q, k, v = (each(normed).reshape(shape).transpose(1, 2) for each in (self.q, self.k, self.v))
        mixed = nn.functional.scaled_dot_product_attention(q, k, v)
        x = x + self.out(mixed.transpose(1, 2).reshape(batch, length, width))
        return x + self.down(nn.functional.gelu(self.up(self.second(x))))


class Wide(nn.Module):
    """Blocks with more weights than activations, as those have whose weights ranks split."""

    def __init__(self, width=512, heads=8, layers=8, classes=10):
        super().__init__()
        self.blocks = nn.ModuleList(WideBlock(width, heads) for _ in range(layers))
        self.head = nn.Linear(width, classes)

    def forward(self, x):
        for block in self.blocks:
            x = block(x)
        return self.head(x.mean(1))
