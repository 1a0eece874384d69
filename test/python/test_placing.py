"""Functions that put tensors at places of larger ones, and combine elements with others, against NumPy."""

import itertools

import numpy as np
import pytest

import weir as flow
from traced_graphs import Function

RNG = np.random.default_rng(0)
X = RNG.integers(-9, 10, (2, 3, 4))
MATRIX = X[0]


def embedded(x, offset, dim1, dim2):
    size = x.shape[-1] + abs(offset)
    y = np.zeros((*x.shape[:-1], size, size), x.dtype)
    for i in range(x.shape[-1]):
        y[..., i + max(-offset, 0), i + max(offset, 0)] = x[..., i]
    return np.moveaxis(y, (-2, -1), (dim1, dim2))


@pytest.mark.parametrize("offset, dim1, dim2", [(0, -2, -1), (2, -2, -1), (-1, 0, 2), (1, -1, 1)])
def test_diag_embed(offset, dim1, dim2):
    y = Function(lambda x: x.diag_embed(offset, dim1, dim2))(flow.tensor(X))
    np.testing.assert_array_equal(y.numpy(), embedded(X, offset, dim1, dim2))


@pytest.mark.parametrize("offset", [-2, -1, 0, 1, 3])
def test_diagonal_scatter(offset):
    expected = X.copy()
    rows, columns = np.indices((3, 4))
    source = np.arange(100, 100 + 2 * np.diagonal(MATRIX, offset).size).reshape(2, -1)
    expected[:, columns - rows == offset] = source
    y = Function(lambda x, s: x.diagonal_scatter(s, offset, 1, 2))(flow.tensor(X), flow.tensor(source))
    np.testing.assert_array_equal(y.numpy(), expected)


@pytest.mark.parametrize("dtype", [flow.int64, flow.bool, flow.float32])
@pytest.mark.parametrize("dims", [(0, 1), (2, 0), (1, 2)])
def test_diagonal_scatter_of_what_lies_in_any_order(dims, dtype):
    values = RNG.integers(0, 2, (4, 5, 4)).astype(dtype.numpy)
    source = 1 - np.diagonal(values, 1, *dims).astype(np.int64)
    moved = np.moveaxis(values.copy(), dims, (-2, -1)).copy()
    count = source.shape[-1]
    for i in range(count):
        moved[:, i, i + 1] = source[:, i].astype(bool) if dtype is flow.bool else source[:, i]
    expected = np.moveaxis(moved, (-2, -1), dims)
    for x in (flow.tensor(values), flow.tensor(np.ascontiguousarray(values.transpose(2, 1, 0))).permute(2, 1, 0)):
        y = flow.diagonal_scatter(x, flow.tensor(source).to(dtype), 1, *dims)
        np.testing.assert_array_equal(y.numpy(), expected)
        np.testing.assert_array_equal(x.numpy(), values)


def test_slice_scatter_and_select_scatter():
    column, pair = RNG.integers(-9, 10, (2, 3)), RNG.integers(-9, 10, (2, 3, 2))
    graph = Function(
        lambda x, c, p: (x.select_scatter(c, -1, 2), x.slice_scatter(p, 2, 0, None, 2), flow.slice_scatter(x, x, 1), x)
    )
    selected, sliced, whole, left = graph(flow.tensor(X), flow.tensor(column), flow.tensor(pair))
    expected = [X.copy(), X.copy()]
    expected[0][:, :, 2], expected[1][:, :, ::2] = column, pair
    for y, e in zip((selected, sliced, whole, left), (*expected, X, X)):
        np.testing.assert_array_equal(y.numpy(), e)


def test_matrices_of_blocks_and_diagonals():
    graph = Function(
        lambda x: (flow.block_diag(x, x[0], flow.tensor(7.5)), x.diagflat(-1), x.trace(), flow.diagflat(x[0]))
    )
    blocks, flat, trace, row = graph(flow.tensor(MATRIX))
    expected = np.zeros((5, 9))
    expected[:3, :4], expected[3, 4:8], expected[4, 8] = MATRIX, MATRIX[0], 7.5
    assert blocks.dtype is flow.float32
    np.testing.assert_array_equal(blocks.numpy(), expected)
    np.testing.assert_array_equal(flat.numpy(), np.diagflat(MATRIX, -1))
    np.testing.assert_array_equal(row.numpy(), np.diag(MATRIX[0]))
    assert trace.dtype is flow.int64 and trace.tolist() == np.trace(MATRIX)


def test_gradients_go_to_what_is_there():
    def build(x, source):
        x, source = x.requires_grad_(), source.requires_grad_()
        y = flow.diagonal_scatter(x, source) * flow.tensor([[1.0, 2.0], [3.0, 4.0]])
        y.sum().backward()
        return x.grad, source.grad

    of_x, of_source = Function(build)(flow.ones(2, 2), flow.ones(2))
    assert of_x.tolist() == [[0, 2], [3, 0]] and of_source.tolist() == [1, 4]


