"""Squeeze-and-excite blocks and stochastic depth, whose masks come from the data, with group norms, on digits."""

import weir as flow
import weir.nn as nn
import weir.nn.functional as F

CHANNELS, BLOCKS, BATCH, KEEP = 16, 2, 16, 0.8


class SqueezeExcite(nn.Module):
    def __init__(self, channels, reduction=4):
        super().__init__()
        self.pool = nn.AdaptiveAvgPool2d(1)
        self.fc = nn.Sequential(
            nn.Linear(channels, channels // reduction, bias=False),
            nn.SiLU(),
            nn.Linear(channels // reduction, channels, bias=False),
            nn.Sigmoid(),
        )

    def forward(self, x):
        b, c, _, _ = x.size()
        scale = self.fc(self.pool(x).view(b, c)).view(b, c, 1, 1)
        return x * scale.expand_as(x)


class Block(nn.Module):
    def __init__(self, channels):
        super().__init__()
        self.conv = nn.Conv2d(channels, channels, 3, padding="same", bias=False)
        self.norm = nn.GroupNorm(4, channels)
        self.se = SqueezeExcite(channels)

    def forward(self, x, kept):
        return F.hardswish(x + self.se(self.norm(self.conv(x))) * kept.view(-1, 1, 1, 1) / KEEP)


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.stem = nn.Conv2d(1, CHANNELS, 3, padding=1)
        self.blocks = nn.ModuleList([Block(CHANNELS) for _ in range(BLOCKS)])
        self.head = nn.Linear(CHANNELS, 10)

    def forward(self, x, kept):
        x = F.max_pool2d(self.stem(x), 2)
        for number, block in enumerate(self.blocks):
            x = block(x, kept[number])
        return self.head(x.mean(dim=(2, 3)))


class Train(nn.Graph):
    def __init__(self, model, optimizer):
        super().__init__()
        self.model = model
        self.optimizer = optimizer
        self.add_optimizer(optimizer)

    def build(self, images, kept, labels):
        loss = F.cross_entropy(self.model(images, kept), labels)
        loss.backward()
        return loss


def losses(data, dtype):
    model = data.init(Net()).to(dtype)
    train = Train(model, flow.optim.RMSprop(model.parameters(), lr=1e-3, alpha=0.9, momentum=0.9, eps=1e-3))
    images, labels = data.digits(20 * BATCH)
    for images, labels in zip(images.reshape(20, BATCH, 1, 8, 8), labels.reshape(20, BATCH)):
        kept = (data.uniform(BLOCKS, BATCH) < KEEP).astype(float)
        yield train(
            flow.tensor(images, dtype=dtype), flow.tensor(kept, dtype=dtype), flow.tensor(labels)
        ).item()
