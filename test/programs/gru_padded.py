"""Classifies sequences of unequal lengths: packed, a GRU, the mean of its valid outputs beside its last state."""

import numpy as np

import weir as flow
import weir.nn as nn
from weir.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence

LONGEST, INPUTS, HIDDEN, CLASSES, BATCH = 5, 3, 16, 3, 20


class Classifier(nn.Module):
    def __init__(self):
        super().__init__()
        self.gru = nn.GRU(INPUTS, HIDDEN, batch_first=True)
        self.head = nn.Linear(2 * HIDDEN, CLASSES)

    def forward(self, x, lengths):
        packed = pack_padded_sequence(x, lengths, batch_first=True, enforce_sorted=False)
        packed, last = self.gru(packed)
        outputs, _ = pad_packed_sequence(packed, batch_first=True, total_length=x.size(1))
        mean = outputs.sum(dim=1) / lengths.to(x.dtype).unsqueeze(1)
        return self.head(flow.cat([mean, last[-1]], dim=1))


class Train(nn.Graph):
    def __init__(self, model, optimizer):
        super().__init__()
        self.model = model
        self.loss = nn.CrossEntropyLoss()
        self.add_optimizer(optimizer)

    def build(self, x, lengths, labels):
        loss = self.loss(self.model(x, lengths), labels)
        loss.backward()
        nn.utils.clip_grad_norm_(self.model.parameters(), 1.0)
        return loss


def losses(data, dtype):
    model = data.init(Classifier()).to(dtype)
    train = Train(model, flow.optim.Adam(model.parameters(), lr=1e-2))
    for _ in range(20):
        lengths = 1 + data.labels(BATCH, LONGEST)
        x = data.normal(BATCH, LONGEST, INPUTS)
        x[np.arange(LONGEST) >= lengths[:, None]] = 0
        labels = x.sum(axis=1).argmax(axis=1)
        yield train(flow.tensor(x, dtype=dtype), flow.tensor(lengths), flow.tensor(labels)).item()
