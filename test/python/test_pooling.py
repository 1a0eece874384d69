"""Pooling against loops over windows in NumPy."""

import numpy as np
import pytest

import weir as flow
from traced_graphs import Function, assert_close
from weir import nn
from weir.nn import functional as F

X = np.random.default_rng(3).normal(size=(2, 3, 7, 8))


def tensors(*arrays):
    return [flow.tensor(a.astype(np.float32)) for a in arrays]


def counts_of(extents, kernel, stride, padding, dilation, ceil_mode):
    """PyTorch's rule: with ceil_mode a last window counts that begins inside or in the padding in front."""
    counts = []
    for n, k, s, p, d in zip(extents, kernel, stride, padding, dilation):
        room = n + 2 * p - d * (k - 1) - 1
        count = (-(-room // s) if ceil_mode else room // s) + 1
        counts.append(count - 1 if ceil_mode and (count - 1) * s >= n + p else count)
    return counts


def pooled(x, kernel, stride, padding=(0, 0), dilation=(1, 1), ceil_mode=False):
    """For each window the values inside, and their row-major positions."""
    extents = x.shape[2:]
    for number in np.ndindex(*counts_of(extents, kernel, stride, padding, dilation, ceil_mode)):
        at = [
            [q for k in range(kernel[i]) if 0 <= (q := number[i] * stride[i] + k * dilation[i] - padding[i]) < n]
            for i, n in enumerate(extents)
        ]
        values = x[:, :, at[0]][:, :, :, at[1]].reshape(*x.shape[:2], -1)
        positions = np.add.outer(np.array(at[0]) * extents[1], np.array(at[1])).ravel()
        yield number, values, positions


@pytest.mark.parametrize("ceil_mode", [False, True])
@pytest.mark.parametrize(
    "kernel, stride, padding, dilation",
    [((2, 2), (2, 2), (0, 0), (1, 1)), ((3, 3), (2, 2), (1, 1), (1, 1)), ((2, 3), (1, 3), (1, 0), (2, 1))],
)
def test_max_pool2d(kernel, stride, padding, dilation, ceil_mode):
    graph = Function(
        lambda x: (
            F.max_pool2d(x, kernel, stride, padding, dilation, ceil_mode, return_indices=True),
            F.max_pool2d(x, kernel, stride, padding, dilation, ceil_mode),
        )
    )
    (y, index), alone = graph(*tensors(X))
    shape = (2, 3, *counts_of(X.shape[2:], kernel, stride, padding, dilation, ceil_mode))
    expected, where = np.zeros(shape), np.zeros(shape, np.int64)
    for number, values, positions in pooled(X.astype(np.float32), kernel, stride, padding, dilation, ceil_mode):
        expected[(..., *number)] = values.max(-1)
        where[(..., *number)] = positions[values.argmax(-1)]
    assert (y.numpy() == expected).all() and (alone.numpy() == expected).all()
    assert (index.numpy() == where).all()


@pytest.mark.parametrize("ceil_mode", [False, True])
@pytest.mark.parametrize("count_include_pad", [False, True])
def test_avg_pool2d(ceil_mode, count_include_pad):
    kernel, stride, padding = (3, 2), (2, 3), (1, 1)
    y = Function(lambda x: F.avg_pool2d(x, kernel, stride, padding, ceil_mode, count_include_pad))(*tensors(X))
    expected = np.zeros(y.shape)
    for number, values, positions in pooled(X, kernel, stride, padding, ceil_mode=ceil_mode):
        starts = [i * s - p for i, s, p in zip(number, stride, padding)]
        # What lies in the padding counts, what lies beyond it doesn't.
        within = [min(b + k, n + 1) - b for b, k, n in zip(starts, kernel, X.shape[2:])]
        expected[(..., *number)] = values.sum(-1) / (np.prod(within) if count_include_pad else len(positions))
    assert_close(y.numpy(), expected, terms=6)


def test_avg_pool_divided_by_a_given_number():
    y = Function(lambda x: F.avg_pool2d(x, 2, divisor_override=3))(*tensors(X[:, :, :6]))
    expected = X[:, :, :6].reshape(2, 3, 3, 2, 4, 2).sum((3, 5)) / 3
    assert_close(y.numpy(), expected, terms=4)


def test_other_ranks_and_inputs_without_batch():
    line, volume = X[0, 0], np.random.default_rng(4).normal(size=(1, 2, 4, 6, 2))
    graph = Function(
        lambda line, volume: (
            F.max_pool1d(line, 2),
            F.avg_pool1d(line, 2),
            F.max_pool3d(volume, 2),
            F.avg_pool3d(volume, 2),
        )
    )
    largest, mean, deep, deep_mean = (y.numpy() for y in graph(*tensors(line, volume)))
    parts = line.reshape(7, 4, 2)
    blocks = volume.reshape(1, 2, 2, 2, 3, 2, 1, 2)
    assert_close(largest, parts.max(-1), terms=1)
    assert_close(mean, parts.mean(-1), terms=2)
    assert_close(deep, blocks.max((3, 5, 7)), terms=1)
    assert_close(deep_mean, blocks.mean((3, 5, 7)), terms=8)


def parts_of(extent, count):
    return [(i * extent // count, -(-(i + 1) * extent // count)) for i in range(count)]


@pytest.mark.parametrize("size", [1, (7, 4), (3, 5), (None, 2)])
def test_adaptive_pooling(size):
    mean, largest = Function(lambda x: (F.adaptive_avg_pool2d(x, size), F.adaptive_max_pool2d(x, size)))(*tensors(X))
    height, width = (size, size) if isinstance(size, int) else size
    height = height or 7
    means, maxima = np.zeros((2, 3, height, width)), np.zeros((2, 3, height, width))
    for i, (top, bottom) in enumerate(parts_of(7, height)):
        for j, (left, right) in enumerate(parts_of(8, width)):
            means[:, :, i, j] = X[:, :, top:bottom, left:right].mean((2, 3))
            maxima[:, :, i, j] = X[:, :, top:bottom, left:right].max((2, 3))
    assert_close(mean.numpy(), means, terms=56)
    assert_close(largest.numpy(), maxima, terms=1)


def test_gradients():
    """The first of equal maxima gets all; means are shared evenly."""
    x = np.array([[[1.0, 3.0, 3.0, 2.0, 3.0, 0.0]]])
    k = np.array([[[1.0, 10.0, 100.0]]])

    def build(x, k):
        largest = flow.grad((F.max_pool1d(x, 3, 2, 1) * k).sum(), [x])[0]
        mean = flow.grad((F.avg_pool1d(x, 3, 2, 1) * k).sum(), [x])[0]
        return largest, mean

    largest, mean = Function(build)(*tensors(x, k))
    # Windows over positions (-, 0, 1), (1, 2, 3) and (3, 4, 5).
    assert largest.numpy().tolist() == [[[0, 11, 0, 0, 100, 0]]]
    assert_close(mean.numpy(), np.array([[[1, 11, 10, 110, 100, 100]]]) / 3, terms=2)


def test_modules():
    layers = (
        nn.MaxPool2d(2),
        nn.MaxPool2d(3, stride=2, padding=1),
        nn.AvgPool2d(2, 1),
        nn.AdaptiveAvgPool2d((1, 1)),
        nn.AdaptiveMaxPool2d(2),
    )
    shapes = [tuple(y.shape) for y in Function(lambda x: [layer(x) for layer in layers], *layers)(*tensors(X))]
    assert shapes == [(2, 3, 3, 4), (2, 3, 4, 4), (2, 3, 6, 7), (2, 3, 1, 1), (2, 3, 2, 2)]
    assert repr(layers[1]) == "MaxPool2d(kernel_size=3, stride=2, padding=1, dilation=1, ceil_mode=False)"
    assert repr(layers[3]) == "AdaptiveAvgPool2d(output_size=(1, 1))"
    line, volume = X[0], X[:, :, :, :, None]
    lines = nn.MaxPool1d(2), nn.AvgPool1d(2), nn.AdaptiveAvgPool1d(3), nn.AdaptiveMaxPool1d(3)
    assert [tuple(y.shape) for y in Function(lambda x: [layer(x) for layer in lines])(*tensors(line))] == [
        (3, 7, 4),
        (3, 7, 4),
        (3, 7, 3),
        (3, 7, 3),
    ]
    volumes = nn.MaxPool3d((2, 2, 1)), nn.AvgPool3d((1, 2, 1)), nn.AdaptiveAvgPool3d(1), nn.AdaptiveMaxPool3d(1)
    assert [tuple(y.shape) for y in Function(lambda x: [layer(x) for layer in volumes])(*tensors(volume))] == [
        (2, 3, 3, 4, 1),
        (2, 3, 7, 4, 1),
        (2, 3, 1, 1, 1),
        (2, 3, 1, 1, 1),
    ]


def test_bad_input():
    (x,) = tensors(X)
    for call, message in [
        (lambda x: F.max_pool2d(x, 3, padding=2), "max_pool2d: expects padding of at most half of"),
        (lambda x: F.max_pool2d(x, (1, 2, 3)), "max_pool2d: expects kernel_size to be an integer of at least 1, or 2"),
        (lambda x: F.max_pool2d(x, 9), "expects windows that span 9 to fit 7 positions"),
        (lambda x: F.adaptive_avg_pool2d(x, 0), "adaptive_avg_pool2d: expects output_size to be 2 sizes of at least 1"),
        (lambda x: F.avg_pool1d(x, 2), "avg_pool1d: expects input to have 3 dimensions, or 2 without a batch"),
    ]:
        with pytest.raises(ValueError, match=message):
            Function(call)(x)
