"""Sharpness-aware minimization: weights climb by a first gradient, a second one there steps from where they were."""

import weir as flow
import weir.nn as nn
import weir.nn.functional as F

BATCH, RADIUS = 32, 0.05


class Train(nn.Graph):
    def __init__(self, model, optimizer):
        super().__init__()
        self.model = model
        self.optimizer = optimizer
        self.add_optimizer(optimizer)

    def climb(self):
        """Moves all parameters by the radius along the gradient; what they moved by."""
        parameters = list(self.model.parameters())
        norm = flow.stack([parameter.grad.norm(p=2) for parameter in parameters]).norm(p=2)
        moves = [parameter.grad * (RADIUS / (norm + 1e-12)) for parameter in parameters]
        with flow.no_grad():
            for parameter, move in zip(parameters, moves):
                parameter.add_(move)
        self.optimizer.zero_grad()
        return moves

    def build(self, images, labels):
        loss = F.cross_entropy(self.model(images), labels)
        loss.backward()
        moves = self.climb()
        F.cross_entropy(self.model(images), labels).backward()
        for parameter, move in zip(self.model.parameters(), moves):
            parameter.data.sub_(move)
        return loss


def losses(data, dtype):
    model = data.init(nn.Sequential(nn.Linear(64, 32), nn.Tanh(), nn.Linear(32, 10))).to(dtype)
    train = Train(model, flow.optim.SGD(model.parameters(), lr=0.1, momentum=0.9))
    images, labels = data.digits(20 * BATCH)
    for images, labels in zip(images.reshape(20, BATCH, 64), labels.reshape(20, BATCH)):
        yield train(flow.tensor(images, dtype=dtype), flow.tensor(labels)).item()
