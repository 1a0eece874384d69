"""Sums lose no more than their last digits, however long they are."""

import math

import numpy as np
import pytest

import weir as flow
from weir import nn
from weir.nn import functional as F

LAST = 2.0**-24  # what one rounding of a float32 may lose


class Function(nn.Graph):
    def __init__(self, function):
        super().__init__()
        self.function = function

    def build(self, *inputs):
        return self.function(*inputs)


def of(function, *arrays):
    return Function(function)(*map(flow.tensor, arrays)).numpy()


def relative_error(found, exact):
    return float(np.max(np.abs(found.astype(np.float64) - exact) / np.abs(exact)))


def test_ones_are_counted():
    """Of a float32 that counts by ones, 16777216 is the end."""
    ones = np.ones((20_000_000, 1), np.float32)
    total, mean, last = Function(lambda x: (x.sum(0), x.mean(), flow.cumsum(x, 0)[-1]))(flow.tensor(ones))
    assert total.item() == 20_000_000
    assert mean.item() == 1
    assert last.item() == 20_000_000


SIZES = [1_000, 30_000, 1_000_000, 10_000_000]
FUNCTIONS = {
    "sum of all": (lambda x: x.sum(), lambda x: x.sum()),
    "sums of rows": (lambda x: x.sum(1), lambda x: x.sum(1)),
    "sums of columns": (lambda x: x.sum(0), lambda x: x.sum(0)),
    "mean": (lambda x: x.mean(), lambda x: x.mean()),
    "norm": (lambda x: flow.norm(x), lambda x: np.sqrt((x * x).sum())),
    "cumsum": (lambda x: flow.cumsum(x, 1), lambda x: np.cumsum(x, 1)),
    "mse_loss": (lambda x: F.mse_loss(x, flow.zeros_like(x)), lambda x: (x * x).mean()),
}


@pytest.mark.parametrize("name", FUNCTIONS)
@pytest.mark.parametrize("offset", [0, 1000])
def test_errors_do_not_grow_with_the_length(name, offset):
    function, exact = FUNCTIONS[name]
    rng = np.random.default_rng(1)
    for size in SIZES:
        x = rng.random((10, size // 10), np.float32) + np.float32(offset)
        assert relative_error(of(function, x), exact(x.astype(np.float64))) <= 6 * LAST, size


@pytest.mark.parametrize("size", [1_000, 100_000, 10_000_000])
def test_variances_of_large_numbers(size):
    """Numbers near 1000 whose spread is 1/12."""
    x = np.random.default_rng(2).random(size, np.float32) + np.float32(1000)
    exact = x.astype(np.float64).var(ddof=1)
    assert relative_error(of(lambda x: x.var(), x), exact) <= 16 * LAST
    found = of(lambda x: F.batch_norm(x, None, None, training=True), x.reshape(-1, 1))
    wide = x.astype(np.float64)
    expected = (wide - wide.mean()) / math.sqrt(wide.var() + 1e-5)
    assert np.max(np.abs(found[:, 0] - expected)) <= 4 * 2.0**-14  # what the mean is exact to
