"""Graphs of any size whose compile time is measured: long, wide, with long edges, of cells; and training steps of
networks. Each function gives a graph and the arguments of a call."""

import numpy as np

import weir as flow
from weir import nn, optim

ROWS, COLUMNS = 8, 16


class Traced(nn.Graph):
    """Builds with a function of the arguments; parameters that it reads are attributes."""

    def __init__(self, function, parameters=()):
        super().__init__()
        self.function = function
        self.held = nn.Module()
        for number, parameter in enumerate(parameters):
            self.held.register_parameter(f"p{number}", parameter)

    def build(self, *arguments):
        return self.function(*arguments)


def matrix(rows=ROWS, columns=COLUMNS):
    return flow.ones(rows, columns)


# Inference, of about `ops` traced ops.


def chain(ops):
    """Elementwise ops one after the other."""

    def function(x):
        for _ in range(ops // 2):
            x = x.sin().tanh()
        return x

    return Traced(function), [matrix()]


def branches(ops):
    """A sum of towers that know nothing of each other: multiply, tanh, row sum."""
    scales = [nn.Parameter(flow.ones(COLUMNS)) for _ in range(ops // 5)]

    def function(x):
        total = None
        for scale in scales:
            tower = (x * scale).tanh().sum(1)
            total = tower if total is None else total + tower
        return total

    return Traced(function, scales), [matrix()]


def ladder(ops):
    """Down and up again with an edge from each step down to its step up, as a U-Net has."""

    def function(x):
        skipped = []
        for _ in range(ops // 4):
            x = x.tanh()
            skipped.append(x)
        for skip in reversed(skipped):
            x = (x + skip).sin() * skip
        return x

    return Traced(function), [matrix()]


def lstm(ops):
    """An unrolled LSTM cell."""
    weights = [nn.Parameter(flow.ones(COLUMNS, 4 * COLUMNS)) for _ in range(2)]
    bias = nn.Parameter(flow.ones(4 * COLUMNS))

    def function(x):
        hidden = cell = x
        for _ in range(ops // 17):
            gates = (x @ weights[0] + hidden @ weights[1] + bias).split(COLUMNS, 1)
            new, forget, into, out = gates
            cell = forget.sigmoid() * cell + into.sigmoid() * new.tanh()
            hidden = out.sigmoid() * cell.tanh()
        return hidden

    return Traced(function, [*weights, bias]), [matrix()]


def sines(steps):
    def function(x):
        for _ in range(steps):
            x = x.sin() + x
        return x

    return Traced(function), [matrix()]


# Training steps.


class Step(nn.Graph):
    """One step on the mean square of what the network gives."""

    def __init__(self, network, optimizer, clips=False):
        super().__init__()
        self.network = network
        self.clips = clips
        self.add_optimizer(optimizer)

    def build(self, x):
        loss = self.network(x).square().mean()
        loss.backward()
        if self.clips:
            nn.utils.clip_grad_norm_(self.network.parameters(), 1.0)
        return loss


class Block(nn.Module):
    def __init__(self, width, heads, tokens):
        super().__init__()
        self.heads = heads
        self.norm1, self.norm2 = nn.LayerNorm(width), nn.LayerNorm(width)
        self.qkv, self.out = nn.Linear(width, 3 * width), nn.Linear(width, width)
        self.up, self.down = nn.Linear(width, 4 * width), nn.Linear(4 * width, width)
        self.register_buffer("mask", flow.from_numpy(np.triu(np.full((tokens, tokens), -1e9, np.float32), 1)))

    def forward(self, x):
        batch, tokens, width = x.shape
        split = self.qkv(self.norm1(x)).reshape(batch, tokens, 3, self.heads, width // self.heads)
        q, k, v = (split[:, :, i].transpose(1, 2) for i in range(3))
        scores = q @ k.transpose(-2, -1) / (width // self.heads) ** 0.5
        mixed = nn.functional.softmax(scores + self.mask, -1) @ v
        x = x + self.out(mixed.transpose(1, 2).reshape(batch, tokens, width))
        return x + self.down(nn.functional.gelu(self.up(self.norm2(x))))


def gpt(blocks, width=64, heads=4, tokens=32):
    network = nn.Sequential(*(Block(width, heads, tokens) for _ in range(blocks)), nn.LayerNorm(width))
    optimizer = optim.AdamW(network.parameters(), lr=1e-3)
    return Step(network, optimizer, clips=True), [flow.ones(2, tokens, width)]


def linears(layers, width=4):
    network = nn.Sequential(*(each for _ in range(layers) for each in (nn.Linear(width, width), nn.Tanh())))
    return Step(network, optim.Adam(network.parameters(), lr=1e-3)), [matrix(4, width)]


class Recurrent(nn.Module):
    def __init__(self, steps, width):
        super().__init__()
        self.steps = steps
        self.cell = nn.Linear(width, width)

    def forward(self, x):
        hidden = x
        for _ in range(self.steps):
            hidden = (self.cell(hidden) + x).tanh()
        return hidden


def recurrent(steps, width=16):
    network = Recurrent(steps, width)
    return Step(network, optim.SGD(network.parameters(), lr=1e-3)), [matrix(4, width)]


GROWING = {"chain": chain, "branches": branches, "ladder": ladder, "lstm": lstm}
