"""Activations against their definitions in NumPy, and their gradients against differences of those."""

import copy
import inspect
import math

import numpy as np
import pytest

import weir as flow
from traced_graphs import Function, assert_close
from weir import nn
from weir.nn import functional as F

erf = np.vectorize(math.erf)


def sigmoid(x):
    return 1 / (1 + np.exp(-x))


def softplus(x):
    return np.logaddexp(0, x)


def tanh_gelu(x):
    return 0.5 * x * (1 + np.tanh(math.sqrt(2 / math.pi) * (x + 0.044715 * x**3)))


SELU = 1.6732632423543772
CASES = {
    "relu": (F.relu, nn.ReLU(), lambda x: np.maximum(x, 0)),
    "leaky_relu": (lambda x: F.leaky_relu(x, 0.2), nn.LeakyReLU(0.2), lambda x: np.where(x > 0, x, 0.2 * x)),
    "elu": (lambda x: F.elu(x, 1.5), nn.ELU(1.5), lambda x: np.where(x > 0, x, 1.5 * np.expm1(np.minimum(x, 0)))),
    "gelu": (F.gelu, nn.GELU(), lambda x: 0.5 * x * (1 + erf(x / math.sqrt(2)))),
    "gelu by tanh": (lambda x: F.gelu(x, "tanh"), nn.GELU("tanh"), tanh_gelu),
    "sigmoid": (F.sigmoid, nn.Sigmoid(), sigmoid),
    "logsigmoid": (F.logsigmoid, nn.LogSigmoid(), lambda x: -softplus(-x)),
    "silu": (F.silu, nn.SiLU(), lambda x: x * sigmoid(x)),
    "softplus": (lambda x: F.softplus(x, 2.0), nn.Softplus(2.0), lambda x: softplus(2 * x) / 2),
    "mish": (F.mish, nn.Mish(), lambda x: x * np.tanh(softplus(x))),
    "tanh": (F.tanh, nn.Tanh(), np.tanh),
    "hardtanh": (lambda x: F.hardtanh(x, -2, 0.5), nn.Hardtanh(-2, 0.5), lambda x: np.clip(x, -2, 0.5)),
    "relu6": (F.relu6, nn.ReLU6(), lambda x: np.clip(x, 0, 6)),
    "hardsigmoid": (F.hardsigmoid, nn.Hardsigmoid(), lambda x: np.clip(x + 3, 0, 6) / 6),
    "celu": (lambda x: F.celu(x, 2), nn.CELU(2), lambda x: np.where(x > 0, x, 2 * np.expm1(np.minimum(x, 0) / 2))),
    "selu": (F.selu, nn.SELU(), lambda x: 1.0507009873554805 * np.where(x > 0, x, SELU * np.expm1(np.minimum(x, 0)))),
    "softsign": (F.softsign, nn.Softsign(), lambda x: x / (1 + np.abs(x))),
    "softshrink": (lambda x: F.softshrink(x, 2), nn.Softshrink(2), lambda x: np.sign(x) * np.maximum(np.abs(x) - 2, 0)),
    "hardshrink": (lambda x: F.hardshrink(x, 2), nn.Hardshrink(2), lambda x: np.where(np.abs(x) > 2, x, 0)),
    "threshold": (lambda x: F.threshold(x, -1, 7), nn.Threshold(-1, 7), lambda x: np.where(x > -1, x, 7)),
    "prelu": (lambda x: F.prelu(x, flow.full((1,), 0.25, x.dtype)), nn.PReLU(), lambda x: np.where(x > 0, x, x / 4)),
    "tanhshrink": (F.tanhshrink, nn.Tanhshrink(), lambda x: x - np.tanh(x)),
    "hardswish": (F.hardswish, nn.Hardswish(), lambda x: x * np.clip(x + 3, 0, 6) / 6),
}

# No kink of an activation lies within a difference's step of a number here.
X = np.concatenate([np.random.default_rng(0).uniform(-9, 9, 61), [-80.0, -31.25, 31.25, 80.0]])


@pytest.mark.parametrize("name", CASES)
def test_against_numpy(name):
    function, module, reference = CASES[name]
    x = X.astype(np.float32)
    graph = Function(lambda x: (function(x), module(x)))
    for y in graph(flow.tensor(x)):
        assert_close(y.numpy(), reference(x.astype(np.float64)), terms=4)


@pytest.mark.parametrize("name", CASES)
def test_gradients(name):
    function, _, reference = CASES[name]
    step = 1e-5
    expected = (reference(X + step) - reference(X - step)) / (2 * step)
    graph = Function(lambda x: flow.grad(function(x).sum(), [x])[0])
    # Differences are off by the step squared, and by what rounding of the largest value makes of it.
    np.testing.assert_allclose(graph(flow.tensor(X)).numpy(), expected, rtol=1e-8, atol=3e-8)


