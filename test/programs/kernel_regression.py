"""Nadaraya-Watson regression, left one out: widths of a kernel are learned beside a linear trend."""

import numpy as np

import weir as flow
import weir.nn as nn

POINTS, INPUTS = 48, 3


class KernelRegression(nn.Module):
    def __init__(self):
        super().__init__()
        self.log_widths = nn.Parameter(flow.zeros(INPUTS))
        self.trend = nn.Linear(INPUTS, 1)

    def forward(self, x, y):
        trend = self.trend(x).squeeze(-1)
        scaled = x / self.log_widths.exp()
        distances = ((scaled[:, None, :] - scaled[None, :, :]) ** 2).sum(-1)
        others = ~flow.eye(x.size(0), dtype=flow.bool)
        scores = flow.where(others, -0.5 * distances, flow.full_like(distances, float("-inf")))
        weights = flow.softmax(scores, dim=1)
        return trend + weights.mv(y - trend)


class Train(nn.Graph):
    def __init__(self, model, optimizer):
        super().__init__()
        self.model = model
        self.add_optimizer(optimizer)

    def build(self, x, y):
        errors = self.model(x, y) - y
        loss = flow.dot(errors, errors) / y.numel() / y.var(unbiased=False)
        loss.backward()
        return loss


def losses(data, dtype):
    model = data.init(KernelRegression()).to(dtype)
    train = Train(model, flow.optim.Adam(model.parameters(), lr=0.05))
    for _ in range(20):
        x = data.uniform(POINTS, INPUTS, low=-2, high=2)
        y = np.sin(2 * x[:, 0]) + 0.5 * x[:, 1] + 0.1 * data.normal(POINTS)
        yield train(flow.tensor(x, dtype=dtype), flow.tensor(y, dtype=dtype)).item()
