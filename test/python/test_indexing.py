"""Indexing inside graphs, and what finds elements by positions, against NumPy."""

import numpy as np
import pytest

import weir as flow
import weir.nn.functional as F
from test_shapes import check, values
from traced_graphs import Function, ops_of, traced
from weir import nn


def test_basic_indexing():
    def pieces(x):
        return (
            x[1],
            x[-1, 2],
            x[1, 2, 3],
            x[1:],
            x[:, 1:3],
            x[..., 0],
            x[:, None, 1],
            x[None],
            x[..., ::2],
            x[1, ..., 1:],
            x[-2:, -9:9, 3:1],
            x[5:],
            x[:, 0, :],
            x[np.int64(1)],
            x[()],
            x[0][0],
        )

    check(pieces, pieces, values(3, 4, 5))


@pytest.mark.parametrize("dtype", [np.float32, np.float64, np.float16, np.int64, np.int32, np.uint8])
def test_every_so_many_elements_of_long_lines(dtype):
    def pieces(x):
        return tuple(x[:, start::step] + x[:, start::step] for step in (2, 3, 4, 5) for start in (0, 1))

    for columns in (34, 129, 256):
        check(pieces, pieces, np.arange(3 * columns).reshape(3, columns).astype(dtype) % 100)


def test_index_tensors():
    rows, columns = np.array([[0, 2], [-1, 1]]), np.array([1, 0])
    check(
        lambda x, rows, columns: (
            x[rows],
            x[:, rows],
            x[..., rows, 1:],
            x[rows, columns],
            x[rows, :, columns],
            x[:, rows, columns],
            x[[2, 0]],
            x[1, columns],
            x[columns, None],
            x[rows.int()],
            x[columns[0]],
        ),
        lambda x, rows, columns: (
            x[rows],
            x[:, rows],
            x[..., rows, 1:],
            x[rows, columns],
            x[rows, :, columns],
            x[:, rows, columns],
            x[[2, 0]],
            x[1, columns],
            x[columns, None],
            x[rows],
            x[columns[0]],
        ),
        values(3, 3, 4),
        rows,
        columns,
    )


def test_index_tensors_may_hold_nothing():
    check(lambda x, i: (x[i],), lambda x, i: (x[i],), values(3, 2), np.zeros((0,), np.int64))


def test_an_index_out_of_range_is_an_error_of_the_run():
    graph = Function(lambda x, i: x[i])
    with pytest.raises(flow.WeirError, match="expects an index from 0 to 2, got 3"):
        graph(flow.zeros(3, 2), flow.tensor([0, 3])).numpy()


@pytest.mark.parametrize("pick", [lambda x, i: x[i], lambda x, i: F.embedding(i, x)], ids=["rows", "embedding"])
def test_there_is_no_index_into_nothing(pick):
    graph = Function(pick)
    with pytest.raises(flow.WeirError, match="expects no index, as there is nothing to pick from"):
        graph(flow.zeros(0, 4_000_000), flow.tensor([0]))  # a row would end far outside of the table's memory
    assert graph(flow.zeros(0, 2), flow.zeros(0, dtype=flow.int64)).shape == (0, 2)


@pytest.mark.parametrize(
    ("compute", "shapes", "count"),
    [
        pytest.param(lambda x, w, table, i: x @ w + table[i], [(34, 6), (6, 7)], 7, id="matmul"),
        pytest.param(
            lambda x, w, table, i: F.conv2d(x, w) + table[i].reshape(1, 16, 1, 1),
            [(2, 3, 8, 8), (16, 3, 3, 3)],
            16,
            id="conv2d",
        ),
    ],
)
def test_what_is_added_to_a_product_checks_its_indices(compute, shapes, count):
    numbers = np.random.default_rng(0)
    x, w, table = (numbers.standard_normal(shape).astype(np.float32) for shape in (*shapes, (50,)))
    index = numbers.integers(0, 50, count)
    graph, plain = Function(compute), Function(lambda x, w, bias: compute(x, w, bias, slice(None)))
    tensors = [flow.from_numpy(array) for array in (x, w, table)]
    got = graph(*tensors, flow.from_numpy(index)).numpy()
    np.testing.assert_allclose(got, plain(*tensors[:2], flow.from_numpy(table[index])).numpy(), rtol=1e-5, atol=1e-5)
    index[5] = 77
    with pytest.raises(flow.WeirError, match="expects an index from 0 to 49, got 77"):
        graph(*tensors, flow.from_numpy(index)).numpy()


def test_tensors_are_iterated_over_in_graphs():
    check(lambda x: [row * 2 for row in x], lambda x: [row * 2 for row in x], values(3, 4))