TAILS = {
    "elu": lambda x: 1.5 * np.exp(x),
    "sigmoid": np.exp,
    "silu": lambda x: (1 + x) * np.exp(x),
    "softplus": lambda x: np.exp(2 * x),
    "mish": lambda x: (1 + x) * np.exp(x),
    "celu": lambda x: np.exp(x / 2),
    "selu": lambda x: 1.0507009873554805 * SELU * np.exp(x),
}


@pytest.mark.parametrize("name", TAILS)
def test_gradients_of_large_negative_numbers(name):
    function, _, _ = CASES[name]
    x = np.array([-20, -30, -41, -80, -86], np.float32)
    gradient = Function(lambda x: flow.grad(function(x).sum(), [x])[0])(flow.tensor(x)).numpy()
    np.testing.assert_allclose(gradient, TAILS[name](x.astype(np.float64)), rtol=2e-5, atol=1e-44)


def test_softplus_is_linear_above_its_threshold():
    x = np.array([1.0, 2.0, 3.0], np.float32)
    y = Function(lambda x: F.softplus(x, 1.0, 2.5))(flow.tensor(x)).numpy()
    assert y[2] == 3 and y[1] > 2


def test_gates():
    x = X[:60].reshape(3, 4, 5)
    y, z = Function(lambda x: (F.glu(x, 1), nn.GLU(1)(x)))(flow.tensor(x.astype(np.float32)))
    assert_close(y.numpy(), x[:, :2] * sigmoid(x[:, 2:]), terms=4)
    np.testing.assert_array_equal(y.numpy(), z.numpy())
    with pytest.raises(ValueError, match=r"glu: expects an even size of dimension 2, got \(3, 4, 5\)"):
        Function(lambda x: F.glu(x, 2))(flow.tensor(x))


def test_slopes_per_channel():
    layer = nn.PReLU(4, init=0.5)
    layer.weight.copy_(np.array([0.5, -1, 0, 2], np.float32))
    x = X[:60].reshape(3, 4, 5).astype(np.float32)

    def build(x):
        y = layer(x)
        y.sum().backward()
        return y, layer.weight.grad

    y, gradient = Function(build, layer)(flow.tensor(x))
    slopes = layer.weight.numpy()[:, None]
    assert_close(y.numpy(), np.where(x > 0, x, x * slopes))
    assert_close(gradient.numpy(), np.minimum(x, 0).sum((0, 2)), terms=15)
    assert repr(layer) == "PReLU(num_parameters=4)"
    with pytest.raises(ValueError, match=r"prelu: expects weight of shape \(1,\) or \(5,\), got \(4,\)"):
        Function(layer)(flow.tensor(x.transpose(0, 2, 1)))


def test_clamp():
    x = np.array([-2.0, 0.5, 3.0, np.nan], np.float32)
    y = Function(lambda x: (x.clamp(-1, 1), flow.clamp(x, min=0), x.clip(max=1), flow.clamp(x, 2, -2)))(flow.tensor(x))
    for actual, expected in zip(y, (np.clip(x, -1, 1), np.maximum(x, 0), np.minimum(x, 1), [-2, -2, -2, np.nan])):
        np.testing.assert_array_equal(actual.numpy(), np.array(expected, np.float32))


def test_errors():
    x = flow.tensor(np.zeros(3, np.float32))
    with pytest.raises(ValueError, match='gelu: expects approximate to be none or tanh, got \'erf\''):
        Function(lambda x: F.gelu(x, "erf"))(x)
    with pytest.raises(ValueError, match="clamp: expects min, max or both, got none"):
        Function(lambda x: flow.clamp(x))(x)


def test_repr():
    assert repr(nn.GELU("tanh")) == "GELU(approximate='tanh')"
    assert repr(nn.Hardtanh(-2.0, 0.5)) == "Hardtanh(min_val=-2.0, max_val=0.5)"


def test_modules_take_their_arguments_by_name_and_position():
    assert list(inspect.signature(nn.Softplus).parameters) == ["beta", "threshold"]
    assert list(inspect.signature(nn.SmoothL1Loss).parameters) == ["reduction", "beta"]
    made = nn.Softplus(threshold=3.0)
    assert (made.beta, made.threshold, made.training) == (1.0, 3.0, True)
    assert repr(copy.deepcopy(made)) == repr(made) == "Softplus(beta=1.0, threshold=3.0)"
    assert repr(nn.SmoothL1Loss("sum", 0.5)) == "SmoothL1Loss()"
    assert repr(nn.ReLU()) == "ReLU()"
    assert repr(nn.LeakyReLU(0.2, True)) == "LeakyReLU(negative_slope=0.2, inplace=True)"
    assert Function(nn.ReLU(True))(flow.tensor([-1.0, 2.0])).tolist() == [0, 2]
    with pytest.raises(TypeError, match="unexpected keyword argument 'slope'"):
        nn.LeakyReLU(slope=0.1)
