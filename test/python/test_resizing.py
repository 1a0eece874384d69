"""Images of other sizes, against the definitions in NumPy."""

import math

import numpy as np
import pytest

import weir as flow
from traced_graphs import Function, assert_close, ops_of, traced
from weir import nn
from weir.nn import functional as F

X = np.random.default_rng(2).normal(size=(2, 3, 5, 7))


def cubic(x):
    x, a = abs(x), -0.75
    if x <= 1:
        return (a + 2) * x**3 - (a + 3) * x**2 + 1
    return a * x**3 - 5 * a * x**2 + 8 * a * x - 4 * a if x < 2 else 0.0


def weights(mode, size, count, step, align_corners=False):
    """How much each element counts in each result, along one dimension."""
    matrix = np.zeros((count, size))
    for i in range(count):
        if mode == "nearest":
            matrix[i, min(math.floor(i * step), size - 1)] = 1
            continue
        source = i * (size - 1) / max(count - 1, 1) if align_corners else (i + 0.5) * step - 0.5
        if mode == "linear":
            source = max(source, 0)
        for at in range(math.floor(source) - 1, math.floor(source) + 3):
            share = cubic(source - at) if mode == "cubic" else max(0.0, 1 - abs(source - at))
            matrix[i, min(max(at, 0), size - 1)] += share
    return matrix


def both(rows, columns):
    return np.einsum("ncij,hi,wj->nchw", X, rows, columns)


CASES = {
    "nearest, whole": (dict(scale_factor=2), both(weights("nearest", 5, 10, 0.5), weights("nearest", 7, 14, 0.5))),
    "nearest": (dict(size=(8, 4)), both(weights("nearest", 5, 8, 5 / 8), weights("nearest", 7, 4, 7 / 4))),
    "nearest by factors": (
        dict(scale_factor=(1.5, 0.7)),
        both(weights("nearest", 5, 7, 1 / 1.5), weights("nearest", 7, 4, 1 / 0.7)),
    ),
    "bilinear": (
        dict(size=(10, 3), mode="bilinear"),
        both(weights("linear", 5, 10, 0.5), weights("linear", 7, 3, 7 / 3)),
    ),
    "bilinear, corners": (
        dict(size=(9, 1), mode="bilinear", align_corners=True),
        both(weights("linear", 5, 9, 0, True), weights("linear", 7, 1, 0, True)),
    ),
    "bilinear, recomputed": (
        dict(scale_factor=1.5, mode="bilinear", recompute_scale_factor=True),
        both(weights("linear", 5, 7, 5 / 7), weights("linear", 7, 10, 7 / 10)),
    ),
    "bicubic": (
        dict(scale_factor=2.0, mode="bicubic"),
        both(weights("cubic", 5, 10, 0.5), weights("cubic", 7, 14, 0.5)),
    ),
    "bicubic, corners": (
        dict(size=(3, 9), mode="bicubic", align_corners=True),
        both(weights("cubic", 5, 3, 0, True), weights("cubic", 7, 9, 0, True)),
    ),
    "area": (dict(size=(1, 7), mode="area"), X.mean(2, keepdims=True)),
    "as it is": (dict(size=(5, 7), mode="bilinear"), X),
}


@pytest.mark.parametrize("name", CASES)
def test_images(name):
    options, expected = CASES[name]
    y = Function(lambda x: F.interpolate(x, **options))(flow.tensor(X.astype(np.float32)))
    assert_close(y.numpy(), expected, terms=16)


def test_other_ranks():
    line, volume = X[0, :, 0], X[:1, :, :4].reshape(1, 3, 2, 2, 7)
    y, z = Function(
        lambda x, v: (F.interpolate(x[None], 4, mode="linear"), F.interpolate(v, (2, 4, 7), mode="trilinear"))
    )(flow.tensor(line), flow.tensor(volume))
    assert_close(y.numpy()[0], line @ weights("linear", 7, 4, 7 / 4).T, dtype=flow.float64, terms=8)
    expected = np.einsum("ncdij,hi->ncdhj", volume, weights("linear", 2, 4, 0.5))
    assert_close(z.numpy(), expected, dtype=flow.float64, terms=8)


