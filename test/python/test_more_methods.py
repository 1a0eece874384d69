"""Functions that are methods, too, their forms in place, and small functions of layers, against NumPy."""

import numpy as np
import pytest

import weir as flow
from traced_graphs import Function
from weir import nn
from weir.nn import functional as F

RANDOM = np.random.default_rng(8)


def test_methods_and_forms_in_place():
    a, b = np.array([12, 18, 7, 0]), np.array([8, 27, 21, 5])
    x, y = flow.tensor(a), flow.tensor(b)
    assert np.array_equal(x.gcd(y), np.gcd(a, b)) and np.array_equal(x.lcm(y), np.lcm(a, b))
    assert x.clone().gcd_(y).tolist() == np.gcd(a, b).tolist() and x.clone().lcm_(y).tolist() == np.lcm(a, b).tolist()
    samples = RANDOM.standard_normal((3, 9))
    held = flow.tensor(samples)
    assert np.allclose(held.cov(), np.cov(samples)) and np.allclose(held.corrcoef(), np.corrcoef(samples))
    hist, edges = held.histogram(4, range=(-2.0, 2.0))
    counts, bounds = np.histogram(samples, 4, (-2, 2))
    assert np.array_equal(hist, counts) and np.allclose(edges, bounds)
    values, _ = flow.tensor([[3, 1, 3], [2, 2, 0]]).mode()
    assert values.tolist() == [3, 2]
    assert np.array_equal(flow.tensor([1.5, 2.0]).ldexp_(flow.tensor([2, -1])), [6, 1])
    assert np.allclose(flow.tensor([2.0, 3.0]).double().float_power_(2), [4, 9])
    rows = RANDOM.standard_normal((3, 4)) * 3
    norms = np.linalg.norm(rows, axis=1, keepdims=True)
    assert np.allclose(flow.tensor(rows).renorm_(2, 0, 1.0), rows / np.maximum(norms, 1), atol=1e-6)
    assert [each.tolist() for each in flow.arange(5).split_with_sizes([2, 3])] == [[0, 1], [2, 3, 4]]


@pytest.mark.parametrize(("dims", "kernel", "stride", "ceil"), [(1, 3, None, False), (2, 2, 1, False), (3, 2, 2, True)])
def test_norms_of_windows(dims, kernel, stride, ceil):
    x = RANDOM.uniform(0.1, 2, (2, 3, *[6] * dims))
    function = {1: F.lp_pool1d, 2: F.lp_pool2d, 3: F.lp_pool3d}[dims]
    layer = {1: nn.LPPool1d, 2: nn.LPPool2d, 3: nn.LPPool3d}[dims]
    step = kernel if stride is None else stride
    windows = np.lib.stride_tricks.sliding_window_view(x, [kernel] * dims, tuple(range(2, 2 + dims)))
    windows = windows[(slice(None), slice(None), *[slice(None, None, step)] * dims)]
    for p in (1, 2, 3.5):
        expected = (windows**p).sum(tuple(range(-dims, 0))) ** (1 / p)
        given = flow.tensor(x)
        assert np.allclose(function(given, p, kernel, stride, ceil), expected)
        assert np.allclose(Function(layer(p, kernel, stride, ceil))(given), expected)
    signed = RANDOM.standard_normal(x.shape)
    windows = np.lib.stride_tricks.sliding_window_view(signed, [kernel] * dims, tuple(range(2, 2 + dims)))
    sums = windows[(slice(None), slice(None), *[slice(None, None, step)] * dims)].sum(tuple(range(-dims, 0)))
    assert np.allclose(function(flow.tensor(signed), 1, kernel, stride, ceil), sums)
    assert flow.autograd.gradcheck(lambda y: function(y, 2, kernel, stride), [flow.tensor(x).requires_grad_()])
    with pytest.raises(ValueError, match="expects norm_type above 0, got 0"):
        function(given, 0, kernel)


@pytest.mark.parametrize("p", [0.0, 1.0, 2.0, 3.0, float("inf")])
def test_distances_of_each_two_rows(p):
    x = RANDOM.standard_normal((6, 4))
    pairs = [(i, j) for i in range(6) for j in range(i + 1, 6)]
    expected = [np.linalg.norm(x[i] - x[j], p) for i, j in pairs]
    assert np.allclose(F.pdist(flow.tensor(x), p), expected)
    assert np.allclose(flow.pdist(flow.tensor(x), p), expected)
    assert np.allclose(Function(lambda y: F.pdist(y, p))(flow.tensor(x)), expected)
    assert F.pdist(flow.zeros(1, 3), p).shape == F.pdist(flow.zeros(0, 3), p).shape == (0,)
    with pytest.raises(ValueError, match=r"pdist: expects a matrix \(N, M\), got \(4,\)"):
        F.pdist(flow.zeros(4))


def test_convolution_of_sequences_that_lie_time_first():
    x, weight, bias = (RANDOM.standard_normal(shape) for shape in ((7, 2, 5), (3, 5, 4), (4,)))
    found = F.conv_tbc(flow.tensor(x), flow.tensor(weight), flow.tensor(bias), 1)
    padded = np.pad(x, ((1, 1), (0, 0), (0, 0)))
    expected = sum(padded[tap : tap + 7] @ weight[tap] for tap in range(3)) + bias
    assert found.shape == (7, 2, 4) and np.allclose(found.numpy(), expected)
    with pytest.raises(ValueError, match=r"conv_tbc: expects weight of 3 dimensions, got shape \(5, 4\)"):
        F.conv_tbc(flow.tensor(x), flow.tensor(weight[0]), flow.tensor(bias))


def test_older_names():
    scores, classes = flow.tensor(RANDOM.standard_normal((2, 3, 4, 4))), flow.tensor(RANDOM.integers(0, 3, (2, 4, 4)))
    assert flow.equal(nn.NLLLoss2d()(scores, classes), nn.NLLLoss()(scores, classes))
    assert isinstance(nn.RNN(2, 3), nn.RNNBase)
