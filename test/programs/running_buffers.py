"""A layer that normalizes by statistics in buffers that forward assigns, and counts what it has seen."""

import weir as flow
import weir.nn as nn
import weir.nn.functional as F

BATCH, STEPS = 16, 10


class RunningNorm(nn.Module):
    def __init__(self, features, momentum=0.1, eps=1e-5):
        super().__init__()
        self.momentum, self.eps = momentum, eps
        self.scale = nn.Parameter(flow.ones(features))
        self.register_buffer("mean", flow.zeros(features))
        self.register_buffer("var", flow.ones(features))
        self.register_buffer("seen", flow.zeros(features), persistent=False)

    def forward(self, x):
        if self.training:
            with flow.no_grad():
                self.seen = self.seen + x.size(0)
                self.mean = self.mean + self.momentum * (x.mean(0) - self.mean)
                self.var.mul_(1 - self.momentum).add_(self.momentum * (x - self.mean).pow(2).mean(0))
        return (x - self.mean) / (self.var + self.eps).sqrt() * self.scale


class Network(nn.Module):
    def __init__(self):
        super().__init__()
        self.norm = RunningNorm(64)
        self.layers = nn.Sequential(nn.Linear(64, 32), nn.ELU(), RunningNorm(32), nn.Linear(32, 10))

    def forward(self, x):
        return self.layers(self.norm(x))


class Train(nn.Graph):
    def __init__(self, network, optimizer):
        super().__init__()
        self.network = network
        self.add_optimizer(optimizer)

    def build(self, images, labels):
        loss = F.nll_loss(F.log_softmax(self.network(images), dim=1), labels)
        loss.backward()
        return loss


class Evaluate(nn.Graph):
    def __init__(self, network):
        super().__init__()
        self.network = network

    def build(self, images, labels):
        return F.nll_loss(F.log_softmax(self.network(images), dim=1), labels)


def losses(data, dtype):
    network = data.init(Network()).to(dtype)
    train = Train(network, flow.optim.SGD(network.parameters(), lr=0.05, momentum=0.9, weight_decay=1e-3))
    evaluate = Evaluate(network)
    images, labels = data.digits((STEPS + 2) * BATCH)
    held_out = flow.tensor(images[-2 * BATCH :], dtype=dtype), flow.tensor(labels[-2 * BATCH :])
    for step in range(STEPS):
        network.train()
        batch = slice(step * BATCH, (step + 1) * BATCH)
        yield train(flow.tensor(images[batch], dtype=dtype), flow.tensor(labels[batch])).item()
        network.eval()
        yield evaluate(*held_out).item()
    assert network.norm.seen.tolist() == [BATCH * STEPS] * 64 and "norm.seen" not in network.state_dict()
