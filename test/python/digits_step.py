"""A step of training on the images of digits, for tests of what the engine does around it."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np

import weir as flow
from weir import nn, optim

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "examples" / "digits"))
from cnn_model import Network
from digits import load_digits

BATCH = 64


class Train(nn.Graph):
    def __init__(self, network, optimizer):
        super().__init__()
        self.network = network.train()
        self.loss = nn.CrossEntropyLoss()
        self.add_optimizer(optimizer)

    def build(self, images, labels):
        loss = self.loss(self.network(images), labels)
        loss.backward()
        return loss


def perceptron():
    return nn.Sequential(nn.Linear(64, 128), nn.ReLU(), nn.Linear(128, 10))


class Towers(nn.Module):
    """Networks side by side."""

    def __init__(self):
        super().__init__()
        self.towers = nn.ModuleList([nn.Sequential(nn.Linear(64, 96), nn.ReLU(), nn.Linear(96, 96)) for _ in range(4)])
        self.last = nn.Linear(4 * 96, 10)

    def forward(self, x):
        return self.last(flow.cat([tower(x).relu() for tower in self.towers], dim=1))


class Training:
    """Calls take steps with one batch after the other, whose gradients are those of so many parts."""

    def __init__(self, make_network=Network, parts=1):
        flow.manual_seed(0)
        self.network = make_network()
        self.graph = Train(self.network, optim.SGD(self.network.parameters(), lr=0.01, momentum=0.9))
        self.graph.config.set_gradient_accumulation_steps(parts)
        self.images, self.labels = load_digits()
        self.step = 0

    def batch(self):
        flow.manual_seed(self.step)  # so that a step draws the same numbers whoever has drawn before
        start = self.step * BATCH % (len(self.images) - BATCH)
        self.step += 1
        return flow.tensor(self.images[start : start + BATCH]), flow.tensor(self.labels[start : start + BATCH])

    def __call__(self):
        return self.graph(*self.batch())

    def values(self):
        return {name: value.numpy().copy() for name, value in self.network.state_dict().items()}


def assert_equal_bits(values, expected):
    assert values.keys() == expected.keys()
    for name, value in values.items():
        np.testing.assert_array_equal(value, expected[name], name)


def printed_by(program, *arguments, **env):
    """What a program prints that imports these modules, in a process with this environment."""
    here = Path(__file__).parent
    path = os.pathsep.join([str(here), str(here / "eager"), os.environ.get("PYTHONPATH", "")])
    command = [sys.executable, "-c", program, *arguments]
    done = subprocess.run(command, env={**os.environ, "PYTHONPATH": path, **env}, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout
