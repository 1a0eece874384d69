"""Clips of moving digits classified by their direction: 3-d convolutions, factored ones, pooling over time."""

import numpy as np

import weir as flow
import weir.nn as nn

BATCH, FRAMES = 6, 5


class Factored(nn.Module):
    """A kernel over space, then one over time."""

    def __init__(self, in_channels, out_channels):
        super().__init__()
        self.spatial = nn.Conv3d(in_channels, out_channels, kernel_size=(1, 3, 3), padding=(0, 1, 1), bias=False)
        self.norm = nn.BatchNorm3d(out_channels)
        self.temporal = nn.Conv3d(out_channels, out_channels, kernel_size=(3, 1, 1), padding=(1, 0, 0))

    def forward(self, x):
        return self.temporal(flow.relu(self.norm(self.spatial(x))))


class Network(nn.Module):
    def __init__(self):
        super().__init__()
        self.features = nn.Sequential(
            nn.Conv3d(1, 6, kernel_size=3, padding=1),
            nn.InstanceNorm3d(6, affine=True),
            nn.LeakyReLU(0.1),
            nn.MaxPool3d(kernel_size=(1, 2, 2)),
            Factored(6, 8),
            nn.AdaptiveAvgPool3d((2, 2, 2)),
        )
        self.classifier = nn.Linear(8 * 8, 4)

    def forward(self, clips):
        return self.classifier(flow.flatten(self.features(clips), 1))


class Train(nn.Graph):
    def __init__(self, network, optimizer):
        super().__init__()
        self.network = network
        self.loss = nn.CrossEntropyLoss()
        self.add_optimizer(optimizer)

    def build(self, clips, directions):
        loss = self.loss(self.network(clips), directions)
        loss.backward()
        return loss


def moved(images, directions):
    """Clips (N, 1, FRAMES, 8, 8) of images that move by a pixel a frame."""
    steps = np.array([(1, 0), (-1, 0), (0, 1), (0, -1)])[directions]
    clips = [
        [np.roll(image, step * frame, axis=(0, 1)) for frame in range(FRAMES)] for image, step in zip(images, steps)
    ]
    return np.array(clips)[:, None]


def losses(data, dtype):
    network = data.init(Network()).to(dtype)
    train = Train(network, flow.optim.Adam(network.parameters(), lr=5e-3))
    images, _ = data.digits(20 * BATCH)
    for batch in images.reshape(20, BATCH, 8, 8):
        directions = data.labels(BATCH, 4)
        yield train(flow.tensor(moved(batch, directions), dtype=dtype), flow.tensor(directions)).item()
