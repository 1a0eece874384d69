"""A vision transformer on digits: patches by a strided convolution, a class token, positions, pre-norm blocks."""

import weir as flow
import weir.nn as nn
import weir.nn.functional as F

WIDTH, HEADS, BATCH = 32, 4, 16


class PatchEmbedding(nn.Module):
    def __init__(self, size, patch, width):
        super().__init__()
        self.projection = nn.Conv2d(1, width, kernel_size=patch, stride=patch)
        self.token = nn.Parameter(flow.zeros(1, 1, width))
        self.positions = nn.Parameter(flow.zeros(1, (size // patch) ** 2 + 1, width))

    def forward(self, images):
        patches = self.projection(images).flatten(2).transpose(1, 2)
        token = self.token.expand(images.shape[0], -1, -1)
        return flow.cat((token, patches), dim=1) + self.positions


class SelfAttention(nn.Module):
    def __init__(self, width, heads):
        super().__init__()
        self.heads = heads
        self.qkv = nn.Linear(width, 3 * width)
        self.projection = nn.Linear(width, width)

    def forward(self, x):
        batch, length, width = x.shape
        q, k, v = self.qkv(x).reshape(batch, length, 3, self.heads, width // self.heads).permute(2, 0, 3, 1, 4)
        weights = ((q @ k.transpose(-2, -1)) * (width // self.heads) ** -0.5).softmax(dim=-1)
        return self.projection((weights @ v).transpose(1, 2).reshape(batch, length, width))


class Block(nn.Module):
    def __init__(self, width, heads):
        super().__init__()
        self.norm1 = nn.LayerNorm(width)
        self.attention = SelfAttention(width, heads)
        self.norm2 = nn.LayerNorm(width, eps=1e-6)
        self.mlp = nn.Sequential(nn.Linear(width, 2 * width), nn.GELU(), nn.Linear(2 * width, width))

    def forward(self, x):
        x = x + self.attention(self.norm1(x))
        return x + self.mlp(self.norm2(x))


class ViT(nn.Module):
    def __init__(self):
        super().__init__()
        self.embedding = PatchEmbedding(8, 2, WIDTH)
        self.blocks = nn.Sequential(*[Block(WIDTH, HEADS) for _ in range(2)])
        self.norm = nn.LayerNorm(WIDTH)
        self.head = nn.Linear(WIDTH, 10)

    def forward(self, images):
        return self.head(self.norm(self.blocks(self.embedding(images)))[:, 0])


class Train(nn.Graph):
    def __init__(self, model, optimizer):
        super().__init__()
        self.model = model
        self.loss = nn.CrossEntropyLoss(label_smoothing=0.1)
        self.add_optimizer(optimizer)

    def build(self, images, labels):
        loss = self.loss(self.model(images), labels)
        loss.backward()
        return loss


def losses(data, dtype):
    model = data.init(ViT()).to(dtype)
    train = Train(model, flow.optim.AdamW(model.parameters(), lr=1e-3, weight_decay=0.05))
    images, labels = data.digits(20 * BATCH)
    images = images.reshape(-1, 1, 8, 8) * 2 - 1
    for start in range(0, len(images), BATCH):
        batch = slice(start, start + BATCH)
        yield train(flow.tensor(images[batch], dtype=dtype), flow.tensor(labels[batch])).item()
