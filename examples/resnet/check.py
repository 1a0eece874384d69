"""Runs the three networks on four images, in evaluation and for one step of training, and compares with golden.npz.

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
    """The loss, and the norm of each parameter's gradient."""

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
    print(f"{name}: logits are off by {error:.2e} of the largest, at most {LOGITS:g}", end="")
    if training:
        loss, *norms = Gradients(network)(images, flow.from_numpy(weights.LABELS))
        wanted = [golden[f"{name}.gradient.{key}"] for key, _ in network.named_parameters()]
        off = [abs(float(norm.numpy()) / float(want) - 1) for norm, want in zip(norms, wanted)]
        off.append(abs(float(loss.numpy()) / float(golden[f"{name}.loss"]) - 1))
        passed = passed and max(off) <= NORMS
        print(f"; loss and {len(norms)} norms of gradients by {max(off):.2e}, at most {NORMS:g}", end="")
    print(f"; {time.perf_counter() - started:.1f} s")
    return bool(passed)


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
