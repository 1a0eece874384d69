"""Trains a convolutional network on 1,438 images of handwritten digits and tests it on 359 others.

python examples/digits/cnn.py --out build/cnn, with the package on PYTHONPATH"""

from __future__ import annotations

import argparse
import os
import time

import matplotlib
import numpy as np
from tqdm import tqdm

import weir as flow
from cnn_model import Network
from digits import augmented, fingerprint, load_digits
from weir import nn, optim

matplotlib.use("Agg")
from matplotlib import pyplot  # noqa: E402, behind the choice of where it draws

# Chosen by cross-validation on the training images alone.
EPOCHS, BATCH = 20, 64
LEARNING_RATE, WEIGHT_DECAY = 4e-3, 0.02


class Train(nn.Graph):
    def __init__(self, network: Network, optimizer: optim.Optimizer, scheduler: optim.lr_scheduler.LRScheduler):
        super().__init__()
        self.network = network.train()
        self.loss = nn.CrossEntropyLoss()
        self.add_optimizer(optimizer, lr_sch=scheduler)

    def build(self, images: flow.Tensor, labels: flow.Tensor) -> flow.Tensor:
        loss = self.loss(self.network(images), labels)
        loss.backward()
        return loss


class Predict(nn.Graph):
    def __init__(self, network: Network):
        super().__init__()
        self.network = network.eval()

    def build(self, images: flow.Tensor) -> flow.Tensor:
        return self.network(images).argmax(dim=1)


def draw_curve(path: str, losses: list[float]) -> None:
    figure, axes = pyplot.subplots(figsize=(5, 3.2), layout="constrained")
    axes.plot(np.arange(1, len(losses) + 1), losses)
    axes.set(xlabel="epoch", ylabel="loss on training images", yscale="log")
    figure.savefig(path, dpi=120)
    pyplot.close(figure)


def draw_confusion(path: str, labels: np.ndarray, predicted: np.ndarray) -> None:
    counts = np.zeros((10, 10), int)
    np.add.at(counts, (labels, predicted), 1)
    figure, axes = pyplot.subplots(figsize=(4.6, 4.4), layout="constrained")
    axes.imshow(counts, cmap="Blues")
    for row, column in zip(*np.nonzero(counts)):
        dark = counts[row, column] > counts.max() / 2
        axes.text(column, row, counts[row, column], ha="center", va="center", color="white" if dark else "black")
    axes.set(xlabel="predicted", ylabel="digit", xticks=range(10), yticks=range(10))
    figure.savefig(path, dpi=120)
    pyplot.close(figure)


def parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", default="build/cnn", help="folder for what the run leaves")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--threads", type=int, default=None, help="worker threads; results don't depend on it")
    parser.add_argument("--epochs", type=int, default=EPOCHS)
    arguments = parser.parse_args()
    if arguments.epochs < 1:
        parser.error(f"expects at least one epoch, got {arguments.epochs}")
    return arguments


def main() -> None:
    arguments = parse_arguments()
    os.makedirs(arguments.out, exist_ok=True)
    flow.manual_seed(arguments.seed)
    if arguments.threads is not None:
        flow.set_num_threads(arguments.threads)

    images, labels = load_digits()
    is_test = np.arange(len(images)) % 5 == 4
    seen, seen_labels = images[~is_test], labels[~is_test]
    steps = len(seen) // BATCH

    network = Network()
    optimizer = optim.AdamW(network.parameters(), lr=LEARNING_RATE, weight_decay=WEIGHT_DECAY)
    scheduler = optim.lr_scheduler.CosineAnnealingLR(optimizer, T_max=arguments.epochs * steps)
    train = Train(network, optimizer, scheduler)

    started = time.perf_counter()
    losses: list[float] = []
    with tqdm(total=arguments.epochs * steps, unit="step", disable=None) as progress:
        for epoch in range(arguments.epochs):
            order = flow.randperm(len(seen)).numpy()
            moved = augmented(seen)
            total = 0.0
            for step in range(steps):
                batch = order[step * BATCH : (step + 1) * BATCH]
                total += train(flow.tensor(moved[batch]), flow.tensor(seen_labels[batch])).item()
                progress.update()
            losses.append(total / steps)
            progress.set_postfix(epoch=epoch + 1, loss=f"{losses[-1]:.4f}")
    seconds = time.perf_counter() - started

    predicted = Predict(network)(flow.from_numpy(images[is_test])).numpy()
    draw_curve(os.path.join(arguments.out, "curve.png"), losses)
    draw_confusion(os.path.join(arguments.out, "confusion.png"), labels[is_test], predicted)
    flow.save(network.state_dict(), os.path.join(arguments.out, "cnn.safetensors"))
    print(f"weights: {fingerprint(network)}")
    print(f"training time: {seconds:.1f} s")
    print(f"test accuracy: {(predicted == labels[is_test]).mean():.4f}")


if __name__ == "__main__":
    main()
