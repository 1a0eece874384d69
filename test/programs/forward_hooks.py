"""Forward hooks that collect activations of layers for a penalty, and a pre-hook that scales an input."""

import weir as flow
import weir.nn as nn
import weir.nn.functional as F

BATCH = 32


class Network(nn.Module):
    def __init__(self):
        super().__init__()
        self.first = nn.Linear(64, 48)
        self.second = nn.Linear(48, 48)
        self.output = nn.Linear(48, 10)

    def forward(self, x):
        return self.output(F.relu(self.second(F.relu(self.first(x)))))


class Activations:
    """What the layers of a network gave in its last call."""

    def __init__(self, layers):
        self.seen = {}
        self.handles = [layer.register_forward_hook(self.keep(name)) for name, layer in layers.items()]

    def keep(self, name):
        def hook(module, inputs, output):
            self.seen[name] = output

        return hook

    def remove(self):
        for handle in self.handles:
            handle.remove()


def halved(module, inputs):
    return (inputs[0] * 0.5,)


class Train(nn.Graph):
    def __init__(self, network, activations, optimizer):
        super().__init__()
        self.network = network
        self.activations = activations
        self.add_optimizer(optimizer)

    def build(self, images, labels):
        scores = self.network(images)
        sparsity = sum(each.abs().mean() for each in self.activations.seen.values())
        loss = F.cross_entropy(scores, labels) + 1e-2 * sparsity
        loss.backward()
        return loss


class Evaluate(nn.Graph):
    def __init__(self, network):
        super().__init__()
        self.network = network

    def build(self, images, labels):
        return F.cross_entropy(self.network(images), labels)


def losses(data, dtype):
    network = data.init(Network()).to(dtype)
    network.second.register_forward_pre_hook(halved)
    activations = Activations({"first": network.first, "second": network.second})
    train = Train(network, activations, flow.optim.SGD(network.parameters(), lr=0.1, momentum=0.9))
    images, labels = data.digits(20 * BATCH)
    batches = [
        (flow.tensor(images[at : at + BATCH], dtype=dtype), flow.tensor(labels[at : at + BATCH]))
        for at in range(0, len(images), BATCH)
    ]
    for batch in batches[:16]:
        yield train(*batch).item()
    activations.remove()
    evaluate = Evaluate(network)
    for batch in batches[16:]:
        yield evaluate(*batch).item()
