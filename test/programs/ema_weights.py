"""Evaluates with an exponential moving average of the weights, kept in a copy of the model."""

import copy

import weir as flow
import weir.nn as nn
import weir.nn.functional as F

BATCH, DECAY = 64, 0.9


class Classifier(nn.Module):
    def __init__(self):
        super().__init__()
        self.hidden = nn.Linear(64, 48)
        self.output = nn.Linear(48, 10)

    def forward(self, images):
        return self.output(flow.tanh(self.hidden(images)))


class Train(nn.Graph):
    def __init__(self, model, optimizer):
        super().__init__()
        self.model = model
        self.add_optimizer(optimizer)

    def build(self, images, labels):
        loss = F.cross_entropy(self.model(images), labels)
        loss.backward()
        return loss


class Average(nn.Graph):
    def __init__(self, model, averaged):
        super().__init__()
        self.model = model
        self.averaged = averaged

    @flow.no_grad()
    def build(self):
        for mean, parameter in zip(self.averaged.parameters(), self.model.parameters()):
            mean.mul_(DECAY).add_(parameter, alpha=1 - DECAY)


class Evaluate(nn.Graph):
    def __init__(self, model):
        super().__init__()
        self.model = model

    def build(self, images, labels):
        with flow.no_grad():
            return F.cross_entropy(self.model(images), labels)


def losses(data, dtype):
    model = data.init(Classifier()).to(dtype)
    averaged = copy.deepcopy(model)
    for parameter in averaged.parameters():
        parameter.requires_grad_(False)
    train = Train(model, flow.optim.SGD(model.parameters(), lr=0.2, momentum=0.9, nesterov=True))
    average, evaluate = Average(model, averaged), Evaluate(averaged)
    images, labels = data.digits(11 * BATCH)
    held_out = flow.tensor(images[-BATCH:], dtype=dtype), flow.tensor(labels[-BATCH:])
    for step in range(10):
        batch = slice(step * BATCH, (step + 1) * BATCH)
        yield train(flow.tensor(images[batch], dtype=dtype), flow.tensor(labels[batch])).item()
        average()
        yield evaluate(*held_out).item()