@pytest.mark.parametrize(
    ("key", "error", "message"),
    [
        (3, IndexError, r"index: expects an index in \[-3, 3\), got 3"),
        ((0, 0, 0), IndexError, r"index: expects at most 2 indices for \(3, 4\), got 3"),
        ((..., ...), IndexError, r"index: expects at most one"),
        (slice(None, None, -1), ValueError, r"index: expects a step of at least 1, got -1; use weir.flip"),
        ([True, False, True], TypeError, r"got bool: how many elements"),
        (1.5, TypeError, r"index: expects integers, slices, None, '...' or integer tensors, got float"),
        ([1.5], TypeError, r"index: expects integers, slices, None, '...' or integer tensors, got float32"),
        (([0, 1], [0, 1, 2]), IndexError, r"index: expects index tensors whose shapes broadcast, got \(2,\), \(3,\)"),
    ],
)
def test_bad_indices(key, error, message):
    with pytest.raises(error, match=message):
        traced(lambda x: x[key], flow.zeros(3, 4))


def test_masks_are_no_indices():
    with pytest.raises(TypeError, match="use weir.where or masked_fill"):
        traced(lambda x: x[x > 0], flow.zeros(3))


def test_outside_graphs():
    x = flow.arange(6).reshape(2, 3)
    assert x[1].tolist() == [3, 4, 5] and [row.tolist() for row in x] == [[0, 1, 2], [3, 4, 5]]


def test_slices_of_slices_are_one():
    text = traced(lambda x: x[1:, 2:][::2], flow.zeros(6, 6))
    assert ops_of(text) == ["slice", "slice"]


def test_selection():
    index = np.array([2, 0, 2])
    check(
        lambda x, index: (
            flow.index_select(x, 0, index),
            x.index_select(-1, index.int()),
            flow.slice(x, [(1, None, None), (None, None, 2)]),
            flow.slice(x, [[0, 2, 1]]),
        ),
        lambda x, index: (x[index], x[:, index], x[1:, ::2], x[:2]),
        values(3, 4),
        index,
    )
    with pytest.raises(ValueError, match="index_select: expects index to be a vector of int64 or int32, got float32"):
        traced(lambda x: x.index_select(0, x[0]), flow.zeros(3, 4))


def test_triangles_and_diagonals():
    check(
        lambda x, cube: (
            x.tril(),
            flow.tril(x, -1),
            x.triu(1),
            flow.triu(x, -2),
            cube.tril(),
            (x > 3).triu(),
            x.diag(),
            flow.diag(x, 1),
            flow.diag(x, -1),
            flow.diag(x, 9),
            flow.diag(x[0]),
            flow.diag(x[0], 1),
            flow.diag(x[0], -2),
            cube.diagonal(),
            flow.diagonal(cube, 1, 0, 2),
            cube.diagonal(-1, -1, 1),
        ),
        lambda x, cube: (
            np.tril(x),
            np.tril(x, -1),
            np.triu(x, 1),
            np.triu(x, -2),
            np.tril(cube),
            np.triu(x > 3),
            np.diag(x),
            np.diag(x, 1),
            np.diag(x, -1),
            np.zeros(0, np.float32),
            np.diag(x[0]),
            np.diag(x[0], 1),
            np.diag(x[0], -2),
            np.diagonal(cube),
            np.diagonal(cube, 1, 0, 2),
            np.diagonal(cube, -1, -1, 1),
        ),
        values(3, 4),
        values(2, 3, 4),
    )


def test_grids():
    check(
        lambda x, y: (*flow.meshgrid(x, y), *flow.meshgrid([x, y, x], indexing="xy")),
        lambda x, y: (*np.meshgrid(x, y, indexing="ij"), *np.meshgrid(x, y, x, indexing="xy")),
        values(3),
        -values(2),
    )


def test_gradients():
    def build(x, index, weights):
        x = x.requires_grad_()
        y = flow.cat([x[index].flatten(), x[1:, ::2].flatten(), x.diag(), x[index, index]])
        (y * weights).sum().backward()
        return x.grad

    x, index, weights = values(4, 3), np.array([2, 0, 2]), values(9 + 6 + 3 + 3) % 7
    gradient = Function(build)(*[flow.from_numpy(array) for array in (x, index, weights)]).numpy()
    expected = np.zeros_like(x)
    np.add.at(expected, index, weights[:9].reshape(3, 3))
    expected[1:, ::2] += weights[9:15].reshape(3, 2)
    expected[np.arange(3), np.arange(3)] += weights[15:18]
    np.add.at(expected, (index, index), weights[18:])
    np.testing.assert_array_equal(gradient, expected)


