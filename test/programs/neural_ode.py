"""A neural ODE: steps of Euler and Runge-Kutta in a loop, through a field of tanh layers, follow a spiral."""

import numpy as np

import weir as flow
import weir.nn as nn

BATCH, STEPS, DT = 16, 6, 0.1


class Field(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(2, 24), nn.Tanh(), nn.Linear(24, 2))

    def forward(self, t, y):
        return self.net(y**3) * (1 + 0.1 * t)


def odeint(field, y, times, method):
    """States at all times but the first."""
    states = []
    for t, following in zip(times[:-1], times[1:]):
        h = following - t
        k1 = field(t, y)
        if method == "euler":
            y = y + h * k1
        else:
            k2 = field(t + h / 2, y + h / 2 * k1)
            k3 = field(t + h / 2, y + h / 2 * k2)
            k4 = field(t + h, y + h * k3)
            y = y + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4)
        states.append(y)
    return flow.stack(states)


class Train(nn.Graph):
    def __init__(self, field, optimizer, method, steps):
        super().__init__()
        self.field = field
        self.method = method
        self.times = [DT * step for step in range(steps + 1)]
        self.add_optimizer(optimizer)

    def build(self, start, states):
        predicted = odeint(self.field, start, self.times, self.method)
        loss = flow.mean(flow.abs(predicted - states))
        loss.backward()
        return loss


def trajectory(start, steps):
    """The spiral dy/dt = A y^3 by small steps."""
    a, y, states = np.array([[-0.1, 2.0], [-2.0, -0.1]]), start, []
    for _ in range(steps):
        for _ in range(20):
            y = y + DT / 20 * y**3 @ a
        states.append(y)
    return np.stack(states)


def losses(data, dtype):
    field = data.init(Field()).to(dtype)
    optimizer = flow.optim.RMSprop(field.parameters(), lr=1e-3)
    coarse = Train(field, optimizer, "euler", STEPS)
    fine = Train(field, optimizer, "rk4", 2)
    for step in range(20):
        train, steps = (fine, 2) if step % 4 == 3 else (coarse, STEPS)
        start = data.uniform(BATCH, 2, low=-1.5, high=1.5)
        yield train(flow.tensor(start, dtype=dtype), flow.tensor(trajectory(start, steps), dtype=dtype)).item()
