"""Cumulative functions and sorting against NumPy."""

import numpy as np
import pytest

import weir as flow
from traced_graphs import Function, assert_close

RNG = np.random.default_rng(0)


@pytest.mark.parametrize("function, reference", [(flow.cumsum, np.cumsum), (flow.cumprod, np.cumprod)])
def test_cumulative_functions(function, reference):
    x = RNG.uniform(0.5, 1.5, (3, 7, 5)).astype(np.float32)
    integers = RNG.integers(-2, 3, (3, 7)).astype(np.int8)
    graph = Function(lambda x, n: [*(function(x, d) for d in (0, 1, -1)), function(n, 1), function(n, 0, flow.float32)])
    *results, of_integers, as_floats = graph(flow.from_numpy(x), flow.from_numpy(integers))
    for dim, y in zip((0, 1, -1), results):
        assert_close(y.numpy(), reference(x.astype(np.float64), axis=dim), terms=7)
    assert of_integers.dtype is flow.int64 and as_floats.dtype is flow.float32
    np.testing.assert_array_equal(of_integers.numpy(), reference(integers, axis=1, dtype=np.int64))
    np.testing.assert_array_equal(as_floats.numpy(), reference(integers, axis=0, dtype=np.float32))


@pytest.mark.parametrize("length", [1, 3, 4, 5, 4099, 100_000])
@pytest.mark.parametrize("reverse", [False, True])
def test_long_lines_are_exact(length, reverse):
    """To one rounding of each element, however many stand before it."""
    x = RNG.uniform(0.5, 1.5, length).astype(np.float32)
    near_one = (1 + RNG.uniform(-1e-3, 1e-3, length)).astype(np.float32)
    turn = (lambda x: x.flip(0)) if reverse else (lambda x: x)
    graph = Function(lambda x, y: (turn(turn(x).cumsum(0)), turn(turn(y).cumprod(0))))
    found = graph(flow.tensor(x), flow.tensor(near_one))
    step = -1 if reverse else 1
    sums, products = (np.cumsum(x[::step].astype(np.float64))[::step], np.cumprod(near_one[::step].astype(np.float64)))
    for result, exact in zip(found, (sums, products[::step])):
        assert (np.abs(result.numpy() - exact) <= 2**-24 * np.abs(exact) * (1 + 1e-6)).all()


@pytest.mark.parametrize("offset", [0, 1000])
def test_logcumsumexp_of_a_long_line(offset):
    x = (RNG.uniform(-5, 5, 50_000) + np.linspace(-offset, offset, 50_000)).astype(np.float32)
    result = Function(lambda x: x.logcumsumexp(0))(flow.tensor(x)).numpy()
    exact = np.logaddexp.accumulate(x.astype(np.float64))
    assert (np.abs(result - exact) <= 2**-23 * np.abs(exact) + 1e-7).all()


def test_gradient_of_cumprod_with_zeros():
    values = np.array([[2.0, 3.0, 4.0], [2.0, 0.0, 4.0], [0.0, 3.0, 0.0], [0.0, 0.0, 5.0]])
    weights = np.array([1.0, 10.0, 100.0])
    x = flow.tensor(values, requires_grad=True)

    def build(weights):
        (x.cumprod(1) * weights).sum().backward()
        return x.grad

    expected = np.zeros_like(values)
    for row, line in enumerate(values):
        for i in range(3):
            for j in range(i, 3):
                expected[row, i] += weights[j] * np.prod(np.delete(line[: j + 1], i))
    np.testing.assert_array_equal(Function(build)(flow.tensor(weights)).numpy(), expected)


