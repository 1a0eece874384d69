"""MobileNetV2 and MobileNetV3-Large as plain modules, as torchvision has them: with the two imports below taken from
torch, the same networks there."""

from __future__ import annotations

import weir as flow
from weir import nn


def divisible(channels: float) -> int:
    """The nearest multiple of 8 that is no more than a tenth below."""
    nearest = max(8, int(channels + 4) // 8 * 8)
    return nearest + 8 if nearest < 0.9 * channels else nearest


def conv_norm(in_channels, channels, kernel, stride=1, groups=1, activation=None, **norm):
    layers = [
        nn.Conv2d(in_channels, channels, kernel, stride, kernel // 2, groups=groups, bias=False),
        nn.BatchNorm2d(channels, **norm),
    ]
    return nn.Sequential(*layers, *([] if activation is None else [activation()]))


class InvertedResidual(nn.Module):
    """1x1 to more channels, 3x3 on each of them, 1x1 to fewer."""

    def __init__(self, in_channels, channels, stride, expansion):
        super().__init__()
        hidden = in_channels * expansion
        self.has_shortcut = stride == 1 and in_channels == channels
        layers = [conv_norm(in_channels, hidden, 1, activation=nn.ReLU6)] if expansion != 1 else []
        layers.append(conv_norm(hidden, hidden, 3, stride, groups=hidden, activation=nn.ReLU6))
        self.conv = nn.Sequential(*layers, conv_norm(hidden, channels, 1))

    def forward(self, x):
        return x + self.conv(x) if self.has_shortcut else self.conv(x)


class MobileNetV2(nn.Module):
    """Sandler, Howard, Zhu, Zhmoginov and Chen, "MobileNetV2: Inverted Residuals and Linear Bottlenecks", 2018."""

    # Expansion, channels, blocks, stride of the first.
    STAGES = (1, 16, 1, 1), (6, 24, 2, 2), (6, 32, 3, 2), (6, 64, 4, 2), (6, 96, 3, 1), (6, 160, 3, 2), (6, 320, 1, 1)

    def __init__(self, num_classes=1000, dropout=0.2):
        super().__init__()
        in_channels, layers = 32, [conv_norm(3, 32, 3, 2, activation=nn.ReLU6)]
        for expansion, channels, blocks, stride in self.STAGES:
            for block in range(blocks):
                layers.append(InvertedResidual(in_channels, channels, 1 if block else stride, expansion))
                in_channels = channels
        self.features = nn.Sequential(*layers, conv_norm(in_channels, 1280, 1, activation=nn.ReLU6))
        self.avgpool = nn.AdaptiveAvgPool2d((1, 1))
        self.classifier = nn.Sequential(nn.Dropout(dropout), nn.Linear(1280, num_classes))

    def forward(self, x):
        return self.classifier(flow.flatten(self.avgpool(self.features(x)), 1))


class SqueezeExcitation(nn.Module):
    """Hu, Shen and Sun, "Squeeze-and-Excitation Networks", 2017."""

    def __init__(self, channels, squeezed):
        super().__init__()
        self.avgpool = nn.AdaptiveAvgPool2d(1)
        self.fc1 = nn.Conv2d(channels, squeezed, 1)
        self.relu = nn.ReLU()
        self.fc2 = nn.Conv2d(squeezed, channels, 1)
        self.gate = nn.Hardsigmoid()

    def forward(self, x):
        return self.gate(self.fc2(self.relu(self.fc1(self.avgpool(x))))) * x


class BlockV3(nn.Module):
    """An inverted residual whose channels between the 1x1 convolutions may be weighed."""

    NORM = {"eps": 0.001, "momentum": 0.01}

    def __init__(self, in_channels, kernel, hidden, channels, is_weighed, activation, stride):
        super().__init__()
        self.has_shortcut = stride == 1 and in_channels == channels
        options = {"activation": activation, **self.NORM}
        layers = [conv_norm(in_channels, hidden, 1, **options)] if hidden != in_channels else []
        layers.append(conv_norm(hidden, hidden, kernel, stride, groups=hidden, **options))
        if is_weighed:
            layers.append(SqueezeExcitation(hidden, divisible(hidden / 4)))
        self.block = nn.Sequential(*layers, conv_norm(hidden, channels, 1, **self.NORM))

    def forward(self, x):
        return x + self.block(x) if self.has_shortcut else self.block(x)


class MobileNetV3Large(nn.Module):
    """Howard et al., "Searching for MobileNetV3", 2019."""

    # Kernel, channels between, channels, whether they are weighed, activation, stride.
    BLOCKS = (
        (3, 16, 16, False, nn.ReLU, 1),
        (3, 64, 24, False, nn.ReLU, 2),
        (3, 72, 24, False, nn.ReLU, 1),
        (5, 72, 40, True, nn.ReLU, 2),
        (5, 120, 40, True, nn.ReLU, 1),
        (5, 120, 40, True, nn.ReLU, 1),
        (3, 240, 80, False, nn.Hardswish, 2),
        (3, 200, 80, False, nn.Hardswish, 1),
        (3, 184, 80, False, nn.Hardswish, 1),
        (3, 184, 80, False, nn.Hardswish, 1),
        (3, 480, 112, True, nn.Hardswish, 1),
        (3, 672, 112, True, nn.Hardswish, 1),
        (5, 672, 160, True, nn.Hardswish, 2),
        (5, 960, 160, True, nn.Hardswish, 1),
        (5, 960, 160, True, nn.Hardswish, 1),
    )

    def __init__(self, num_classes=1000, dropout=0.2):
        super().__init__()
        options = {"activation": nn.Hardswish, **BlockV3.NORM}
        in_channels, layers = 16, [conv_norm(3, 16, 3, 2, **options)]
        for kernel, hidden, channels, is_weighed, activation, stride in self.BLOCKS:
            layers.append(BlockV3(in_channels, kernel, hidden, channels, is_weighed, activation, stride))
            in_channels = channels
        self.features = nn.Sequential(*layers, conv_norm(in_channels, 6 * in_channels, 1, **options))
        self.avgpool = nn.AdaptiveAvgPool2d(1)
        self.classifier = nn.Sequential(
            nn.Linear(6 * in_channels, 1280), nn.Hardswish(), nn.Dropout(dropout), nn.Linear(1280, num_classes)
        )

    def forward(self, x):
        return self.classifier(flow.flatten(self.avgpool(self.features(x)), 1))
