"""A small radiance field: positions as waves, densities along rays, colors by products of transparencies."""

import math

import numpy as np

import weir as flow
import weir.nn as nn

RAYS, SAMPLES, BANDS = 24, 10, 3


class PositionalEncoding(nn.Module):
    def __init__(self):
        super().__init__()
        frequencies = flow.tensor([2.0**band * math.pi for band in range(BANDS)], dtype=flow.float64)
        self.register_buffer("frequencies", frequencies, persistent=False)

    def forward(self, x):
        angles = x[..., None] * self.frequencies
        return flow.cat([x, angles.sin().flatten(-2), angles.cos().flatten(-2)], dim=-1)


class Field(nn.Module):
    def __init__(self):
        super().__init__()
        self.encode = PositionalEncoding()
        self.trunk = nn.Sequential(nn.Linear(2 + 4 * BANDS, 32), nn.ReLU(), nn.Linear(32, 32), nn.ReLU())
        self.density = nn.Linear(32, 1)
        self.color = nn.Linear(32, 3)

    def forward(self, points):
        features = self.trunk(self.encode(points))
        return nn.functional.softplus(self.density(features) - 1).squeeze(-1), self.color(features).sigmoid()


def composed(density, color, distances):
    alpha = 1.0 - flow.exp(-density * distances)
    clear = flow.cumprod(1.0 - alpha + 1e-10, dim=-1)
    clear = flow.cat([flow.ones_like(clear[..., :1]), clear[..., :-1]], dim=-1)
    weights = alpha * clear
    return (weights[..., None] * color).sum(-2), weights


class Train(nn.Graph):
    def __init__(self, field, optimizer):
        super().__init__()
        self.field = field
        self.add_optimizer(optimizer)

    def build(self, origins, directions, depths, colors):
        points = origins[:, None, :] + directions[:, None, :] * depths[..., None]
        density, color = self.field(points)
        distances = flow.diff(depths, dim=-1, append=depths[:, -1:] + 0.1)
        rendered, weights = composed(density, color, distances)
        loss = ((rendered - colors) ** 2).mean() + 1e-3 * (weights * depths).sum(-1).var()
        loss.backward()
        return loss


def losses(data, dtype):
    field = data.init(Field()).to(dtype)
    train = Train(field, flow.optim.Adam(field.parameters(), lr=5e-3))
    for _ in range(20):
        origins = data.uniform(RAYS, 2, low=-1.0)
        angles = data.uniform(RAYS, high=2 * math.pi)
        directions = np.stack([np.cos(angles), np.sin(angles)], axis=1)
        depths = (np.arange(SAMPLES) + data.uniform(RAYS, SAMPLES)) / SAMPLES
        colors = 0.5 + 0.5 * np.sin(3 * origins @ np.array([[1.0, 0.5, -1.0], [0.3, -1.0, 0.7]]))
        yield train(*(flow.tensor(each, dtype=dtype) for each in (origins, directions, depths, colors))).item()
