"""What is measured: a network, its inputs, and whether it is trained. Knows neither Weir nor its peers."""

import sys
from dataclasses import dataclass
from pathlib import Path

import numpy as np

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
sys.path[:0] = [str(EXAMPLES / "resnet"), str(EXAMPLES / "digits")]

import weights  # noqa: E402, from examples/resnet


@dataclass(frozen=True)
class Case:
    """A network, by its name in examples/resnet/models.py, on a batch of images, or a training step of the CNN of
    examples/digits."""

    title: str
    network: str
    batch: int
    trains: bool = False

    def inputs(self) -> list[np.ndarray]:
        if self.trains:
            from digits import load_digits  # needs Weir, which the processes of its peers have not

            return [np.ascontiguousarray(array[: self.batch]) for array in load_digits()]
        images = weights.images()
        return [np.resize(images, (self.batch, *images.shape[1:]))]


CASES = {
    "resnet50-b1": Case("ResNet-50, batch 1", "resnet50", 1),
    "vit-s": Case("ViT-S/16, batch 1", "vit_small", 1),
    "resnet50-b8": Case("ResNet-50, batch 8", "resnet50", 8),
    "digits-step": Case("a training step of the digits CNN, batch 64", "digits", 64, trains=True),
}
