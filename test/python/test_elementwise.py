"""Elementwise functions against NumPy: mathematics, truth, bits, divisions."""

import numpy as np
import pytest

import weir as flow
from traced_graphs import Function, assert_close

RNG = np.random.default_rng(0)
SPECIAL = np.array([0.0, -0.0, 1.0, -2.5, np.inf, -np.inf, np.nan], np.float32)

MATHEMATICS = {
    "asin": np.arcsin,
    "acos": np.arccos,
    "atan": np.arctan,
    "arcsin": np.arcsin,
    "arccos": np.arccos,
    "arctan": np.arctan,
    "tan": np.tan,
    "sinh": np.sinh,
    "cosh": np.cosh,
    "exp2": np.exp2,
    "log2": np.log2,
    "log10": np.log10,
    "reciprocal": np.reciprocal,
    "square": np.square,
    "negative": np.negative,
}


def test_mathematics():
    x = RNG.uniform(0.1, 1, 37)
    functions = Function(lambda x: [getattr(flow, name)(x) for name in MATHEMATICS])
    methods = Function(lambda x: [getattr(x, name)() for name in MATHEMATICS])
    given = flow.tensor(x, dtype=flow.float32)
    for reference, y, z in zip(MATHEMATICS.values(), functions(given), methods(given)):
        assert_close(y.numpy(), reference(x.astype(np.float32).astype(np.float64)), terms=4)
        np.testing.assert_array_equal(y.numpy(), z.numpy())


def test_powers_have_exact_logarithms():
    graph = Function(lambda x, y: (x.log2(), y.log10()))
    two, ten = graph(flow.tensor([0.125, 1.0, 1024.0]), flow.tensor([0.0, 1000.0, 1e10]))
    assert two.tolist() == [-3, 0, 10] and ten.tolist() == [-np.inf, 3, 10]


