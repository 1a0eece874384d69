"""Survival analysis: the partial likelihood of Cox, over the risk sets of sorted times, with censored patients."""

import numpy as np

import weir as flow
import weir.nn as nn

BATCH, FEATURES = 40, 6


class Hazard(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(FEATURES, 16), nn.SELU(), nn.Linear(16, 16), nn.SELU(), nn.Linear(16, 1))

    def forward(self, x):
        return self.layers(x).squeeze(-1)


def cox_loss(risk, time, event):
    """By time downwards, the patients at risk are those that came before."""
    order = flow.argsort(time, descending=True)
    risk, event = risk[order], event[order]
    at_risk = flow.logcumsumexp(risk, dim=0)
    return -((risk - at_risk) * event).sum() / event.sum().clamp(min=1)


class Train(nn.Graph):
    def __init__(self, model, optimizer):
        super().__init__()
        self.model = model
        self.add_optimizer(optimizer)

    def build(self, x, time, event):
        penalty = sum(parameter.abs().sum() for parameter in self.model.parameters())
        loss = cox_loss(self.model(x), time, event) + 1e-3 * penalty
        loss.backward()
        return loss


def losses(data, dtype):
    model = data.init(Hazard()).to(dtype)
    train = Train(model, flow.optim.Adamax(model.parameters(), lr=5e-3))
    for _ in range(20):
        x = data.normal(BATCH, FEATURES)
        time = -np.log(data.uniform(BATCH, low=0.01)) * np.exp(x[:, 0] - 0.5 * x[:, 1] ** 2)
        censored = data.uniform(BATCH, low=0.5, high=3.0)
        tensors = (x, np.minimum(time, censored), time <= censored)
        yield train(*(flow.tensor(each, dtype=dtype) for each in tensors)).item()
