"""Batch normalization against its definition in NumPy."""

import numpy as np
import pytest

import weir as flow
from traced_graphs import Function, assert_close
from weir import nn
from weir.nn import functional as F

X = np.random.default_rng(8).normal(size=(6, 4, 5, 3)) * np.array([1, 2, 0.5, 3])[:, None, None] + 1


def tensors(*arrays):
    return [flow.tensor(a.astype(np.float32)) for a in arrays]


def channels(values):
    return np.asarray(values)[:, None, None]


def test_training_collects_statistics():
    layer = nn.BatchNorm2d(4)
    graph = Function(lambda x: layer(x), layer)
    batches = X, X * 2 - 3
    mean, variance = np.zeros(4), np.ones(4)
    for x in batches:
        y = graph(*tensors(x))
        centered = x - x.mean((0, 2, 3), keepdims=True)
        assert_close(y.numpy(), centered / np.sqrt(x.var((0, 2, 3), keepdims=True) + 1e-5), terms=180)
        mean = 0.9 * mean + 0.1 * x.mean((0, 2, 3))
        variance = 0.9 * variance + 0.1 * x.var((0, 2, 3), ddof=1)
    assert_close(layer.running_mean.numpy(), mean, terms=90)
    assert_close(layer.running_var.numpy(), variance, terms=180)
    assert layer.num_batches_tracked.numpy() == 2


@pytest.mark.parametrize("channels_last", [False, True])
@pytest.mark.parametrize("shape", [(4, 16, 20, 20), (3, 10, 17, 13), (700, 64, 1, 1)])
def test_statistics_of_many_elements_on_a_simulated_gpu(shape, channels_last):
    """Few channels of many elements: sums in parts, those of squares behind those of elements."""
    x = np.random.default_rng(2).normal(30, 2, shape).astype(np.float32)
    identity = nn.Conv2d(shape[1], shape[1], 1, bias=False)  # behind a convolution channels are last
    identity.weight.copy_(np.eye(shape[1], dtype=np.float32)[:, :, None, None])
    layer = nn.BatchNorm2d(shape[1])
    modules = [identity.to("sim"), layer.to("sim")]
    graph = Function(lambda x: layer(identity(x)) if channels_last else layer(x), *modules)
    y = graph(flow.from_numpy(x).to("sim")).cpu().numpy()
    wide, count = x.astype(np.float64), x.size // shape[1]
    mean, variance = wide.mean((0, 2, 3), keepdims=True), wide.var((0, 2, 3), keepdims=True)
    assert_close(y, (wide - mean) / np.sqrt(variance + 1e-5), terms=count, scale=30)
    running = layer.running_var.cpu().numpy()
    assert_close(running, 0.9 + 0.1 * wide.var((0, 2, 3), ddof=1), terms=count)


def test_evaluation_uses_them():
    layer = nn.BatchNorm2d(4).eval()
    mean, variance, weight, bias = np.array([[1, 2, 3, 4], [4, 1, 2, 0.5], [1, -1, 2, 3], [0, 1, 2, 3]])
    for name, value in zip(("running_mean", "running_var", "weight", "bias"), (mean, variance, weight, bias)):
        layer.state_dict()[name].copy_(value.astype(np.float32))
    y = Function(lambda x: layer(x), layer)(*tensors(X))
    expected = (X - channels(mean)) / np.sqrt(channels(variance) + 1e-5) * channels(weight) + channels(bias)
    assert_close(y.numpy(), expected, terms=8, scale=np.abs(X).max() * 10)
    assert (layer.running_mean.numpy() == mean).all() and layer.num_batches_tracked.numpy() == 0


def test_means_over_all_batches():
    layer = nn.BatchNorm1d(4, momentum=None)
    graph = Function(lambda x: layer(x), layer)
    batches = [X[:, :, i, 0] for i in range(3)]
    for x in batches:
        graph(*tensors(x))
    assert_close(layer.running_mean.numpy(), np.mean([x.mean(0) for x in batches], 0), terms=30)
    assert_close(layer.running_var.numpy(), np.mean([x.var(0, ddof=1) for x in batches], 0), terms=60)


