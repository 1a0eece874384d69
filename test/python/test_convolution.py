"""Convolutions against sums over windows in NumPy; gradients against differences of float64 sums."""

import numpy as np
import pytest

import weir as flow
from traced_graphs import Function, assert_close
from weir import nn
from weir.nn import functional as F

RANDOM = np.random.default_rng(9)


def tensors(*arrays):
    return [flow.tensor(a.astype(np.float32)) for a in arrays]


def windows(extents, kernel, stride, padding, dilation):
    """Pairs of a window's number and the positions of its elements that lie inside, with the element's number."""
    counts = [
        (n + 2 * p - d * (k - 1) - 1) // s + 1 for n, k, s, p, d in zip(extents, kernel, stride, padding, dilation)
    ]
    for number in np.ndindex(*counts):
        for element in np.ndindex(*kernel):
            at = tuple(i * s + k * d - p for i, k, s, p, d in zip(number, element, stride, padding, dilation))
            if all(0 <= a < n for a, n in zip(at, extents)):
                yield number, element, at


def conv(x, w, stride, padding, dilation, groups=1):
    batch, channels, *extents = x.shape
    grouped = x.reshape(batch, groups, channels // groups, *extents)
    kernels = w.reshape(groups, w.shape[0] // groups, *w.shape[1:])
    counts = [
        (n + 2 * p - d * (k - 1) - 1) // s + 1
        for n, k, s, p, d in zip(extents, w.shape[2:], stride, padding, dilation)
    ]
    y = np.zeros((batch, groups, w.shape[0] // groups, *counts))
    for number, element, at in windows(extents, w.shape[2:], stride, padding, dilation):
        y[(..., *number)] += np.einsum("ngc,goc->ngo", grouped[(..., *at)], kernels[(..., *element)])
    return y.reshape(batch, w.shape[0], *counts)


@pytest.mark.parametrize("stride", [1, 2])
@pytest.mark.parametrize("padding", [0, 1])
@pytest.mark.parametrize("dilation", [1, 2])
@pytest.mark.parametrize("groups", [1, 2])
def test_conv2d(stride, padding, dilation, groups):
    x, w, b = RANDOM.normal(size=(2, 4, 9, 8)), RANDOM.normal(size=(6, 4 // groups, 3, 2)), RANDOM.normal(size=6)
    y = Function(lambda x, w, b: F.conv2d(x, w, b, stride, padding, dilation, groups))(*tensors(x, w, b))
    expected = conv(x, w, (stride,) * 2, (padding,) * 2, (dilation,) * 2, groups) + b[:, None, None]
    assert_close(y.numpy(), expected, terms=4 * 3 * 2)


def test_other_ranks_and_inputs_without_batch():
    x, w = RANDOM.normal(size=(2, 3, 11)), RANDOM.normal(size=(4, 3, 5))
    y = Function(lambda x, w: F.conv1d(x, w, stride=3, padding=2))(*tensors(x, w))
    assert_close(y.numpy(), conv(x, w, (3,), (2,), (1,)), terms=15)
    single = Function(lambda x, w: F.conv1d(x, w, stride=3, padding=2))(*tensors(x[1], w))
    assert_close(single.numpy(), y.numpy()[1], terms=0)
    x, w = RANDOM.normal(size=(1, 2, 4, 5, 3)), RANDOM.normal(size=(3, 2, 2, 3, 1))
    y = Function(lambda x, w: F.conv3d(x, w, padding=(1, 0, 2)))(*tensors(x, w))
    assert_close(y.numpy(), conv(x, w, (1,) * 3, (1, 0, 2), (1,) * 3), terms=12)


def test_padding_by_name():
    x, w = RANDOM.normal(size=(1, 2, 7)), RANDOM.normal(size=(2, 2, 4))
    same, valid = Function(lambda x, w: (F.conv1d(x, w, padding="same"), F.conv1d(x, w, padding="valid")))(
        *tensors(x, w)
    )
    padded = np.pad(x, ((0, 0), (0, 0), (1, 2)))
    assert_close(same.numpy(), conv(padded, w, (1,), (0,), (1,)), terms=8)
    assert_close(valid.numpy(), conv(x, w, (1,), (0,), (1,)), terms=8)


@pytest.mark.parametrize(
    "stride, padding, output_padding, groups, dilation",
    [
        *[(1, 0, 0, 1, 1), (2, 1, 1, 1, 1), (3, 1, 2, 2, 1), (2, 2, 3, 2, 4), (1, 0, 1, 1, 2)],
        *[(2, 0, 0, 1, 1), (4, 0, 0, 1, 1), (3, 1, 2, 1, 1), (2, 1, 2, 1, 3), (4, 2, 1, 1, 2)],
    ],
)
def test_conv_transpose2d(stride, padding, output_padding, groups, dilation):
    """It is what takes dy to dx in the sum of conv(x, w) * dy."""
    dy, w = RANDOM.normal(size=(2, 4, 4, 3)), RANDOM.normal(size=(4, 6 // groups, 3, 2))
    graph = Function(lambda y, w: F.conv_transpose2d(y, w, None, stride, padding, output_padding, groups, dilation))
    result = graph(*tensors(dy, w))
    taps = [dilation * (k - 1) + 1 for k in w.shape[2:]]
    extents = [(n - 1) * stride - 2 * padding + k + output_padding for n, k in zip(dy.shape[2:], taps)]
    expected = np.zeros((2, groups, 6 // groups, *extents))
    grouped, kernels = dy.reshape(2, groups, -1, *dy.shape[2:]), w.reshape(groups, -1, *w.shape[1:])
    for number, element, at in windows(extents, w.shape[2:], (stride,) * 2, (padding,) * 2, (dilation,) * 2):
        if all(i < n for i, n in zip(number, dy.shape[2:])):
            expected[(..., *at)] += np.einsum("ngo,goc->ngc", grouped[(..., *number)], kernels[(..., *element)])
    assert_close(result.numpy(), expected.reshape(2, 6, *extents), terms=24)


def test_conv_transpose_of_other_ranks():
    x, w = RANDOM.normal(size=(1, 2, 5)), RANDOM.normal(size=(2, 3, 3))
    line = Function(lambda x, w: F.conv_transpose1d(x, w, stride=2))(*tensors(x, w)).numpy()
    plane = tensors(x[:, :, None], w[:, :, None])
    flat = Function(lambda x, w: F.conv_transpose2d(x, w, stride=(1, 2)))(*plane).numpy()
    deep = Function(lambda x, w: F.conv_transpose3d(x, w, stride=(1, 1, 2)))(
        *tensors(x[:, :, None, None], w[:, :, None, None])
    ).numpy()
    assert line.shape == (1, 3, 11)
    assert_close(line, flat[:, :, 0], terms=4)
    assert_close(line, deep[:, :, 0, 0], terms=4)


@pytest.mark.parametrize("stride, taps, dilation", [(1, 3, 1), (2, 3, 1), (2, 4, 1), (2, 3, 2), (3, 7, 1), (3, 2, 3)])
def test_padding_of_conv_transpose_cuts_off(stride, taps, dilation):
    """More of it than a kernel reaches, too."""
    x, w = tensors(RANDOM.normal(size=(2, 4, 9)), RANDOM.normal(size=(4, 3, taps)))

    def result(padding):
        return Function(lambda x, w: F.conv_transpose1d(x, w, None, stride, padding, dilation=dilation))(x, w).numpy()

    for padding in (1, 4):
        assert_close(result(padding), result(0)[:, :, padding:-padding], terms=4 * taps)


@pytest.mark.parametrize("stride", [1, 2])
def test_kernels_without_elements_give_zeros(stride):
    x, w = tensors(np.ones((1, 2, 4)), np.ones((2, 3, 0)))
    y = Function(lambda x, w: F.conv_transpose1d(x, w, stride=stride))(x, w).numpy()
    assert y.shape == (1, 3, 3 * stride) and not y.any()


def test_gradients():
    """Of sum(conv(x, w, b) * k): what each element changes, found by putting in unit vectors."""
    x, w, b = RANDOM.normal(size=(2, 2, 5, 4)), RANDOM.normal(size=(4, 1, 3, 3)), RANDOM.normal(size=4)
    k = RANDOM.normal(size=(2, 4, 3, 2))
    graph = Function(lambda x, w, b, k: flow.grad((F.conv2d(x, w, b, 2, 1, 1, 2) * k).sum(), [x, w, b]))
    dx, dw, db = (g.numpy() for g in graph(*tensors(x, w, b, k)))

    def unit(array, at):
        one = np.zeros(array.shape)
        one[at] = 1
        return one

    steps = (2, 2), (1, 1), (1, 1), 2
    assert_close(db, k.sum((0, 2, 3)), terms=24)
    expected = [(conv(unit(x, at), w, *steps) * k).sum() for at in np.ndindex(*x.shape)]
    assert_close(dx, np.reshape(expected, x.shape), terms=36)
    expected = [(conv(x, unit(w, at), *steps) * k).sum() for at in np.ndindex(*w.shape)]
    assert_close(dw, np.reshape(expected, w.shape), terms=36)


def test_modules():
    layer = nn.Conv2d(3, 8, (3, 5), stride=2, padding=(1, 2), dilation=1, groups=1)
    x = RANDOM.normal(size=(2, 3, 8, 9))
    y = Function(lambda x: layer(x), layer)(*tensors(x))
    w, b = layer.weight.numpy().astype(np.float64), layer.bias.numpy().astype(np.float64)
    assert_close(y.numpy(), conv(x, w, (2, 2), (1, 2), (1, 1)) + b[:, None, None], terms=45)
    bound = 1 / np.sqrt(3 * 3 * 5)
    assert np.abs(w).max() <= bound and np.abs(w).max() > bound / 2 and np.abs(b).max() <= bound
    assert repr(layer) == "Conv2d(3, 8, kernel_size=(3, 5), stride=(2, 2), padding=(1, 2))"
    assert repr(nn.Conv1d(4, 4, 3, groups=4, bias=False)) == (
        "Conv1d(4, 4, kernel_size=(3,), stride=(1,), groups=4, bias=False)"
    )
    up = nn.ConvTranspose2d(4, 6, 3, stride=2, padding=1, output_padding=1, groups=2)
    assert tuple(up.weight.shape) == (4, 3, 3, 3)
    z = Function(lambda x: up(x), up)(*tensors(RANDOM.normal(size=(1, 4, 5, 5))))
    assert tuple(z.shape) == (1, 6, 10, 10)
    volumes = nn.Conv3d(1, 1, 2), nn.ConvTranspose3d(1, 1, 2), nn.ConvTranspose1d(1, 1, 2)
    assert [tuple(v.weight.shape) for v in volumes] == [(1, 1, 2, 2, 2), (1, 1, 2, 2, 2), (1, 1, 2)]


def test_mixed_precision():
    layer = nn.Conv2d(4, 8, 3, padding=1)
    x = RANDOM.normal(size=(2, 4, 6, 6))
    graph = Function(lambda x: layer(x), layer)
    graph.config.enable_amp(True)
    expected = conv(x, layer.weight.numpy().astype(np.float64), (1, 1), (1, 1), (1, 1)) + layer.bias.numpy()[
        :, None, None
    ]
    assert_close(graph(*tensors(x)).numpy(), expected, dtype=flow.bfloat16, terms=2)


@pytest.mark.parametrize(
    "call, message",
    [
        (lambda x, w: F.conv2d(x, w, groups=2), "conv2d: expects input to have 6 channels, as weight .6, 3, 3"),
        (lambda x, w: F.conv1d(x, w), "conv1d: expects input to have 3 dimensions, or 2 without a batch"),
        (lambda x, w: F.conv2d(x, w, stride=0), "conv2d: expects stride to be an integer of at least 1"),
        (lambda x, w: F.conv2d(x, w, padding="full"), "conv2d: expects padding to be valid, same or sizes, got 'full'"),
        (lambda x, w: F.conv2d(x, w, padding="same", stride=2), "conv2d: expects stride 1 for padding 'same'"),
    ],
)
def test_bad_input(call, message):
    x, w = tensors(RANDOM.normal(size=(1, 3, 5, 5)), RANDOM.normal(size=(6, 3, 3, 3)))
    with pytest.raises(ValueError, match=message):
        Function(call)(x, w)


def test_kernel_beyond_the_image():
    x, w = tensors(RANDOM.normal(size=(1, 1, 3, 3)), RANDOM.normal(size=(1, 1, 5, 5)))
    with pytest.raises(ValueError, match="conv2d: expects windows that span 5 to fit 3 positions and a padding of 0"):
        Function(F.conv2d)(x, w)
