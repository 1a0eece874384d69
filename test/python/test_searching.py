"""Functions that find, rank and update elements, and forms of products and reductions, against NumPy."""

import numpy as np
import pytest

import weir as flow
from traced_graphs import Function, assert_close

random = np.random.default_rng(5)
A, B = random.normal(size=(3, 4)), random.normal(size=(3, 4))
CUBE, SQUARE = random.normal(size=(2, 3, 4)), random.normal(size=(3, 3))
V, W = random.normal(size=3), random.normal(size=4)
NAMED = np.array([2, 0, 2])
HOLES = np.where(random.uniform(size=(3, 4)) < 0.3, np.nan, A)
ORDERED = np.array([1.0, 2.0, 2.0, 5.0])


def added(x, source):
    y = x.copy()
    np.add.at(y, NAMED, source * 2)
    return y


def put(x, value, accumulate):
    y = x.copy()
    places = (np.array([0, 2, 0]), np.array([1, -1, 1]))
    np.add.at(y, places, value) if accumulate else y.__setitem__(places, value)
    return y


def filled(x, value):
    y = x.copy()
    y[:, [3, 0]] = value
    return y


def tensor(array):
    return flow.tensor(array)


CASES = {
    # updates
    "index_add": (lambda x, s: x.index_add(0, tensor(NAMED), s, alpha=2.0), (A, B), added),
    "index_copy": (
        lambda x, s: flow.index_copy(x, 0, tensor(np.array([2, 0, 1])), s),
        (A, B),
        lambda x, s: s[[1, 2, 0]],
    ),
    "index_fill": (lambda x: x.index_fill(1, tensor(np.array([3, 0])), 2.0), (A,), lambda x: filled(x, 2)),
    "index_fill by a tensor": (
        lambda x: flow.index_fill(x, 1, tensor(np.array([3, 0])), tensor(np.array(7.0))),
        (A,),
        lambda x: filled(x, 7),
    ),
    "index_put": (
        lambda x: flow.index_put(x, (tensor(np.array([0, 2, 0])), tensor(np.array([1, -1, 1]))), tensor(np.array(9.0))),
        (A,),
        lambda x: put(x, 9, False),
    ),
    "index_put accumulates": (
        lambda x, v: x.index_put((tensor(np.array([0, 2, 0])), tensor(np.array([1, -1, 1]))), v, accumulate=True),
        (A, V),
        lambda x, v: put(x, v, True),
    ),
    "index_put where": (
        lambda x: x.index_put((x > 0,), tensor(np.array(0.5))),
        (A,),
        lambda x: np.where(x > 0, 0.5, x),
    ),
    "masked_scatter": (
        lambda x, s: x.masked_scatter(x > 10, s),
        (A, W),
        lambda x, s: x,
    ),
    "scatter_reduce beside the rest": (
        lambda x: x.scatter_reduce(0, tensor(np.array([[0, 1], [0, 1]])), x, "amax"),
        (A,),
        lambda x: np.vstack(
            [[np.max(x[:2, 0]), x[0, 1], *x[0, 2:]], [x[1, 0], np.max([*x[:2, 1], x[1, 1]]), *x[1, 2:]], x[2]]
        ),
    ),
    "take": (lambda x: x.take(tensor(np.array([[1, 11], [-1, 3]]))), (A,), lambda x: np.take(x, [[1, 11], [-1, 3]])),
    "take_along_dim": (
        lambda x: x.take_along_dim(tensor(np.array([[1], [0], [3]])), 1),
        (A,),
        lambda x: np.take_along_axis(x, np.array([[1], [0], [3]]), 1),
    ),
    "take_along_dim of all": (
        lambda x: flow.take_along_dim(x, tensor(np.array([5, 0]))),
        (A,),
        lambda x: x.ravel()[[5, 0]],
    ),
    # searching
    "isin": (lambda x: flow.isin(x, 2.0, invert=True), (ORDERED,), lambda x: x != 2),
    "searchsorted": (
        lambda s, v: flow.searchsorted(s, v, side="right", out_int32=True),
        (ORDERED, V),
        lambda s, v: np.searchsorted(s, v, "right"),
    ),
    "bucketize": (lambda s, v: flow.bucketize(v, s), (ORDERED, W), lambda s, v: np.searchsorted(s, v)),
    "bincount": (lambda: flow.bincount(tensor(NAMED), minlength=4), (), lambda: np.bincount(NAMED, minlength=4)),
    "histc": (lambda x: x.histc(4, min=-2, max=2), (A,), lambda x: np.histogram(x, 4, (-2, 2))[0]),
    "median": (lambda x: x.median(1).values, (A,), lambda x: np.sort(x, 1)[:, 1]),
    "median of all": (lambda x: flow.median(x), (A,), lambda x: np.sort(x.ravel())[5]),
    "nanmedian": (
        lambda x: flow.nanmedian(x),
        (HOLES,),
        lambda x: np.sort(x[~np.isnan(x)])[(np.sum(~np.isnan(x)) - 1) // 2],
    ),
    "kthvalue": (lambda x: x.kthvalue(2, 0).indices, (A,), lambda x: np.argsort(x, 0)[1]),
    "quantile": (lambda x: x.quantile(0.3, 1, keepdim=True), (A,), lambda x: np.quantile(x, 0.3, 1, keepdims=True)),
    "quantiles": (
        lambda x: flow.quantile(x, tensor(np.array([0.25, 0.5]))),
        (A,),
        lambda x: np.quantile(x, [0.25, 0.5]),
    ),
    "nanquantile": (lambda x: flow.nanquantile(x, 0.5), (HOLES,), lambda x: np.nanquantile(x, 0.5)),
    # along a dimension
    "cummax": (lambda x: x.cummax(1).values, (A,), lambda x: np.maximum.accumulate(x, 1)),
    "cummin": (lambda x: flow.cummin(x, 0)[0], (A,), lambda x: np.minimum.accumulate(x, 0)),
    "logcumsumexp": (lambda x: flow.logcumsumexp(x, 1), (A,), lambda x: np.logaddexp.accumulate(x, 1)),
    "diff": (lambda x: x.diff(2, prepend=x[:, :1]), (A,), lambda x: np.diff(x, 2, prepend=x[:, :1])),
    "msort": (lambda x: flow.msort(x), (A,), lambda x: np.sort(x, 0)),
    "trapezoid": (lambda x: flow.trapezoid(x, dx=0.5), (A,), lambda x: np.trapezoid(x, dx=0.5)),
    "var_mean": (lambda x: flow.var_mean(x, 1)[0], (A,), lambda x: x.var(1, ddof=1)),
    "std_mean": (lambda x: flow.std_mean(x, 1, correction=0)[1], (A,), lambda x: x.mean(1)),
    "aminmax": (lambda x: x.aminmax(dim=1).min, (A,), lambda x: x.min(1)),
    "nansum": (lambda x: x.nansum(1, keepdim=True), (HOLES,), lambda x: np.nansum(x, 1, keepdims=True)),
    "nanmean": (lambda x: x.nanmean(), (HOLES,), lambda x: np.nanmean(x)),
    "count_nonzero": (lambda x: (x > 0).count_nonzero(1), (A,), lambda x: np.count_nonzero(x > 0, 1)),
    # products
    "outer": (lambda x, y: flow.outer(x, y), (V, W), np.outer),
    "inner": (lambda x, y: x.inner(y), (A, B), np.inner),
    "kron": (lambda x, y: flow.kron(x, y), (A, CUBE), np.kron),
    "tensordot": (
        lambda x, y: flow.tensordot(x, y, ([0, 1], [1, 2])),
        (A, CUBE),
        lambda x, y: np.tensordot(x, y, ([0, 1], [1, 2])),
    ),
    "addmv": (lambda m, v, x: flow.addmv(x, m, v, beta=2, alpha=3), (A, W, V), lambda m, v, x: 2 * x + 3 * m @ v),
    "addr": (lambda m, v, w: m.addr(v, w), (A, V, W), lambda m, v, w: m + np.outer(v, w)),
    "addbmm": (
        lambda m, x: flow.addbmm(m, x, x.mT),
        (SQUARE, CUBE),
        lambda m, x: m + (x @ x.transpose(0, 2, 1)).sum(0),
    ),
    "vdot": (lambda x: flow.vdot(x, x), (V,), lambda x: x @ x),
    "cross": (lambda x: flow.cross(x, x.flip(1)), (SQUARE,), lambda x: np.cross(x, x[:, ::-1], axis=0)),
    "linalg.cross": (lambda x: flow.linalg.cross(x, x.flip(1)), (SQUARE,), lambda x: np.cross(x, x[:, ::-1])),
    "linalg.multi_dot": (lambda x, y: flow.linalg.multi_dot([x, y, x.mT]), (A, np.eye(4)), lambda x, y: x @ y @ x.T),
    "chain_matmul": (lambda x: flow.chain_matmul(x, x.mT), (A,), lambda x: x @ x.T),
    "linalg.norm": (lambda x: flow.linalg.norm(x), (CUBE,), lambda x: np.sqrt((x * x).sum())),
    "linalg.norm of a matrix": (lambda x: flow.linalg.norm(x, 1), (A,), lambda x: np.linalg.norm(x, 1)),
    "linalg.vector_norm": (lambda x: flow.linalg.vector_norm(x, 3, 1), (A,), lambda x: np.linalg.norm(x, 3, 1)),
    "linalg.matrix_norm": (
        lambda x: flow.linalg.matrix_norm(x, -np.inf, keepdim=True),
        (CUBE,),
        lambda x: np.abs(x).sum(2, keepdims=True).min(1, keepdims=True),
    ),
    "linalg.matrix_power": (lambda x: x.matrix_power(3), (SQUARE,), lambda x: x @ x @ x),
    "linalg.vecdot": (lambda x, y: flow.linalg.vecdot(x, y), (A, B), lambda x, y: (x * y).sum(1)),
    "linalg.vander": (lambda x: flow.linalg.vander(x), (V,), lambda x: np.vander(x, increasing=True)),
    "linalg.diagonal": (lambda x: flow.linalg.diagonal(x), (CUBE,), lambda x: np.diagonal(x, axis1=1, axis2=2)),
    # shapes and choices
    "rot90": (lambda x: flow.rot90(x), (A,), np.rot90),
    "rot90 back": (lambda x: x.rot90(-1, (1, 0)), (A,), lambda x: np.rot90(x, -1, (1, 0))),
    "fliplr": (lambda x: flow.fliplr(x), (A,), np.fliplr),
    "flipud": (lambda x: x.flipud(), (A,), np.flipud),
    "ravel": (lambda x: x.ravel(), (A,), np.ravel),
    "unfold": (lambda x: x.unfold(1, 2, 1), (A,), lambda x: np.lib.stride_tricks.sliding_window_view(x, 2, 1)),
    "clamp_min": (lambda x: flow.clamp_min(x, 0.5), (A,), lambda x: np.maximum(x, 0.5)),
    "clamp_max": (lambda x: x.clamp_max(0.5), (A,), lambda x: np.minimum(x, 0.5)),
    "where": (lambda x, y: x.where(x > y, y), (A, B), np.maximum),
    "equal": (lambda x: flow.equal(x, x), (A,), lambda x: np.array(True)),
    "tril_indices": (lambda: flow.tril_indices(3, 4, 1), (), lambda: np.stack(np.tril_indices(3, 1, 4))),
    "triu_indices": (lambda: flow.triu_indices(3, 4, -1), (), lambda: np.stack(np.triu_indices(3, -1, 4))),
    "logspace": (lambda: flow.logspace(0, 2, 5, dtype=flow.float64), (), lambda: np.logspace(0, 2, 5)),
}


def test_functions_are_those_of_numpy():
    calls = [(function, args) for function, args, _ in CASES.values()]

    def build(*given):
        taken = iter(given)
        return tuple(function(*[next(taken) for _ in args]) for function, args in calls)

    results = Function(build)(*[tensor(array) for _, args in calls for array in args])
    for name, result in zip(CASES, results):
        _, args, expected = CASES[name]
        try:
            assert_close(result.numpy(), expected(*args), flow.float64, terms=20)
        except AssertionError as error:
            raise AssertionError(f"{name}: {error}") from None


def test_samples_come_with_their_probabilities():
    weights = tensor(np.array([[1.0, 0.0, 3.0], [2.0, 2.0, 0.0]]))
    with_, without = Function(
        lambda w: (flow.multinomial(w, 4000, True), flow.multinomial(w, 2)),
    )(weights)
    drawn = with_.numpy()
    assert not (drawn[0] == 1).any() and not (drawn[1] == 2).any()
    assert abs((drawn[0] == 2).mean() - 0.75) < 0.05
    assert sorted(without.numpy()[0]) == [0, 2] and sorted(without.numpy()[1]) == [0, 1]


@pytest.mark.parametrize("weights", [[0.0, 0.0], [1.0, -1.0], [1.0, float("nan")], [1.0, float("inf")], [-0.0, 0.0]])
@pytest.mark.parametrize("replacement", [True, False])
def test_what_is_no_weight_is_never_drawn_from(weights, replacement):
    rows = tensor(np.array([[1.0, 2.0], weights]))
    with pytest.raises(RuntimeError, match=r"expects an index from 0 to 1, got 2 \(gather of multinomial"):
        flow.multinomial(rows, 1, replacement).numpy()


def test_distinct_positions_need_as_many_positive_weights():
    weights = tensor(np.array([1.0, 0.0, 0.0]))
    assert flow.multinomial(weights, 4, True).tolist() == [0, 0, 0, 0]
    with pytest.raises(RuntimeError, match=r"expects an index from 0 to 2, got 3 \(gather of multinomial"):
        flow.multinomial(weights, 2).numpy()


def test_methods_that_write():
    def build(x, s):
        x = x * 1
        x.index_add_(0, tensor(np.array([0])), s[:1])
        x.index_fill_(1, tensor(np.array([1])), 4.0)
        x.clamp_max_(2.0).nan_to_num_().abs_()
        return x

    y = A.copy()
    y[0] += B[0]
    y[:, 1] = 4
    assert_close(Function(build)(tensor(A), tensor(B)).numpy(), np.abs(np.minimum(y, 2)), flow.float64)


@pytest.mark.parametrize(
    "call, message",
    [
        (lambda x: flow.nonzero(x), "nonzero: expects sizes that are known"),
        (lambda x: x.masked_select(x > 0), "masked_select: expects sizes that are known"),
        (lambda x: flow.unique(x), "unique: expects sizes that are known"),
        (lambda x: flow.argwhere(x), "argwhere: expects sizes that are known"),
        (lambda x: flow.bincount(x.long()[0]), "bincount: expects minlength to be given"),
        (lambda x: flow.linalg.matrix_norm(x, "nuc"), "matrix_norm: expects a norm without singular values"),
        (lambda x: flow.linalg.matrix_power(x, 2), "matrix_power: expects square matrices"),
        (lambda x: x.index_add(0, x, x), "index_add: expects index to be a vector"),
        (lambda x: x.index_copy(0, flow.tensor([0]), x[:2]), "index_copy: expects source to have shape"),
        (lambda x: x.scatter_reduce(0, flow.tensor([[0]]), x, "median"), "scatter_reduce: expects reduce to be one of"),
        (lambda x: flow.quantile(x, 2.0), r"quantile: expects q in \[0, 1\], got 2"),
        (lambda x: x.unfold(1, 9, 1), r"unfold: expects a size in \[0, 4\]"),
        (lambda x: flow.multinomial(x, 9), "multinomial: expects a vector or a matrix"),
        (lambda x: flow.isin(1, 2), "isin: expects elements or test_elements to be a Tensor"),
        (lambda x: flow.kthvalue(x, 9), r"kthvalue: expects k to be in \[1, 4\], got 9"),
        (lambda x: flow.inner(x, x.mT), "inner: expects last sizes that are equal"),
        (lambda x: flow.cross(x, x, 1), "cross: expects numbers of one shape with 3 elements"),
    ],
)
def test_errors_name_the_rule(call, message):
    with pytest.raises((TypeError, ValueError, NotImplementedError), match=message):
        Function(call).traced(tensor(A))


def test_targets_among_the_largest():
    predictions = np.array([[0, 1, 2, 3], [3, 2, 1, 0], [1, 1, 0, 2], [5, np.inf, 0, 0]], np.float32)
    for k, wanted in ((1, [True, False, False, False]), (2, [True, True, True, False])):
        found = Function(lambda t, p: flow.in_top_k(t, p, k))(flow.tensor([3, 1, 0, 1]), flow.tensor(predictions))
        assert found.dtype is flow.bool and found.tolist() == wanted
    with pytest.raises(ValueError, match=r"in_top_k: expects targets \(N,\) and predictions \(N, C\), got"):
        flow.in_top_k(flow.tensor([1]), flow.tensor(predictions), 1)
