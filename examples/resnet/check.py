"""Runs the three networks on four images, in evaluation and for one step of training, and compares with golden.npz.

Logits are computed in float32. The norms of single gradients are compared in float64: in float32 a rounding that moves
one of ten million activations across the kink of ReLU changes them by more than 1e-3, in PyTorch as here. The norm of
all gradients together is compared in float32, too.

python examples/resnet/check.py [model ...] [--skip-training]"""

from __future__ import annotations

import argparse
import os
import time

import numpy as np

import models
import weights
import weir as flow
from weir import nn

HERE = os.path.dirname(os.path.abspath(__file__))
LOGITS, NORMS = 1e-4, 1e-3  # of the largest logit, of each norm


class Evaluate(nn.Graph):
    def __init__(self, network: nn.Module):
        super().__init__()
        self.network = network.eval()

    def build(self, images: flow.Tensor) -> flow.Tensor:
        return self.network(images)


class Gradients(nn.Graph):
    """The norm of each parameter's gradient, behind the loss."""

    def __init__(self, network: nn.Module):
        super().__init__()
        self.network = network.train()

    def build(self, images: flow.Tensor, labels: flow.Tensor) -> tuple[flow.Tensor, ...]:
        loss = nn.functional.cross_entropy(self.network(images), labels)
        gradients = flow.grad(loss, list(self.network.parameters()))
        return (loss, *((gradient * gradient).sum().sqrt() for gradient in gradients))


def drawn(name: str) -> nn.Module:
    network = models.MODELS[name]()
    state = network.state_dict()
    network.load_state_dict({key: flow.tensor(weights.draw(key, tuple(state[key].shape))) for key in state})
    return network


def check(name: str, golden: dict[str, np.ndarray], training: bool) -> bool:
    started = time.perf_counter()
    network = drawn(name)
    images = flow.from_numpy(weights.images())
    expected = golden[f"{name}.logits"]
    error = np.abs(Evaluate(network)(images).numpy() - expected).max() / np.abs(expected).max()
    passed = error <= LOGITS
    print(f"{name}: logits off by {error:.2e} of the largest, at most {LOGITS:g}", end="")
    if training:
        wanted = step_of(golden, name, network)
        narrow, wide = (norms(drawn(name).to(dtype), dtype) for dtype in (flow.float32, flow.float64))
        single = np.abs(wide / wanted - 1).max()
        together = abs(np.linalg.norm(narrow[1:]) / np.linalg.norm(wanted[1:]) - 1)
        passed = passed and single <= NORMS and together <= NORMS
        print(f"; loss and {len(wanted) - 1} norms of gradients in float64 by {single:.2e},", end="")
        print(f" the norm of all in float32 by {together:.2e}, at most {NORMS:g}", end="")
    print(f"; {time.perf_counter() - started:.1f} s")
    return bool(passed)


def step_of(golden: dict[str, np.ndarray], name: str, network: nn.Module) -> np.ndarray:
    keys = [f"{name}.loss", *(f"{name}.gradient.{key}" for key, _ in network.named_parameters())]
    return np.array([golden[key] for key in keys], np.float64)


def norms(network: nn.Module, dtype: flow.dtype) -> np.ndarray:
    results = Gradients(network)(flow.tensor(weights.images(), dtype=dtype), flow.from_numpy(weights.LABELS))
    return np.array([float(result.numpy()) for result in results])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("models", nargs="*", help=f"of {', '.join(models.MODELS)}; all of them unless given")
    parser.add_argument("--skip-training", action="store_true", help="compare logits alone")
    arguments = parser.parse_args()
    for name in arguments.models:
        if name not in models.MODELS:
            parser.error(f"expects one of {', '.join(models.MODELS)}, got {name}")
    with np.load(os.path.join(HERE, "golden.npz")) as file:
        golden = dict(file)
    passed = [check(name, golden, not arguments.skip_training) for name in arguments.models or models.MODELS]
    raise SystemExit(0 if all(passed) else 1)


if __name__ == "__main__":
    main()
