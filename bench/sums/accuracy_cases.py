"""What accuracy.py measures: reductions, losses, norms and gradients of both libraries, and of which numbers."""

from dataclasses import dataclass
from typing import Callable

import numpy as np
import torch

import weir as flow

F, T = flow.nn.functional, torch.nn.functional

ROUNDING = 2.0**-24  # of a result that is rounded once
NUMBERS = {
    "uniform": lambda rng, shape: rng.random(shape, np.float32),
    "offset": lambda rng, shape: rng.random(shape, np.float32) + np.float32(1000),
    "constant": lambda rng, shape: np.full(shape, 0.1, np.float32),
}


@dataclass
class Case:
    ours: Callable  # of the inputs, and the dimensions that are summed over; a result or several
    theirs: Callable
    inputs: Callable = lambda x: (x,)  # from an array of the numbers
    layouts: tuple = ("rows", "columns", "everything")
    numbers: tuple = tuple(NUMBERS)
    scales: tuple = (lambda exact, x: np.abs(exact),)  # what an error is relative to, of each result


# Inputs


def pair(x):
    """The numbers, and others of their kind."""
    return x, np.roll(x, 1)


def triple(x):
    return x, np.roll(x, 1), np.roll(x, 2)


def probabilities(x):
    return np.clip(x, 0.01, 0.99), np.clip(1 - x, 0.01, 0.99)


def signs(x):
    return x, np.where(np.arange(x.size).reshape(x.shape) % 2, 1, -1).astype(np.float32)


def signed_pair(x):
    return *pair(x), signs(x)[1]


def signed_rows(x):
    return *pair(x), signs(x[:, 0])[1]


def bits(x):
    return x, (np.arange(x.size).reshape(x.shape) % 3 == 0).astype(np.float32)


def classes(x):
    return x, (np.arange(x.shape[0]) * 7 % x.shape[1]).astype(np.int64)


def with_gaps(x):
    x = x.copy()
    x.reshape(-1)[::7] = np.nan
    return (x,)


def near_one(x):
    """Numbers whose products stay near 1, however many there are."""
    return (np.exp((x - x.mean(dtype=np.float64)) / np.sqrt(x.size)).astype(np.float32),)


def with_row(x):
    return x, np.full(x.shape[1], 0.5, x.dtype)


def with_number(x):
    return x, np.full(1, 0.5, x.dtype)


# What errors are relative to


def size(exact, x):
    return np.abs(exact)


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


# Functions


def reduction(name, *arguments, **options):
    return Case(
        lambda x, dim: getattr(flow, name)(x, *arguments, dim=dim),
        lambda x, dim: getattr(torch, name)(x, *arguments, dim=dim),
        **options,
    )


def norm(p):
    return Case(lambda x, dim: flow.norm(x, p, dim=dim), lambda x, dim: torch.linalg.vector_norm(x, p, dim=dim))


def losses(name, inputs=pair, numbers=("uniform", "constant"), layout="everything"):
    def of(library, reduction):
        return lambda *tensors, dim: getattr(library, name)(*tensors, reduction=reduction)

    return {
        f"{name}, {by}": Case(of(F, by), of(T, by), inputs, (layout,), numbers) for by in ("mean", "sum")
    }


def along(name, *arguments, **options):
    return Case(
        lambda x, dim: getattr(F, name)(x, *arguments, dim=dim),
        lambda x, dim: getattr(T, name)(x, *arguments, dim=dim),
        layouts=("rows", "columns"),
        **options,
    )


def running(name, **options):
    return Case(
        lambda x, dim: getattr(flow, name)(x, dim),
        lambda x, dim: getattr(torch, name)(x, dim),
        layouts=("rows", "columns"),
        **options,
    )


def each(function, **options):
    """Of both libraries' nn.functional."""
    return Case(lambda *inputs, dim: function(F, *inputs), lambda *inputs, dim: function(T, *inputs), **options)


def gradients(function, loss=lambda y: (y * y).sum(), **options):
    """Of a loss of a function's result, by all inputs."""

    def ours(*inputs, dim):
        return flow.grad(loss(function(F, *inputs)), list(inputs))

    def theirs(*inputs, dim):
        return torch.autograd.grad(loss(function(T, *(x.requires_grad_() for x in inputs))), inputs)

    return Case(ours, theirs, **options)


def weighted(library, x, weight):
    return x * weight


