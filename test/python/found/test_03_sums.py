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


@pytest.mark.sampled(3)
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


def test_equal_numbers_have_no_spread():
    """However many there are: their mean is the number that they are, although their sum is rounded."""
    for length in (3, 7, 49, 125, 1000, 99_999):
        for number in (0.1, 1 / 3, 1000.7):
            x = np.full((4, length), number, np.float32)
            for dim, of_x in ((1, x), (0, np.ascontiguousarray(x.T))):
                std, var = Function(lambda x: (x.std(dim), x.var(dim)))(flow.tensor(of_x))
                assert np.all(std.numpy() == 0) and np.all(var.numpy() == 0), (length, number, dim)
            assert np.all(of(lambda x: F.layer_norm(x, [length]), x) == 0), (length, number)


@pytest.mark.parametrize("count", [1000, 10_000, 100_001])
def test_spread_that_the_numbers_hardly_hold(count):
    """Near 10^6, float32 has 16 numbers between two integers: the mean is off by a part of the spread."""
    x = np.random.default_rng(3).random(count, np.float32) + np.float32(1e6)
    assert relative_error(of(lambda x: x.var(), x), x.astype(np.float64).var(ddof=1)) <= 2e-7


def test_gradients_of_spread():
    """Of the variance of numbers whose mean is rounded, once and twice."""
    x = np.random.default_rng(4).random(1000, np.float32) + np.float32(1000)
    wide = x.astype(np.float64)
    exact = 2 * (wide - wide.mean()) / (len(x) - 1)

    def twice(x):
        (once,) = flow.grad(x.var(), [x], create_graph=True)
        return once, flow.grad((once * once).sum(), [x])[0]

    once, second = Function(twice)(flow.tensor(x))
    ulp = 2.0**-15  # how far the mean may be off
    assert np.max(np.abs(once.numpy() - exact)) <= 2 * ulp / (len(x) - 1)
    assert np.max(np.abs(second.numpy() - exact * 4 / (len(x) - 1))) <= 8 * ulp / (len(x) - 1) ** 2


@pytest.mark.parametrize("values", [[1.0, 1.7e308, 2.0], [1.7e308, -1.7e308, 1.0], [1e200, 1.0, 2.0]])
def test_variances_that_overflow_are_infinite(values):
    x = flow.tensor(values, dtype=flow.float64, requires_grad=True)
    std = flow.std(x)
    assert flow.var(x).item() == std.item() == float("inf")
    std.backward()
    assert x.grad.tolist() == [0, 0, 0]
