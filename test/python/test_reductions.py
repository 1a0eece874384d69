"""Reductions against NumPy, and their gradients against differences."""

import numpy as np
import pytest

import weir as flow
from traced_graphs import Function, assert_close

RNG = np.random.default_rng(0)
X = RNG.uniform(0.5, 1.5, (3, 4, 5)) * RNG.choice([-1, 1], (3, 4, 5))
VARIANTS = [(None, False), (0, True), (-1, False), ((0, 2), True), ((0, 1, 2), False)]


def p_norm(p):
    return lambda x, axis, keepdims: (np.abs(x) ** p).sum(axis=axis, keepdims=keepdims) ** (1 / p)


def logsumexp(x, axis, keepdims):
    return np.log(np.exp(x).sum(axis=axis, keepdims=keepdims))


CASES = {
    "sum": (flow.sum, np.sum),
    "prod": (flow.prod, np.prod),
    "mean": (flow.mean, np.mean),
    "amax": (flow.amax, np.max),
    "amin": (flow.amin, np.min),
    "var": (lambda x, dim, keepdim: flow.var(x, dim, keepdim=keepdim), lambda x, **at: np.var(x, ddof=1, **at)),
    "var of all": (lambda x, dim, keepdim: flow.var(x, dim, False, keepdim), np.var),
    "var less 1.5": (
        lambda x, dim, keepdim: flow.var(x, dim, keepdim=keepdim, correction=1.5),
        lambda x, **at: np.var(x, ddof=1.5, **at),
    ),
    "std": (lambda x, dim, keepdim: flow.std(x, dim, True, keepdim), lambda x, **at: np.std(x, ddof=1, **at)),
    "norm": (lambda x, dim, keepdim: flow.norm(x, dim=dim, keepdim=keepdim), p_norm(2)),
    "norm 1": (lambda x, dim, keepdim: flow.norm(x, 1, dim, keepdim), p_norm(1)),
    "norm 3": (lambda x, dim, keepdim: flow.norm(x, 3, dim, keepdim), p_norm(3)),
    "norm inf": (lambda x, dim, keepdim: flow.norm(x, np.inf, dim, keepdim), lambda x, **at: np.abs(x).max(**at)),
    "norm -inf": (lambda x, dim, keepdim: flow.norm(x, -np.inf, dim, keepdim), lambda x, **at: np.abs(x).min(**at)),
}


@pytest.mark.parametrize("name", CASES)
def test_against_numpy(name):
    function, reference = CASES[name]
    graph = Function(lambda x: [function(x, dim, keepdim) for dim, keepdim in VARIANTS])
    for (dim, keepdim), y in zip(VARIANTS, graph(flow.tensor(X, dtype=flow.float32))):
        expected = reference(X.astype(np.float32).astype(np.float64), axis=dim, keepdims=keepdim)
        assert_close(y.numpy(), expected, terms=X.size)


@pytest.mark.parametrize("name", CASES)
def test_gradients(name):
    function, reference = CASES[name]
    x = flow.tensor(X, requires_grad=True)
    weights = RNG.uniform(1, 2, reference(X, axis=1, keepdims=False).shape)

    def build(weights):
        (function(x, 1, False) * weights).sum().backward()
        return x.grad

    def loss(at):
        return (reference(at, axis=1, keepdims=False) * weights).sum()

    actual = Function(build)(flow.tensor(weights)).numpy()
    expected = np.empty_like(X)
    for i in np.ndindex(X.shape):
        step = np.zeros_like(X)
        step[i] = 1e-6
        expected[i] = (loss(X + step) - loss(X - step)) / 2e-6
    np.testing.assert_allclose(actual, expected, rtol=1e-7, atol=1e-8)


def test_gradient_of_a_product_with_zeros():
    values = np.array([[2.0, 3.0, 4.0], [2.0, 0.0, 4.0], [0.0, 3.0, 0.0], [0.0, 0.0, 0.0], [-0.0, 5.0, 1.0]])
    x = flow.tensor(values, requires_grad=True)

    def build():
        x.prod(1).sum().backward()
        return x.grad

    expected = [[12, 8, 6], [0, 8, 0], [0, 0, 0], [0, 0, 0], [5, 0, 0]]
    np.testing.assert_array_equal(Function(build)().numpy(), expected)


@pytest.mark.parametrize("p", [2, 3, 1, np.inf])
def test_gradient_of_a_norm_of_zeros(p):
    x = flow.tensor(np.zeros((2, 3)), requires_grad=True)

    def build():
        y = flow.norm(x, p, 1)
        y.sum().backward()
        return y, x.grad

    y, gradient = Function(build)()
    np.testing.assert_array_equal(y.numpy(), np.zeros(2))
    np.testing.assert_array_equal(gradient.numpy(), np.zeros((2, 3)))