def test_modules():
    layers = nn.Upsample(scale_factor=2), nn.UpsamplingNearest2d(scale_factor=2), nn.UpsamplingBilinear2d((9, 1))
    results = Function(lambda x: [layer(x) for layer in layers])(flow.tensor(X.astype(np.float32)))
    names = "nearest, whole", "nearest, whole", "bilinear, corners"
    for name, result in zip(names, results, strict=True):
        assert_close(result.numpy(), CASES[name][1], terms=16)
    assert repr(layers[1]) == "UpsamplingNearest2d(scale_factor=2.0, mode='nearest')"


def test_whole_factors_repeat():
    assert "gather" not in ops_of(traced(lambda x: F.interpolate(x, scale_factor=2), flow.tensor(X)))


def test_gradient():
    rows, columns = weights("linear", 5, 8, 5 / 8), weights("linear", 7, 3, 7 / 3)
    graph = Function(lambda x, w: flow.grad((F.interpolate(x, (8, 3), mode="bilinear") * w).sum(), [x])[0])
    upstream = np.random.default_rng(3).normal(size=(2, 3, 8, 3))
    expected = np.einsum("nchw,hi,wj->ncij", upstream, rows, columns)
    assert_close(graph(flow.tensor(X), flow.tensor(upstream)).numpy(), expected, dtype=flow.float64, terms=16)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({}, "interpolate: expects one of size and scale_factor, got both or none"),
        ({"size": 2, "scale_factor": 2}, "interpolate: expects one of size and scale_factor, got both or none"),
        ({"size": (1, 2, 3)}, r"interpolate: expects size to be a number above 0, or 2 of them, got \(1, 2, 3\)"),
        ({"scale_factor": -1}, "interpolate: expects scale_factor to be a number above 0, or 2 of them, got -1"),
        ({"size": 2, "mode": "linear"}, "interpolate: expects a mode of nearest, .* got 'linear'"),
        ({"size": 2, "mode": "lanczos"}, "interpolate: expects a mode of nearest, .* got 'lanczos'"),
    ],
)
def test_bad_arguments(options, message):
    with pytest.raises(ValueError, match=message):
        traced(lambda x: F.interpolate(x, **options), flow.tensor(X))


# Of (row * 4 + column)^2 in three rows and four columns, by PyTorch 2.13: to (2, 2), and to (4, 2) by corners.
SMOOTHED = {
    "bilinear": (
        [9.14285714285714, 18.57142857142857, 56.28571428571428, 81.42857142857142],
        [2.5, 22 / 3, 15.5, 26, 38.16666666666666, 506 / 9, 76.83333333333331, 922 / 9],
    ),
    "bicubic": (
        [5.730085032434374, 15.735961688974971, 56.38341535890054, 86.55935688417813],
        [0.7611336032388646, 5.46052631578947, 11.221719457013574, 22.271008403361343]
        + [37.331455729625056, 58.697368421052616, 79.85456993772091, 110.65465770553294],
    ),
}


@pytest.mark.parametrize("mode", SMOOTHED)
def test_images_are_smoothed_as_they_shrink(mode):
    x = flow.arange(12, dtype=flow.float64).reshape(1, 1, 3, 4) ** 2
    forms = {"size": (2, 2)}, {"size": (4, 2), "align_corners": True}
    for options, expected in zip(forms, SMOOTHED[mode]):
        y = F.interpolate(x, mode=mode, antialias=True, **options)
        np.testing.assert_allclose(y.numpy().reshape(-1), expected, rtol=1e-12)
        traced = Function(lambda x: F.interpolate(x, mode=mode, antialias=True, **options))(x)  # noqa: B023
        np.testing.assert_allclose(traced.numpy().reshape(-1), expected, rtol=1e-12)
    narrow = F.interpolate(x.bfloat16(), (2, 2), mode=mode, antialias=True)
    np.testing.assert_allclose(narrow.float().numpy().reshape(-1), SMOOTHED[mode][0], rtol=2.0**-6)


@pytest.mark.parametrize("mode", SMOOTHED)
def test_gradients_of_smoothed_images(mode):
    x = flow.tensor(X, dtype=flow.float64, requires_grad=True)
    assert flow.autograd.gradcheck(lambda x: F.interpolate(x, scale_factor=0.4, mode=mode, antialias=True), (x,))


def test_what_is_not_smoothed():
    x = flow.tensor(X)
    smaller = F.interpolate(x, (3, 4), None, "bilinear", False, None, False)
    np.testing.assert_array_equal(smaller, F.interpolate(x, (3, 4), mode="bilinear"))
    with pytest.raises(ValueError, match="interpolate: expects mode to be bilinear or bicubic with antialias"):
        F.interpolate(x, (3, 4), antialias=True)
