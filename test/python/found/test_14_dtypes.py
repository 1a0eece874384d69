"""Found, line 14: results have PyTorch's dtypes."""

import weir as flow
import weir.nn.functional as F
from traced_graphs import Function


def test_draws_have_the_dtype_that_is_asked_for():
    assert Function(lambda: flow.normal(0.0, 1.0, 3, dtype=flow.float64))().dtype is flow.float64


def test_bounded_functions_of_integers():
    x = flow.tensor([-9, 0, 9])
    for call, expected in ((F.hardtanh, [-1, 0, 1]), (F.relu6, [0, 0, 6]), (F.relu, [0, 0, 9])):
        y = Function(call)(x)
        assert y.dtype is flow.int64 and y.numpy().tolist() == expected


def test_quotient_of_two_numbers():
    y = Function(lambda: flow.div(-8, 6))()
    assert y.dtype is flow.float32 and abs(y.numpy() + 4 / 3) < 1e-6


def test_square_of_bools():
    y = Function(flow.square)(flow.tensor([True, False]))
    assert y.dtype is flow.int64 and y.numpy().tolist() == [1, 0]