@pytest.mark.parametrize("dtype", [flow.float64, flow.float16, flow.int64, flow.uint8, flow.bool])
def test_sort(dtype):
    x = RNG.integers(0, 2 if dtype is flow.bool else 9, (3, 40, 2)).astype(dtype.numpy)  # many are equal
    graph = Function(
        lambda x: (*x.sort(1), *flow.sort(x, 0, descending=True), x.argsort(), flow.argsort(x, 1, True, stable=True))
    )
    values, indices, down, down_indices, order, down_order = (y.numpy() for y in graph(flow.from_numpy(x)))
    np.testing.assert_array_equal(indices, np.argsort(x, axis=1, kind="stable"))
    np.testing.assert_array_equal(values, np.sort(x, axis=1))
    np.testing.assert_array_equal(order, np.argsort(x, axis=-1, kind="stable"))
    # Descending and stable: stable in the reverse of the reversed.
    stable = [x.shape[d] - 1 - np.flip(np.argsort(np.flip(x, d), axis=d, kind="stable"), d) for d in (0, 1)]
    np.testing.assert_array_equal(down_indices, stable[0])
    np.testing.assert_array_equal(down, np.take_along_axis(x, stable[0], 0))
    np.testing.assert_array_equal(down_order, stable[1])


# Lengths on both sides of where the form changes: a few are inserted, more are sorted by digits; of many, the first 16
# are inserted and more are sorted now and then.
EDGE_LENGTHS = [1, 47, 48, 49, 257, 1000]
SORTED_DTYPES = [flow.float32, flow.float64, flow.bfloat16, flow.float16, flow.int8, flow.int32, flow.int64, flow.uint8]


def numbers_to_sort(dtype, shape):
    """Many equal ones, of both signs; of floats also NaN, infinities and zeros of both signs. bf16 holds them all."""
    if not dtype.is_floating_point:
        low, high = np.iinfo(dtype.numpy).min, np.iinfo(dtype.numpy).max
        return RNG.choice(np.array([low, high, 0, 1, 2, 3, 5, 100], dtype.numpy), shape)
    x = np.round(RNG.standard_normal(shape) * 40).astype(np.float32)
    x.flat[::7], x.flat[1::9], x.flat[2::11], x.flat[3::13] = np.nan, -0.0, np.inf, -np.inf
    return x


def stable_order(x, dim, descending):
    if not descending:
        return np.argsort(x, axis=dim, kind="stable")
    reverse = np.argsort(np.flip(x, dim), axis=dim, kind="stable")
    return x.shape[dim] - 1 - np.flip(reverse, dim)


@pytest.mark.sampled(3)
@pytest.mark.parametrize("descending", [False, True])
@pytest.mark.parametrize("dtype", SORTED_DTYPES, ids=str)
def test_orders_of_lines(dtype, descending):
    lines = [(numbers_to_sort(dtype, (3, length)), 1) for length in EDGE_LENGTHS]
    lines += [(numbers_to_sort(dtype, (70, 5)), 0), (numbers_to_sort(dtype, (2, 90, 3)), 1)]
    graph = Function(lambda *xs: tuple(flow.sort(x, dim, descending).indices for x, (_, dim) in zip(xs, lines)))
    orders = graph(*(flow.tensor(x, dtype=dtype) for x, _ in lines))
    for (x, dim), order in zip(lines, orders):
        np.testing.assert_array_equal(order.numpy(), stable_order(x, dim, descending), str(x.shape))


@pytest.mark.sampled(3)
@pytest.mark.parametrize("largest", [False, True])
@pytest.mark.parametrize("dtype", SORTED_DTYPES, ids=str)
def test_first_of_many(dtype, largest):
    cases = [(numbers_to_sort(dtype, shape), k, dim) for shape, dim in [((3, 1000), 1), ((900, 2), 0)] for k in (5, 40)]
    # Each of them comes before all that were met.
    rising = np.arange(600, dtype=np.float32) // 3 if dtype.is_floating_point else np.sort(numbers_to_sort(dtype, 600))
    cases += [(rising if largest else rising[::-1].copy(), k, 0) for k in (16, 17)]
    graph = Function(lambda *xs: tuple(flow.topk(x, k, dim, largest).indices for x, (_, k, dim) in zip(xs, cases)))
    given = [flow.tensor(x, dtype=dtype) for x, _, _ in cases]
    for (x, k, dim), tensor, found in zip(cases, given, graph(*given)):
        exact = x.astype(np.float32) if dtype is flow.bfloat16 else tensor.numpy()
        expected = np.take(stable_order(exact, dim, largest), range(k), axis=dim)
        np.testing.assert_array_equal(found.numpy(), expected, f"{x.shape} {k}")


