"""EfficientNet-B0 as plain modules, as torchvision has it: with the two imports below taken from torch, the same
network there."""

from __future__ import annotations

import weir as flow
from weir import nn


def conv_norm(in_channels, channels, kernel, stride=1, groups=1, is_active=True):
    layers = [
        nn.Conv2d(in_channels, channels, kernel, stride, kernel // 2, groups=groups, bias=False),
        nn.BatchNorm2d(channels),
    ]
    return nn.Sequential(*layers, *([nn.SiLU()] if is_active else []))


class SqueezeExcitation(nn.Module):
    """Hu, Shen and Sun, "Squeeze-and-Excitation Networks", 2017."""

    def __init__(self, channels, squeezed):
        super().__init__()
        self.avgpool = nn.AdaptiveAvgPool2d(1)
        self.fc1 = nn.Conv2d(channels, squeezed, 1)
        self.activation = nn.SiLU()
        self.fc2 = nn.Conv2d(squeezed, channels, 1)
        self.gate = nn.Sigmoid()

    def forward(self, x):
        return self.gate(self.fc2(self.activation(self.fc1(self.avgpool(x))))) * x


class MBConv(nn.Module):
    """1x1 to more channels, one convolution on each of them, weights of channels, 1x1 to fewer."""

    def __init__(self, in_channels, channels, kernel, stride, expansion):
        super().__init__()
        hidden = in_channels * expansion
        self.has_shortcut = stride == 1 and in_channels == channels
        layers = [conv_norm(in_channels, hidden, 1)] if expansion != 1 else []
        self.block = nn.Sequential(
            *layers,
            conv_norm(hidden, hidden, kernel, stride, groups=hidden),
            SqueezeExcitation(hidden, in_channels // 4),
            conv_norm(hidden, channels, 1, is_active=False),
        )

    def forward(self, x):
        return x + self.block(x) if self.has_shortcut else self.block(x)


class EfficientNetB0(nn.Module):
    """Tan and Le, "EfficientNet: Rethinking Model Scaling for Convolutional Neural Networks", 2019. Without stochastic
    depth, which evaluation has not."""

    # Expansion, kernel, stride of the first block, channels, blocks.
    STAGES = (
        (1, 3, 1, 16, 1),
        (6, 3, 2, 24, 2),
        (6, 5, 2, 40, 2),
        (6, 3, 2, 80, 3),
        (6, 5, 1, 112, 3),
        (6, 5, 2, 192, 4),
        (6, 3, 1, 320, 1),
    )

    def __init__(self, num_classes=1000, dropout=0.2):
        super().__init__()
        in_channels, layers = 32, [conv_norm(3, 32, 3, 2)]
        for expansion, kernel, stride, channels, blocks in self.STAGES:
            for block in range(blocks):
                layers.append(MBConv(in_channels, channels, kernel, 1 if block else stride, expansion))
                in_channels = channels
        self.features = nn.Sequential(*layers, conv_norm(in_channels, 1280, 1))
        self.avgpool = nn.AdaptiveAvgPool2d(1)
        self.classifier = nn.Sequential(nn.Dropout(dropout), nn.Linear(1280, num_classes))

    def forward(self, x):
        return self.classifier(flow.flatten(self.avgpool(self.features(x)), 1))