@pytest.mark.parametrize("dtype", [flow.bool, flow.uint8, flow.int8, flow.int32, flow.int64, flow.float32])
def test_any_and_all(dtype):
    x = (RNG.random((4, 3, 5)) < 0.3).astype(dtype.numpy)
    x[0], x[1] = 0, 1
    graph = Function(lambda x: [f(x, dim) for f in (flow.any, flow.all) for dim in (None, 1, (1, 2))])
    results = graph(flow.from_numpy(x))
    expected = [f(x, axis=dim) for f in (np.any, np.all) for dim in (None, 1, (1, 2))]
    for y, reference in zip(results, expected):
        assert y.dtype is (flow.uint8 if dtype is flow.uint8 else flow.bool)
        np.testing.assert_array_equal(y.numpy(), reference)


def test_what_counts_as_true():
    x = flow.tensor([[np.nan, 0.0], [-0.0, 0.0], [np.inf, -1.0]])
    y, z = Function(lambda x: (x.any(dim=1), x.all(dim=1)))(x)
    assert y.tolist() == [True, False, True] and z.tolist() == [False, False, True]


def test_integers_are_added_and_multiplied_in_int64():
    x = flow.tensor([[100, 100], [3, 100]], dtype=flow.int8)
    graph = Function(lambda x: (x.sum(1), x.prod(1), x.sum(dtype=flow.float32), flow.mean(x, dtype=flow.float64)))
    total, product, as_float, mean = graph(x)
    assert total.dtype is flow.int64 and total.tolist() == [200, 103]
    assert product.dtype is flow.int64 and product.tolist() == [10000, 300]
    assert as_float.dtype is flow.float32 and as_float.item() == 303
    assert mean.dtype is flow.float64 and mean.item() == 75.75


def test_nothing_to_reduce():
    x = flow.from_numpy(np.zeros((2, 0), np.float32))
    graph = Function(lambda x: (x.sum(1), x.prod(1), x.any(1), x.all(1), x.logsumexp(1), x.norm(dim=1)))
    assert [y.tolist() for y in graph(x)] == [
        [0, 0],
        [1, 1],
        [False, False],
        [True, True],
        [-np.inf, -np.inf],
        [0, 0],
    ]


def test_one_element_has_no_unbiased_variance():
    y, z = Function(lambda x: (x.var(0), x.var(0, unbiased=False)))(flow.tensor([[1.0, 2.0]]))
    assert np.isnan(y.numpy()).all() and z.tolist() == [0, 0]


def test_logsumexp():
    x = np.array([[1000.0, 1000.0], [-1000.0, -1001.0], [-np.inf, -np.inf], [np.inf, 0.0], [np.nan, 0.0]])
    y, kept = Function(lambda x: (x.logsumexp(1), x.logsumexp(-1, True)))(flow.tensor(x))
    with np.errstate(invalid="ignore"):
        expected = np.logaddexp.reduce(x, axis=1)
    np.testing.assert_allclose(y.numpy(), expected, rtol=1e-15)
    np.testing.assert_array_equal(kept.numpy(), y.numpy()[:, None])
    leaf = flow.tensor(X, requires_grad=True)

    def build():
        leaf.logsumexp((0, 2)).sum().backward()
        return leaf.grad

    powers = np.exp(X)
    np.testing.assert_allclose(Function(build)().numpy(), powers / powers.sum((0, 2), keepdims=True), rtol=1e-14)


EXTREMES = [(flow.argmax, flow.max, np.argmax, np.max), (flow.argmin, flow.min, np.argmin, np.min)]


@pytest.mark.parametrize("dtype", [flow.float64, flow.float32, flow.float16, flow.int64, flow.int8, flow.uint8])
@pytest.mark.parametrize("argument, extreme, reference, value", EXTREMES)
def test_first_extremes(argument, extreme, reference, value, dtype):
    x = RNG.integers(0, 7, (3, 37, 5)).astype(dtype.numpy)  # many are equal

    def build(x):
        along = [y for dim in (0, 1, -1) for y in (argument(x, dim), *extreme(x, dim))]
        return [argument(x), argument(x, keepdim=True), *along]

    flat, kept, *others = Function(build)(flow.from_numpy(x))
    assert flat.item() == reference(x) and kept.shape == (1, 1, 1)
    for dim, (index, values, indices) in zip((0, 1, -1), zip(*[iter(others)] * 3)):
        assert index.dtype is flow.int64 and values.dtype is dtype
        np.testing.assert_array_equal(index.numpy(), reference(x, axis=dim))
        np.testing.assert_array_equal(indices.numpy(), index.numpy())
        np.testing.assert_array_equal(values.numpy(), value(x, axis=dim))


@pytest.mark.parametrize("argument, extreme, reference, value", EXTREMES)
def test_extremes_that_are_no_numbers(argument, extreme, reference, value):
    nan, inf = np.nan, np.inf
    x = np.array([[1, nan, inf, nan], [inf, -inf, inf, -inf], [-0.0, 0.0, -0.0, 0.0], [nan] * 4, [-inf, 2, 2, -inf]])
    index, both = Function(lambda x: (argument(x, 1), extreme(x, 1, keepdim=True)))(flow.tensor(x))
    np.testing.assert_array_equal(index.numpy(), reference(x, axis=1))
    np.testing.assert_array_equal(both.values.numpy(), np.take_along_axis(x, both.indices.numpy(), 1))


