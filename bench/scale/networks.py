"""The networks that ranks train, by name, each with batches that it takes."""

import sys
from pathlib import Path

import numpy as np
import transformers

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "examples" / "resnet"), str(ROOT / "examples" / "digits")]


def network(name):
    """A network with new weights."""
    if name == "gpt":
        return transformers.Gpt()
    if name in ("vit", "wide"):
        return transformers.Vit() if name == "vit" else transformers.Wide()
    if name == "resnet18":
        import models

        return models.ResNet(models.BasicBlock, [2, 2, 2, 2], num_classes=10)
    import cnn_model

    return cnn_model.Network()


def batches(name, size, seed=0):
    """Inputs and targets, without end."""
    numbers = np.random.default_rng(seed)
    if name == "cnn":
        import digits

        images, labels = digits.load_digits()
    while True:
        if name == "gpt":
            ids = numbers.integers(0, 2000, (size, 65))
            yield ids[:, :-1], ids[:, 1:]
        elif name == "cnn":
            chosen = numbers.integers(0, len(images), size)
            yield images[chosen], labels[chosen]
        elif name == "wide":
            yield numbers.standard_normal((size, 64, 512)).astype(np.float32), numbers.integers(0, 10, size)
        else:
            yield numbers.standard_normal((size, 3, 64, 64)).astype(np.float32), numbers.integers(0, 10, size)
