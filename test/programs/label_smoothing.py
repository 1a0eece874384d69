"""A network of digits trained with smoothed labels, weights of classes and mixed images."""

import numpy as np

import weir as flow
import weir.nn as nn
import weir.nn.functional as F

BATCH = 48


class Network(nn.Module):
    def __init__(self):
        super().__init__()
        self.first = nn.Linear(64, 64)
        self.second = nn.Linear(64, 10)

    def forward(self, x):
        return self.second(F.silu(self.first(x)))


class Train(nn.Graph):
    def __init__(self, network, weight, optimizer):
        super().__init__()
        self.network = network
        self.smoothed = nn.CrossEntropyLoss(weight=weight, label_smoothing=0.1)
        self.add_optimizer(optimizer)

    def build(self, images, labels, mixed, soft_labels):
        loss = self.smoothed(self.network(images), labels)
        loss = loss + F.cross_entropy(self.network(mixed), soft_labels, label_smoothing=0.05)
        loss.backward()
        return loss


def mixup(images, labels, share):
    one_hot = np.eye(10)[labels]
    return share * images + (1 - share) * images[::-1], share * one_hot + (1 - share) * one_hot[::-1]


def losses(data, dtype):
    network = data.init(Network()).to(dtype)
    images, labels = data.digits(20 * BATCH)
    weight = len(labels) / (10 * np.bincount(labels, minlength=10))
    train = Train(network, flow.tensor(weight, dtype=dtype), flow.optim.Adam(network.parameters(), lr=3e-3))
    for at in range(0, len(images), BATCH):
        x, y = images[at : at + BATCH], labels[at : at + BATCH]
        mixed, soft = mixup(x, y, data.uniform(BATCH, 1))
        arguments = (
            flow.tensor(x, dtype=dtype),
            flow.tensor(y),
            flow.tensor(mixed, dtype=dtype),
            flow.tensor(soft, dtype=dtype),
        )
        yield train(*arguments).item()
