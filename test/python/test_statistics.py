"""Covariances, histograms, divisors, differences and other compositions; numbers are PyTorch's."""

import inspect

import numpy as np
import pytest

import weir as flow
from traced_graphs import Function
from weir.nn import functional as F


def close(tensor, expected, **by):
    np.testing.assert_allclose(tensor.detach().numpy(), expected, rtol=1e-4, atol=1e-6, **by)


def test_covariances_and_correlations():
    x = flow.tensor([[0.0, 2, 1], [2, 0, 1.5]])
    close(flow.cov(x), [[1, -1], [-1, 1.083333]])
    close(flow.corrcoef(x), [[1, -0.960769], [-0.960769, 1]])
    close(flow.cov(flow.tensor([1, 2, 4])), 2.333333)
    close(flow.corrcoef(flow.tensor([1.0, 2, 4])), 1)
    y = flow.tensor([[0.0, 2, 1, 4], [2, 0, 1.5, 3]])
    weighted = {"fweights": flow.tensor([1, 2, 1, 3]), "aweights": flow.tensor([0.5, 1, 2, 1])}
    close(flow.cov(y, **weighted), [[2.3617, 1.2447], [1.2447, 1.7500]])
    close(flow.cov(y, correction=0), [[2.1875, 0.53125], [0.53125, 1.171875]])
    close(Function(flow.cov)(y), np.cov(y.numpy()))
    with pytest.raises(ValueError, match=r"cov: expects at most two dimensions, got shape \(1, 1, 1\)"):
        flow.cov(flow.ones(1, 1, 1))


def test_the_most_frequent_values():
    x = flow.tensor([[3, 1, 3, 2, 1], [5, 5, 4, 4, 4]])
    values, indices = flow.mode(x)
    assert values.tolist() == [1, 4] and indices.tolist() == [4, 4]
    found = flow.mode(x.float(), 0, True)
    assert found.values.tolist() == [[3, 1, 3, 2, 1]] and found.indices.tolist() == [[0] * 5]
    assert flow.mode(flow.tensor(3)).values.item() == 3


def test_histograms():
    x, weight = flow.tensor([1.0, 2, 1]), flow.tensor([1.0, 2, 4])
    hist, edges = flow.histogram(x, 4, range=(0.0, 3.0), weight=weight)
    assert hist.tolist() == [0, 5, 2, 0] and edges.tolist() == [0, 0.75, 1.5, 2.25, 3]
    close(flow.histogram(x, 4, range=(0.0, 3.0), density=True).hist, [0, 0.8889, 0.4444, 0], err_msg="density")
    close(flow.histogram(flow.tensor([1.0, 2, 1, 5]), 3).bin_edges, [1, 2.333333, 3.666667, 5])
    assert flow.histogram(flow.tensor([1.0, 2, 1, 5]), 3).hist.tolist() == [3, 0, 1]
    assert flow.histogram(flow.tensor([1.0, 2, 1, 5, -1]), flow.tensor([0.0, 1, 2])).hist.tolist() == [0, 3]
    hist, edges = flow.histogram(flow.tensor([1.0, 1]), 2)
    assert hist.tolist() == [0, 2] and edges.tolist() == [0.5, 1, 1.5]
    assert Function(lambda x: flow.histogram(x, 2, range=(0, 4)).hist)(x).tolist() == [2, 1]
    with pytest.raises(ValueError, match="histogram: expects range or edges inside nn.Graph.build, got neither"):
        Function(lambda x: flow.histogram(x, 2).hist)(x)


def test_divisors_and_multiples():
    a, b = flow.tensor([12, -18, 0, 7, 0]), flow.tensor([18, 12, 5, 0, 0])
    assert flow.gcd(a, b).tolist() == [6, 6, 5, 7, 0] and flow.lcm(a, b).tolist() == [36, 36, 0, 0, 0]
    assert Function(flow.gcd)(a, b).tolist() == [6, 6, 5, 7, 0]
    assert flow.gcd(flow.tensor([12, 8], dtype=flow.int32), flow.tensor(6, dtype=flow.int32)).dtype is flow.int32
    slowest = flow.tensor(7540113804746346429), flow.tensor(4660046610375530309)  # neighbours of Fibonacci's
    assert flow.gcd(*slowest).item() == Function(flow.gcd)(*slowest).item() == 1
    with pytest.raises(TypeError, match="gcd: expects integers, got float32 and int64"):
        flow.gcd(flow.ones(2), b)


