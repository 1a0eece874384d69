"""Comparisons for tests: what is close, and what is said of what isn't."""

import pytest

import weir as flow
from weir.testing import assert_allclose, assert_close


def test_what_is_close():
    x = flow.tensor([1.0, 2.0])
    assert_close(x, x + 1e-6)
    assert_close([x, {"a": 1}], [x * (1 + 1e-7), {"a": 1}])
    assert_close(flow.tensor([1, 2]), flow.tensor([1, 2]))
    assert_close(1.0, 1.0 + 1e-9)
    assert_close(x.half(), x.half() + 1e-3)
    assert_close(x, x + 0.1, rtol=0, atol=0.2)
    assert_close(x / 0, x / 0)
    assert_close(flow.tensor([float("nan")]), flow.tensor([float("nan")]), equal_nan=True)
    assert_close(x, x.double(), check_dtype=False)
    assert_allclose(x, [1.0, 2.0])
    assert_close(flow.zeros(0, 3), flow.zeros(0, 3))


@pytest.mark.parametrize(
    ("actual", "expected", "message"),
    [
        ([1.0, 2.0], [1.0, 2.1], r"got 1 of 2 elements that differ, the first at \[1\]: 2.0 and 2.0999"),
        ([[1.0], [2.0]], [1.0, 2.0], r"expects shape \(2,\), got \(2, 1\)"),
        ([float("nan")], [float("nan")], "1 of 1 elements that differ"),
    ],
)
def test_what_is_said_of_tensors(actual, expected, message):
    with pytest.raises(AssertionError, match=message):
        assert_close(flow.tensor(actual), flow.tensor(expected))


def test_what_is_said_of_others():
    x = flow.ones(2)
    for actual, expected, message in (
        (x, x.double(), "expects dtype weir.float64, got weir.float32"),
        (1, 2, "expects tensors to be close, got 1 of 1 elements that differ, the only one: 1 and 2"),
        ([x], [x, x], "expects 2 items, got 1"),
        ({"a": x}, {"b": x}, r"expects keys \[\"'b'\"\], got \[\"'a'\"\]"),
        ([{"a": x}], [{"a": x * 2}], r"close at \[0\]\['a'\], got 2 of 2"),
    ):
        with pytest.raises(AssertionError, match=message):
            assert_close(actual, expected)
    with pytest.raises(AssertionError, match="^mine$"):
        assert_close(1, 2, msg="mine")
    with pytest.raises(AssertionError, match="^mine: expects"):
        assert_close(1, 2, msg=lambda said: f"mine: {said}")
    with pytest.raises(ValueError, match="assert_close: expects rtol and atol or neither, got 0.1 and None"):
        assert_close(1, 2, rtol=0.1)
    with pytest.raises(TypeError, match="assert_close: expects tensors, numbers, .* got str and Tensor"):
        assert_close("x", x)
