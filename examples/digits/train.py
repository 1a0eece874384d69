"""Trains a small network on 1,438 images of handwritten digits and says how many of 359 others it gets right.

Run it as `./dev demo`, or with the package on PYTHONPATH: python examples/digits/train.py --out build/demo"""

from __future__ import annotations

import argparse
import contextlib
import math
import os
import time

import numpy as np

import curves
import weir as flow
from digits import augmented, fingerprint, load_digits
from weir import nn, optim

# Chosen by cross-validation on the training images alone.
EPOCHS, BATCH, HIDDEN = 80, 32, 256
LEARNING_RATE = 3e-3
SIM_STEPS = 88  # by default on a simulated device, where a step takes long: two epochs


class Network(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.hidden = nn.Linear(64, HIDDEN)
        self.relu = nn.ReLU()
        self.output = nn.Linear(HIDDEN, 10)

    def forward(self, images: flow.Tensor) -> flow.Tensor:
        return self.output(self.relu(self.hidden(images)))


class Train(nn.Graph):
    def __init__(self, network: Network, optimizer: optim.Optimizer):
        super().__init__()
        self.network = network
        self.loss = nn.CrossEntropyLoss()
        self.add_optimizer(optimizer)

    def build(self, images: flow.Tensor, labels: flow.Tensor) -> flow.Tensor:
        loss = self.loss(self.network(images), labels)
        loss.backward()
        return loss


class Predict(nn.Graph):
    def __init__(self, network: Network):
        super().__init__()
        self.network = network

    def build(self, images: flow.Tensor) -> flow.Tensor:
        return self.network(images)


def accuracy(predict: Predict, images: np.ndarray, labels: np.ndarray, device: flow.device) -> float:
    logits = predict(flow.from_numpy(images).to(device)).cpu().numpy()
    return float((logits.argmax(axis=1) == labels).mean())


def train_epoch(train: Train, images: np.ndarray, labels: np.ndarray, steps: int, device: flow.device) -> float:
    """`steps` batches of the images in random order. The mean loss."""
    order = flow.randperm(len(images)).numpy()
    images = augmented(images)
    losses = []
    for step in range(steps):
        batch = order[step * BATCH : (step + 1) * BATCH]
        loss = train(flow.tensor(images[batch], device=device), flow.tensor(labels[batch], device=device))
        losses.append(loss.item())
    return float(np.mean(losses))


def parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", default="build/demo", help="folder for what the run leaves")
    parser.add_argument("--amp", action="store_true", help="products in bfloat16")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--threads", type=int, default=None, help="worker threads; results don't depend on it")
    parser.add_argument("--device", default="cpu", help="cpu, cuda, cuda:1 or sim, which checks the kernels of GPUs")
    parser.add_argument("--steps", type=int, default=None, help="batches to train on; an epoch has 44")
    arguments = parser.parse_args()
    if arguments.steps is not None and arguments.steps < 1:
        parser.error(f"expects at least one step, got {arguments.steps}")
    try:
        flow.zeros(1, device=arguments.device)
    except (ValueError, flow.WeirError) as error:
        parser.error(str(error))
    return arguments


def steps_of_epochs(arguments: argparse.Namespace, device: flow.device, num_images: int) -> list[int]:
    """How many steps each epoch has; only the last one may be incomplete, but for less than a batch of images."""
    in_epoch = num_images // BATCH
    total = arguments.steps or (SIM_STEPS if device.type == "sim" else EPOCHS * in_epoch)
    if device.type == "sim" and arguments.steps is None:
        print(f"on {device}: {total} steps in place of {EPOCHS * in_epoch}, as each is simulated; --steps N takes N")
    return [min(in_epoch, total - done) for done in range(0, total, in_epoch)]


def main() -> None:
    arguments = parse_arguments()
    started = time.perf_counter()
    os.makedirs(arguments.out, exist_ok=True)
    flow.manual_seed(arguments.seed)
    if arguments.threads is not None:
        flow.set_num_threads(arguments.threads)

    images, labels = load_digits()
    is_test = np.arange(len(images)) % 5 == 4
    seen, seen_labels = images[~is_test], labels[~is_test]

    device = flow.device(arguments.device)
    steps = steps_of_epochs(arguments, device, len(seen))
    network = Network().to(device)
    optimizer = optim.AdamW(network.parameters(), lr=LEARNING_RATE)
    train, predict = Train(network, optimizer), Predict(network)
    train.config.enable_amp(arguments.amp)
    predict.config.enable_amp(arguments.amp)
    train.config.dump_stages(os.path.join(arguments.out, "stages"))

    loss_curve, accuracy_curve = [], []
    for epoch in range(len(steps)):
        is_last = epoch == len(steps) - 1
        optimizer.param_groups[0]["lr"] = LEARNING_RATE * 0.5 * (1 + math.cos(math.pi * epoch / len(steps)))
        trace = os.path.join(arguments.out, "trace.json")
        with flow.profile(trace, device=device) if is_last else contextlib.nullcontext():
            loss_curve.append(train_epoch(train, seen, seen_labels, steps[epoch], device))
        accuracy_curve.append(accuracy(predict, seen, seen_labels, device))
        if epoch % 10 == 9 or is_last:
            print(
                f"epoch {epoch + 1:2}: loss {loss_curve[-1]:.4f}, accuracy on training images {accuracy_curve[-1]:.4f}"
            )

    test_accuracy = accuracy(predict, images[is_test], labels[is_test], device)
    predict.save(os.path.join(arguments.out, "digits.weir"))
    flow.save(network.state_dict(), os.path.join(arguments.out, "digits.safetensors"))
    curves.write(
        os.path.join(arguments.out, "curves.svg"),
        {"loss": {"training images": loss_curve}, "accuracy": {"training images": accuracy_curve}},
    )
    memory = train.memory()
    print(f"train job: {memory['arena_bytes']} bytes planned, {memory['live_bound']} live at most")
    print(f"weights: {fingerprint(network)}")
    print(f"time: {time.perf_counter() - started:.1f} s")
    print(f"test accuracy: {test_accuracy:.4f}")


if __name__ == "__main__":
    main()
