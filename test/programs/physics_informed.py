"""A physics-informed network solves the heat equation: derivatives by its inputs, of two orders, in the loss."""

import math

import weir as flow
import weir.nn as nn

POINTS, BORDER = 24, 12


class Field(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(2, 16), nn.Tanh(), nn.Linear(16, 16), nn.Tanh(), nn.Linear(16, 1))

    def forward(self, x, t):
        return self.net(flow.stack([x, t], dim=1)).squeeze(1)


def derivative(y, x):
    return flow.autograd.grad(y, x, grad_outputs=flow.ones_like(y), create_graph=True)[0]


class Train(nn.Graph):
    def __init__(self, field, optimizer, diffusivity):
        super().__init__()
        self.field = field
        self.diffusivity = diffusivity
        self.add_optimizer(optimizer)

    def build(self, x, t, start, border):
        x, t = x.requires_grad_(), t.requires_grad_()
        u = self.field(x, t)
        u_t, u_x = derivative(u, t), derivative(u, x)
        u_xx = derivative(u_x, x)
        equation = flow.mean((u_t - self.diffusivity * u_xx) ** 2)
        zeros = flow.zeros_like(start)
        initial = ((self.field(start, zeros) - flow.sin(math.pi * start)) ** 2).mean()
        edges = (self.field(zeros, border) ** 2 + self.field(flow.ones_like(border), border) ** 2).mean()
        loss = equation + initial + edges
        loss.backward()
        return loss


def losses(data, dtype):
    field = data.init(Field()).to(dtype)
    train = Train(field, flow.optim.Adam(field.parameters(), lr=5e-3), diffusivity=0.1)
    for _ in range(20):
        points = (data.uniform(count) for count in (POINTS, POINTS, BORDER, BORDER))
        yield train(*(flow.tensor(each, dtype=dtype) for each in points)).item()
