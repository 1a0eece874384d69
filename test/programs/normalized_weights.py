"""Weights normalized by hand: by the norms of their rows, and by a spectral norm with a power step in forward."""

import numpy as np

import weir as flow
import weir.nn as nn
import weir.nn.functional as F

BATCH = 24


class WeightNormLinear(nn.Module):
    def __init__(self, inputs, outputs):
        super().__init__()
        self.direction = nn.Parameter(flow.ones(outputs, inputs))
        self.scale = nn.Parameter(flow.ones(outputs))
        self.bias = nn.Parameter(flow.zeros(outputs))

    def forward(self, x):
        norm = self.direction.norm(p=2, dim=1, keepdim=True)
        return F.linear(x, self.scale.unsqueeze(1) * self.direction / norm, self.bias)


class SpectralNormLinear(nn.Module):
    def __init__(self, inputs, outputs, u):
        super().__init__()
        self.weight = nn.Parameter(flow.ones(outputs, inputs))
        self.bias = nn.Parameter(flow.zeros(outputs))
        self.register_buffer("u", u)

    def forward(self, x):
        with flow.no_grad():
            v = F.normalize(flow.mv(self.weight.t(), self.u), dim=0, eps=1e-12)
            u = F.normalize(flow.mv(self.weight, v), dim=0, eps=1e-12)
            self.u.copy_(u)
        sigma = flow.dot(u, flow.mv(self.weight, v))
        return F.linear(x, self.weight / sigma, self.bias)


class Net(nn.Module):
    def __init__(self, u):
        super().__init__()
        self.first = WeightNormLinear(64, 32)
        self.second = SpectralNormLinear(32, 32, u)
        self.third = WeightNormLinear(32, 10)

    def forward(self, x):
        return self.third(F.leaky_relu(self.second(F.leaky_relu(self.first(x)))))


class Train(nn.Graph):
    def __init__(self, model, optimizer):
        super().__init__()
        self.model = model
        self.loss = nn.CrossEntropyLoss(reduction="sum")
        self.add_optimizer(optimizer)

    def build(self, images, labels):
        loss = self.loss(self.model(images), labels) / len(labels)
        loss.backward()
        return loss


def losses(data, dtype):
    u = data.normal(32)
    model = data.init(Net(flow.tensor(u / np.linalg.norm(u)))).to(dtype)
    train = Train(model, flow.optim.SGD(model.parameters(), lr=0.1, momentum=0.9))
    images, labels = data.digits(20 * BATCH)
    for images, labels in zip(images.reshape(20, BATCH, 64), labels.reshape(20, BATCH)):
        yield train(flow.tensor(images, dtype=dtype), flow.tensor(labels)).item()
