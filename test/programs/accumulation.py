"""Gradient accumulation: a large batch in four parts, as the graph's option, which steps once by the mean."""

import weir as flow
import weir.nn as nn
import weir.nn.functional as F

BATCH, PARTS = 64, 4


class Network(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(64, 64), nn.LayerNorm(64), nn.ReLU(), nn.Linear(64, 10))

    def forward(self, images):
        return self.layers(images)


class Train(nn.Graph):
    def __init__(self, network, optimizer):
        super().__init__()
        self.network = network
        self.add_optimizer(optimizer)
        self.config.set_gradient_accumulation_steps(PARTS)

    def build(self, images, labels):
        loss = F.cross_entropy(self.network(images), labels)
        loss.backward()
        return loss


def losses(data, dtype):
    network = data.init(Network()).to(dtype)
    train = Train(network, flow.optim.AdamW(network.parameters(), lr=3e-3, weight_decay=1e-2, amsgrad=True))
    images, labels = data.digits(20 * BATCH)
    for at in range(0, len(images), BATCH):
        parts = train(flow.tensor(images[at : at + BATCH], dtype=dtype), flow.tensor(labels[at : at + BATCH]))
        assert tuple(parts.shape) == (PARTS,)
        yield parts.numpy().mean().item()
