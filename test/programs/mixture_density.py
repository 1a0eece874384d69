"""A mixture density network: several normal distributions for a target that is no function of the input."""

import math

import numpy as np

import weir as flow
import weir.nn as nn
import weir.nn.functional as F

BATCH, COMPONENTS = 128, 5


class MixtureDensity(nn.Module):
    def __init__(self, hidden=32):
        super().__init__()
        self.trunk = nn.Sequential(nn.Linear(1, hidden), nn.Tanh(), nn.Linear(hidden, hidden), nn.Tanh())
        self.weights = nn.Linear(hidden, COMPONENTS)
        self.means = nn.Linear(hidden, COMPONENTS)
        self.log_scales = nn.Linear(hidden, COMPONENTS)

    def forward(self, x):
        hidden = self.trunk(x)
        log_scales = self.log_scales(hidden).clamp(min=-5, max=3)
        return F.log_softmax(self.weights(hidden), dim=-1), self.means(hidden), log_scales


def negative_log_likelihood(log_weights, means, log_scales, target):
    z = (target.unsqueeze(-1) - means) * (-log_scales).exp()
    log_probability = -0.5 * z**2 - log_scales - 0.5 * math.log(2 * math.pi)
    return -flow.logsumexp(log_weights + log_probability, dim=-1).mean()


class Train(nn.Graph):
    def __init__(self, model, optimizer):
        super().__init__()
        self.model = model
        self.add_optimizer(optimizer)

    def build(self, x, target):
        loss = negative_log_likelihood(*self.model(x), target)
        loss.backward()
        return loss


def losses(data, dtype):
    model = data.init(MixtureDensity()).to(dtype)
    train = Train(model, flow.optim.Adam(model.parameters(), lr=5e-3))
    for _ in range(20):
        target = data.uniform(BATCH, low=-1, high=1)
        x = target + 0.3 * np.sin(2 * math.pi * target) + 0.05 * data.normal(BATCH)
        yield train(flow.tensor(x[:, None], dtype=dtype), flow.tensor(target, dtype=dtype)).item()