def test_extremes_of_bools_and_scalars():
    first, last = Function(lambda x: (x.argmax(1), x.argmin(1)))(flow.tensor([[False, True, True], [True, True, True]]))
    assert first.tolist() == [1, 0] and last.tolist() == [0, 0]
    index, both = Function(lambda x: (x.argmax(0), x.max(0)))(flow.tensor(2.5))
    assert index.item() == 0 and both.values.item() == 2.5 and both.indices.item() == 0


def test_the_first_extreme_gets_the_gradient():
    x = flow.tensor([[1.0, 3.0, 3.0], [2.0, 2.0, 1.0]], requires_grad=True)

    def build():
        (x.max(1).values * 2 + x.min(1).values).sum().backward()
        return x.grad

    assert Function(build)().tolist() == [[1, 2, 0], [2, 0, 1]]


def test_extremes_of_two_tensors():
    y, z = Function(lambda a, b: (flow.max(a, b), a.min(b)))(flow.tensor([1.0, 5.0]), flow.tensor([3.0, 2.0]))
    assert y.tolist() == [3, 5] and z.tolist() == [1, 2]


def test_argmax_is_one_kernel():
    graph = Function(lambda x: x.argmax(1))
    graph(flow.tensor(X[0], dtype=flow.float32))
    assert graph.mlir("group").count("kernel.group") == 1


def test_extrema_of_nothing_along_dimensions_that_stay():
    shapes = Function(lambda x: [x.amax(0), x.amin((0,)), *x.max(0), x.aminmax(dim=0).max])(flow.zeros(2, 0))
    assert [tuple(y.shape) for y in shapes] == [(0,)] * 5


def test_spreads_and_means_take_a_bool_for_unbiased():
    graph = Function(lambda x: (x.var_mean(False), flow.std_mean(x, True)))
    (variance, mean), (deviation, same) = graph(flow.tensor(X, dtype=flow.float64))
    for y, expected in ((variance, X.var()), (mean, X.mean()), (deviation, X.std(ddof=1)), (same, X.mean())):
        np.testing.assert_allclose(y.numpy(), expected, rtol=1e-12)


def test_nansum_of_integers_and_bools():
    x = flow.tensor([[200, 100], [3, 4]], dtype=flow.uint8)
    graph = Function(lambda x: [x.nansum(), x.nansum(1, True), flow.nansum(x > 3), x.nansum(0, dtype=flow.float32)])
    results = graph(x)
    assert [y.dtype for y in results] == [flow.int64] * 3 + [flow.float32]
    assert [y.tolist() for y in results] == [307, [[300], [7]], 3, [203.0, 104.0]]


@pytest.mark.parametrize(
    "function, error, message",
    [
        (lambda x: x.prod((0, -2)), ValueError, r"prod: expects each dimension once, got \(0, -2\)"),
        (lambda x: x.any(2), IndexError, r"any: expects dim to be in \[-2, 2\), got 2"),
        (lambda x: x.long().var(), TypeError, "var: expects input to be of a floating-point dtype, got int64"),
        (lambda x: x.argmax(5), IndexError, r"argmax: expects dim to be in \[-2, 2\), got 5"),
        (lambda x: flow.zeros(2, 0).argmin(1), IndexError, r"argmin: expects elements along dimension 1, got shape"),
        (lambda x: flow.zeros(2, 0).amax(), RuntimeError, r"amax: expects elements, got shape \(2, 0\)"),
        (lambda x: flow.zeros(2, 0).amin(-1), IndexError, r"amin: expects elements along dimension -1, got shape"),
        (lambda x: flow.zeros(2, 0).amax((0, 1)), IndexError, r"amax: expects elements along dimension \(0, 1\), got"),
        (lambda x: flow.zeros(0).aminmax(dim=0), IndexError, "aminmax: expects elements along dimension 0, got shape"),
        (lambda x: flow.zeros(2, 0).min(1), IndexError, "min: expects elements along dimension 1, got shape"),
        (lambda x: x.norm("nuc"), ValueError, "norm: expects p to be a number or 'fro', got 'nuc'"),
    ],
)
def test_errors(function, error, message):
    with pytest.raises(error, match=message):
        Function(function)(flow.tensor([[1.0, 2.0]]))


def test_a_sum_of_what_each_step_reads_twice_compiles_on_a_simulated_gpu():
    """In no time: who walked what is summed once for each reader would walk it 2^40 times."""
    x = np.random.default_rng(3).normal(size=(300, 64))

    def build(x):
        for _ in range(40):
            x = x * x.sigmoid()
        return x.sum(0)

    expected = x
    for _ in range(40):
        expected = expected / (1 + np.exp(-expected))
    found = Function(build)(flow.tensor(x.astype(np.float32), device="sim")).cpu()
    assert_close(found.numpy(), expected.sum(0), terms=400)