DIVISIONS = {
    "fmod": (flow.fmod, np.fmod),
    "remainder": (flow.remainder, np.remainder),
    "%": (lambda x, y: x % y, np.remainder),
    "floor_divide": (flow.floor_divide, np.floor_divide),
    "//": (lambda x, y: x // y, np.floor_divide),
    "div floor": (lambda x, y: flow.div(x, y, rounding_mode="floor"), np.floor_divide),
    "div trunc": (lambda x, y: x.div(y, rounding_mode="trunc"), lambda x, y: np.trunc(x / y).astype(x.dtype)),
}


@pytest.mark.parametrize("dtype", [flow.float64, flow.float32, flow.int64, flow.int32, flow.int8])
def test_divisions(dtype):
    x = RNG.integers(-20, 21, 64).astype(dtype.numpy)
    y = (RNG.integers(1, 8, 64) * RNG.choice([-1, 1], 64)).astype(dtype.numpy)
    if dtype.is_floating_point:
        x, y = (x * 0.7).astype(dtype.numpy), (y * 0.3).astype(dtype.numpy)
    graph = Function(lambda x, y: [function(x, y) for function, _ in DIVISIONS.values()])
    for (_, reference), actual in zip(DIVISIONS.values(), graph(flow.from_numpy(x), flow.from_numpy(y))):
        assert actual.dtype is dtype
        np.testing.assert_array_equal(actual.numpy(), reference(x, y))


def test_divisions_by_scalars_and_of_them():
    x = np.array([7, -7, 3], np.int64)
    graph = Function(lambda x: (x % 3, x // 3, 7 % x, 7 // x, x % 2.5, x.div(2), x.true_divide(2)))
    expected = (x % 3, x // 3, 7 % x, 7 // x, np.float32(x % 2.5), np.float32(x / 2), np.float32(x / 2))
    for actual, reference in zip(graph(flow.from_numpy(x)), expected):
        assert actual.numpy().dtype == reference.dtype
        np.testing.assert_array_equal(actual.numpy(), reference)


@pytest.mark.parametrize("name", ["fmod", "remainder", "floor_divide", "div"])
def test_integers_divided_by_zero(name):
    function = getattr(flow, name)
    graph = Function(lambda x, y: function(x, y) if name != "div" else flow.div(x, y, "trunc"))
    with pytest.raises(RuntimeError, match="divi"):
        graph(flow.tensor([1, 2]), flow.tensor([1, 0])).numpy()


def test_gradients_of_remainders():
    x, y = flow.tensor([7.5, -7.5], requires_grad=True), flow.tensor([2.0, 2.0], requires_grad=True)

    def build():
        (flow.fmod(x, y) * 3 + flow.remainder(x, y) * 5).sum().backward()
        return x.grad, y.grad

    dx, dy = Function(build)()
    assert dx.tolist() == [8, 8] and dy.tolist() == [-3 * 3 - 3 * 5, 3 * 3 + 4 * 5]


LOGIC = {
    "logical_and": np.logical_and,
    "logical_or": np.logical_or,
    "logical_xor": np.logical_xor,
}


@pytest.mark.parametrize("dtype", [flow.bool, flow.uint8, flow.int64, flow.float32, flow.float16])
def test_logic(dtype):
    x, y = (RNG.integers(0, 2, (2, 50)) * RNG.integers(1, 3, (2, 50))).astype(dtype.numpy)
    graph = Function(
        lambda x, y: [getattr(flow, name)(x, y) for name in LOGIC] + [flow.logical_not(x), x.logical_not()]
    )
    expected = [reference(x, y) for reference in LOGIC.values()] + [np.logical_not(x)] * 2
    for actual, reference in zip(graph(flow.from_numpy(x), flow.from_numpy(y)), expected):
        assert actual.dtype is flow.bool
        np.testing.assert_array_equal(actual.numpy(), reference)


def test_logic_of_two_dtypes_and_shapes():
    y, z = Function(lambda x, y: (x.logical_and(y), flow.logical_or(y, x)))(
        flow.tensor([[0.0], [np.nan]]), flow.tensor([0, 1, 2])
    )
    assert y.tolist() == [[False] * 3, [False, True, True]] and z.tolist() == [[False, True, True], [True] * 3]


@pytest.mark.parametrize("dtype", [flow.bool, flow.uint8, flow.int8, flow.int32, flow.int64])
def test_bits(dtype):
    limits = (0, 2) if dtype is flow.bool else (np.iinfo(dtype.numpy.name).min, np.iinfo(dtype.numpy.name).max)
    x, y = (RNG.integers(*limits, (2, 50))).astype(dtype.numpy)
    graph = Function(lambda x, y: (x & y, x | y, x ^ y, ~x, flow.bitwise_and(x, y), x.bitwise_or(y), x.bitwise_not()))
    expected = (x & y, x | y, x ^ y, ~x, x & y, x | y, ~x)
    for actual, reference in zip(graph(flow.from_numpy(x), flow.from_numpy(y)), expected):
        assert actual.dtype is dtype
        np.testing.assert_array_equal(actual.numpy(), reference)


def test_bits_are_promoted_like_numbers():
    y, z = Function(lambda x, y: (x & 6, y | x))(flow.tensor([5, 7], dtype=flow.int8), flow.tensor([True, False]))
    assert y.dtype is z.dtype is flow.int8 and y.tolist() == [4, 6] and z.tolist() == [5, 7]


def test_kinds_of_numbers():
    functions = [flow.isnan, flow.isinf, flow.isfinite]
    graph = Function(lambda x, n: [f(v) for f in functions for v in (x, x.half(), x.bfloat16(), n)])
    results = graph(flow.from_numpy(SPECIAL), flow.tensor([-(2**63), 0]))
    for reference, (x, half, bfloat, n) in zip([np.isnan, np.isinf, np.isfinite], zip(*[iter(results)] * 4)):
        for y in (x, half, bfloat):
            np.testing.assert_array_equal(y.numpy(), reference(SPECIAL))
        assert n.tolist() == [reference(0)] * 2


def test_casts_by_name():
    graph = Function(lambda x: (x.int(), x.byte(), x.bool(), x.long(), x.half(), x.double()))
    results = graph(flow.tensor([-1.5, 0.0, 300.0]))
    assert [y.dtype for y in results] == [flow.int32, flow.uint8, flow.bool, flow.int64, flow.float16, flow.float64]
    assert [y.tolist() for y in results[:3]] == [[-1, 0, 300], [255, 0, 44], [True, False, True]]


def test_where_and_masked_fill():
    x = flow.tensor([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]])

    def build(x, condition):
        n = x.long()
        return (
            flow.where(condition, x, 0),
            flow.where(condition, 1.5, n),
            flow.where(x > 3, -1, 1),
            x.masked_fill(condition, float("-inf")),
            flow.masked_fill(n, condition, 9),
            x.masked_fill(x > 2, x.sum()),
        )

    some, mixed, signs, filled, numbers, total = Function(build)(x, flow.tensor([True, False, True]))
    assert some.tolist() == [[1, 0, 3], [4, 0, 6]]
    assert mixed.dtype is flow.float32 and mixed.tolist() == [[1.5, 2, 1.5], [1.5, 5, 1.5]]
    assert signs.dtype is flow.int64 and signs.tolist() == [[1, 1, 1], [-1, -1, -1]]
    assert filled.tolist() == [[-np.inf, 2, -np.inf], [-np.inf, 5, -np.inf]]
    assert numbers.dtype is flow.int64 and numbers.tolist() == [[9, 2, 9], [9, 5, 9]]
    assert total.tolist() == [[1, 2, 21], [21, 21, 21]]


@pytest.mark.parametrize(
    "function, error, message",
    [
        (lambda x: x & x, TypeError, "bitwise_and: expects lhs to be of an integer dtype, got float32"),
        (lambda x: ~x, TypeError, "bitwise_not: expects x to be of an integer dtype, got float32"),
        (lambda x: x.div(x, rounding_mode="up"), ValueError, 'rounding_mode to be None, "trunc" or "floor", got'),
        (lambda x: x.masked_fill(x, 0), TypeError, "where: expects condition to be of dtype bool, got float32"),
        (lambda x: (x > 0) - (x < 1), ValueError, "sub: expects operands to be of numbers, got bool"),
        (lambda x: -(x > 0), ValueError, "neg: expects operands to be of numbers, got bool"),
    ],
)
def test_errors(function, error, message):
    with pytest.raises(error, match=message):
        Function(function)(flow.tensor([1.0, 2.0]))


def test_sums_and_products_of_bools_are_or_and_and():
    x, y = flow.tensor([True, True, False, False]), flow.tensor([True, False, True, False])
    results = Function(lambda x, y: (x + y, x * y, x * True, x + 1, x * 2.5))(x, y)
    assert [result.tolist() for result in results] == [
        [True, True, True, False],
        [True, False, False, False],
        [True, True, False, False],
        [2, 2, 1, 1],
        [2.5, 2.5, 0, 0],
    ]
    assert [result.dtype for result in results] == [flow.bool] * 3 + [flow.int64, flow.float32]


def test_gradient_of_log10_is_finite_where_an_inverse_is_not():
    x = np.array([2.5e-39], np.float32)
    gradient = Function(lambda x: flow.grad(x.log10().sum(), [x])[0])(flow.tensor(x)).numpy()
    np.testing.assert_allclose(gradient, 1 / (np.log(10) * x.astype(np.float64)), rtol=1e-6)


def test_between_two_tensors():
    x, y = RNG.uniform(-3, 3, (2, 50)).astype(np.float32)
    special = np.array([np.inf, -np.inf, np.inf, np.nan, 1.0, 200.0, -200.0], np.float32)
    other = np.array([np.inf, -np.inf, -np.inf, np.nan, np.nextafter(np.float32(1), 2), 200.0, 300.0], np.float32)
    x, y = np.concatenate([x, special]), np.concatenate([y, other])
    graph = Function(
        lambda x, y: (
            flow.logaddexp(x, y),
            x.isclose(y),
            flow.isclose(x, y, 0.5, 0.1, equal_nan=True),
            x.greater(y),
            flow.greater_equal(x, y),
            x.not_equal(y),
        )
    )
    results = [result.numpy() for result in graph(flow.from_numpy(x), flow.from_numpy(y))]
    with np.errstate(invalid="ignore"):
        sums = np.logaddexp(x.astype(np.float64), y)
    np.testing.assert_allclose(results[0], sums, rtol=2e-7, atol=2e-7)
    expected = np.isclose(x, y), np.isclose(x, y, 0.5, 0.1, equal_nan=True), x > y, x >= y, x != y
    for result, reference in zip(results[1:], expected, strict=True):
        np.testing.assert_array_equal(result, reference)


def test_parts_of_numbers_and_of_ways():
    x = np.array([1.75, -1.25, 3.0, -0.5], np.float32)
    graph = Function(lambda x: (x.frac(), flow.lerp(x, x + 8, 0.25), x.lerp(x * 2, x)))
    for result, reference in zip(graph(flow.from_numpy(x)), (x - np.trunc(x), x + 2, x + x * x), strict=True):
        np.testing.assert_array_equal(result.numpy(), reference)


def test_scalars_are_factors():
    """With data as their numbers, which may be others each time, and traced ones."""
    x, y, z = (flow.tensor(RNG.integers(1, 9, 5).astype(np.float32)) for _ in range(3))
    calls = {
        "add": (lambda a: flow.add(x, y, alpha=a), lambda a: x + a * y),
        "sub": (lambda a: x.sub(y, alpha=a), lambda a: x - a * y),
        "rsub": (lambda a: flow.rsub(x, y, alpha=a), lambda a: y - a * x),
        "addcmul": (lambda a: flow.addcmul(x, y, z, value=a), lambda a: x + a * y * z),
        "addcdiv": (lambda a: x.addcdiv(y, z, value=a), lambda a: x + a * y / z),
        "add_": (lambda a: (x * 1).add_(y, alpha=a), lambda a: x + a * y),
        "sub_": (lambda a: (x * 1).sub_(y, alpha=a), lambda a: x - a * y),
        "addcmul_": (lambda a: (x * 1).addcmul_(y, z, value=a), lambda a: x + a * y * z),
        "addcdiv_": (lambda a: (x * 1).addcdiv_(y, z, value=a), lambda a: x + a * y / z),
    }
    for name, (call, expected) in calls.items():
        graph = Function(lambda a: call(a))
        for value in (2.0, 0.5, 3):
            wanted = expected(value).numpy()
            np.testing.assert_allclose(call(flow.tensor(value)).numpy(), wanted, rtol=1e-6, err_msg=name)
            np.testing.assert_allclose(graph(flow.tensor(float(value))).numpy(), wanted, rtol=1e-6, err_msg=name)
    with pytest.raises(TypeError, match=r"add: expects a number or a scalar as factor, got shape \(5,\)"):
        flow.add(x, y, alpha=z)


def test_factors_in_pytorchs_older_order():
    x, y, z = (flow.tensor(RNG.integers(1, 9, 5).astype(np.float32)) for _ in range(3))
    for result, wanted in (
        (flow.add(x, 2, y), x + 2 * y),
        (x.sub(2, y), x - 2 * y),
        (x.clone().add_(2, x), 3 * x),
        (x.clone().sub_(2, y), x - 2 * y),
        (x.addcmul(2, y, z), x + 2 * y * z),
        (flow.addcmul(x, 2, y, z), x + 2 * y * z),
        (x.clone().addcmul_(2, y, z), x + 2 * y * z),
        (x.clone().addcdiv_(2, y, z), x + 2 * y / z),
    ):
        np.testing.assert_allclose(result.numpy(), wanted.numpy(), rtol=1e-6)


def test_powers_by_keyword():
    x = flow.tensor([1.0, 2.0, 3.0])
    for squares in (flow.pow(x, exponent=2), x.pow(exponent=2), x.clone().pow_(exponent=2)):
        assert squares.tolist() == [1, 4, 9]
    assert flow.pow(self=2.0, exponent=x).tolist() == [2, 4, 8]
    assert x.clone().add_(other=x, alpha=2).tolist() == [3, 6, 9]
