"""One network trained by each optimizer for some steps, groups with rates of their own, and a rate on a plateau."""

import weir as flow
import weir.nn as nn
import weir.nn.functional as F

BATCH = 32


def optimizers(model):
    optim, rates = flow.optim, [{"params": model[0].parameters()}, {"params": model[2].parameters(), "lr": 3e-3}]
    yield optim.SGD(rates, lr=0.02, momentum=0.9, nesterov=True, weight_decay=1e-4)
    yield optim.Adam(model.parameters(), lr=2e-3, betas=(0.8, 0.99), weight_decay=1e-4, amsgrad=True)
    yield optim.AdamW(model.parameters(), lr=2e-3, weight_decay=0.1)
    yield optim.RMSprop(model.parameters(), lr=1e-3, momentum=0.5, centered=True)
    yield optim.Adagrad(model.parameters(), lr=0.02, lr_decay=0.01, initial_accumulator_value=0.1)
    yield optim.Adadelta(model.parameters(), lr=1.0, rho=0.95, eps=1e-6)


class Train(nn.Graph):
    def __init__(self, model, optimizer):
        super().__init__()
        self.model = model
        self.add_optimizer(optimizer)

    def build(self, images, labels):
        loss = F.cross_entropy(self.model(images), labels)
        loss.backward()
        return loss


def losses(data, dtype):
    model = data.init(nn.Sequential(nn.Linear(64, 24), nn.ReLU(), nn.Linear(24, 10))).to(dtype)
    images, labels = data.digits(20 * BATCH)
    batches = zip(images.reshape(20, BATCH, 64), labels.reshape(20, BATCH))
    for optimizer, steps in zip(optimizers(model), (5, 3, 3, 3, 3, 3)):
        train = Train(model, optimizer)
        plateau = flow.optim.lr_scheduler.ReduceLROnPlateau(optimizer, factor=0.5, patience=0)
        for _ in range(steps):
            images, labels = next(batches)
            loss = train(flow.tensor(images, dtype=dtype), flow.tensor(labels)).item()
            plateau.step(loss)
            yield loss
