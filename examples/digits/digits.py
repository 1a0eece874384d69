"""The images of handwritten digits, moved copies of them, and a fingerprint of trained weights."""

from __future__ import annotations

import gzip
import hashlib
import os

import numpy as np

import weir as flow
from weir import nn

SHIFTED = 0.5  # of the images in an epoch


def load_digits() -> tuple[np.ndarray, np.ndarray]:
    """Images of 64 pixels in [0, 1] and the digits they show."""
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "data", "digits.csv.gz")
    with gzip.open(path, "rt") as file:
        table = np.loadtxt(file, delimiter=",")
    return (table[:, :64] / 16).astype(np.float32), table[:, 64].astype(np.int64)


def augmented(images: np.ndarray) -> np.ndarray:
    """The images, about half of them moved by up to one pixel in each direction."""
    count = len(images)
    is_shifted = flow.rand(count).numpy() < SHIFTED
    rows, columns = (flow.rand(2, count).numpy() * 3).astype(int)
    padded = np.pad(images.reshape(count, 8, 8), ((0, 0), (1, 1), (1, 1)))
    moved = images.reshape(count, 8, 8).copy()
    for row in range(3):
        for column in range(3):
            chosen = is_shifted & (rows == row) & (columns == column)
            moved[chosen] = padded[chosen, row : row + 8, column : column + 8]
    return moved.reshape(count, 64)


def fingerprint(network: nn.Module) -> str:
    """Equal for bit-identical weights only."""
    digest = hashlib.sha256()
    for name, tensor in network.state_dict().items():
        digest.update(name.encode() + tensor.cpu().numpy().tobytes())
    return digest.hexdigest()[:16]
