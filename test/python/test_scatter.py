"""Reading and writing at the positions that an index holds along a dimension, against NumPy."""

import numpy as np
import pytest

import weir as flow
from test_shapes import check, values
from traced_graphs import Function, ops_of, traced

RNG = np.random.default_rng(3)
INDEX = RNG.integers(0, 4, (3, 5, 2))  # 5 into 4: some meet


def scattered(x, dim, index, src, add=False):
    """The definition, one update after the other."""
    y = x.copy()
    for position in np.ndindex(*index.shape):
        to = list(position)
        to[dim] = index[position]
        update = src[position] if isinstance(src, np.ndarray) else src
        y[tuple(to)] = y[tuple(to)] + update if add else update
    return y


@pytest.mark.parametrize("dtype", [np.float32, np.float64, np.int64, np.int32, np.int8, np.uint8])
def test_scatter(dtype):
    x, src = values(3, 4, 2).astype(dtype), values(3, 5, 2).astype(dtype)
    check(
        lambda x, index, src: (
            flow.scatter(x, 1, index, src),
            x.scatter(-2, index.int(), src),
            x.scatter(1, index, 7),
            x.scatter(dim=1, index=index, src=src, reduce="add"),
            x.scatter_add(1, index, src),
            flow.scatter_add(x, 1, index, 3),
        ),
        lambda x, index, src: (
            scattered(x, 1, index, src),
            scattered(x, 1, index, src),
            scattered(x, 1, index, 7),
            scattered(x, 1, index, src, add=True),
            scattered(x, 1, index, src, add=True),
            scattered(x, 1, index, 3, add=True),
        ),
        x,
        INDEX,
        src,
    )


def test_scatter_of_truth():
    x, index = np.array([True, False, True]), np.array([2, 1, 2])
    check(
        lambda x, index: (x.scatter(0, index, False), x.scatter(0, index, ~x)),
        lambda x, index: (scattered(x, 0, index, False), scattered(x, 0, index, ~x)),
        x,
        index,
    )


def test_an_index_may_end_before_the_tensors():
    index = RNG.integers(0, 6, (2, 1, 3))
    check(
        lambda x, index, src: (
            x.scatter(2, index, src),
            x.scatter(0, index % 4, src),
            x.scatter_add(1, index % 5, src),
            x.gather(2, index),
            flow.gather(x, 0, (index % 4).int()),
        ),
        lambda x, index, src: (
            scattered(x, 2, index, src),
            scattered(x, 0, index % 4, src),
            scattered(x, 1, index % 5, src, add=True),
            np.take_along_axis(x[:2, :1], index, 2),
            np.take_along_axis(x[:, :1, :3], index % 4, 0),
        ),
        values(4, 5, 6),
        index,
        -values(3, 1, 4),
    )


def test_one_hot():
    labels = np.array([2, 0, 1, 2])
    check(
        lambda labels: (flow.zeros(4, 3).scatter(1, labels.unsqueeze(1), 1.0),),
        lambda labels: (np.eye(3, dtype=np.float32)[labels],),
        labels,
    )


def test_what_is_written_over_gets_no_gradient():
    def build(x, src, index, weights):
        x, src = x.requires_grad_(), src.requires_grad_()
        (x.scatter(0, index, src) * weights).sum().backward()
        return x.grad, src.grad

    def expected(x, src, index, weights):
        of_x = scattered(weights, 0, index, 0)
        of_src = np.zeros_like(src)
        for column in range(index.shape[1]):
            last = {int(to): row for row, to in enumerate(index[:, column])}
            for to, row in last.items():
                of_src[row, column] = weights[to, column]
        return of_x, of_src

    index = np.array([[2, 1], [2, 0], [0, 1], [2, 1]])
    check(build, expected, values(3, 2), values(4, 2), index, values(3, 2) + 10)


