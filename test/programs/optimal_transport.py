"""Fits a cloud of points to another by entropic optimal transport: Sinkhorn iterations in logarithms, in a loop."""

import numpy as np

import weir as flow
import weir.nn as nn

POINTS, ITERATIONS, EPSILON = 20, 6, 0.1


def sinkhorn(x, y):
    """The transport cost of equal weights, by potentials f and g."""
    cost = flow.cdist(x, y, p=2.0).pow(2) / 2
    log_weight = -float(np.log(POINTS))
    f, g = x.new_zeros(POINTS), y.new_zeros(POINTS)
    for _ in range(ITERATIONS):
        f = -EPSILON * flow.logsumexp((g[None, :] - cost) / EPSILON + log_weight, dim=1)
        g = -EPSILON * flow.logsumexp((f[:, None] - cost) / EPSILON + log_weight, dim=0)
    plan = flow.exp((f[:, None] + g[None, :] - cost) / EPSILON + 2 * log_weight)
    return (plan.detach() * cost).sum()


class Generator(nn.Module):
    def __init__(self):
        super().__init__()
        self.mix = nn.Linear(2, 2)
        self.bend = nn.Bilinear(2, 2, 2, bias=False)

    def forward(self, noise):
        return self.mix(noise) + 0.3 * self.bend(noise, noise)


class Train(nn.Graph):
    def __init__(self, generator, optimizer):
        super().__init__()
        self.generator = generator
        self.add_optimizer(optimizer)

    def build(self, noise, wanted):
        points = self.generator(noise)
        loss = sinkhorn(points, wanted) - 0.5 * sinkhorn(points, points)
        loss.backward()
        return loss


def losses(data, dtype):
    generator = data.init(Generator()).to(dtype)
    train = Train(generator, flow.optim.SGD(generator.parameters(), lr=0.3))
    for _ in range(20):
        angles = data.uniform(POINTS, high=np.pi)
        wanted = np.stack([np.cos(angles), np.sin(angles)], axis=1)
        yield train(flow.tensor(data.normal(POINTS, 2), dtype=dtype), flow.tensor(wanted, dtype=dtype)).item()
