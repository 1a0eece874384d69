"""Pixel shuffles and windows of images, against NumPy."""

import numpy as np
import pytest

import weir as flow
from test_shapes import check, values
from traced_graphs import Function, traced
from weir import nn
from weir.nn import functional as F


def shuffled(x, r):
    *batch, channels, height, width = x.shape
    y = np.empty((*batch, channels // (r * r), height * r, width * r), x.dtype)
    for c in range(channels):
        y[..., c // (r * r), c // r % r :: r, c % r :: r] = x[..., c, :, :]
    return y


def test_pixel_shuffle():
    check(
        lambda x, y: (
            nn.PixelShuffle(2)(x),
            F.pixel_shuffle(y, 3),
            F.pixel_shuffle(x, 1),
            nn.PixelUnshuffle(2)(F.pixel_shuffle(x, 2)),
            F.pixel_unshuffle(F.pixel_shuffle(y, 3), 3),
        ),
        lambda x, y: (shuffled(x, 2), shuffled(y, 3), x, x, y),
        values(2, 8, 3, 5),
        values(9, 2, 1, dtype=np.float64),
    )


def test_channel_shuffle():
    order = [0, 2, 4, 1, 3, 5]
    check(
        lambda x, y: (nn.ChannelShuffle(2)(x), F.channel_shuffle(F.channel_shuffle(x, 2), 3), F.channel_shuffle(y, 1)),
        lambda x, y: (x.reshape(2, 2, 3, 4).transpose(0, 2, 1, 3).reshape(2, 6, 4), x, y),
        values(2, 6, 4),
        values(1, 2, 1, 3, dtype=np.float64),
    )
    channels = flow.arange(6).reshape(1, 6, 1)
    assert F.channel_shuffle(channels, 3).flatten().tolist() == order


# kernel, dilation, padding, stride
WINDOWS = [
    (3, 1, 0, 1),
    ((2, 3), 1, 0, (2, 3)),
    (2, (1, 2), (0, 2), 2),
    ((3, 1), 2, 1, (1, 3)),
]


def pieces(kernel, dilation, padding, stride, size):
    """Where in a padded image of rows x columns each element of each window lies, and the size of that image."""
    kernel, dilation, padding, stride = (
        value if isinstance(value, tuple) else (value, value) for value in (kernel, dilation, padding, stride)
    )
    padded = [have + 2 * extra for have, extra in zip(size, padding)]
    spans = [by * (taps - 1) + 1 for by, taps in zip(dilation, kernel)]
    counts = [(have - span) // step + 1 for have, span, step in zip(padded, spans, stride)]
    for number, tap in enumerate(np.ndindex(*kernel)):
        for window, at in enumerate(np.ndindex(*counts)):
            yield number, window, tuple(i * step + k * by for i, step, k, by in zip(at, stride, tap, dilation))


def unfolded(x, kernel, dilation, padding, stride):
    around = padding if isinstance(padding, tuple) else (padding, padding)
    padded = np.pad(x, [(0, 0), (0, 0), *((extra, extra) for extra in around)])
    found = [*pieces(kernel, dilation, padding, stride, x.shape[2:])]
    y = np.empty((*x.shape[:2], found[-1][0] + 1, found[-1][1] + 1), x.dtype)
    for number, window, (row, column) in found:
        y[:, :, number, window] = padded[:, :, row, column]
    return y.reshape(x.shape[0], -1, y.shape[3])


def folded(y, size, kernel, dilation, padding, stride):
    around = padding if isinstance(padding, tuple) else (padding, padding)
    found = [*pieces(kernel, dilation, padding, stride, size)]
    parts = y.reshape(y.shape[0], -1, found[-1][0] + 1, y.shape[2])
    image = np.zeros((*parts.shape[:2], *(have + 2 * extra for have, extra in zip(size, around))), y.dtype)
    for number, window, (row, column) in found:
        image[:, :, row, column] += parts[:, :, number, window]
    return image[:, :, around[0] : around[0] + size[0], around[1] : around[1] + size[1]]


@pytest.mark.parametrize("windows", WINDOWS)
@pytest.mark.parametrize("dtype", [np.float32, np.int64])
def test_unfold_and_fold(windows, dtype):
    x = values(2, 3, 7, 6, dtype=dtype)
    y = unfolded(x, *windows)
    check(
        lambda x, y: (
            nn.Unfold(*windows)(x),
            F.unfold(x[0], *windows),
            nn.Fold((7, 6), *windows)(y),
            F.fold(y[1], (7, 6), *windows),
        ),
        lambda x, y: (y, y[0], folded(y, (7, 6), *windows), folded(y, (7, 6), *windows)[1]),
        x,
        y,
    )


def test_gradients_are_each_others():
    windows = WINDOWS[2]

    def build(x, y):
        x, y = x.requires_grad_(), y.requires_grad_()
        ((F.unfold(x, *windows) * y.detach()).sum() + (F.fold(y, (7, 6), *windows) * x.detach()).sum()).backward()
        return x.grad, y.grad

    x = values(2, 3, 7, 6)
    y = unfolded(x, *windows)[:, ::-1].copy()
    check(build, lambda x, y: (folded(y, (7, 6), *windows), unfolded(x, *windows)), x, y)


def test_a_convolution_is_a_product_with_windows():
    x, w = values(2, 3, 6, 6) % 5, values(4, 3, 3, 3) % 7

    def build(x, w):
        product = w.flatten(1).expand(2, 4, 27) @ F.unfold(x, 3, padding=1)
        return product.reshape(2, 4, 6, 6), F.conv2d(x, w, padding=1)

    by_product, by_convolution = Function(build)(flow.from_numpy(x), flow.from_numpy(w))
    np.testing.assert_array_equal(by_product.numpy(), by_convolution.numpy())


@pytest.mark.parametrize(
    ("function", "message"),
    [
        (lambda x: F.pixel_shuffle(x, 2), r"pixel_shuffle: .* C a multiple of 4, got \(1, 3, 4, 5\)"),
        (lambda x: F.pixel_shuffle(x, 0), "pixel_shuffle: expects upscale_factor to be an integer of at least 1"),
        (lambda x: F.pixel_unshuffle(x, 2), r"pixel_unshuffle: .* H and W multiples of 2, got \(1, 3, 4, 5\)"),
        (lambda x: F.channel_shuffle(x, 2), r"channel_shuffle: .* C a multiple of 2, got \(1, 3, 4, 5\)"),
        (lambda x: F.unfold(x, (5, 1)), r"unfold: expects windows within \(4, 5\), got windows of \(5, 1\)"),
        (lambda x: F.unfold(x[0, 0], 1), r"unfold: expects input to have 4 dimensions, or 3 without a batch, got"),
        (lambda x: F.fold(x[0], (4, 4), 2), r"fold: expects .* \(N, C, 9\) with C a multiple of 4, got \(3, 4, 5\)"),
    ],
)
def test_bad_arguments(function, message):
    with pytest.raises(ValueError, match=message):
        traced(function, flow.zeros(1, 3, 4, 5))
