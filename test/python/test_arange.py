"""arange and linspace: tensors outside of graphs and values inside are the same numbers."""

import numpy as np
import pytest

import weir as flow
from traced_graphs import Function, ops_of, traced

ROUNDING = 2.0**-52  # a kernel may fuse the product and the sum
RANGES = [(5,), (2, 9), (9, 2, -3), (0, 10, 4), (3, 3), (1.0, 2.0, 0.1), (0, 1, 0.3), (2.5,), (-1, 1, 0.25)]


@pytest.mark.parametrize("dtype", [None, flow.float64, flow.float32, flow.int32])
def test_arange(dtype):
    results = Function(lambda: [flow.arange(*arguments, dtype=dtype) for arguments in RANGES])()
    for arguments, inside in zip(RANGES, results):
        outside = flow.arange(*arguments, dtype=dtype)
        start, end, step = (0, *arguments, 1) if len(arguments) == 1 else (*arguments, 1)[:3]
        count = max(0, int(np.ceil((end - start) / step)))
        if dtype is flow.int32:  # which counts in integers
            start, step = int(start), int(step)
        expected = start + np.arange(count) * step
        of_integers = all(isinstance(number, int) for number in arguments)
        assert inside.dtype is outside.dtype is (dtype or (flow.int64 if of_integers else flow.float32))
        np.testing.assert_array_equal(outside.numpy(), expected.astype(inside.dtype.numpy))
        np.testing.assert_allclose(inside.numpy(), outside.numpy(), rtol=ROUNDING)


@pytest.mark.parametrize("dtype", [flow.float64, flow.float32, flow.int64])
@pytest.mark.parametrize("arguments", [(0, 1, 5), (-3, 10, 14), (2, -2, 4), (1, 9, 1), (1, 9, 0), (0, 100, 101)])
def test_linspace(arguments, dtype):
    outside = flow.linspace(*arguments, dtype=dtype)
    inside = Function(lambda: flow.linspace(*arguments, dtype=dtype))()
    np.testing.assert_allclose(inside.numpy(), outside.numpy(), rtol=ROUNDING, atol=ROUNDING)
    if dtype is not flow.int64:
        np.testing.assert_allclose(outside.numpy(), np.linspace(*arguments), rtol=1e-6, atol=1e-7)
    if arguments[2] > 1:
        assert outside.tolist()[0] == arguments[0] and outside.tolist()[-1] == arguments[1]


def test_a_range_inside_a_graph_is_no_constant_of_the_program():
    assert "iota" in ops_of(traced(lambda: flow.arange(100000)))


def test_logspace_of_traced_ends():
    ends = flow.tensor(0.5), flow.tensor(2.5)
    floats, integers, none = Function(
        lambda a, b: (flow.logspace(a, b, 3), flow.logspace(a, b, 3, dtype=flow.int64), flow.logspace(0, b, 0))
    )(*ends)
    np.testing.assert_allclose(floats.numpy(), 10.0 ** np.array([0.5, 1.5, 2.5]), rtol=1e-6)
    assert integers.tolist() == flow.logspace(0.5, 2.5, 3, dtype=flow.int64).tolist() == [1, 10, 100]
    assert none.shape == (0,)


def test_errors():
    with pytest.raises(ValueError, match="arange: expects a step other than 0"):
        flow.arange(0, 1, 0)
    with pytest.raises(ValueError, match="arange: expects a step towards the end, got 1 from 5 to 2"):
        flow.arange(5, 2)
    with pytest.raises(ValueError, match="arange: expects a step towards the end, got -0.5 from 0 to 1"):
        flow.arange(0, 1, -0.5)
    with pytest.raises(ValueError, match="linspace: expects steps to be an integer of at least 0, got -1"):
        flow.linspace(0, 1, -1)
    with pytest.raises(ValueError, match=r"linspace: expects numbers or scalars, got shape \(2,\)"):
        flow.linspace(flow.zeros(2), 1, 3)


@pytest.mark.parametrize(
    "make",
    [
        lambda: flow.arange(0, 300.5, dtype=flow.uint8),
        lambda: flow.arange(300, dtype=flow.int8),
        lambda: flow.linspace(-1, 1, 3, dtype=flow.uint8),
        lambda: flow.logspace(0, 10, 3, dtype=flow.int32),
        lambda: flow.zeros(200, dtype=flow.int8).geometric_(0.001),
    ],
)
def test_numbers_that_an_integer_dtype_lacks(make):
    with pytest.raises(ValueError, match=r"expects (integers|numbers) in \[.*\] for u?int"):
        make()


def test_a_graph_has_no_numbers_either_that_a_dtype_lacks():
    with pytest.raises(ValueError, match=r"arange: expects integers in \[-128, 127\] for int8, got 0 to 299"):
        Function(lambda: flow.arange(300, dtype=flow.int8))()


def test_large_powers_are_floats():
    assert flow.logspace(0, 400, 3).tolist() == [1.0, float("inf"), float("inf")]
    with pytest.raises(ValueError, match="fewer than 2\\^48"):
        flow.arange(1e20)


def test_scalars_are_numbers():
    of_integers = flow.arange(flow.tensor(3)), flow.arange(0, flow.tensor(6), flow.tensor(2))
    assert [(each.dtype, each.tolist()) for each in of_integers] == [(flow.int64, [0, 1, 2]), (flow.int64, [0, 2, 4])]
    of_floats = flow.arange(flow.tensor(3.0)), flow.arange(1, flow.tensor(4.0))
    assert [(each.dtype, each.tolist()) for each in of_floats] == [(flow.float32, [0, 1, 2]), (flow.float32, [1, 2, 3])]
    for count in (3, 5):
        assert flow.linspace(0, 1, steps=flow.tensor(count)).shape == (count,)
        assert flow.logspace(0, 1, flow.tensor(count)).shape == (count,)
    assert flow.full((2,), flow.tensor(3)).dtype is flow.int64
    assert flow.full((2,), flow.tensor(3.5)).tolist() == [3.5, 3.5]
    with pytest.raises(ValueError, match="linspace: expects steps to be an integer of at least 0, got tensor.traced"):
        traced(lambda n: flow.linspace(0, 1, n), flow.tensor(3))
