"""ConvNeXt-T as plain modules, as torchvision has it: with the two imports below taken from torch, the same network
there."""

from __future__ import annotations

import weir as flow
from weir import nn


class LayerNorm2d(nn.LayerNorm):
    """Over the channels of images."""

    def forward(self, x):
        return super().forward(x.permute(0, 2, 3, 1)).permute(0, 3, 1, 2)


class Block(nn.Module):
    """A 7x7 convolution on each channel, then two linear layers on each pixel."""

    def __init__(self, dim):
        super().__init__()
        self.dwconv = nn.Conv2d(dim, dim, 7, padding=3, groups=dim)
        self.norm = nn.LayerNorm(dim, eps=1e-6)
        self.mlp = nn.Sequential(nn.Linear(dim, 4 * dim), nn.GELU(), nn.Linear(4 * dim, dim))
        self.layer_scale = nn.Parameter(flow.zeros(dim, 1, 1))

    def forward(self, x):
        y = self.mlp(self.norm(self.dwconv(x).permute(0, 2, 3, 1))).permute(0, 3, 1, 2)
        return x + self.layer_scale * y


class ConvNeXt(nn.Module):
    """Liu, Mao, Wu, Feichtenhofer, Darrell and Xie, "A ConvNet for the 2020s", 2022. Without stochastic depth, which
    evaluation has not."""

    def __init__(self, dims=(96, 192, 384, 768), depths=(3, 3, 9, 3), num_classes=1000):
        super().__init__()
        layers = [nn.Conv2d(3, dims[0], 4, stride=4), LayerNorm2d(dims[0], eps=1e-6)]
        for before, dim, depth in zip((None, *dims), dims, depths):
            if before is not None:
                layers += [LayerNorm2d(before, eps=1e-6), nn.Conv2d(before, dim, 2, stride=2)]
            layers += [Block(dim) for _ in range(depth)]
        self.features = nn.Sequential(*layers)
        self.avgpool = nn.AdaptiveAvgPool2d(1)
        self.classifier = nn.Sequential(
            LayerNorm2d(dims[-1], eps=1e-6), nn.Flatten(1), nn.Linear(dims[-1], num_classes)
        )

    def forward(self, x):
        return self.classifier(self.avgpool(self.features(x)))