def test_powers_and_ranges():
    assert flow.vander(flow.tensor([1, 2, 3])).tolist() == [[1, 1, 1], [4, 2, 1], [9, 3, 1]]
    rising = flow.vander(flow.tensor([1.0, 2, 3]), N=4, increasing=True)
    assert rising.tolist() == [[1, 1, 1, 1], [1, 2, 4, 8], [1, 3, 9, 27]]
    assert flow.vander(flow.tensor([1, 2]), N=0).shape == (2, 0)
    assert flow.range(1, 4).tolist() == [1, 2, 3, 4] and flow.range(1, 4).dtype is flow.float32
    assert flow.range(1, 4, 0.5).tolist() == [1, 1.5, 2, 2.5, 3, 3.5, 4] and flow.range(0, 2.7).tolist() == [0, 1, 2]
    assert flow.range(4, 1, -1, dtype=flow.int64).tolist() == [4, 3, 2, 1]
    with pytest.raises(ValueError, match="range: expects a step towards the end, got 1 from 3 to 1"):
        flow.range(3, 1)


def test_derivatives():
    f, points = flow.tensor([1.0, 2, 4, 8, 3]), flow.tensor([0.0, 1, 3, 4, 8])
    close(flow.gradient(f)[0], [1, 1.5, 3, -0.5, -5])
    close(flow.gradient(f, spacing=2.0, edge_order=2)[0], [0.25, 0.75, 1.5, -0.25, -4.75])
    close(flow.gradient(f, spacing=(points,))[0], [1, 1, 3, 2.95, -1.25])
    close(flow.gradient(f, spacing=(points,), edge_order=2)[0], [1, 1, 3, 2.95, -5.45])
    m = flow.tensor([[1.0, 2, 4], [3, 1, 7]])
    down, across = flow.gradient(m, spacing=[2.0, 0.5])
    close(down, [[1, -0.5, 1.5], [1, -0.5, 1.5]])
    close(across, [[2, 3, 4], [-4, 4, 12]])
    close(flow.gradient(m, dim=1)[0], [[1, 1.5, 2], [-2, 2, 6]])
    close(flow.gradient(flow.tensor([1, 2, 4]))[0], [1, 1.5, 2])
    with pytest.raises(ValueError, match="gradient: expects at least 3 points along each dimension, got shape"):
        flow.gradient(flow.ones(2), edge_order=2)


def test_fake_quantization():
    x = flow.tensor([-2.0, -0.26, 0.24, 0.31, 9.0], requires_grad=True)
    y = flow.fake_quantize_per_tensor_affine(x, 0.1, 2, 0, 50)
    close(y, [-0.2, -0.2, 0.2, 0.3, 4.8])
    y.sum().backward()
    assert x.grad.tolist() == [0, 0, 1, 1, 0]


def test_other_names():
    x = flow.arange(6.0).reshape(2, 3)
    assert flow.concatenate([x, x], axis=1).shape == (2, 6) and flow.adjoint(x).tolist() == x.T.tolist()
    assert flow.index_put_(x, (flow.tensor([0]), flow.tensor([1])), flow.tensor(9.0)) is x and x[0, 1].item() == 9
    assert flow.typename(x) == "weir.FloatTensor" and flow.typename(3) == "int"
    assert flow.typename(flow.nn.ReLU()).endswith(".ReLU")
    assert not flow.is_inference(x) and flow.get_device(x) == -1
    for name in ("kl_div", "binary_cross_entropy_with_logits"):
        assert inspect.unwrap(getattr(flow, name)) is inspect.unwrap(getattr(F, name))  # of what records calls


def test_einsum_takes_numbers_for_letters():
    a, b = flow.randn(2, 3), flow.randn(3, 4)
    close(flow.einsum(a, [0, 1], b, [1, 2], [0, 2]), (a @ b).numpy())
    close(flow.einsum(a, [0, 51], b, [51, 2]), (a @ b).numpy())
    close(flow.einsum(a, [..., 0], [0, ...]), a.numpy().T)
    with pytest.raises(ValueError, match=r"einsum: expects a list of numbers below 52 or ... behind each operand, got"):
        flow.einsum(a, [0, 52])


def test_bytes_are_classes():
    x, classes = flow.log_softmax(flow.randn(3, 4), 1), flow.tensor([0, 3, 255])
    for loss in (F.cross_entropy, F.nll_loss):
        given = loss(x, classes.to(flow.uint8), ignore_index=255), loss(x, classes, ignore_index=255)
        assert given[0].item() == given[1].item()
