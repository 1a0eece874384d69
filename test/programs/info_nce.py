"""Contrastive learning: two moved views of each digit, a learned temperature, cross entropy over similarities."""

import numpy as np

import weir as flow
import weir.nn as nn
import weir.nn.functional as F

BATCH = 32


class Encoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.convolutions = nn.Sequential(
            nn.Conv2d(1, 8, 3, padding=1), nn.PReLU(8), nn.AvgPool2d(2), nn.Conv2d(8, 12, 3), nn.PReLU()
        )
        self.projection = nn.Sequential(nn.Flatten(), nn.Linear(48, 24))

    def forward(self, images):
        return F.normalize(self.projection(self.convolutions(images)), dim=-1)


class InfoNCE(nn.Module):
    def __init__(self):
        super().__init__()
        self.log_scale = nn.Parameter(flow.tensor(np.log(1 / 0.2), dtype=flow.float32))

    def forward(self, first, second):
        similarities = self.log_scale.exp() * first @ second.T
        target = flow.arange(first.size(0), device=first.device)
        return (F.cross_entropy(similarities, target) + F.cross_entropy(similarities.T, target)) / 2


class Train(nn.Graph):
    def __init__(self, encoder, loss, optimizer):
        super().__init__()
        self.encoder = encoder
        self.loss = loss
        self.add_optimizer(optimizer)

    def build(self, first, second):
        loss = self.loss(self.encoder(first), self.encoder(second))
        loss.backward()
        return loss


def moved(images, data):
    down, right = data.labels(2, 3) - 1
    return np.roll(images, (down, right), axis=(2, 3)) + 0.1 * data.normal(*images.shape)


def losses(data, dtype):
    encoder, loss = data.init(Encoder()).to(dtype), InfoNCE().to(dtype)
    groups = [{"params": encoder.parameters()}, {"params": loss.parameters(), "lr": 1e-2, "weight_decay": 0.0}]
    train = Train(encoder, loss, flow.optim.AdamW(groups, lr=3e-3, weight_decay=0.05))
    images, _ = data.digits(20 * BATCH)
    images = images.reshape(-1, 1, 8, 8)
    for at in range(0, len(images), BATCH):
        views = (flow.tensor(moved(images[at : at + BATCH], data), dtype=dtype) for _ in range(2))
        yield train(*views).item()
