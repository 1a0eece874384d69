"""An LSTM written by hand, unrolled over time, that sums the marked numbers of a sequence."""

import numpy as np

import weir as flow
import weir.nn as nn
import weir.nn.functional as F

LENGTH, BATCH, HIDDEN = 12, 24, 32


class LSTMCell(nn.Module):
    def __init__(self, inputs, hidden):
        super().__init__()
        self.from_input = nn.Linear(inputs, 4 * hidden)
        self.from_hidden = nn.Linear(hidden, 4 * hidden, bias=False)

    def forward(self, x, state):
        h, c = state
        i, f, g, o = (self.from_input(x) + self.from_hidden(h)).chunk(4, dim=-1)
        c = flow.sigmoid(f + 1.0) * c + flow.sigmoid(i) * flow.tanh(g)
        h = flow.sigmoid(o) * flow.tanh(c)
        return h, c


class Adder(nn.Module):
    def __init__(self):
        super().__init__()
        self.cell = LSTMCell(2, HIDDEN)
        self.readout = nn.Linear(HIDDEN, 1)

    def forward(self, sequence):
        batch, length, _ = sequence.shape
        h = flow.zeros(batch, HIDDEN, dtype=sequence.dtype, device=sequence.device)
        c = flow.zeros_like(h)
        for t in range(length):
            h, c = self.cell(sequence[:, t], (h, c))
        return self.readout(h)[:, 0]


class Train(nn.Graph):
    def __init__(self, model, optimizer):
        super().__init__()
        self.model = model
        self.optimizer = optimizer
        self.add_optimizer(optimizer)

    def build(self, sequence, target):
        loss = F.mse_loss(self.model(sequence), target)
        loss.backward()
        return loss


def losses(data, dtype):
    model = data.init(Adder()).to(dtype)
    train = Train(model, flow.optim.RMSprop(model.parameters(), lr=2e-3))
    for _ in range(20):
        numbers = data.uniform(BATCH, LENGTH)
        marks = (data.uniform(BATCH, LENGTH) < 0.25).astype(float)
        sequence = flow.tensor(np.stack([numbers, marks], axis=2), dtype=dtype)
        yield train(sequence, flow.tensor((numbers * marks).sum(1), dtype=dtype)).item()
