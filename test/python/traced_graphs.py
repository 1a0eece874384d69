"""What several tests need: graphs from functions, steps of training, tolerances from dtypes."""

import inspect
import re

import numpy as np

import weir as flow
from weir import nn, optim


class Function(nn.Graph):
    """A graph whose build is a function."""

    def __init__(self, function, *modules):
        super().__init__()
        self.function = function
        for index, module in enumerate(modules):
            setattr(self, f"module{index}", module)

    def build(self, *args, **kwargs):
        return self.function(*args, **kwargs)


def traced(function, *args):
    """The text that a build of this function is traced to."""
    return Function(function).traced(*args)


def ops_of(text):
    """The ops of a job in order, without reads and assigns."""
    names = re.findall(r"^\s*(?:%[^=]* = )?weir\.(\w+)", text, re.MULTILINE)
    return [name for name in names if name not in ("variable", "read", "assign")]


def line_of(function, marker):
    """The number of the line of `function` that holds `marker`."""
    lines, first = inspect.getsourcelines(function)
    return first + next(i for i, line in enumerate(lines) if marker in line)


EPSILON = {flow.float64: 2.0**-52, flow.float32: 2.0**-23, flow.float16: 2.0**-10, flow.bfloat16: 2.0**-7}


def assert_close(actual, expected, dtype=flow.float32, terms=1, scale=None):
    """Within what `terms` roundings of a dtype can add up to, relative to the largest magnitude that takes part."""
    actual, expected = np.asarray(actual, np.float64), np.asarray(expected, np.float64)
    assert actual.shape == expected.shape, (actual.shape, expected.shape)
    scale = max(1.0, float(np.abs(expected).max(initial=0.0))) if scale is None else scale
    bound = EPSILON[dtype] * (terms + 2) * scale
    error = float(np.abs(actual - expected).max(initial=0.0))
    assert error <= bound, f"error {error:.3g} above {bound:.3g}"


def trained(layer, x, steps, in_graph):
    """Losses of some steps, op by op or as a graph."""
    optimizer = optim.SGD(layer.parameters(), lr=0.1)

    def step(x):
        loss = (layer(x) ** 2).sum()
        loss.backward()
        return loss

    class Train(nn.Graph):
        def __init__(self):
            super().__init__()
            self.layer = layer
            self.add_optimizer(optimizer)

        def build(self, x):
            return step(x)

    graph = Train()
    losses = []
    for _ in range(steps):
        if in_graph:
            losses.append(graph(x).item())
            continue
        optimizer.zero_grad()
        losses.append(step(x).item())
        optimizer.step()
    return losses
