"""Convolutions of the shapes of networks, and of others that fill no block of a product: results and gradients against
float64 sums over windows in NumPy."""

from dataclasses import dataclass

import numpy as np
import pytest

import weir as flow
from traced_graphs import EPSILON, Function
from weir.nn import functional as F

pytestmark = pytest.mark.sampled(6)


@dataclass(frozen=True)
class Shape:
    channels: int  # of a group
    columns: int  # of a group
    size: tuple
    window: tuple
    stride: int = 1
    padding: int = 0
    dilation: int = 1
    groups: int = 1
    batch: int = 2
    dtype: flow.dtype = flow.float32
    channels_last: bool = False


SHAPES = {
    "more depth than a block": Shape(150, 70, (9, 9), (3, 3), padding=1),
    "more rows than a block": Shape(8, 24, (30, 31), (3, 3), padding=1),
    "more columns than a panel": Shape(5, 300, (6, 6), (2, 2)),
    "steps of 2": Shape(24, 40, (15, 14), (3, 3), stride=2, padding=1),
    "steps of 3": Shape(20, 20, (16, 17), (5, 5), stride=3, padding=2),
    "points": Shape(48, 96, (7, 7), (1, 1)),
    "points by 2": Shape(48, 96, (8, 8), (1, 1), stride=2),
    "patches": Shape(3, 40, (24, 24), (8, 8), stride=8),
    "few channels": Shape(1, 33, (12, 13), (5, 5), padding=2),
    "few columns": Shape(33, 2, (12, 13), (3, 3), padding=1),
    "dilated": Shape(20, 24, (17, 17), (3, 3), padding=2, dilation=2),
    "padding beyond the window": Shape(9, 10, (4, 5), (3, 3), padding=4),
    "groups": Shape(4, 6, (13, 14), (3, 3), padding=1, groups=5),
    "groups by 2": Shape(8, 8, (14, 14), (3, 3), stride=2, padding=1, groups=4),
    "each channel": Shape(1, 1, (14, 14), (3, 3), padding=1, groups=24),
    "lines": Shape(17, 35, (100,), (5,), stride=2, padding=2),
    "volumes": Shape(10, 12, (5, 6, 7), (3, 2, 3), padding=1),
    "volumes by 2": Shape(6, 20, (6, 6, 6), (3, 3, 3), stride=2, padding=1),
    "f64": Shape(20, 24, (9, 10), (3, 3), padding=1, dtype=flow.float64),
    "f16": Shape(20, 24, (9, 10), (3, 3), padding=1, dtype=flow.float16),
    "bf16": Shape(20, 24, (9, 10), (3, 3), padding=1, dtype=flow.bfloat16),
    "bf16 odd depth": Shape(15, 24, (9, 10), (3, 3), padding=1, dtype=flow.bfloat16),
    "bf16 by 2": Shape(16, 24, (10, 10), (3, 3), stride=2, padding=1, dtype=flow.bfloat16),
    "bf16 groups": Shape(8, 8, (9, 10), (3, 3), padding=1, groups=3, dtype=flow.bfloat16),
    "channels last": Shape(24, 40, (15, 14), (3, 3), stride=2, padding=1, channels_last=True),
    "channels last, groups": Shape(8, 8, (9, 10), (3, 3), padding=1, groups=3, channels_last=True),
}


def windows(x, shape):
    """[batch, groups, channels, positions..., window...] of an image, as a view."""
    rank = len(shape.size)
    padded = np.pad(x, [(0, 0), (0, 0)] + [(shape.padding, shape.padding)] * rank)
    reach = [shape.dilation * (k - 1) + 1 for k in shape.window]
    view = np.lib.stride_tricks.sliding_window_view(padded, reach, axis=tuple(range(2, 2 + rank)))
    view = view[(slice(None), slice(None), *[slice(None, None, shape.stride)] * rank)]
    view = view[(..., *[slice(None, None, shape.dilation)] * rank)]
    return view.reshape(x.shape[0], shape.groups, shape.channels, *view.shape[2:])


def letters(shape):
    positions, elements = "xyz"[: len(shape.size)], "ijk"[: len(shape.size)]
    return positions, elements


def convolution(x, w, shape):
    positions, elements = letters(shape)
    kernel = w.reshape(shape.groups, shape.columns, *w.shape[1:])
    subscripts = f"ngc{positions}{elements},goc{elements}->ngo{positions}"
    y = np.einsum(subscripts, windows(x, shape), kernel, optimize=True)
    return y.reshape(y.shape[0], -1, *y.shape[3:])


def kernel_gradient(x, dy, shape):
    positions, elements = letters(shape)
    grouped = dy.reshape(dy.shape[0], shape.groups, shape.columns, *dy.shape[2:])
    subscripts = f"ngc{positions}{elements},ngo{positions}->goc{elements}"
    return np.einsum(subscripts, windows(x, shape), grouped, optimize=True).reshape(-1, shape.channels, *shape.window)


def image_gradient(dy, w, shape):
    """Each element of dy puts the kernel into a padded image."""
    rank = len(shape.size)
    padded = np.zeros((dy.shape[0], shape.groups, shape.channels, *[n + 2 * shape.padding for n in shape.size]))
    grouped = dy.reshape(dy.shape[0], shape.groups, shape.columns, *dy.shape[2:])
    kernel = w.reshape(shape.groups, shape.columns, *w.shape[1:])
    for element in np.ndindex(*shape.window):
        part = np.einsum("ngo...,goc->ngc...", grouped, kernel[(..., *element)])
        at = [
            slice(k * shape.dilation, k * shape.dilation + shape.stride * (n - 1) + 1, shape.stride)
            for k, n in zip(element, dy.shape[2:])
        ]
        padded[(..., *at)] += part
    inside = [slice(shape.padding, shape.padding + n) for n in shape.size]
    return padded[(..., *inside)].reshape(dy.shape[0], -1, *shape.size)


