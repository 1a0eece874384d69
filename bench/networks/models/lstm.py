"""A hand-written LSTM that classifies sequences as plain modules: with the two imports below taken from torch, the same
network there."""

from __future__ import annotations

import weir as flow
from weir import nn


class Cell(nn.Module):
    """Hochreiter and Schmidhuber, "Long Short-Term Memory", 1997, with gates that forget."""

    def __init__(self, inputs, width):
        super().__init__()
        self.inside = nn.Linear(inputs, 4 * width)
        self.recurrent = nn.Linear(width, 4 * width)

    def forward(self, x, state):
        h, c = state
        i, f, g, o = (self.inside(x) + self.recurrent(h)).chunk(4, dim=1)
        c = flow.sigmoid(f) * c + flow.sigmoid(i) * flow.tanh(g)
        return flow.sigmoid(o) * flow.tanh(c), c


class Lstm(nn.Module):
    """From sequences (L, N, inputs) to scores (N, classes) of their last state."""

    def __init__(self, inputs=512, width=512, num_classes=10):
        super().__init__()
        self.width = width
        self.cell = Cell(inputs, width)
        self.head = nn.Linear(width, num_classes)

    def forward(self, sequence):
        length, batch, _ = sequence.shape
        h = c = flow.zeros(batch, self.width, dtype=sequence.dtype)
        for step in range(length):
            h, c = self.cell(sequence[step], (h, c))
        return self.head(h)
