"""How exact sums are, beside PyTorch's on the same numbers: errors against f64 of reductions, losses and norms.

Run with torch and the package on PYTHONPATH: python bench/sums/accuracy.py [--most N] [NAME ...]. The last lines are
`NAME: NUMBER`."""

import argparse
import zlib
from dataclasses import dataclass
from typing import Callable

import numpy as np
import torch

import weir as flow

F, T = flow.nn.functional, torch.nn.functional

ROUNDING = 2.0**-24  # of a result that is rounded once
SIZES = (10**3, 10**4, 10**5, 10**6, 10**7, 3 * 10**7)
ACROSS = 64  # results of a case with rows or columns, where there are elements enough
NUMBERS = {
    "uniform": lambda rng, shape: rng.random(shape, np.float32),
    "offset": lambda rng, shape: rng.random(shape, np.float32) + np.float32(1000),
    "constant": lambda rng, shape: np.full(shape, 0.1, np.float32),
}


@dataclass
class Case:
    ours: Callable  # of the inputs, and the dimensions that are summed over
    theirs: Callable
    inputs: Callable = lambda x: (x,)  # from an array of the numbers
    layouts: tuple = ("rows", "columns", "everything")
    numbers: tuple = tuple(NUMBERS)
    scale: Callable = lambda exact, x: np.abs(exact)  # what an error is relative to


def pair(x):
    """The numbers, and others of their kind."""
    return x, np.roll(x, 1)


def whole(exact, x):
    return np.abs(exact).max()


def spread(exact, x):
    """A constant has no spread: what is left of it is held against the square of the numbers' last digit."""
    return np.maximum(np.abs(exact), ROUNDING * np.abs(x).max() ** 2)


def root_of_spread(exact, x):
    return np.maximum(np.abs(exact), ROUNDING * np.abs(x).max())


def unit(exact, x):
    """Of results whose size is about 1, whatever the numbers are; numbers near 1000 are themselves 2^-15 apart."""
    return np.maximum(1, np.abs(x).max())


def probabilities(x):
    return np.clip(x, 0.01, 0.99), np.clip(1 - x, 0.01, 0.99)


def classes(x):
    return x, (np.arange(x.shape[0]) * 7 % x.shape[1]).astype(np.int64)


def normalized_rows(function):
    return lambda x, dim: function(x, [x.shape[1]])


def channels(x):
    """(N, C) as images of one column: its columns are what batch norm sums over."""
    return x


def with_bias(x):
    return x, np.zeros(x.shape[1], x.dtype)


def gradient_of_bias(library):
    def gradient(x, bias, dim):
        if library is torch:
            return torch.autograd.grad((x * bias.requires_grad_()).sum(), bias)[0]
        return flow.grad((x * bias).sum(), [bias])[0]

    return gradient


def reduction(name, **options):
    return Case(
        lambda x, dim: getattr(flow, name)(x, dim=dim), lambda x, dim: getattr(torch, name)(x, dim=dim), **options
    )


def loss(name, inputs=pair, **options):
    def of(library):
        return lambda x, y, dim: getattr(library, name)(x, y)

    return Case(of(F), of(T), inputs, ("everything",), **options)


def along(name, *arguments, **options):
    return Case(
        lambda x, dim: getattr(F, name)(x, *arguments, dim=dim),
        lambda x, dim: getattr(T, name)(x, *arguments, dim=dim),
        layouts=("rows", "columns"),
        **options,
    )


