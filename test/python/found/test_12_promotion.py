"""Found, line 12: a tensor of rank 0 raises the dtype of others only where it is of a higher kind."""

import pytest

import weir as flow
from traced_graphs import Function


@pytest.mark.parametrize(
    "vector, scalar, expected",
    [
        (flow.float32, flow.float64, flow.float32),
        (flow.float16, flow.float32, flow.float16),
        (flow.uint8, flow.int64, flow.uint8),
        (flow.int64, flow.float16, flow.float16),
        (flow.int32, flow.float64, flow.float64),
        (flow.bool, flow.int32, flow.int32),
    ],
)
def test_rank_0_beside_a_vector(vector, scalar, expected):
    x, y = flow.ones(3, dtype=vector), flow.ones((), dtype=scalar)
    for call in (lambda x, y: x + y, lambda x, y: y + x, lambda x, y: flow.where(x > 0, x, y)):
        assert Function(call)(x, y).dtype is expected


def test_equal_ranks():
    x, y = flow.ones((), dtype=flow.float32), flow.ones((), dtype=flow.float64)
    assert Function(lambda x, y: x + y)(x, y).dtype is flow.float64
    x, y = flow.ones(1), flow.ones(1, dtype=flow.float64)
    assert Function(lambda x, y: x + y)(x, y).dtype is flow.float64


def test_integers_become_floats():
    x = flow.ones((3,), dtype=flow.int64)
    assert Function(flow.exp)(x).dtype is flow.float32
    assert Function(lambda x: x**2)(x).dtype is flow.int64
    assert Function(flow.floor)(x).dtype is flow.int64
