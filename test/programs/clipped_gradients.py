"""A plain recurrent network on long sequences, kept stable by clipping the norm of its gradients, which it reports."""

import numpy as np

import weir as flow
import weir.nn as nn
import weir.nn.functional as F

LENGTH, BATCH, HIDDEN = 25, 16, 24


class RNN(nn.Module):
    def __init__(self):
        super().__init__()
        self.input = nn.Linear(1, HIDDEN)
        self.hidden = nn.Linear(HIDDEN, HIDDEN)
        self.output = nn.Linear(HIDDEN, 1)

    def forward(self, x):
        h = x.new_zeros(x.size(0), HIDDEN)
        outputs = []
        for step in x.unbind(dim=1):
            h = flow.tanh(self.input(step) + self.hidden(h))
            outputs.append(self.output(h))
        return flow.stack(outputs, dim=1)


class Train(nn.Graph):
    def __init__(self, model, optimizer):
        super().__init__()
        self.model = model
        self.add_optimizer(optimizer)

    def build(self, x, target):
        loss = F.mse_loss(self.model(x), target, reduction="sum") / x.shape[0]
        loss.backward()
        norm = nn.utils.clip_grad_norm_(self.model.parameters(), max_norm=1.0)
        return loss, norm


def losses(data, dtype):
    model = data.init(RNN()).to(dtype)
    train = Train(model, flow.optim.SGD(model.parameters(), lr=0.05, momentum=0.8, dampening=0.1))
    for _ in range(10):
        phase = data.uniform(BATCH, 1, high=2 * np.pi)
        wave = np.sin(phase + 0.4 * np.arange(LENGTH + 1)) + 0.05 * data.normal(BATCH, LENGTH + 1)
        x, target = (flow.tensor(part[:, :, None], dtype=dtype) for part in (wave[:, :-1], wave[:, 1:]))
        loss, norm = train(x, target)
        yield loss.item()
        yield norm.item()
