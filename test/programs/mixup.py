"""Digits with label smoothing and class weights: each image is blended with another one, and so is its loss."""

import weir as flow
import weir.nn as nn
import weir.nn.functional as F

BATCH = 32


class Network(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv1 = nn.Conv2d(1, 8, 3, padding=1)
        self.conv2 = nn.Conv2d(8, 16, 3, stride=2, padding=1)
        self.fc = nn.Linear(16, 10)

    def forward(self, images):
        hidden = F.gelu(self.conv1(images))
        hidden = F.gelu(self.conv2(hidden))
        return self.fc(hidden.mean(dim=(2, 3)))


class Train(nn.Graph):
    def __init__(self, network, weight, optimizer):
        super().__init__()
        self.network = network
        self.criterion = nn.CrossEntropyLoss(weight=weight, label_smoothing=0.1)
        self.add_optimizer(optimizer)

    def build(self, images, labels, order, share):
        mixed = share * images + (1 - share) * images[order]
        scores = self.network(mixed)
        loss = share * self.criterion(scores, labels) + (1 - share) * self.criterion(scores, labels[order])
        loss.backward()
        return loss


def losses(data, dtype):
    network = data.init(Network()).to(dtype)
    weight = flow.tensor(data.uniform(10, low=0.5, high=2.0), dtype=dtype)
    train = Train(network, weight, flow.optim.Adam(network.parameters(), lr=3e-3, weight_decay=1e-4))
    images, labels = data.digits(20 * BATCH)
    for step in range(20):
        batch = slice(step * BATCH, (step + 1) * BATCH)
        order = data.permutation(BATCH)
        share = flow.tensor(data.uniform(), dtype=dtype)
        pixels = flow.tensor(images[batch].reshape(BATCH, 1, 8, 8), dtype=dtype)
        yield train(pixels, flow.tensor(labels[batch]), flow.tensor(order), share).item()
