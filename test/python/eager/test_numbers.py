"""Numbers of calls outside of graphs: after a few values of one they are inputs, so that no further one is compiled."""

import numpy as np
import pytest

import weir as flow
from weir import _core

RNG = np.random.default_rng(0)
DTYPES = {
    flow.float32: RNG.uniform(-5, 5, 7),
    flow.float64: RNG.uniform(-5, 5, 7),
    flow.int64: RNG.integers(1, 50, 7),
    flow.int32: RNG.integers(1, 50, 7),
    flow.int8: RNG.integers(1, 20, 7),
    flow.bool: RNG.integers(0, 2, 7),
}
CALLS = {
    "sum": lambda x, number: x + number,
    "difference": lambda x, number: number - x,
    "product": lambda x, number: x * number,
    "quotient": lambda x, number: x / number,
    "comparison": lambda x, number: x >= number,
    "equality": lambda x, number: x == number,
}


@pytest.mark.sampled(3)
@pytest.mark.parametrize("call", CALLS)
@pytest.mark.parametrize("dtype", DTYPES, ids=lambda dtype: dtype.name)
def test_integers_of_any_value_are_as_the_first(call, dtype):
    function = CALLS[call]
    if call == "difference" and dtype is flow.bool:
        function = lambda x, number: x + number  # noqa: E731
    x = flow.tensor(DTYPES[dtype]).to(dtype)
    compiled = []
    for number in (1, 2, 3, 5, 7, 11, -3, 13, 100, 4):
        y = function(x, number)
        array = x.numpy()
        wide = array.astype(np.float32) if call == "quotient" and array.dtype.kind != "f" else array
        small = np.int64(number) if wide.dtype == bool else number
        expected = function(wide, small)
        assert (y.dtype is flow.float32) == (expected.dtype == np.float32) and y.shape == (7,)
        np.testing.assert_allclose(y.numpy(), expected, rtol=1e-6)
        compiled.append(_core.call_counts()[2])
    assert compiled[-1] == compiled[5]


def test_integers_that_a_dtype_lacks_are_refused_after_others_too():
    x = flow.tensor([1, 2], dtype=flow.int8)
    for number in range(10):
        assert (x + number).tolist() == [1 + number, 2 + number]
    first = None
    for number in (300, 400, -129):
        try:
            found = (x + number).tolist()
        except ValueError as error:
            found = type(error)
        first = first or found
        assert isinstance(found, type(first))


@pytest.mark.parametrize("dtype", [flow.int32, flow.int8, flow.uint8, flow.bfloat16, flow.float32, flow.bool])
def test_scalars_keep_their_dtypes_beside_any_integer(dtype):
    x = flow.tensor(1).to(dtype)
    found = {(x + number).dtype for number in range(10)}
    assert found == {flow.int64 if dtype is flow.bool else dtype}
    assert [(x + number).item() for number in range(10)] == list(range(1, 11))


@pytest.mark.parametrize("dtype", [flow.float16, flow.bfloat16])
def test_narrow_floats_beside_integers(dtype):
    x = flow.tensor([0.5, -1.5, 3.0]).to(dtype)
    for number in (1, 2, 3, 4, 5, 6, -7, 255, 2049, 4097, 65504):
        expected = (x.float() * number).to(dtype) if number < 256 else (x * flow.tensor(float(number)).to(dtype))
        assert (x * number).tolist() == expected.tolist() and (x * number).dtype is dtype


def test_bytes_beside_integers():
    x = flow.tensor([1, 255, 7], dtype=flow.uint8)
    compiled = []
    for number in range(12):
        assert (x == number).tolist() == [number == 1, False, number == 7] and (x == 255).tolist()[1]
        compiled.append(_core.call_counts()[2])
    assert compiled[-1] == compiled[6]


def test_powers_by_integers_stay_products():
    x = flow.tensor([1.0, -2.0, 3.0])
    for power in range(10):
        assert (x**power).tolist() == [1.0, (-2.0) ** power, 3.0**power]


def test_scales_of_sums_that_change_compile_nothing():
    x, step = flow.ones(5), flow.arange(5.0)
    compiled = []
    expected = np.ones(5)
    for number in range(1, 25):
        x.add_(step, alpha=-0.001 * number)
        expected -= 0.001 * number * np.arange(5)
        compiled.append(_core.call_counts()[2])
    np.testing.assert_allclose(x.numpy(), expected, rtol=1e-5)
    assert compiled[-1] == compiled[10]
    y = flow.ones(3, requires_grad=True)
    sum(flow.sub(y, y, alpha=0.01 * number) for number in range(12)).sum().backward()
    np.testing.assert_allclose(y.grad.numpy(), 12 - 0.01 * 66, rtol=1e-5)


def test_steps_of_an_optimizer_by_hand_compile_nothing():
    """Adam's step sizes are others in each step."""
    weight, gradient, scale = flow.ones(5), flow.arange(1.0, 6.0), flow.full((5,), 2.0)
    compiled = []
    expected = np.ones(5)
    for number in range(1, 25):
        weight.addcdiv_(gradient, scale, value=-0.0013 * number).addcmul_(gradient, scale, value=0.0017 * number)
        expected += np.arange(1, 6) * (0.0034 - 0.00065) * number
        compiled.append(_core.call_counts()[2])
    np.testing.assert_allclose(weight.numpy(), expected, rtol=1e-5)
    assert compiled[-1] == compiled[10]
    y = flow.full((3,), 2.0, requires_grad=True)
    sum(flow.addcdiv(y, y, scale[:3], value=0.011 * number) for number in range(12)).sum().backward()
    np.testing.assert_allclose(y.grad.numpy(), 12 + 0.011 * 66 / 2, rtol=1e-5)


def test_gradients_pass_calls_of_numbers():
    x = flow.ones(3, requires_grad=True)
    total = sum((x * number).sum() for number in range(1, 9))
    total.backward()
    assert x.grad.tolist() == [36, 36, 36]
