"""Capsules on digits, with routing by agreement: squashed vectors, couplings refined in a loop, reconstruction."""

import weir as flow
import weir.nn as nn
import weir.nn.functional as F

PRIMARY, OUT, BATCH = 16, 6, 16


def squash(x, dim=-1):
    square = (x**2).sum(dim=dim, keepdim=True)
    return square / (1 + square) * x / flow.sqrt(square + 1e-8)


class Capsules(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(1, 8, 3, stride=2)
        self.primary = nn.Conv2d(8, 16, 2)
        self.weight = nn.Parameter(flow.zeros(10, PRIMARY, 4, OUT))

    def forward(self, images, routings=3):
        x = self.primary(F.relu(self.conv(images)))
        x = squash(x.view(x.size(0), PRIMARY, 4))
        votes = flow.einsum("bpi,cpio->bcpo", x, self.weight)
        logits = flow.zeros(*votes.shape[:3], dtype=votes.dtype)
        for routing in range(routings):
            couplings = logits.softmax(dim=1)
            last = routing == routings - 1
            output = squash((couplings.unsqueeze(-1) * (votes if last else votes.detach())).sum(dim=2))
            if not last:
                logits = logits + (votes.detach() * output.unsqueeze(2)).sum(-1)
        return output


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.capsules = Capsules()
        self.decoder = nn.Sequential(nn.Linear(10 * OUT, 32), nn.ReLU(inplace=True), nn.Linear(32, 64), nn.Sigmoid())

    def forward(self, images, labels):
        capsules = self.capsules(images)
        lengths = capsules.norm(dim=-1)
        mask = flow.zeros_like(lengths)
        mask.scatter_(1, labels.view(-1, 1), 1.0)
        return lengths, mask, self.decoder((capsules * mask[:, :, None]).view(images.size(0), -1))


class Train(nn.Graph):
    def __init__(self, model, optimizer):
        super().__init__()
        self.model = model
        self.add_optimizer(optimizer)

    def build(self, images, labels):
        lengths, wanted, decoded = self.model(images, labels)
        margin = wanted * F.relu(0.9 - lengths) ** 2 + 0.5 * (1 - wanted) * F.relu(lengths - 0.1) ** 2
        loss = margin.sum(dim=1).mean() + 0.05 * F.mse_loss(decoded, images.flatten(1), reduction="sum") / len(images)
        loss.backward()
        return loss


def losses(data, dtype):
    model = data.init(Net()).to(dtype)
    train = Train(model, flow.optim.Adam(model.parameters(), lr=5e-3))
    images, labels = data.digits(20 * BATCH)
    for images, labels in zip(images.reshape(20, BATCH, 1, 8, 8), labels.reshape(20, BATCH)):
        yield train(flow.tensor(images, dtype=dtype), flow.tensor(labels)).item()