ROWS = {"layouts": ("rows",), "scale": unit}
CASES = {
    "sum": reduction("sum"),
    "mean": reduction("mean"),
    "var": reduction("var", scale=spread),
    "std": reduction("std", scale=root_of_spread),
    "norm": Case(lambda x, dim: flow.norm(x, dim=dim), lambda x, dim: torch.linalg.vector_norm(x, dim=dim)),
    "norm 1": Case(lambda x, dim: flow.norm(x, 1, dim=dim), lambda x, dim: torch.linalg.vector_norm(x, 1, dim=dim)),
    "logsumexp": Case(
        lambda x, dim: flow.logsumexp(x, dim=dim),
        lambda x, dim: torch.logsumexp(x, dim=dim),
        layouts=("rows", "columns"),
    ),
    "cumsum": Case(
        lambda x, dim: flow.cumsum(x, dim), lambda x, dim: torch.cumsum(x, dim), layouts=("rows", "columns")
    ),
    "softmax": along("softmax"),
    "log_softmax": along("log_softmax"),
    "normalize": along("normalize", 2.0),
    "mse_loss": loss("mse_loss", numbers=("uniform", "offset")),
    "l1_loss": loss("l1_loss", numbers=("uniform", "offset")),
    "smooth_l1_loss": loss("smooth_l1_loss", numbers=("uniform", "offset")),
    "binary_cross_entropy": loss("binary_cross_entropy", probabilities, numbers=("uniform", "constant")),
    "binary_cross_entropy_with_logits": loss("binary_cross_entropy_with_logits", numbers=("uniform", "constant")),
    "kl_div": loss("kl_div", lambda x: (np.log(x + 0.5), x + 1), numbers=("uniform", "constant")),
    "cross_entropy": Case(
        lambda x, y, dim: F.cross_entropy(x, y), lambda x, y, dim: T.cross_entropy(x, y), classes, ("rows",)
    ),
    "cosine_similarity": Case(
        lambda x, y, dim: F.cosine_similarity(x, y, dim=dim),
        lambda x, y, dim: T.cosine_similarity(x, y, dim=dim),
        pair,
        ("rows", "columns"),
    ),
    "layer_norm": Case(normalized_rows(F.layer_norm), normalized_rows(T.layer_norm), **ROWS),
    "rms_norm": Case(
        normalized_rows(lambda x, shape: F.rms_norm(x, shape, eps=1e-6)),
        normalized_rows(lambda x, shape: T.rms_norm(x, shape, eps=1e-6)),
        **ROWS,
    ),
    "group_norm": Case(
        lambda x, dim: F.group_norm(x.reshape(x.shape[0] // 8, 8, x.shape[1]), 2),
        lambda x, dim: T.group_norm(x.reshape(x.shape[0] // 8, 8, x.shape[1]), 2),
        **ROWS,
    ),
    "instance_norm": Case(
        lambda x, dim: F.instance_norm(x.reshape(8, x.shape[0] // 8, x.shape[1])),
        lambda x, dim: T.instance_norm(x.reshape(8, x.shape[0] // 8, x.shape[1])),
        **ROWS,
    ),
    "batch_norm": Case(
        lambda x, dim: F.batch_norm(x, None, None, training=True),
        lambda x, dim: T.batch_norm(x, None, None, training=True),
        layouts=("columns",),
        scale=unit,
    ),
    "gradient of a broadcast": Case(
        gradient_of_bias(flow), gradient_of_bias(torch), with_bias, layouts=("columns",)
    ),
}


class OfCase(flow.nn.Graph):
    def __init__(self, case, dim):
        super().__init__()
        self.case, self.dim = case, dim

    def build(self, *inputs):
        return self.case.ours(*inputs, dim=self.dim)


def shape_and_dim(layout, size):
    across = ACROSS if size > 1000 * ACROSS else 8
    return {
        "rows": ((across, size // across), 1),
        "columns": ((size // across, across), 0),
        "everything": ((size,), (0,)),
    }[layout]


def errors(case, layout, kind, size, seed):
    """(ours, PyTorch's): the largest error of a result, relative to the case's scale."""
    shape, dim = shape_and_dim(layout, size)
    rng = np.random.default_rng([zlib.crc32(kind.encode()), size, seed])
    x = NUMBERS[kind](rng, shape)
    inputs = [np.ascontiguousarray(array) for array in case.inputs(x)]
    ours = OfCase(case, dim)(*map(flow.tensor, inputs)).numpy()
    tensors = list(map(torch.from_numpy, inputs))
    theirs = case.theirs(*tensors, dim=dim).detach().numpy()
    wide = [tensor.double() if tensor.is_floating_point() else tensor for tensor in tensors]
    exact = case.theirs(*wide, dim=dim).detach().numpy()
    scale = np.maximum(case.scale(exact, x), 1e-300)
    return tuple(float(np.max(np.abs(y.astype(np.float64) - exact) / scale)) for y in (ours, theirs))


def excess(ours, theirs):
    """Ours over what it may be: twice PyTorch's error, or the rounding of the result, whichever is larger."""
    return ours / max(2 * theirs, ROUNDING)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"of {', '.join(CASES)}; all if none is given")
    parser.add_argument("--most", type=int, default=SIZES[-1], help="the largest number of elements")
    options = parser.parse_args()
    worst = 0.0
    measured = over = above = 0
    print(f"{'case':34}{'layout':12}{'numbers':10}{'elements':>10}{'Weir':>10}{'PyTorch':>10}{'excess':>8}")
    for name in options.names or CASES:
        case = CASES[name]
        for layout in case.layouts:
            for kind in case.numbers:
                for size in SIZES:
                    if size > options.most:
                        continue
                    seeds = 5 if layout == "everything" else 1
                    found = [errors(case, layout, kind, size, seed) for seed in range(seeds)]
                    ours, theirs = (max(of) for of in zip(*found))
                    measured += 1
                    over += excess(ours, theirs) > 1
                    above += ours > 1e-6 >= theirs
                    worst = max(worst, excess(ours, theirs))
                    print(
                        f"{name:34}{layout:12}{kind:10}{size:>10}{ours:>10.1e}{theirs:>10.1e}"
                        f"{excess(ours, theirs):>8.2f}{' *' if excess(ours, theirs) > 1 else ''}",
                        flush=True,
                    )
    print(f"cases: {measured}")
    print(f"over twice PyTorch's: {over}")
    print(f"over 1e-6 where PyTorch is below: {above}")
    print(f"worst: {worst:.3f}")


if __name__ == "__main__":
    main()
