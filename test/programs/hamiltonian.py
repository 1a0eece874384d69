"""A Hamiltonian network: a pendulum's energy is learned by the gradient of a network by its input, a second order."""

import numpy as np

import weir as flow
import weir.nn as nn

BATCH = 32


class Energy(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(2, 32), nn.Tanh(), nn.Linear(32, 32), nn.Tanh(), nn.Linear(32, 1))

    def forward(self, state):
        return self.layers(state)

    def field(self, state):
        """dq/dt = dH/dp, dp/dt = -dH/dq."""
        energy = self(state).sum()
        (gradient,) = flow.autograd.grad(energy, [state], create_graph=True)
        by_position, by_momentum = gradient.unbind(dim=1)
        return flow.stack([by_momentum, -by_position], dim=1)


class Train(nn.Graph):
    def __init__(self, model, optimizer):
        super().__init__()
        self.model = model
        self.add_optimizer(optimizer)

    def build(self, state, change):
        state = state.detach().requires_grad_(True)
        loss = ((self.model.field(state) - change) ** 2).mean()
        loss.backward()
        return loss


def losses(data, dtype):
    model = data.init(Energy()).to(dtype)
    train = Train(model, flow.optim.Adam(model.parameters(), lr=1e-2, weight_decay=1e-4))
    for _ in range(20):
        state = data.uniform(BATCH, 2, low=-2.0, high=2.0)
        change = np.stack([state[:, 1], -np.sin(state[:, 0])], axis=1)
        yield train(flow.tensor(state, dtype=dtype), flow.tensor(change, dtype=dtype)).item()
