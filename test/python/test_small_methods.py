"""Smallest calls of methods, modules and draws that no other test calls by this name, against NumPy."""

import numpy as np
import pytest

import weir as flow
from test_shapes import check, values
from traced_graphs import Function, assert_close, traced
from weir import nn
from weir.nn import functional as F

RNG = np.random.default_rng(3)
A, B = RNG.integers(-3, 4, (3, 3)).astype(np.float32), RNG.integers(-3, 4, (3, 3)).astype(np.float32)


def test_products():
    check(
        lambda x, y: (
            x.mm(y),
            x.mv(y[0]),
            x[0].outer(y[0]),
            x[0].ger(y[1]),
            x[0].vdot(y[1]),
            x.kron(y[:1, :2]),
            x[0].addmv(y, x[1]),
            x.addbmm(flow.stack([x, y]), flow.stack([y, x])),
            flow.stack([x, y]).baddbmm(flow.stack([x, y]), flow.stack([y, x])),
        ),
        lambda x, y: (
            x @ y,
            x @ y[0],
            np.outer(x[0], y[0]),
            np.outer(x[0], y[1]),
            np.dot(x[0], y[1]),
            np.kron(x, y[:1, :2]),
            x[0] + y @ x[1],
            x + x @ y + y @ x,
            np.stack([x + x @ y, y + y @ x]),
        ),
        A,
        B,
    )


def test_methods():
    check(
        lambda x, i: (
            x.clamp_min(0),
            x.equal(x),
            x.fliplr(),
            *x.hsplit(3),
            *x.vsplit([1]),
            x.swapdims(0, 1),
            x.reshape_as(x[None]),
            x.msort(),
            x.cummin(0).values,
            x.index_copy(0, i[:2], x[1:]),
            i.bincount(minlength=5),
            i.bitwise_right_shift(1),
            x.narrow_copy(0, 1, 2),
        ),
        lambda x, i: (
            np.maximum(x, 0),
            np.bool_(True),
            x[:, ::-1],
            *np.hsplit(x, 3),
            x[:1],
            x[1:],
            x.T,
            x[None],
            np.sort(x, 0),
            np.minimum.accumulate(x, 0),
            np.stack([x[2], x[1], x[1]]),
            np.bincount(i, minlength=5),
            i >> 1,
            x[1:],
        ),
        A,
        np.array([2, 0, 1]),
    )


def test_statistics_and_functions():
    x = np.array([1.0, np.nan, 3.0, 7.0])

    def build(x):
        positive = x[2:]
        return x.nanmedian(), x.nanquantile(0.5), positive.logcumsumexp(0), positive.digamma()

    median, quantile, sums, digamma = Function(build)(flow.tensor(x))
    assert median.item() == 3 and quantile.item() == 3
    assert_close(sums.numpy(), np.logaddexp.accumulate(x[2:]), flow.float64)
    harmonic = [1 + 1 / 2, sum(1 / k for k in range(1, 7))]
    assert_close(digamma.numpy(), np.array(harmonic) - np.euler_gamma, flow.float64, terms=8)


def test_softmax_of_other_forms():
    x = RNG.standard_normal((2, 3, 4, 5))
    graph = Function(lambda x: (nn.Softmax2d()(x), nn.Softmax2d()(x[0]), nn.LogSoftmax(1)(x), F.softmin(x, 1)))
    share = np.exp(x) / np.exp(x).sum(1, keepdims=True)
    opposite = np.exp(-x) / np.exp(-x).sum(1, keepdims=True)
    for result, expected in zip(graph(flow.tensor(x)), (share, share[0], np.log(share), opposite), strict=True):
        assert_close(result.numpy(), expected, flow.float64, terms=8)
    with pytest.raises(ValueError, match=r"Softmax2d: expects 3 or 4 dimensions, got shape \(2, 3\)"):
        traced(nn.Softmax2d(), flow.zeros(2, 3))


PADS = {
    "wrap": (nn.CircularPad1d, nn.CircularPad2d, nn.CircularPad3d),
    "reflect": (nn.ReflectionPad1d, nn.ReflectionPad2d, nn.ReflectionPad3d),
    "edge": (nn.ReplicationPad1d, nn.ReplicationPad2d, nn.ReplicationPad3d),
}


