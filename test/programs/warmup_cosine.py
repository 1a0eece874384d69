"""A learning rate that warms up and then falls as a cosine, by LambdaLR, and by two schedulers in sequence."""

import math

import weir as flow
import weir.nn as nn
from weir.optim.lr_scheduler import CosineAnnealingLR, LambdaLR, LinearLR, SequentialLR

BATCH, STEPS, WARMUP = 32, 10, 3


class Train(nn.Graph):
    def __init__(self, model, optimizer, scheduler):
        super().__init__()
        self.model = model
        self.loss = nn.CrossEntropyLoss()
        self.add_optimizer(optimizer, lr_sch=scheduler)

    def build(self, images, labels):
        loss = self.loss(self.model(images), labels)
        loss.backward()
        return loss


def warmup_cosine(step):
    if step < WARMUP:
        return (step + 1) / WARMUP
    return 0.5 * (1 + math.cos(math.pi * (step - WARMUP) / (STEPS - WARMUP)))


def network():
    return nn.Sequential(nn.Linear(64, 32), nn.Hardswish(), nn.Linear(32, 10))


def losses(data, dtype):
    images, labels = data.digits(STEPS * BATCH)
    batches = [
        (flow.tensor(images[at : at + BATCH], dtype=dtype), flow.tensor(labels[at : at + BATCH]))
        for at in range(0, len(images), BATCH)
    ]
    model = data.init(network()).to(dtype)
    optimizer = flow.optim.Adam(model.parameters(), lr=1e-2)
    train = Train(model, optimizer, LambdaLR(optimizer, lr_lambda=warmup_cosine))
    for batch in batches:
        yield train(*batch).item()

    model = data.init(network()).to(dtype)
    optimizer = flow.optim.SGD(model.parameters(), lr=0.3)
    warmup = LinearLR(optimizer, start_factor=0.1, total_iters=WARMUP)
    cosine = CosineAnnealingLR(optimizer, T_max=STEPS - WARMUP, eta_min=1e-3)
    train = Train(model, optimizer, SequentialLR(optimizer, schedulers=[warmup, cosine], milestones=[WARMUP]))
    for batch in batches:
        yield train(*batch).item()
        assert 0 < optimizer.param_groups[0]["lr"] <= 0.3 + 1e-12
