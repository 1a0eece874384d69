"""Counts by Poisson regression, then by a negative binomial with a learned dispersion, a graph each."""

import numpy as np

import weir as flow
import weir.nn as nn

FEATURES, BATCH = 6, 64


class CountModel(nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = nn.Linear(FEATURES, 1)
        self.log_dispersion = nn.Parameter(flow.tensor(0.0))

    def forward(self, x, exposure):
        return self.linear(x).squeeze(-1) + exposure.log()


def negative_binomial_loss(log_rate, counts, log_dispersion):
    r = flow.exp(log_dispersion)
    log_total = flow.logaddexp(log_rate, log_dispersion)
    log_prob = flow.lgamma(counts + r) - flow.lgamma(r) - flow.lgamma(counts + 1)
    log_prob = log_prob + r * (log_dispersion - log_total) + counts * (log_rate - log_total)
    return -log_prob.mean()


class Poisson(nn.Graph):
    def __init__(self, model, optimizer):
        super().__init__()
        self.model = model
        self.loss = nn.PoissonNLLLoss(log_input=True, full=True)
        self.add_optimizer(optimizer)

    def build(self, x, exposure, counts):
        loss = self.loss(self.model(x, exposure), counts)
        loss.backward()
        return loss


class NegativeBinomial(nn.Graph):
    def __init__(self, model, optimizer):
        super().__init__()
        self.model = model
        self.add_optimizer(optimizer)

    def build(self, x, exposure, counts):
        loss = negative_binomial_loss(self.model(x, exposure), counts, self.model.log_dispersion)
        loss.backward()
        return loss


def losses(data, dtype):
    model = data.init(CountModel()).to(dtype)
    poisson = Poisson(model, flow.optim.SGD(model.linear.parameters(), lr=0.01))
    binomial = NegativeBinomial(model, flow.optim.Adam(model.parameters(), lr=0.02))
    weights = 0.4 * data.normal(FEATURES)
    for step in range(20):
        x, exposure = data.normal(BATCH, FEATURES), data.uniform(BATCH, low=0.5, high=4.0)
        counts = np.floor(exposure * np.exp(x @ weights) * -np.log1p(-data.uniform(BATCH)))
        train = poisson if step < 10 else binomial
        yield train(*(flow.tensor(each, dtype=dtype) for each in (x, exposure, counts))).item()
