"""Inverses of hyperbolic functions and of erf, against NumPy and the functions that they invert, in float64."""

import math

import numpy as np
import pytest

import weir as flow
from traced_graphs import Function

RNG = np.random.default_rng(0)
SIGNS = RNG.choice([-1, 1], 300)
SPECIAL = np.array([0.0, 1.0, -1.0, 2.0, -2.0, np.inf, -np.inf, np.nan])
# Units in the last place of results, of which a composition rounds some.
ROUNDINGS = 4

DTYPES = [flow.float64, flow.float32, flow.float16, flow.bfloat16]
EPS = {flow.float64: 2.0**-53, flow.float32: 2.0**-24, flow.float16: 2.0**-11, flow.bfloat16: 2.0**-8}
SMALLEST = {flow.float64: -300, flow.float32: -37, flow.float16: -4, flow.bfloat16: -37}
LARGEST = {flow.float64: 308, flow.float32: 38, flow.float16: 4, flow.bfloat16: 38}


def magnitudes(least, most):
    return 10.0 ** RNG.uniform(least, most, 300)


def result(function, x, dtype):
    """What is computed, and of what: x as the dtype holds it."""
    given = flow.tensor(x, dtype=dtype)
    y = Function(function)(given)
    assert y.dtype is dtype
    return y._host_values("test").astype(np.float64), given._host_values("test").astype(np.float64)


HYPERBOLIC = {
    "asinh": (np.arcsinh, lambda low, high: magnitudes(low, high) * SIGNS),
    "acosh": (np.arccosh, lambda low, high: np.concatenate([magnitudes(0, high), 1 + magnitudes(-15, 0)])),
    "atanh": (np.arctanh, lambda low, high: np.concatenate([magnitudes(low, 0) * SIGNS, 1 - magnitudes(-15, -1)])),
}


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("name", HYPERBOLIC)
def test_hyperbolic(name, dtype):
    reference, arguments = HYPERBOLIC[name]
    x = np.concatenate([arguments(SMALLEST[dtype], LARGEST[dtype]), SPECIAL])
    y, x = result(getattr(flow, name), x, dtype)
    with np.errstate(all="ignore"):
        expected = reference(x)
    np.testing.assert_allclose(y, expected, rtol=ROUNDINGS * EPS[dtype], atol=0)


@pytest.mark.parametrize("dtype", DTYPES)
def test_erfinv(dtype):
    # Up to where erf is 1 but for 2^-4 to 2^-50.
    most = {flow.float64: 5.7, flow.float32: 3.7, flow.float16: 2.2, flow.bfloat16: 1.7}[dtype]
    exact = np.concatenate([RNG.uniform(-most, most, 300), magnitudes(max(SMALLEST[dtype], -4), 0) * SIGNS])
    y, x = result(flow.erfinv, np.array([math.erf(number) for number in exact]), dtype)
    # x is rounded, and so is erf inside: each as far as the slope carries it.
    slope = math.sqrt(math.pi) / 2 * np.exp(exact * exact)
    tolerance = ROUNDINGS * EPS[dtype] * (np.abs(exact) + np.abs(x) * slope)
    assert (np.abs(y - exact) <= tolerance).all()


def test_edges_of_erfinv():
    y = Function(flow.erfinv)(flow.tensor([1.0, -1.0, 0.0, 1.5, -2.0, np.nan])).tolist()
    assert y[:3] == [np.inf, -np.inf, 0] and np.isnan(y[3:]).all()


def gradient(x):
    x = x.requires_grad_()
    (x.asinh() + flow.arctanh(x) + x.erfinv() + flow.arccosh(x + 1.5) + x.arcsinh()).sum().backward()
    return x.grad


def test_gradients():
    x = np.array([0.0, 1e-20, -1e-5, 0.3, -0.4, 0.99])
    inverse = Function(flow.erfinv)(flow.tensor(x)).numpy()
    expected = 2 / np.sqrt(1 + x * x) + 1 / (1 - x * x) + 1 / np.sqrt((x + 1.5) ** 2 - 1)
    expected += math.sqrt(math.pi) / 2 * np.exp(inverse * inverse)
    np.testing.assert_allclose(Function(gradient)(flow.tensor(x)).numpy(), expected, rtol=1e-13)
    large = np.array([1e20, -1e30])
    slopes = Function(lambda x: flow.grad(flow.asinh(x.requires_grad_()).sum(), [x])[0])(flow.tensor(large))
    np.testing.assert_allclose(slopes.numpy(), 1 / np.abs(large), rtol=1e-15)


@pytest.mark.parametrize("name", ["asinh", "acosh", "atanh", "erfinv"])
def test_inverses_of_integers_are_floats(name):
    of_integers, of_floats = (Function(getattr(flow, name))(flow.tensor(x)) for x in ([1, 0], [1.0, 0.0]))
    assert of_integers.dtype is flow.float32
    np.testing.assert_array_equal(of_integers.numpy(), of_floats.numpy())
