"""MAML on sines: weights take steps on each task in the graph, and the outer loss differentiates through them."""

import numpy as np

import weir as flow
import weir.nn as nn
import weir.nn.functional as F

TASKS, SHOTS, HIDDEN, INNER_RATE = 3, 8, 20, 0.05


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc1 = nn.Linear(1, HIDDEN)
        self.fc2 = nn.Linear(HIDDEN, 1)

    def functional(self, x, weights):
        x = flow.tanh(F.linear(x, weights["fc1.weight"], weights["fc1.bias"]))
        return F.linear(x, weights["fc2.weight"], weights["fc2.bias"])


class Train(nn.Graph):
    def __init__(self, net, optimizer):
        super().__init__()
        self.net = net
        self.add_optimizer(optimizer)

    def adapted(self, x, y, steps=2):
        weights = dict(self.net.named_parameters())
        for _ in range(steps):
            loss = F.mse_loss(self.net.functional(x, weights), y)
            gradients = flow.autograd.grad(loss, list(weights.values()), create_graph=True)
            weights = {
                name: weight - INNER_RATE * gradient for (name, weight), gradient in zip(weights.items(), gradients)
            }
        return weights

    def build(self, support, query):
        total = 0.0
        for task in range(TASKS):
            weights = self.adapted(*support[task].unbind(0))
            x, y = query[task].unbind(0)
            total = total + F.mse_loss(self.net.functional(x, weights), y)
        loss = total / TASKS
        loss.backward()
        return loss


def losses(data, dtype):
    net = data.init(Net()).to(dtype)
    train = Train(net, flow.optim.Adam(net.parameters(), lr=1e-2))
    for _ in range(20):
        amplitude, phase = data.uniform(TASKS, 1, 1, low=0.5, high=2.0), data.uniform(TASKS, 1, 1, high=3.0)

        def samples():
            x = data.uniform(TASKS, SHOTS, 1, low=-3.0, high=3.0)
            return flow.tensor(np.stack([x, amplitude * np.sin(x + phase)], axis=1), dtype=dtype)

        yield train(samples(), samples()).item()
