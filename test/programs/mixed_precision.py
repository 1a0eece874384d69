"""Automatic mixed precision: a convolutional network of digits with products in bfloat16, weights in float32."""

import weir as flow
import weir.nn as nn
import weir.nn.functional as F

BATCH = 64
PRECISION = "bfloat16"


class Network(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv1 = nn.Conv2d(1, 8, 3, padding=1)
        self.conv2 = nn.Conv2d(8, 16, 3, stride=2, padding=1)
        self.head = nn.Linear(16 * 16, 10)

    def forward(self, images):
        x = F.relu(self.conv1(images.view(-1, 1, 8, 8)))
        x = F.relu(self.conv2(x))
        return self.head(x.flatten(1))


class Train(nn.Graph):
    def __init__(self, network, optimizer):
        super().__init__()
        self.network = network
        self.loss = nn.CrossEntropyLoss()
        self.add_optimizer(optimizer)
        self.config.enable_amp(True)

    def build(self, images, labels):
        loss = self.loss(self.network(images), labels)
        loss.backward()
        return loss


def losses(data, dtype):
    network = data.init(Network()).to(dtype)
    train = Train(network, flow.optim.SGD(network.parameters(), lr=0.05, momentum=0.9, weight_decay=1e-4))
    images, labels = data.digits(20 * BATCH)
    for at in range(0, len(images), BATCH):
        yield train(flow.tensor(images[at : at + BATCH], dtype=dtype), flow.tensor(labels[at : at + BATCH])).item()
