"""Trains the network of the digits on the CPU and on another device, from the same weights and on the same batches, and
says how far the losses are apart: python examples/digits/compare.py --device sim --steps 50"""

from __future__ import annotations

import argparse

import numpy as np

import train
import weir as flow
from weir import optim


def losses(device: str, steps: int, batch: int) -> np.ndarray:
    """The loss of each step."""
    flow.manual_seed(0)
    images, labels = train.load_digits()
    network = train.Network().to(device)
    graph = train.Train(network, optim.AdamW(network.parameters(), lr=train.LEARNING_RATE))
    values = []
    for step in range(steps):
        chosen = np.arange(step * batch, (step + 1) * batch) % len(images)
        loss = graph(flow.tensor(images[chosen], device=device), flow.tensor(labels[chosen], device=device))
        values.append(loss.item())
    return np.array(values)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--device", default="sim")
    parser.add_argument("--steps", type=int, default=50)
    parser.add_argument("--batch", type=int, default=8)
    arguments = parser.parse_args()
    expected, found = (losses(device, arguments.steps, arguments.batch) for device in ("cpu", arguments.device))
    print(f"losses on cpu: {expected[0]:.6f} to {expected[-1]:.6f}")
    print(f"losses on {arguments.device}: {found[0]:.6f} to {found[-1]:.6f}")
    print(f"largest difference of {arguments.steps} losses: {np.abs(expected - found).max():.3g}")


if __name__ == "__main__":
    main()
