"""A U-Net as plain modules: with the two imports below taken from torch, the same network there."""

from __future__ import annotations

import weir as flow
from weir import nn


def double_conv(in_channels, channels):
    return nn.Sequential(
        nn.Conv2d(in_channels, channels, 3, padding=1, bias=False),
        nn.BatchNorm2d(channels),
        nn.ReLU(),
        nn.Conv2d(channels, channels, 3, padding=1, bias=False),
        nn.BatchNorm2d(channels),
        nn.ReLU(),
    )


class Up(nn.Module):
    """Twice the pixels and half the channels, beside those of the way down."""

    def __init__(self, in_channels, channels):
        super().__init__()
        self.up = nn.ConvTranspose2d(in_channels, channels, 2, stride=2)
        self.conv = double_conv(2 * channels, channels)

    def forward(self, x, skipped):
        return self.conv(flow.cat([skipped, self.up(x)], dim=1))


class UNet(nn.Module):
    """Ronneberger, Fischer and Brox, "U-Net: Convolutional Networks for Biomedical Image Segmentation", 2015, with
    padded convolutions and batch normalization, as it is written today. From images (N, 3, H, W) to scores of their
    pixels (N, classes, H, W)."""

    def __init__(self, channels=(64, 128, 256, 512, 1024), num_classes=1):
        super().__init__()
        self.pool = nn.MaxPool2d(2)
        self.downs = nn.ModuleList(double_conv(*pair) for pair in zip((3, *channels), channels))
        self.ups = nn.ModuleList(Up(*pair) for pair in zip(channels[:0:-1], channels[-2::-1]))
        self.output = nn.Conv2d(channels[0], num_classes, 1)

    def forward(self, x):
        skipped = []
        for down in self.downs:
            x = down(self.pool(x) if skipped else x)
            skipped.append(x)
        for up, beside in zip(self.ups, skipped[-2::-1]):
            x = up(x, beside)
        return self.output(x)
