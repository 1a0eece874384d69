"""Found, line 10: lerp meets both ends, erfinv keeps its digits near 1, gelu does not overflow, isclose does not
wrap."""

import math

import numpy as np
import pytest

import weir as flow
import weir.nn.functional as F
from traced_graphs import Function


def test_lerp_meets_its_ends():
    got = Function(flow.lerp)(flow.tensor([1e8, 1e8, 1.0]), flow.tensor([1.0, 1.0, 1e8]), flow.tensor([1.0, 0.0, 1.0]))
    assert got.numpy().tolist() == [1.0, 1e8, 1e8]


@pytest.mark.parametrize("dtype, ulps", [(np.float32, 4), (np.float64, 8)])
def test_erfinv_near_one(dtype, ulps):
    x = dtype(1) - np.finfo(dtype).epsneg * np.array([1, 2, 3, 10, 1000], dtype)
    x = np.concatenate([x, -x])
    y = Function(flow.erfinv)(flow.tensor(x)).numpy().astype(np.float64)
    for given, found in zip(x.astype(np.float64), y):
        # One step of Newton's from the number that was found, by the complement, which keeps its digits.
        rest = math.erfc(abs(found)) - (1 - abs(given))
        exact = abs(found) + rest / (2 / math.sqrt(math.pi) * math.exp(-found * found))
        assert abs(abs(found) - exact) <= ulps * np.spacing(dtype(exact)), given


def test_gelu_of_the_largest_numbers():
    x = flow.tensor([3e38, -3e38])
    assert Function(F.gelu)(x).numpy().tolist() == [np.float32(3e38), 0]


def test_isclose_of_bytes():
    x, y = flow.tensor([250, 3], dtype=flow.uint8), flow.tensor([3, 250], dtype=flow.uint8)
    assert Function(flow.isclose)(x, y).numpy().tolist() == [False, False]
    assert Function(lambda x, y: flow.isclose(x, y, atol=247))(x, y).numpy().tolist() == [True, True]