def test_tensors_like_others():
    def made(x):
        return (
            x.new_zeros(2),
            x.new_ones((1, 2)),
            x.new_full((2,), 7),
            x.new_tensor([1, 2], dtype=flow.int64),
            flow.full_like(x, 3),
            flow.eye(2, 3, dtype=flow.int64),
            flow.eye(2),
        )

    x = flow.zeros(2, 3, dtype=flow.float64)
    for tensors in (made(x), Function(made)(x)):
        assert [y.tolist() for y in tensors] == [
            [0, 0],
            [[1, 1]],
            [7, 7],
            [1, 2],
            [[3, 3, 3], [3, 3, 3]],
            [[1, 0, 0], [0, 1, 0]],
            [[1, 0], [0, 1]],
        ]
        assert [y.dtype for y in tensors] == [flow.float64] * 3 + [flow.int64, flow.float64, flow.int64, flow.float32]
    assert x.new_empty(4, 0).shape == (4, 0) and flow.empty_like(x, dtype=flow.int8).dtype is flow.int8
    assert x.ndimension() == 2 and flow.numel(x) == 6 and flow.is_tensor(x) and not flow.is_tensor(1)
    assert flow.is_floating_point(x) and not flow.is_floating_point(flow.eye(1, dtype=flow.int8))


@pytest.mark.parametrize("dtype", [flow.float16, flow.float32, flow.float64])
def test_rows_of_limited_norm_lose_no_digits(dtype):
    weight = flow.tensor(1000 * np.random.default_rng(3).uniform(0.5, 1, (4, 8)), dtype=dtype)
    wide = weight.numpy().astype(np.float64)[[2, 0]]
    y = Function(lambda i, w: flow.nn.functional.embedding(i, w, max_norm=1.0))(flow.tensor([2, 0]), weight)
    expected = wide / (np.sqrt((wide**2).sum(1, keepdims=True)) + 1e-7)
    np.testing.assert_allclose(y.numpy(), expected, rtol=2 * np.finfo(dtype.numpy).eps, atol=0)


@pytest.mark.parametrize("runs", ["op by op", "in a graph"])
def test_rows_of_limited_norm_are_scaled_in_the_weight(runs):
    layer = nn.Embedding(2, 2, max_norm=1.0)
    layer.weight.data.copy_(flow.tensor([[3.0, 4.0], [0.1, 0.2]]))
    optimizer = flow.optim.SGD(layer.parameters(), lr=0.1)

    class Step(nn.Graph):
        def __init__(self):
            super().__init__()
            self.layer = layer
            self.add_optimizer(optimizer)

        def build(self, i):
            loss = self.layer(i).sum()
            loss.backward()
            return loss

    graph = Step()
    for _ in range(2):
        if runs == "in a graph":
            graph(flow.tensor([0, 0]))
        else:
            optimizer.zero_grad()
            (layer(flow.tensor([0])) + layer(flow.tensor([0]))).sum().backward()
            optimizer.step()
    # [3, 4] / 5 - 0.2, and again of what that is.
    np.testing.assert_allclose(layer.weight.detach().numpy(), [[0.2, 0.4], [0.1, 0.2]], rtol=1e-5)


def test_bags_of_rows_of_limited_norm():
    layer = nn.EmbeddingBag(2, 2, max_norm=1.0, mode="sum")
    layer.weight.data.copy_(flow.tensor([[3.0, 4.0], [0.1, 0.2]]))
    np.testing.assert_allclose(layer(flow.tensor([[0, 1]])).detach().numpy(), [[0.7, 1.0]], rtol=1e-5)
    np.testing.assert_allclose(layer.weight.detach().numpy(), [[0.6, 0.8], [0.1, 0.2]], rtol=1e-5)


@pytest.mark.parametrize(("mode", "expected"), [("sum", [1, 3, 0]), ("mean", [0.5, 1.5, 0])])
@pytest.mark.parametrize("runs", ["op by op", "in a graph"])
def test_gradients_of_bags_are_divided_by_how_often_rows_are_there(mode, expected, runs):
    bags, scale = flow.tensor([[0, 1], [1, 1]]), flow.tensor([[1.0], [4.0]])

    def build(weight, bags, scale):
        weight = weight.clone().requires_grad_()
        (F.embedding_bag(bags, weight, mode=mode, scale_grad_by_freq=True) * scale).sum().backward()
        return weight.grad

    run = Function(build) if runs == "in a graph" else build
    found = run(flow.ones(3, 2), bags, scale).numpy()
    np.testing.assert_allclose(found, np.stack([expected] * 2, 1), rtol=1e-6)


def test_bags_of_a_weight_that_build_computes():
    weight, bags = flow.tensor([[3.0, 4.0], [0.1, 0.2]]), flow.tensor([[0, 1]])
    y = Function(lambda w, i: F.embedding_bag(i, w * 2, max_norm=1.0, mode="sum"))(weight, bags)
    np.testing.assert_allclose(y.numpy(), [[0.8, 1.2]], rtol=1e-5)
