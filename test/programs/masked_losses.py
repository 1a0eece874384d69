"""A Cox-like survival model: times in buckets, losses chosen by where and masked_fill, risks by cumulated sums."""

import numpy as np

import weir as flow
import weir.nn as nn

PEOPLE, FEATURES, BUCKETS = 48, 5, 4


class Survival(nn.Module):
    def __init__(self):
        super().__init__()
        self.hidden = nn.Linear(FEATURES, 16)
        self.risk = nn.Linear(16, 1)
        self.hazards = nn.Linear(16, BUCKETS)

    def forward(self, x):
        h = nn.functional.selu(self.hidden(x))
        return self.risk(h).squeeze(-1), self.hazards(h)


class Train(nn.Graph):
    def __init__(self, model, bounds, optimizer):
        super().__init__()
        self.model = model
        self.bounds = bounds
        self.add_optimizer(optimizer)

    def build(self, x, time, died):
        risk, hazards = self.model(x)
        # The risk set of each who died are those who lived as long.
        order = flow.argsort(time, descending=True)
        sorted_risk = risk[order]
        at_risk = sorted_risk.exp().cumsum(0).log()
        partial = flow.where(died[order], at_risk - sorted_risk, 0.0).sum() / died.sum()
        # In which interval each died or was last seen.
        bucket = flow.bucketize(time, self.bounds)
        columns = flow.arange(BUCKETS)
        passed = columns < bucket[:, None]
        here = (columns == bucket[:, None]) & died[:, None]
        log_survived = nn.functional.logsigmoid(-hazards).masked_fill(~passed, 0.0).sum(1)
        log_died = nn.functional.logsigmoid(hazards).masked_fill(~here, 0.0).sum(1)
        likelihood = -(log_survived + log_died).mean()
        loss = partial + likelihood
        loss.backward()
        return loss


def losses(data, dtype):
    model = data.init(Survival()).to(dtype)
    bounds = flow.tensor([0.3, 0.8, 1.6], dtype=dtype)
    train = Train(model, bounds, flow.optim.Adam(model.parameters(), lr=1e-2))
    weights = 0.5 * data.normal(FEATURES)
    for _ in range(20):
        x = data.normal(PEOPLE, FEATURES)
        lifetime = -np.log(data.uniform(PEOPLE, low=0.01)) * np.exp(-x @ weights)
        seen = data.uniform(PEOPLE, low=0.2, high=3.0)
        time, died = np.minimum(lifetime, seen), lifetime <= seen
        yield train(flow.tensor(x, dtype=dtype), flow.tensor(time, dtype=dtype), flow.tensor(died)).item()
