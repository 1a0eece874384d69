"""A diffusion model's denoiser: a cosine schedule, sinusoidal embeddings of time, an MLP that predicts noise."""

import math

import numpy as np

import weir as flow
import weir.nn as nn
import weir.nn.functional as F

TIMES, BATCH, WIDTH = 50, 24, 48


class SinusoidalEmbedding(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.width = width

    def forward(self, time, dtype):
        half = self.width // 2
        frequencies = flow.exp(flow.arange(half, dtype=dtype) * -(math.log(10000.0) / (half - 1)))
        angles = time.to(dtype)[:, None] * frequencies[None, :]
        return flow.cat((angles.sin(), angles.cos()), dim=-1)


class Denoiser(nn.Module):
    def __init__(self):
        super().__init__()
        self.embedding = SinusoidalEmbedding(16)
        self.time = nn.Sequential(nn.Linear(16, WIDTH), nn.SiLU(), nn.Linear(WIDTH, 2 * WIDTH))
        self.first = nn.Linear(64, WIDTH)
        self.middle = nn.Linear(WIDTH, WIDTH)
        self.last = nn.Linear(WIDTH, 64)

    def forward(self, x, time):
        scale, shift = self.time(self.embedding(time, x.dtype)).chunk(2, dim=1)
        h = F.silu(self.first(x))
        h = F.silu(self.middle(h) * (scale + 1) + shift)
        return self.last(h)


def cumulated_alphas():
    steps = np.linspace(0, 1, TIMES + 1)
    levels = np.cos((steps + 0.008) / 1.008 * math.pi / 2) ** 2
    betas = np.clip(1 - levels[1:] / levels[:-1], 0, 0.999)
    return np.cumprod(1 - betas)


class Train(nn.Graph):
    def __init__(self, model, alphas, optimizer):
        super().__init__()
        self.model = model
        self.alphas = alphas
        self.add_optimizer(optimizer)

    def build(self, images, time, noise):
        level = self.alphas[time].unsqueeze(-1)
        noisy = level.sqrt() * images + (1 - level).sqrt() * noise
        errors = F.mse_loss(self.model(noisy, time), noise, reduction="none").mean(dim=1)
        weights = flow.clamp(level.squeeze(-1) / (1 - level.squeeze(-1)), max=5.0)
        loss = (weights * errors).mean()
        loss.backward()
        return loss


def losses(data, dtype):
    model = data.init(Denoiser()).to(dtype)
    optimizer = flow.optim.AdamW(model.parameters(), lr=2e-3, weight_decay=1e-2)
    train = Train(model, flow.tensor(cumulated_alphas(), dtype=dtype), optimizer)
    images, _ = data.digits(20 * BATCH)
    for batch in images.reshape(20, BATCH, 64):
        noise = flow.tensor(data.normal(BATCH, 64), dtype=dtype)
        yield train(flow.tensor(2 * batch - 1, dtype=dtype), flow.tensor(data.labels(BATCH, TIMES)), noise).item()