def as_tensor(array, dtype):
    """The tensor, and its elements as it has them."""
    tensor = flow.tensor(array, dtype=dtype)
    return tensor, elements(tensor)


def elements(tensor):
    if tensor.dtype is flow.bfloat16:
        return flow.bfloat16_to_float32(tensor.bits()).reshape(tuple(tensor.shape)).astype(np.float64)
    return tensor.numpy().astype(np.float64)


def last(array):
    return np.moveaxis(array, 1, -1)


@pytest.mark.parametrize("name", SHAPES)
def test_results_and_gradients(name):
    shape = SHAPES[name]
    rng = np.random.default_rng(len(name))
    x = rng.standard_normal((shape.batch, shape.groups * shape.channels, *shape.size))
    w = rng.standard_normal((shape.groups * shape.columns, shape.channels, *shape.window))
    dy = rng.standard_normal(convolution(x, w, shape).shape)
    given = [last(x), w, last(dy)] if shape.channels_last else [x, w, dy]
    (x_, x), (w_, w), (dy_, dy) = (as_tensor(array, shape.dtype) for array in given)
    if shape.channels_last:
        x, dy = np.moveaxis(x, -1, 1), np.moveaxis(dy, -1, 1)
    function = (F.conv1d, F.conv2d, F.conv3d)[len(shape.size) - 1]

    def build(x, w, dy):
        x.requires_grad_(), w.requires_grad_()
        images = flow.movedim(x, -1, 1) if shape.channels_last else x
        y = function(images, w, None, shape.stride, shape.padding, shape.dilation, shape.groups)
        y = flow.movedim(y, 1, -1) if shape.channels_last else y
        return y, *flow.grad(y, [x, w], dy)

    results = [elements(one) for one in Function(build)(x_, w_, dy_)]
    expected = [convolution(x, w, shape), image_gradient(dy, w, shape), kernel_gradient(x, dy, shape)]
    if shape.channels_last:
        expected = [last(expected[0]), last(expected[1]), expected[2]]
    for result, right in zip(results, expected):
        # Numbers near 1 are summed; sums of f32 and f64 are cut into blocks, narrow ones are rounded once.
        scale, terms = np.abs(right).max(), 8
        assert np.abs(result - right).max() <= terms * EPSILON[shape.dtype] * scale


EACH_CHANNEL = {
    "windows of 3": Shape(1, 1, (14, 13), (3, 3), padding=1, groups=24),
    "windows of 7": Shape(1, 1, (10, 20), (7, 7), padding=3, groups=40),
    "by 2": Shape(1, 1, (14, 15), (3, 5), stride=2, padding=2, groups=17),
    "dilated": Shape(1, 1, (14, 15), (3, 3), padding=2, dilation=2, groups=16),
    "lines": Shape(1, 1, (50,), (9,), padding=4, groups=32),
    "f64": Shape(1, 1, (9, 10), (3, 3), padding=1, groups=12, dtype=flow.float64),
    "bf16": Shape(1, 1, (9, 10), (3, 3), padding=1, groups=32, dtype=flow.bfloat16),
    "bf16 and an odd number": Shape(1, 1, (9, 10), (3, 3), padding=1, groups=13, dtype=flow.bfloat16),
}


@pytest.mark.parametrize("name", EACH_CHANNEL)
def test_each_channel_behind_points(name):
    """In a network, where channels come last, an image goes from a convolution by points to one of each channel."""
    shape = EACH_CHANNEL[name]
    points = Shape(5, shape.groups, shape.size, (1,) * len(shape.size), dtype=shape.dtype)
    rng = np.random.default_rng(len(name))
    x = rng.standard_normal((2, points.channels, *shape.size))
    p = rng.standard_normal((points.columns, points.channels, *points.window))
    w = rng.standard_normal((shape.groups, 1, *shape.window))
    (x_, x), (p_, p), (w_, w) = (as_tensor(array, shape.dtype) for array in (x, p, w))
    between = elements(flow.tensor(convolution(x, p, points), dtype=shape.dtype))  # rounded as the network does
    dy = rng.standard_normal(convolution(between, w, shape).shape)
    dy_, dy = as_tensor(dy, shape.dtype)
    function = (F.conv1d, F.conv2d)[len(shape.size) - 1]

    def build(x, p, w, dy):
        x.requires_grad_(), p.requires_grad_(), w.requires_grad_()
        y = function(function(x, p), w, None, shape.stride, shape.padding, shape.dilation, shape.groups)
        return y, *flow.grad(y, [x, p, w], dy)

    results = [elements(one) for one in Function(build)(x_, p_, w_, dy_)]
    back = image_gradient(dy, w, shape)
    expected = [convolution(between, w, shape), image_gradient(back, p, points), kernel_gradient(x, back, points)]
    expected.append(kernel_gradient(between, dy, shape))
    for result, right in zip(results, expected):
        assert np.abs(result - right).max() <= 8 * EPSILON[shape.dtype] * np.abs(right).max()