@pytest.mark.parametrize("r, again", [(2, False), (2, True), (3, False), (1, True), (5, False)])
def test_combinations(r, again):
    y = Function(lambda x: flow.combinations(x, r, again))
    choose = itertools.combinations_with_replacement if again else itertools.combinations
    expected = np.array(list(choose(MATRIX[0].tolist(), r)), int).reshape(-1, r)
    np.testing.assert_array_equal(y(flow.tensor(MATRIX[0])).numpy(), expected)


def test_products_of_sets_and_coordinates():
    graph = Function(lambda x: (flow.cartesian_prod(x[0], x[1], x[2]), flow.cartesian_prod(x[0])))
    rows, alone = graph(flow.tensor(MATRIX))
    np.testing.assert_array_equal(rows.numpy(), list(itertools.product(*MATRIX.tolist())))
    np.testing.assert_array_equal(alone.numpy(), MATRIX[0])
    positions = np.array([[0, 23], [5, 11]], np.uint8)
    found = Function(lambda i: flow.unravel_index(i, (2, 3, 400)))(flow.tensor(positions))
    for y, expected in zip(found, np.unravel_index(positions, (2, 3, 400))):
        assert y.dtype is flow.int64
        np.testing.assert_array_equal(y.numpy(), expected)


def test_whole_tensors():
    x, y = RNG.normal(size=(3, 4)), RNG.normal(size=(4,))
    graph = Function(
        lambda x, y: (
            (x.dist(y), x.dist(y, 1), x.renorm(2, 0, 1.5), x.float_power(2), flow.float_power(2, x), x.sgn(), +x)
            + (flow.rsub(x, y, 2), x.allclose(x + 1e-9), flow.allclose(x, y), flow.positive(x))
        )
    )
    results = [r.numpy() for r in graph(*(flow.tensor(v, dtype=flow.float32) for v in (x, y)))]
    norms = np.sqrt((x**2).sum(1, keepdims=True))
    expected = [np.sqrt(((x - y) ** 2).sum()), np.abs(x - y).sum(), np.where(norms > 1.5, x * 1.5 / norms, x), x**2]
    expected += [2**x, np.sign(x), x, y - 2 * x, True, False, x]
    for r, e in zip(results, expected, strict=True):
        np.testing.assert_allclose(r, e, rtol=1e-6, atol=1e-6)
    assert results[3].dtype == results[4].dtype == np.float64


def test_parts_along_the_third_dimension():
    parts = Function(lambda x: x.dsplit(2))(flow.tensor(X))
    for part, expected in zip(parts, np.dsplit(X, 2), strict=True):
        np.testing.assert_array_equal(part.numpy(), expected)


@pytest.mark.parametrize(
    "function, error, message",
    [
        (lambda x: x.trace(), ValueError, r"trace: expects a matrix, got shape \(2, 3, 4\)"),
        (lambda x: x.diagonal_scatter(x, 0, 1, 1), ValueError, "diagonal_scatter: expects two dimensions, got 1 twice"),
        (lambda x: x.diagonal_scatter(x), ValueError, r"diagonal_scatter: expects src .* shape \(4, 2\), got \(2"),
        (lambda x: x.diag_embed(0, 1, 1), ValueError, "diag_embed: expects two dimensions, got 1 twice"),
        (lambda x: x.diag_embed(0, 4, 1), IndexError, r"diag_embed: expects dimensions in \[-4, 4\), got 4"),
        (lambda x: x.sum().diag_embed(), ValueError, "diag_embed: expects a tensor of at least one dimension, got"),
        (lambda x: flow.block_diag(x), ValueError, r"block_diag: expects at most 2 dimensions, got shape \(2, 3, 4\)"),
        (lambda x: x.slice_scatter(x, 1, 1), ValueError, r"slice_scatter: expects src .* shape \(2, 2, 4\), got"),
        (lambda x: x.select_scatter(x, 1, 0), ValueError, r"select_scatter: expects src .* shape \(2, 4\), got"),
        (lambda x: flow.combinations(x), ValueError, r"combinations: expects a vector and r of at least 0, got shape"),
        (lambda x: flow.unravel_index(x * 0.5, 4), TypeError, "unravel_index: expects integers, got float32"),
        (lambda x: (x * 0.5).renorm(0, 1, 1), ValueError, "renorm: expects two dimensions, p above 0 and maxnorm of"),
        (lambda x: (x > 0).positive(), TypeError, "positive: expects input to be of numbers, got bool"),
        (lambda x: x[0].dsplit(2), ValueError, r"dsplit: expects at least 3 dimensions, got shape \(3, 4\)"),
    ],
)
def test_errors(function, error, message):
    with pytest.raises(error, match=message):
        Function(function)(flow.tensor(X))
