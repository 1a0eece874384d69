"""The convolutional network of cnn.py as plain modules: with the two imports below taken from torch, the same network
there."""

from __future__ import annotations

import weir as flow
from weir import nn

DROPPED = 0.3


def block(in_channels: int, channels: int) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(in_channels, channels, 3, padding=1, bias=False), nn.BatchNorm2d(channels), nn.ReLU()
    )


class Network(nn.Module):
    """Images of 8 x 8 pixels to scores of ten digits."""

    def __init__(self) -> None:
        super().__init__()
        self.features = nn.Sequential(
            block(1, 16), block(16, 32), nn.MaxPool2d(2), block(32, 64), nn.MaxPool2d(2), nn.Flatten()
        )
        self.head = nn.Sequential(nn.Dropout(DROPPED), nn.Linear(256, 10))

    def forward(self, images: flow.Tensor) -> flow.Tensor:
        return self.head(self.features(images.reshape(-1, 1, 8, 8)))