def test_sorting_is_not_quadratic():
    x = RNG.standard_normal(200_000).astype(np.float32)
    values, indices = Function(lambda x: x.sort())(flow.from_numpy(x))
    np.testing.assert_array_equal(values.numpy(), np.sort(x))
    np.testing.assert_array_equal(x[indices.numpy()], values.numpy())


@pytest.mark.parametrize("largest", [True, False])
def test_topk(largest):
    x = RNG.permutation(60).reshape(3, 10, 2).astype(np.float32)
    graph = Function(lambda x: (*x.topk(3, 1, largest), *flow.topk(x, 2, largest=largest), *x.topk(0, 0)))
    values, indices, last, last_indices, none, _ = (y.numpy() for y in graph(flow.from_numpy(x)))
    order = np.argsort(-x if largest else x, axis=1)[:, :3]
    np.testing.assert_array_equal(indices, order)
    np.testing.assert_array_equal(values, np.take_along_axis(x, order, 1))
    np.testing.assert_array_equal(last, np.take_along_axis(x, last_indices, 2))
    assert none.shape == (0, 10, 2)


def test_gradients_go_to_where_elements_stood():
    x = flow.tensor([[3.0, 1.0, 2.0], [5.0, 6.0, 4.0]], requires_grad=True)
    weights = flow.tensor([1.0, 10.0, 100.0])

    def build(weights):
        ((x.sort(1).values * weights).sum() + x.topk(1, 1).values.sum() * 1000).backward()
        return x.grad

    assert Function(build)(weights).tolist() == [[1100, 1, 10], [10, 1100, 1]]


def test_scalars():
    def build(x):
        return (x.cumsum(0), *x.sort(), x.argsort(-1))

    total, value, index, order = Function(build)(flow.tensor(2.5))
    assert total.item() == value.item() == 2.5 and index.item() == order.item() == 0 and order.shape == ()


@pytest.mark.parametrize(
    "function, error, message",
    [
        (lambda x: x.cumsum(2), IndexError, r"cumsum: expects dim to be in \[-2, 2\), got 2"),
        (lambda x: x.sort(-3), IndexError, r"sort: expects dim to be in \[-2, 2\), got -3"),
        (lambda x: x.topk(4), ValueError, r"topk: expects k to be in \[0, 3\], got 4"),
    ],
)
def test_errors(function, error, message):
    with pytest.raises(error, match=message):
        Function(function)(flow.tensor([[1.0, 2.0, 3.0]]))


def test_cumulative_extrema_of_bools():
    x = flow.tensor([[False, True, False], [True, True, False]])
    most, least = Function(lambda x: (x.cummax(1), x.cummin(1)))(x)
    assert most.values.dtype is least.values.dtype is flow.bool
    assert most.values.tolist() == [[False, True, True], [True, True, True]]
    assert most.indices.tolist() == [[0, 1, 1], [0, 1, 1]]
    assert least.values.tolist() == [[False, False, False], [True, True, False]]
    assert least.indices.tolist() == [[0, 0, 2], [0, 1, 2]]


@pytest.mark.parametrize("dim", [0, 1, -1])
def test_trapezoids_between_places_of_points(dim):
    y, x = RNG.uniform(size=(3, 4)), np.sort(RNG.uniform(size=(3, 4)[dim]))
    given = (flow.tensor(v, dtype=flow.float64) for v in (y, x))
    graph = Function(lambda y, x: [flow.trapezoid(y, x, dim=dim), flow.cumulative_trapezoid(y, x, dim=dim)])
    whole, parts = graph(*given)
    widths = np.diff(x).reshape((-1, 1) if dim == 0 else (-1,))
    areas = np.diff(np.cumsum(y, dim), axis=dim) - np.diff(y, axis=dim) / 2
    np.testing.assert_allclose(whole.numpy(), (areas * widths).sum(dim), rtol=1e-12)
    np.testing.assert_allclose(parts.numpy(), np.cumsum(areas * widths, dim), rtol=1e-12)


def test_no_differences_are_the_tensor_itself():
    x = RNG.normal(size=(2, 3)).astype(np.float32)
    y = Function(lambda x: x.diff(0, prepend=x, append=x))(flow.from_numpy(x))
    np.testing.assert_array_equal(y.numpy(), x)
