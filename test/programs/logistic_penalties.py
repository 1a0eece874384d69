"""Logistic regression by plain SGD on batches of a loader, with an elastic-net penalty and a polynomial rate."""

import weir as flow
import weir.nn as nn
import weir.nn.functional as F
from weir.utils.data import DataLoader, TensorDataset

FEATURES, ROWS, BATCH = 16, 160, 32


class Train(nn.Graph):
    def __init__(self, model, optimizer, scheduler, l1, l2):
        super().__init__()
        self.model = model
        self.l1, self.l2 = l1, l2
        self.add_optimizer(optimizer, lr_sch=scheduler)

    def build(self, x, y):
        logits = self.model(x).squeeze(1)
        likelihood = F.softplus(logits) - y * logits
        weight = self.model.weight
        loss = likelihood.mean() + self.l1 * weight.abs().sum() + self.l2 * weight.norm() ** 2
        loss.backward()
        return loss


def losses(data, dtype):
    truth = data.normal(FEATURES) * (data.uniform(FEATURES) < 0.4)
    x = data.normal(ROWS, FEATURES)
    y = (x @ truth + 0.3 * data.normal(ROWS) > 0).astype(float)
    loader = DataLoader(TensorDataset(flow.tensor(x, dtype=dtype), flow.tensor(y, dtype=dtype)), batch_size=BATCH)
    model = data.init(nn.Linear(FEATURES, 1)).to(dtype)
    optimizer = flow.optim.SGD(model.parameters(), lr=0.5)
    scheduler = flow.optim.lr_scheduler.PolynomialLR(optimizer, total_iters=25, power=2.0)
    train = Train(model, optimizer, scheduler, l1=1e-3, l2=1e-3)
    for _ in range(4):
        for batch in loader:
            yield train(*batch).item()
