"""Quantile regression of a target whose noise grows: the pinball loss of three quantiles, kept in order by softplus."""

import numpy as np

import weir as flow
import weir.nn as nn
import weir.nn.functional as F

BATCH = 64
QUANTILES = [0.1, 0.5, 0.9]


class QuantileNet(nn.Module):
    def __init__(self):
        super().__init__()
        self.hidden = nn.Linear(4, 32)
        self.output = nn.Linear(32, len(QUANTILES))

    def forward(self, x):
        raw = self.output(F.elu(self.hidden(x)))
        steps = flow.cat([raw[:, :1], F.softplus(raw[:, 1:])], dim=1)
        return flow.cumsum(steps, dim=1)


class PinballLoss(nn.Module):
    def __init__(self, quantiles):
        super().__init__()
        self.register_buffer("quantiles", flow.tensor(quantiles))

    def forward(self, predicted, target):
        error = target[:, None] - predicted
        return flow.maximum(self.quantiles * error, (self.quantiles - 1) * error).sum(dim=1).mean()


class Train(nn.Graph):
    def __init__(self, model, loss, optimizer):
        super().__init__()
        self.model = model
        self.loss = loss
        self.add_optimizer(optimizer)

    def build(self, x, y):
        loss = self.loss(self.model(x), y)
        loss.backward()
        return loss


def losses(data, dtype):
    model = data.init(QuantileNet()).to(dtype)
    pinball = PinballLoss(QUANTILES).to(dtype)
    train = Train(model, pinball, flow.optim.Adagrad(model.parameters(), lr=5e-2))
    for _ in range(20):
        x = data.normal(BATCH, 4)
        y = x[:, 0] + np.abs(x[:, 1]) * data.normal(BATCH)
        yield train(flow.tensor(x, dtype=dtype), flow.tensor(y, dtype=dtype)).item()
