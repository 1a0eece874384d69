"""A temporal convolutional network: dilated causal convolutions with residuals forecast a noisy wave."""

import numpy as np

import weir as flow
import weir.nn as nn
import weir.nn.functional as F

LENGTH, BATCH, CHANNELS = 32, 12, 16


class CausalConv1d(nn.Conv1d):
    def __init__(self, inputs, outputs, kernel_size, dilation):
        super().__init__(inputs, outputs, kernel_size, dilation=dilation)
        self.left = (kernel_size - 1) * dilation

    def forward(self, x):
        return super().forward(F.pad(x, (self.left, 0)))


class TemporalBlock(nn.Module):
    def __init__(self, inputs, outputs, dilation):
        super().__init__()
        self.conv1 = CausalConv1d(inputs, outputs, 3, dilation)
        self.conv2 = CausalConv1d(outputs, outputs, 3, dilation)
        self.downsample = nn.Conv1d(inputs, outputs, 1) if inputs != outputs else nn.Identity()

    def forward(self, x):
        y = F.elu(self.conv2(F.elu(self.conv1(x))))
        return F.elu(y + self.downsample(x))


class TCN(nn.Module):
    def __init__(self):
        super().__init__()
        self.blocks = nn.Sequential(*(TemporalBlock(1 if i == 0 else CHANNELS, CHANNELS, 2**i) for i in range(3)))
        self.head = nn.Conv1d(CHANNELS, 1, 1)

    def forward(self, x):
        return self.head(self.blocks(x))


class Train(nn.Graph):
    def __init__(self, model, optimizer):
        super().__init__()
        self.model = model
        self.loss = nn.SmoothL1Loss(beta=0.5)
        self.add_optimizer(optimizer)

    def build(self, series):
        predicted = self.model(series[:, :, :-1])
        loss = self.loss(predicted, series[:, :, 1:])
        loss.backward()
        return loss


def losses(data, dtype):
    model = data.init(TCN()).to(dtype)
    train = Train(model, flow.optim.Adam(model.parameters(), lr=2e-3, amsgrad=True))
    times = np.arange(LENGTH + 1)
    for _ in range(20):
        frequency = data.uniform(BATCH, 1, 1, low=0.1, high=0.6)
        phase = data.uniform(BATCH, 1, 1, high=6.28)
        series = np.sin(frequency * times + phase) + 0.05 * data.normal(BATCH, 1, LENGTH + 1)
        yield train(flow.tensor(series, dtype=dtype)).item()