@pytest.mark.parametrize(
    "kind, momentum", [(nn.BatchNorm1d, 0.1), (nn.BatchNorm1d, None), (nn.InstanceNorm1d, 0.1)]
)
def test_statistics_in_f64_are_as_exact(kind, momentum):
    layer = kind(4, momentum=momentum, track_running_stats=True).double()
    graph = Function(lambda x: layer(x), layer)
    dims = 2 if kind is nn.InstanceNorm1d else (0, 2)
    mean, variance = np.zeros(4), np.ones(4)
    for number in range(3):
        x = (X[:, :, :, 0] * 2**number - 3).astype(np.float64)
        graph(flow.tensor(x))
        part = momentum or 1 / (number + 1)
        mean = (1 - part) * mean + part * x.mean(dims).reshape(-1, 4).mean(0)
        variance = (1 - part) * variance + part * x.var(dims, ddof=1).reshape(-1, 4).mean(0)
    assert_close(layer.running_mean.numpy(), mean, dtype=flow.float64, terms=90)
    assert_close(layer.running_var.numpy(), variance, dtype=flow.float64, terms=500)


def test_without_parameters_or_statistics():
    layer = nn.BatchNorm3d(4, affine=False, track_running_stats=False)
    assert layer.state_dict() == {}
    volume = X[..., None]
    for mode in (True, False):
        y = Function(lambda x: layer.train(mode)(x), layer)(*tensors(volume))
        expected = (X - X.mean((0, 2, 3), keepdims=True)) / np.sqrt(X.var((0, 2, 3), keepdims=True) + 1e-5)
        assert_close(y.numpy()[..., 0], expected, terms=180)


def test_gradient():
    """Of sum(y * w), for y = standardized(x): (w - mean(w) - y mean(w y)) / deviation."""
    weights = np.random.default_rng(6).normal(size=X.shape)
    graph = Function(lambda x, w: flow.grad((F.batch_norm(x, None, None, training=True) * w).sum(), [x])[0])
    dims = (0, 2, 3)
    deviation = np.sqrt(X.var(dims, keepdims=True) + 1e-5)
    y = (X - X.mean(dims, keepdims=True)) / deviation
    expected = (weights - weights.mean(dims, keepdims=True) - y * (weights * y).mean(dims, keepdims=True)) / deviation
    assert_close(graph(*tensors(X, weights)).numpy(), expected, terms=360)


def test_half_precision_input():
    x = flow.tensor(X, dtype=flow.bfloat16)

    def build(x):
        y = F.batch_norm(x, None, None, training=True)
        assert y.dtype is flow.bfloat16
        return x.to(flow.float32), y.to(flow.float32)

    rounded, y = (result.numpy().astype(np.float64) for result in Function(build)(x))
    centered = rounded - rounded.mean((0, 2, 3), keepdims=True)
    expected = centered / np.sqrt(rounded.var((0, 2, 3), keepdims=True) + 1e-5)
    assert_close(y, expected, dtype=flow.bfloat16, terms=1)


def test_bad_input():
    layer = nn.BatchNorm2d(3)
    with pytest.raises(ValueError, match=r"BatchNorm2d: expects input of shape \(N, C, H, W\) with C = 3, got \(6, 4"):
        Function(lambda x: layer(x), layer)(*tensors(X))
    with pytest.raises(ValueError, match="batch_norm: expects more than one value for each channel in training"):
        Function(lambda x: F.batch_norm(x, None, None, training=True))(*tensors(X[:1, :, 0, 0]))
    with pytest.raises(ValueError, match="batch_norm: expects running_mean and running_var unless training"):
        Function(lambda x: F.batch_norm(x, None, None))(*tensors(X))
    assert repr(layer) == "BatchNorm2d(3, eps=1e-05, momentum=0.1, affine=True, bias=True, track_running_stats=True)"
