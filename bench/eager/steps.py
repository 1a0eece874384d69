"""Milliseconds of training steps, of an inference and of single functions, op by op, and of PyTorch in the same run."""

import argparse

import models
import numpy as np
import torch
import weir as flow
from in_turns import LIBRARIES, medians

RNG = np.random.default_rng(0)


def normal(*shape):
    return RNG.standard_normal(shape).astype(np.float32)


def labels(classes, *shape):
    return RNG.integers(0, classes, shape)


def training(model, x, y):
    def make(library):
        network = model(library)
        optimizer = library.optim.AdamW(network.parameters(), lr=1e-3)
        inputs, wanted = library.tensor(x), library.tensor(y)

        def step():
            loss = library.nn.functional.cross_entropy(network(inputs), wanted)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            return loss

        return step

    return make


def inference(model, x):
    def make(library):
        network, inputs = model(library).eval(), library.tensor(x)

        def call():
            with library.no_grad():
                return network(inputs)

        return call

    return make


def function(name, *arguments):
    """nn.functional.NAME of arrays and others."""

    def make(library):
        given = [library.tensor(each) if isinstance(each, np.ndarray) else each for each in arguments]
        called = getattr(library.nn.functional, name)
        return lambda: called(*given)

    return make


def ten_ops(library):
    x = library.tensor(BIG)

    def call():
        y = x
        for _ in range(5):
            y = library.tanh(y * 1.5)
        return y

    return call


def adamw(library):
    sizes = [(64, 64)] * 80 + [(64,)] * 80
    parameters = [library.nn.Parameter(library.tensor(normal(*size))) for size in sizes]
    for parameter in parameters:
        parameter.grad = library.tensor(normal(*parameter.shape))
    fused = {"fused": True} if library is torch else {}
    optimizer = library.optim.AdamW(parameters, lr=1e-3, **fused)

    def step():
        optimizer.step()
        return parameters[-1]

    return step


BIG = normal(1024, 1024)
CASES = {  # what is called, and how often in a round
    "digits CNN": (training(models.digits, normal(64, 1, 8, 8), labels(10, 64)), 40),
    "small GPT": (training(models.gpt, labels(256, 8, 64), labels(256, 8, 64)), 10),
    "ResNet-18": (training(models.resnet18, normal(16, 3, 64, 64), labels(10, 16)), 4),
    "ResNet-50, inference": (inference(models.resnet50, normal(1, 3, 224, 224)), 4),
    "ten ops": (ten_ops, 20),
    "AdamW of 160 tensors": (adamw, 50),
}
CASES |= {name: (function(name, BIG, -1), 50) for name in ["softmax"]}
CASES |= {name: (function(name, BIG), 50) for name in ["gelu"]}
CASES |= {name: (function(name, BIG, (1024,)), 50) for name in ["layer_norm"]}
CASES |= {name: (function(name, BIG, labels(1024, 1024)), 50) for name in ["cross_entropy"]}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("names", nargs="*", default=list(CASES))
    arguments = parser.parse_args()
    torch.set_num_threads(2)
    flow.set_num_threads(2)
    for name in arguments.names:
        make, calls = CASES[name]
        made = {library: make(module) for library, module in LIBRARIES.items()}
        found = medians(made, lambda y: y.detach().numpy(), calls, arguments.rounds)
        print(f"{name}, ms: {1e3 * found['weir']:.3f}")
        print(f"{name}, of torch: {found['weir'] / found['torch']:.2f}", flush=True)


if __name__ == "__main__":
    main()