def test_one_index_per_line_has_a_short_gradient():
    def build(x, src, index):
        src = src.requires_grad_()
        x.scatter(1, index, src).sum().backward()
        return src.grad

    graph = Function(build)
    graph(flow.zeros(3, 4), flow.ones(3, 1), flow.zeros(3, 1, dtype=flow.int64))
    assert "weir.compare" not in graph.mlir("autograd")


def test_equal_sizes_take_one_op():
    arguments = (flow.zeros(3, 4, 2), flow.tensor(INDEX), flow.zeros(3, 5, 2))
    assert ops_of(traced(lambda x, index, src: x.scatter(1, index, src), *arguments)) == ["scatter"]


@pytest.mark.parametrize(
    ("function", "error", "message"),
    [
        (lambda x, i: x.scatter(2, i, 0), IndexError, r"scatter: expects dim to be in \[-2, 2\), got 2"),
        (lambda x, i: x.scatter(0, x, 0), TypeError, "index to be a Tensor of integers, got float32"),
        (lambda x, i: x.gather(0, [0]), TypeError, "index to be a Tensor of integers, got list"),
        (lambda x, i: x.scatter(1, i, [0]), TypeError, "scatter: expects src to be a Tensor or a number, got list"),
        (lambda x, i: x.scatter(1, i[0], 0), ValueError, r"in all dimensions but 1, got \(4,\) for"),
        (lambda x, i: x.gather(0, i), ValueError, r"gather: expects .* but 0, got \(3, 4\) for"),
        (lambda x, i: x.scatter(1, i, x), ValueError, r"src to be no smaller than index, got \(3, 2\) for"),
        (lambda x, i: x.scatter(1, i, i), ValueError, "scatter: expects x and updates to have one dtype, got float32"),
        (lambda x, i: x.scatter(1, i, 0, "multiply"), ValueError, "reduce to be None or \"add\", got 'multiply'"),
    ],
)
def test_bad_arguments(function, error, message):
    with pytest.raises(error, match=message):
        traced(function, flow.zeros(3, 2), flow.zeros(3, 4, dtype=flow.int64))


@pytest.mark.parametrize("name", ["scatter", "scatter_add"])
def test_an_index_out_of_range_is_an_error_of_the_run(name):
    graph = Function(lambda x, i: getattr(x, name)(0, i, 1.0))
    with pytest.raises(flow.WeirError, match="expects an index from 0 to 2, got 3"):
        graph(flow.zeros(3), flow.tensor([0, 3])).numpy()


def test_scatter_reduce_of_bools():
    x, index = flow.tensor([True, False, False]), flow.tensor([0, 1, 1])
    src = flow.tensor([False, True, False])
    reductions = ("sum", "amax", "prod", "amin")
    graph = Function(lambda x, i, s: [x.scatter_reduce(0, i, s, r, include_self=o) for r in reductions for o in (1, 0)])
    results = [y.tolist() for y in graph(x, index, src)]
    any_of, alone = [True, True, False], [False, True, False]
    assert results == [any_of, alone] * 2 + [[False, False, False]] * 4


def test_slices_at_tuples_of_positions():
    x, at = values(3, 4, 2), np.array([[0, 1], [2, 3], [0, 1]])
    check(
        lambda x, at: (flow.gather_nd(x, at), flow.gather_nd(x, at[:, :1])),
        lambda x, at: (x[at[:, 0], at[:, 1]], x[at[:, 0]]),
        x,
        at,
    )
    update, expected = values(3, 2), np.zeros((3, 4, 2), np.float32)
    np.add.at(expected, tuple(at.T), update)
    check(lambda at, update: (flow.scatter_nd(at, update, (3, 4, 2)),), lambda *_: (expected,), at, update)
    with pytest.raises(ValueError, match="gather_nd: expects 1 to 1 positions in the last dimension of index"):
        flow.gather_nd(flow.zeros(3), flow.zeros(2, 2))
    with pytest.raises(ValueError, match="scatter_nd: expects 1 to 1 positions in the last dimension of index"):
        flow.scatter_nd(flow.zeros(()), flow.ones(1), (3,))