@pytest.mark.parametrize("mode", PADS)
@pytest.mark.parametrize("dims", [1, 2, 3])
def test_padding(mode, dims):
    x = values(2, 2, *(3, 4, 5)[:dims])
    padding = [(1, 2), (2, 1), (0, 2)][:dims]
    layer = PADS[mode][dims - 1]([number for pair in reversed(padding) for number in pair])
    check(lambda x: (layer(x),), lambda x: (np.pad(x, [(0, 0), (0, 0), *padding], mode),), x)


def test_unflatten():
    check(lambda x: (nn.Unflatten(1, (2, -1))(x),), lambda x: (x.reshape(4, 2, 3),), values(4, 6))


def test_pooling_in_three_dimensions():
    check(
        lambda x: (F.adaptive_max_pool3d(x, (1, 2, 2)),),
        lambda x: (x.reshape(1, 2, 1, 2, 2, 2, 2, 2).max((3, 5, 7)),),
        values(1, 2, 2, 4, 4),
    )


@pytest.mark.parametrize(("function", "rank"), [(F.dropout1d, 3), (F.dropout2d, 4), (F.dropout3d, 5)])
def test_dropout_of_channels(function, rank):
    y = Function(lambda x: function(x, 0.5))(flow.ones(64, 3, *[2] * (rank - 2))).numpy().reshape(192, -1)
    assert set(np.unique(y)) == {0, 2} and (y == y[:, :1]).all() and 50 < (y[:, 0] > 0).sum() < 142


# Draws: mean, standard deviation, and what holds for each number.
DRAWS = {
    "exponential_": ((2.0,), 0.5, 0.5, lambda x: x >= 0),
    "geometric_": ((0.25,), 4.0, 12**0.5, lambda x: (x >= 1) & (x == np.floor(x))),
    "log_normal_": ((0.0, 0.25), np.exp(1 / 32), ((np.exp(1 / 16) - 1) * np.exp(1 / 16)) ** 0.5, lambda x: x > 0),
    "random_": ((10,), 4.5, (99 / 12) ** 0.5, lambda x: (x >= 0) & (x < 10) & (x == np.floor(x))),
}


@pytest.mark.parametrize("inside", [False, True])
@pytest.mark.parametrize("name", DRAWS)
def test_draws(name, inside):
    flow.manual_seed(4)
    arguments, mean, deviation, holds = DRAWS[name]
    draw = lambda: getattr(flow.empty(20000, dtype=flow.float64), name)(*arguments)  # noqa: E731
    x = (Function(draw)() if inside else draw()).numpy()
    assert holds(x).all() and len(np.unique(x)) > 9
    assert abs(x.mean() - mean) < 5 * deviation / 20000**0.5 and abs(x.std() / deviation - 1) < 0.1


@pytest.mark.parametrize("inside", [False, True])
def test_draws_of_cauchy(inside):
    flow.manual_seed(4)
    draw = lambda: flow.empty(20000).cauchy_(3.0, 2.0)  # noqa: E731
    x = (Function(draw)() if inside else draw()).numpy()
    assert np.abs(np.quantile(x, [0.25, 0.5, 0.75]) - [1, 3, 5]).max() < 0.2


def test_limits_of_integers():
    flow.manual_seed(4)
    assert set(flow.empty(400, dtype=flow.int64).random_(-1, 2).tolist()) == {-1, 0, 1}
    assert set(flow.empty(100, dtype=flow.bool).random_().tolist()) == {False, True}
    assert 200 < flow.empty(1000, dtype=flow.uint8).random_().numpy().max() <= 255
    assert 2**52 < flow.empty(1000, dtype=flow.float64).random_().numpy().max() < 2**53
    assert 1000 < flow.empty(1000, dtype=flow.float16).random_().numpy().max() <= 2048


def test_parameters_of_draws_that_are_none():
    for draw, said in (
        (lambda x: x.exponential_(0), "exponential_: expects lambd above 0, got 0"),
        (lambda x: x.log_normal_(0, -1), "log_normal_: expects std above 0, got -1"),
        (lambda x: x.cauchy_(sigma=float("nan")), "cauchy_: expects sigma above 0, got nan"),
    ):
        with pytest.raises(ValueError, match=said):
            draw(flow.zeros(2))
    with pytest.raises(ValueError, match=r"geometric_: expects p in \(0, 1\), got 1"):
        flow.empty(2).geometric_(1)
