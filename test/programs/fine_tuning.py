"""Fine-tuning: a frozen trunk that is unfrozen on the way, a rate for the head, no decay for biases."""

import weir as flow
import weir.nn as nn
import weir.nn.functional as F

BATCH = 32


class Network(nn.Module):
    def __init__(self):
        super().__init__()
        self.trunk = nn.Sequential(nn.Linear(64, 48), nn.ReLU())
        self.body = nn.Sequential(nn.Linear(48, 48), nn.LayerNorm(48), nn.ReLU())
        self.head = nn.Linear(48, 10)

    def forward(self, images):
        return self.head(self.body(self.trunk(images)))


class Train(nn.Graph):
    def __init__(self, network, optimizer):
        super().__init__()
        self.network = network
        self.add_optimizer(optimizer)

    def build(self, images, labels):
        loss = F.cross_entropy(self.network(images), labels)
        loss.backward()
        return loss


def parameter_groups(network):
    """No decay for biases and norms; a rate of its own for the head."""
    decayed, plain = [], []
    for name, parameter in [*network.trunk.named_parameters(), *network.body.named_parameters()]:
        (plain if name.endswith("bias") or parameter.ndim == 1 else decayed).append(parameter)
    return [
        {"params": decayed, "weight_decay": 0.05},
        {"params": plain, "weight_decay": 0.0},
        {"params": network.head.parameters(), "lr": 2e-2},
    ]


def losses(data, dtype):
    network = data.init(Network()).to(dtype)
    network.trunk.requires_grad_(False)
    kept = network.trunk[0].weight.detach().numpy().copy()
    optimizer = flow.optim.AdamW(parameter_groups(network), lr=4e-3, weight_decay=0.1)
    train = Train(network, optimizer)
    images, labels = data.digits(20 * BATCH)
    for step in range(20):
        if step == 12:
            assert (network.trunk[0].weight.detach().numpy() == kept).all()
            network.trunk.requires_grad_(True)
            for group in optimizer.param_groups:
                group["lr"] *= 0.5
        batch = slice(step * BATCH, (step + 1) * BATCH)
        yield train(flow.tensor(images[batch], dtype=dtype), flow.tensor(labels[batch])).item()
    assert (network.trunk[0].weight.detach().numpy() != kept).any()
