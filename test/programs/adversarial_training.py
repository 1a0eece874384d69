"""Adversarial training: images are moved against the network in projected steps, and first-order adapted weights."""

import weir as flow
import weir.nn as nn
import weir.nn.functional as F

BATCH, RADIUS, STEP = 24, 0.1, 0.05


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.first = nn.Linear(64, 32)
        self.second = nn.Linear(32, 10)

    def forward(self, x):
        return self.second(F.softplus(self.first(x)))


class Train(nn.Graph):
    def __init__(self, model, optimizer):
        super().__init__()
        self.model = model
        self.add_optimizer(optimizer)

    def attacked(self, images, labels):
        moved = images.clone().detach()
        for _ in range(2):
            moved.requires_grad_(True)
            loss = F.cross_entropy(self.model(moved), labels)
            gradient = flow.autograd.grad(loss, moved)[0]
            moved = moved.detach() + STEP * gradient / gradient.norm(dim=1, keepdim=True)
            moved = flow.min(flow.max(moved, images - RADIUS), images + RADIUS).clamp(0, 1)
        return moved

    def build(self, images, labels):
        moved = self.attacked(images, labels)
        loss = F.cross_entropy(self.model(moved), labels)
        weight = self.model.second.weight
        # A head that has taken a step on clean images, to first order.
        clean = F.cross_entropy(self.model(images), labels)
        adapted = weight - 0.1 * flow.autograd.grad(clean, weight, retain_graph=True)[0]
        hidden = F.softplus(self.model.first(images))
        loss = loss + 0.5 * F.cross_entropy(F.linear(hidden, adapted, self.model.second.bias), labels)
        loss.backward()
        return loss


def losses(data, dtype):
    model = data.init(Net()).to(dtype)
    train = Train(model, flow.optim.Adam(model.parameters(), lr=3e-3))
    images, labels = data.digits(20 * BATCH)
    for images, labels in zip(images.reshape(20, BATCH, 64), labels.reshape(20, BATCH)):
        yield train(flow.tensor(images, dtype=dtype), flow.tensor(labels)).item()
