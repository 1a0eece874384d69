"""Weights as distributions: sampled by noise from the data, held by a divergence from a mixture of two Gaussians."""

import math

import numpy as np

import weir as flow
import weir.nn as nn
import weir.nn.functional as F

BATCH, HIDDEN, SAMPLES, BATCHES = 32, 16, 2, 20


def log_gaussian(x, mean, sigma):
    return -0.5 * math.log(2 * math.pi) - flow.log(sigma) - (x - mean) ** 2 / (2 * sigma**2)


def log_prior(weight):
    wide, narrow = (-0.5 * (weight / s) ** 2 - math.log(s * math.sqrt(2 * math.pi)) for s in (1.0, 0.1))
    return flow.logsumexp(flow.stack([wide, narrow]), dim=0) + math.log(0.5)


class BayesianLinear(nn.Module):
    def __init__(self, inputs, outputs):
        super().__init__()
        self.mean = nn.Parameter(flow.zeros(outputs, inputs + 1))
        self.rho = nn.Parameter(flow.full((outputs, inputs + 1), -3.0))

    def forward(self, x, noise):
        sigma = F.softplus(self.rho - 3)
        weight = self.mean + sigma * noise
        divergence = (log_gaussian(weight, self.mean, sigma) - log_prior(weight)).sum()
        return F.linear(x, weight[:, :-1], weight[:, -1]), divergence


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.first = BayesianLinear(1, HIDDEN)
        self.second = BayesianLinear(HIDDEN, 1)

    def forward(self, x, noises):
        hidden, one = self.first(x, noises[0])
        output, other = self.second(flow.tanh(hidden), noises[1])
        return output, one + other


class Train(nn.Graph):
    def __init__(self, net, optimizer):
        super().__init__()
        self.net = net
        self.loss = nn.GaussianNLLLoss(full=True, reduction="sum")
        self.add_optimizer(optimizer)

    def build(self, x, y, noises):
        loss = 0.0
        for noise in noises:
            output, divergence = self.net(x, noise)
            loss += self.loss(output, y, flow.full_like(y, 0.04)) + divergence / BATCHES
        loss = loss / (SAMPLES * BATCH)
        loss.backward()
        return loss


def losses(data, dtype):
    net = data.init(Net()).to(dtype)
    train = Train(net, flow.optim.Adam(net.parameters(), lr=1e-2))
    for _ in range(20):
        x = data.uniform(BATCH, 1, low=-2.0, high=2.0)
        y = np.sin(2 * x) + 0.2 * data.normal(BATCH, 1)
        noises = [
            [flow.tensor(data.normal(*shape), dtype=dtype) for shape in ((HIDDEN, 2), (1, HIDDEN + 1))]
            for _ in range(SAMPLES)
        ]
        yield train(flow.tensor(x, dtype=dtype), flow.tensor(y, dtype=dtype), noises).item()
