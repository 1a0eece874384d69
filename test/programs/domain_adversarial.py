"""Domain adaptation: the gradient is reversed between features and the classifier of domains, and then edited."""

import weir as flow
import weir.nn as nn
import weir.nn.functional as F
from weir.utils.data import DataLoader, TensorDataset

BATCH = 40


class Reversed(nn.Module):
    """Its input; the gradient is -scale times that of its result."""

    def __init__(self, scale):
        super().__init__()
        self.scale = scale

    def forward(self, x):
        return (1 + self.scale) * x.detach() - self.scale * x


class Network(nn.Module):
    def __init__(self):
        super().__init__()
        self.features = nn.Sequential(nn.Linear(64, 40), nn.Tanh())
        self.labels = nn.Linear(40, 10)
        self.domains = nn.Sequential(Reversed(0.3), nn.Linear(40, 16), nn.ReLU(), nn.Linear(16, 2))

    def forward(self, x):
        features = self.features(x)
        return self.labels(features), self.domains(features)


class Train(nn.Graph):
    def __init__(self, network, optimizer):
        super().__init__()
        self.network = network
        self.add_optimizer(optimizer)

    def build(self, source, labels, target):
        scores, source_domain = self.network(source)
        _, target_domain = self.network(target)
        domains = flow.cat([source_domain, target_domain])
        truth = flow.cat([flow.zeros_like(labels), flow.ones_like(labels)])
        loss = F.cross_entropy(scores, labels) + F.cross_entropy(domains, truth)
        loss.backward()
        for parameter in self.network.domains.parameters():
            parameter.grad.mul_(0.5)
        nn.utils.clip_grad_value_(self.network.parameters(), 0.05)
        return loss


def losses(data, dtype):
    network = data.init(Network()).to(dtype)
    train = Train(network, flow.optim.SGD(network.parameters(), lr=0.2, momentum=0.9, weight_decay=1e-4))
    images, labels = data.digits(20 * BATCH)
    moved = 1 - images + 0.1 * data.normal(*images.shape)
    dataset = TensorDataset(
        flow.tensor(images, dtype=dtype), flow.tensor(labels), flow.tensor(moved[::-1].copy(), dtype=dtype)
    )
    for source, label, target in DataLoader(dataset, batch_size=BATCH, shuffle=False, drop_last=True):
        yield train(source, label, target).item()
