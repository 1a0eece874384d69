"""A network whose predictions are held where they are near attacked images: attacks are gradients by the input."""

import weir as flow
import weir.nn as nn
import weir.nn.functional as F

BATCH, EPSILON, STEPS = 24, 0.1, 3


class Network(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(1, 8, 3, padding=1)
        self.fc = nn.Linear(8 * 16, 10)

    def forward(self, x):
        return self.fc(F.max_pool2d(F.softplus(self.conv(x)), 2).flatten(1))


class Train(nn.Graph):
    def __init__(self, network, optimizer):
        super().__init__()
        self.network = network
        self.add_optimizer(optimizer)

    def build(self, images, labels):
        attacked = images.detach()
        for _ in range(STEPS):
            attacked.requires_grad_(True)
            (gradient,) = flow.autograd.grad(F.cross_entropy(self.network(attacked), labels), [attacked])
            attacked = attacked.detach() + EPSILON / STEPS * gradient.sign()
            attacked = flow.clamp(flow.min(flow.max(attacked, images - EPSILON), images + EPSILON), 0.0, 1.0).detach()
        clean, robust = self.network(images), self.network(attacked)
        divergence = F.kl_div(F.log_softmax(robust, dim=1), F.softmax(clean, dim=1), reduction="batchmean")
        loss = F.cross_entropy(clean, labels) + 2.0 * divergence
        loss.backward()
        return loss


def losses(data, dtype):
    network = data.init(Network()).to(dtype)
    train = Train(network, flow.optim.SGD(network.parameters(), lr=0.1, momentum=0.9))
    images, labels = data.digits(20 * BATCH)
    for step in range(20):
        batch = slice(step * BATCH, (step + 1) * BATCH)
        pixels = flow.tensor(images[batch].reshape(BATCH, 1, 8, 8), dtype=dtype)
        yield train(pixels, flow.tensor(labels[batch])).item()
