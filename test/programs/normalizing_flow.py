"""A normalizing flow: affine couplings with alternating masks fit two moons by their Jacobian's determinant."""

import math

import numpy as np

import weir as flow
import weir.nn as nn

BATCH, LAYERS = 64, 4


class Coupling(nn.Module):
    def __init__(self, mask):
        super().__init__()
        self.register_buffer("mask", flow.tensor(mask))
        self.scale = nn.Sequential(nn.Linear(2, 24), nn.LeakyReLU(), nn.Linear(24, 2), nn.Tanh())
        self.shift = nn.Sequential(nn.Linear(2, 24), nn.LeakyReLU(), nn.Linear(24, 2))

    def forward(self, x):
        kept = x * self.mask
        s = self.scale(kept) * (1 - self.mask)
        t = self.shift(kept) * (1 - self.mask)
        return kept + (1 - self.mask) * (x - t) * flow.exp(-s), -s.sum(dim=1)


class RealNVP(nn.Module):
    def __init__(self):
        super().__init__()
        self.couplings = nn.ModuleList(Coupling([1.0, 0.0] if i % 2 else [0.0, 1.0]) for i in range(LAYERS))

    def log_prob(self, x):
        total = flow.zeros(x.shape[0], dtype=x.dtype)
        for coupling in reversed(self.couplings):
            x, log_det = coupling(x)
            total += log_det
        return total - 0.5 * (x**2).sum(1) - math.log(2 * math.pi)


class Train(nn.Graph):
    def __init__(self, model, optimizer):
        super().__init__()
        self.model = model
        self.add_optimizer(optimizer)

    def build(self, x):
        loss = -self.model.log_prob(x).mean()
        loss.backward()
        return loss


def moons(data, count):
    angle = np.pi * data.uniform(count)
    upper = np.arange(count) % 2
    x = np.where(upper, np.cos(angle), 1 - np.cos(angle))
    y = np.where(upper, np.sin(angle), 0.5 - np.sin(angle))
    return np.stack([x, y], axis=1) + 0.05 * data.normal(count, 2)


def losses(data, dtype):
    model = data.init(RealNVP()).to(dtype)
    train = Train(model, flow.optim.Adam(model.parameters(), lr=2e-3))
    for _ in range(20):
        yield train(flow.tensor(moons(data, BATCH), dtype=dtype)).item()
