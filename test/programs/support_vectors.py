"""Support vector machines: a linear one by multi-class hinge, an RBF one by its kernel matrix."""

import weir as flow
import weir.nn as nn
import weir.nn.functional as F

BATCH, FEATURES, SUPPORTS = 40, 64, 60


class KernelMachine(nn.Module):
    def __init__(self, supports, gamma):
        super().__init__()
        self.register_buffer("supports", supports)
        self.gamma = gamma
        self.alpha = nn.Parameter(flow.zeros(SUPPORTS, 1, dtype=supports.dtype))
        self.bias = nn.Parameter(flow.zeros(1, dtype=supports.dtype))

    def forward(self, x):
        kernel = flow.exp(-self.gamma * flow.cdist(x, self.supports) ** 2)
        return kernel @ self.alpha + self.bias


class Linear(nn.Graph):
    def __init__(self, model, optimizer):
        super().__init__()
        self.model = model
        self.loss = nn.MultiMarginLoss(p=1, margin=1.0)
        self.add_optimizer(optimizer)

    def build(self, x, labels):
        loss = self.loss(self.model(x), labels) + 0.01 * self.model.weight.pow(2).sum()
        loss.backward()
        return loss


class Kernel(nn.Graph):
    def __init__(self, model, optimizer):
        super().__init__()
        self.model = model
        self.add_optimizer(optimizer)

    def build(self, x, signs):
        hinge = F.relu(1 - signs * self.model(x).squeeze(-1)) ** 2
        loss = flow.mean(hinge) + 1e-3 * flow.norm(self.model.alpha, p=1)
        loss.backward()
        return loss


def losses(data, dtype):
    images, labels = data.digits(10 * BATCH)
    linear = data.init(nn.Linear(FEATURES, 10)).to(dtype)
    kernel = data.init(KernelMachine(flow.tensor(images[:SUPPORTS], dtype=dtype), 0.05))
    by_class = Linear(linear, flow.optim.SGD(linear.parameters(), lr=0.1))
    by_sign = Kernel(kernel, flow.optim.Adadelta(kernel.parameters(), lr=1.0, rho=0.9))
    for x, y in zip(images.reshape(10, BATCH, FEATURES), labels.reshape(10, BATCH)):
        x = flow.tensor(x, dtype=dtype)
        yield by_class(x, flow.tensor(y)).item()
        yield by_sign(x, flow.tensor(2.0 * (y > 4) - 1, dtype=dtype)).item()
