"""An exponential moving average of a classifier's weights, which is what gets evaluated."""

import copy

import weir as flow
import weir.nn as nn
import weir.nn.functional as F

BATCH, DECAY = 32, 0.8


class Classifier(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc1 = nn.Linear(64, 48)
        self.norm = nn.BatchNorm1d(48)
        self.fc2 = nn.Linear(48, 10)

    def forward(self, images):
        return self.fc2(F.relu(self.norm(self.fc1(images))))


class Train(nn.Graph):
    def __init__(self, model, optimizer):
        super().__init__()
        self.model = model
        self.add_optimizer(optimizer)

    def build(self, images, labels):
        loss = F.cross_entropy(self.model(images), labels)
        loss.backward()
        return loss


class UpdateAverage(nn.Graph):
    def __init__(self, model, average):
        super().__init__()
        self.model = model
        self.average = average

    @flow.no_grad()
    def build(self):
        for averaged, parameter in zip(self.average.parameters(), self.model.parameters()):
            averaged.mul_(DECAY).add_(parameter, alpha=1 - DECAY)
        for averaged, buffer in zip(self.average.buffers(), self.model.buffers()):
            averaged.copy_(buffer)


class Evaluate(nn.Graph):
    def __init__(self, model):
        super().__init__()
        self.model = model

    @flow.no_grad()
    def build(self, images, labels):
        return F.cross_entropy(self.model(images), labels)


def losses(data, dtype):
    model = data.init(Classifier()).to(dtype)
    average = copy.deepcopy(model).eval()
    for parameter in average.parameters():
        parameter.requires_grad_(False)
    optimizer = flow.optim.SGD(model.parameters(), lr=0.1, momentum=0.9, nesterov=True)
    train, update, evaluate = Train(model, optimizer), UpdateAverage(model, average), Evaluate(average)
    images, labels = data.digits(10 * BATCH + 100)
    held_out = flow.tensor(images[-100:], dtype=dtype), flow.tensor(labels[-100:])
    for step in range(10):
        batch = slice(step * BATCH, (step + 1) * BATCH)
        yield train(flow.tensor(images[batch], dtype=dtype), flow.tensor(labels[batch])).item()
        update()
        yield evaluate(*held_out).item()
