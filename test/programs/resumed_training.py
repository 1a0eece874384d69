"""Training that is saved with optimizer and scheduler and goes on in new objects, equal in every bit."""

import os
import tempfile

import weir as flow
from weir import nn, optim

BATCH = 32


class Network(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(64, 40), nn.BatchNorm1d(40), nn.GELU(), nn.Linear(40, 10))

    def forward(self, images):
        return self.layers(images)


class Train(nn.Graph):
    def __init__(self, network, optimizer, scheduler):
        super().__init__()
        self.network = network
        self.loss = nn.CrossEntropyLoss()
        self.add_optimizer(optimizer, lr_sch=scheduler)

    def build(self, images, labels):
        loss = self.loss(self.network(images), labels)
        loss.backward()
        return loss


class Trainer:
    def __init__(self, network):
        self.network = network
        self.optimizer = optim.AdamW(network.parameters(), lr=5e-3, weight_decay=0.02)
        self.scheduler = optim.lr_scheduler.StepLR(self.optimizer, step_size=4, gamma=0.5)
        self.graph = Train(network, self.optimizer, self.scheduler)

    def save(self, path):
        state = {
            "network": self.network.state_dict(),
            "optimizer": self.optimizer.state_dict(),
            "scheduler": self.scheduler.state_dict(),
        }
        flow.save(state, path)

    def load(self, path):
        state = flow.load(path)
        self.network.load_state_dict(state["network"])
        self.optimizer.load_state_dict(state["optimizer"])
        self.scheduler.load_state_dict(state["scheduler"])

    def run(self, batches):
        return [self.graph(images, labels).item() for images, labels in batches]


def losses(data, dtype):
    images, labels = data.digits(20 * BATCH)
    batches = [
        (flow.tensor(images[at : at + BATCH], dtype=dtype), flow.tensor(labels[at : at + BATCH]))
        for at in range(0, len(images), BATCH)
    ]
    trainer = Trainer(data.init(Network()).to(dtype))
    found = trainer.run(batches[:10])
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "checkpoint.pt")
        trainer.save(path)
        resumed = Trainer(data.init(Network()).to(dtype))
        resumed.load(path)
    rest = resumed.run(batches[10:])
    assert rest == trainer.run(batches[10:])
    return found + rest
