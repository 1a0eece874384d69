"""Metric learning of digits: nn.TripletMarginLoss, then the hardest triplets of a batch, found in the graph."""

import numpy as np

import weir as flow
import weir.nn as nn
import weir.nn.functional as F

BATCH = 30


class Embed(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(64, 40), nn.SELU(), nn.Linear(40, 12))

    def forward(self, images):
        return self.layers(images)


class TrainOnTriplets(nn.Graph):
    def __init__(self, model, optimizer):
        super().__init__()
        self.model = model
        self.loss = nn.TripletMarginLoss(margin=1.0, p=2)
        self.add_optimizer(optimizer)

    def build(self, anchor, positive, negative):
        loss = self.loss(self.model(anchor), self.model(positive), self.model(negative))
        loss.backward()
        return loss


class TrainOnHardest(nn.Graph):
    def __init__(self, model, optimizer):
        super().__init__()
        self.model = model
        self.add_optimizer(optimizer)

    def build(self, images, labels):
        embedded = self.model(images)
        squared = (embedded.unsqueeze(1) - embedded.unsqueeze(0)).pow(2).sum(dim=2)
        distances = (squared + 1e-8).sqrt()
        same = labels.unsqueeze(0) == labels.unsqueeze(1)
        farthest = distances.masked_fill(~same, 0.0).max(dim=1).values
        nearest = distances.masked_fill(same, float("inf")).amin(dim=1)
        loss = F.relu(farthest - nearest + 0.5).mean()
        loss.backward()
        return loss


def losses(data, dtype):
    model = data.init(Embed()).to(dtype)
    optimizer = flow.optim.Adam(model.parameters(), lr=2e-3)
    on_triplets, on_hardest = TrainOnTriplets(model, optimizer), TrainOnHardest(model, optimizer)
    images, labels = data.digits(1500)
    of_digit = [np.flatnonzero(labels == digit) for digit in range(10)]
    for _ in range(10):
        digits = data.labels(BATCH, 10)
        others = (digits + 1 + data.labels(BATCH, 9)) % 10
        rows = [
            [of_digit[d][int(u * len(of_digit[d]))] for d, u in zip(ds, data.uniform(BATCH))]
            for ds in (digits, digits, others)
        ]
        yield on_triplets(*(flow.tensor(images[row], dtype=dtype) for row in rows)).item()
    for step in range(10):
        batch = slice(step * BATCH, (step + 1) * BATCH)
        yield on_hardest(flow.tensor(images[batch], dtype=dtype), flow.tensor(labels[batch])).item()
