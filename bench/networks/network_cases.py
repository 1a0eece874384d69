"""What is measured: a network, its inputs, and how it is trained if it is. Knows neither Weir nor its peers."""

import sys
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Callable, Mapping

import numpy as np

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "examples" / "resnet"), str(ROOT / "examples" / "digits")]

import weights  # noqa: E402, from examples/resnet

VISION = "examples/resnet/models.py"
MODELS = "bench/networks/models/"
GPT_WORDS = 50257

Inputs = Callable[[], list[np.ndarray]]


@dataclass(frozen=True)
class Training:
    """The loss is the cross entropy of the network's scores of its first input, by the labels that are its second.
    The optimizer is a class that both libraries have; `period` is that of a cosine schedule."""

    optimizer: str
    options: Mapping[str, Any]
    period: int | None = None

    @staticmethod
    def loss(functional, network, values, labels):
        scores = network(values)
        return functional.cross_entropy(scores if scores.ndim == 2 else scores.flatten(0, 1), labels)


@dataclass(frozen=True)
class Case:
    """A network, by its name in a file of plain modules, on inputs that everyone draws alike."""

    title: str
    file: str  # below the repository's root
    network: str  # a class or a function
    inputs: Inputs
    training: Training | None = None
    arguments: Mapping[str, Any] = field(default_factory=dict)
    dtype: str = "float32"  # of weights and images
    tolerance: float | None = 1e-3  # of the largest element, between results; None if they are drawn otherwise
    is_convolutional: bool = False  # PyTorch has an order of images for these
    norms: tuple[float, float] = (0.7, 1.1)  # weights of normalizations: results depend on inputs, not on rounding

    def drawn(self, name: str, shape: tuple[int, ...]) -> np.ndarray:
        """A tensor of the network's state_dict."""
        return weights.draw(name, shape, self.norms)


def images(batch: int, side: int = 224) -> Inputs:
    def draw():
        few = weights.images(side)
        return [np.resize(few, (batch, *few.shape[1:]))]

    return draw


def labelled_images(batch: int) -> Inputs:
    return lambda: [*images(batch)(), np.resize(weights.LABELS, batch)]


def tokens(batch: int, length: int, words: int) -> Inputs:
    return lambda: [weights.tokens((batch, length), words)]


def shifted_tokens(batch: int, length: int, words: int) -> Inputs:
    """Tokens, and for each the one that follows."""

    def draw():
        drawn = weights.tokens((batch, length + 1), words)
        return [np.ascontiguousarray(drawn[:, :-1]), drawn[:, 1:].flatten()]

    return draw


def labelled_sequences(length: int, batch: int, width: int) -> Inputs:
    return lambda: [weights.sequences((length, batch, width)), np.arange(batch) % 10]


def digits(batch: int) -> Inputs:
    def draw():
        from digits import load_digits  # needs Weir, which the processes of its peers have not

        return [np.ascontiguousarray(array[:batch]) for array in load_digits()]

    return draw


def sgd(rate: float) -> Training:
    return Training("SGD", {"lr": rate, "momentum": 0.9, "weight_decay": 1e-4})


def convolutional(title: str, file: str, network: str, inputs: Inputs, **options) -> Case:
    return Case(title, file, network, inputs, is_convolutional=True, **options)


# From drawn weights, a larger step amplifies rounding: with 1e-3 the second loss of ResNet-50 is 2e-3 off in float32.
SGD = sgd(1e-5)
ADAMW = Training("AdamW", {"lr": 1e-4, "weight_decay": 0.05})
DIGITS = Training("AdamW", {"lr": 4e-3, "weight_decay": 0.02}, period=10000)  # as examples/digits/cnn.py has them

EVALUATED = {
    "resnet50-b1": convolutional("ResNet-50, batch 1", VISION, "resnet50", images(1)),
    "vit-s": Case("ViT-S/16, batch 1", VISION, "vit_small", images(1)),
    "resnet50-b8": convolutional("ResNet-50, batch 8", VISION, "resnet50", images(8)),
    "mobilenetv3": convolutional(
        "MobileNetV3-Large, batch 1", MODELS + "mobilenet.py", "MobileNetV3Large", images(1)
    ),
    "efficientnet-b0": convolutional(
        "EfficientNet-B0, batch 1", MODELS + "efficientnet.py", "EfficientNetB0", images(1), norms=(0.8, 1.2)
    ),
    "convnext-t": convolutional("ConvNeXt-T, batch 1", MODELS + "convnext.py", "ConvNeXt", images(1)),
    "swin-t": Case("Swin-T, batch 1", MODELS + "swin.py", "Swin", images(1)),
    "bert-s128": Case("BERT-base, 128 tokens", MODELS + "bert.py", "Bert", tokens(1, 128, 30522)),
    "gpt2-s128": Case("GPT-2 small, a prompt of 128 tokens", MODELS + "gpt.py", "Gpt", tokens(1, 128, GPT_WORDS)),
    "unet-256": convolutional("U-Net, 256 x 256, batch 1", MODELS + "unet.py", "UNet", images(1, 256)),
}

# Reads all weights for one token: bound by the memory's bandwidth.
DECODED = {
    "gpt2-decode": Case("GPT-2 small, a token behind 512", MODELS + "gpt.py", "GptDecoder", tokens(1, 1, GPT_WORDS))
}

TRAINED = {
    "digits-step": convolutional(
        "a training step of the digits CNN, batch 64",
        "examples/digits/cnn_model.py",
        "Network",
        digits(64),
        training=DIGITS,
        tolerance=None,
    ),
    "train-resnet18-b8": convolutional(
        "a training step of ResNet-18, batch 8", VISION, "resnet18", labelled_images(8), training=SGD
    ),
    "train-resnet50-b8": convolutional(
        "a training step of ResNet-50, batch 8", VISION, "resnet50", labelled_images(8), training=SGD
    ),
    "train-mobilenetv2-b8": convolutional(
        "a training step of MobileNetV2, batch 8",
        MODELS + "mobilenet.py",
        "MobileNetV2",
        labelled_images(8),
        training=SGD,
        arguments={"dropout": 0.0},
    ),
    "train-vit-s-b8": Case("a training step of ViT-S/16, batch 8", VISION, "vit_small", labelled_images(8), ADAMW),
    "train-gpt": Case(
        "a training step of GPT-2 small, 2 x 128 tokens",
        MODELS + "gpt.py",
        "Gpt",
        shifted_tokens(2, 128, GPT_WORDS),
        ADAMW,
    ),
    "train-lstm": Case(
        "a training step of an LSTM, 64 times 16 x 512",
        MODELS + "lstm.py",
        "Lstm",
        labelled_sequences(64, 16, 512),
        sgd(1e-2),
    ),
}


def in_bfloat16(case: Case) -> Case:
    return replace(case, title=case.title + ", bf16", dtype="bfloat16", tolerance=0.05)


CASES = EVALUATED | DECODED | TRAINED | {f"{name}-bf16": in_bfloat16(case) for name, case in EVALUATED.items()}