def in_groups(library, x):
    return library.group_norm(x.reshape(x.shape[0] // 8, 8, x.shape[1]), 2)


def in_instances(library, x):
    return library.instance_norm(x.reshape(8, x.shape[0] // 8, x.shape[1]))


def in_batches(library, x):
    return library.batch_norm(x, None, None, training=True)


def in_layers(library, x):
    return library.layer_norm(x, [x.shape[1]])


ROWS = {"layouts": ("rows",), "scales": (unit,)}
COLUMNS = {"layouts": ("columns",), "scales": (unit,)}
CASES = {
    "sum": reduction("sum"),
    "mean": reduction("mean"),
    "nansum": reduction("nansum", inputs=with_gaps),
    "nanmean": reduction("nanmean", inputs=with_gaps),
    "var": reduction("var", scales=(spread,)),
    "std": reduction("std", scales=(root_of_spread,)),
    "var_mean": reduction("var_mean", scales=(spread, size)),
    "prod": Case(
        lambda x, dim: flow.prod(x, dim if isinstance(dim, int) else 0),
        lambda x, dim: torch.prod(x, dim if isinstance(dim, int) else 0),
        near_one,
        numbers=("uniform",),
    ),
    **{f"norm {p}": norm(p) for p in (2, 1, 3, 0, float("inf"))},
    "logsumexp": reduction("logsumexp"),
    "cumsum": running("cumsum"),
    "cumprod": running("cumprod", inputs=near_one, numbers=("uniform",)),
    "logcumsumexp": running("logcumsumexp"),
    "softmax": along("softmax"),
    "log_softmax": along("log_softmax"),
    "normalize": along("normalize", 2.0),
    "cosine_similarity": Case(
        lambda x, y, dim: F.cosine_similarity(x, y, dim=dim),
        lambda x, y, dim: T.cosine_similarity(x, y, dim=dim),
        pair,
        ("rows", "columns"),
    ),
    **losses("mse_loss", numbers=("uniform", "offset")),
    **losses("l1_loss", numbers=("uniform", "offset")),
    **losses("smooth_l1_loss", numbers=("uniform", "offset")),
    **losses("huber_loss", numbers=("uniform", "offset")),
    **losses("binary_cross_entropy", probabilities),
    **losses("binary_cross_entropy_with_logits"),
    **losses("kl_div", lambda x: (np.log(x + 0.5), x + 1)),
    **losses("poisson_nll_loss"),
    **losses("gaussian_nll_loss", lambda x: (*pair(x), x + 0.5)),
    **losses("soft_margin_loss", signs),
    **losses("hinge_embedding_loss", signs),
    **losses("margin_ranking_loss", signed_pair, ("uniform",)),
    **losses("multilabel_soft_margin_loss", bits, layout="rows"),
    **losses("cosine_embedding_loss", signed_rows, ("uniform",), "rows"),
    **losses("triplet_margin_loss", triple, ("uniform",), "rows"),
    **losses("multi_margin_loss", classes, layout="rows"),
    **losses("cross_entropy", classes, ("uniform", "offset", "constant"), "rows"),
    **losses("nll_loss", classes, layout="rows"),
    "layer_norm": each(in_layers, **ROWS),
    "rms_norm": each(lambda library, x: library.rms_norm(x, [x.shape[1]], eps=1e-6), **ROWS),
    "group_norm": each(in_groups, **ROWS),
    "instance_norm": each(in_instances, **ROWS),
    "batch_norm": each(in_batches, **COLUMNS),
    "adaptive_avg_pool1d": each(lambda library, x: library.adaptive_avg_pool1d(x, 1), **ROWS),
    "gradient of layer_norm": gradients(in_layers, layouts=("rows",), numbers=("uniform",), scales=(unit,)),
    "gradient of batch_norm": gradients(in_batches, layouts=("columns",), numbers=("uniform",), scales=(unit,)),
    "gradient of softmax": gradients(
        lambda library, x: library.softmax(x, 1), layouts=("rows",), numbers=("uniform",), scales=(whole,)
    ),
    "gradients of a row of weights": gradients(
        weighted, lambda y: y.sum(), inputs=with_row, layouts=("columns",), scales=(size, size)
    ),
    "gradients of one weight": gradients(
        weighted, lambda y: y.sum(), inputs=with_number, layouts=("everything",), scales=(size, size)
    ),
}
