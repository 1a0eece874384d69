"""Methods that write what a function makes of a tensor to it, as PyTorch calls them: name and `_`. What functions
compute is held elsewhere; here, that the tensor becomes that, in its dtype, and that the method returns it."""

import numpy as np
import pytest

import weir as flow
from traced_graphs import Function
from weir import _records
from weir._ops import InPlaceMethods
from weir.nn import functional as F

RNG = np.random.default_rng(5)
SQUARE = [RNG.uniform(0.1, 0.9, (3, 3)).astype(np.float32) for _ in range(3)]
INTEGERS = [RNG.integers(1, 6, (3, 3)) for _ in range(3)]
BATCH = RNG.uniform(0.1, 0.9, (3, 3, 3)).astype(np.float32)
ROWS = flow.tensor([2, 0])
OPS = {op.python: op for op in _records.OPS.values()}
ALIASES = {"clip": "clamp", "negative": "neg", "multiply": "mul", "absolute": "abs", "fix": "trunc", "sgn": "sign"}
GENERATED = sorted(name for name in vars(InPlaceMethods) if not name.startswith("__"))


def op_of(name):
    name = ALIASES.get(name, name)
    return OPS.get(name) or OPS[name.replace("arc", "a")]


def changed(x, name, arguments):
    """A copy of x that a method has written to; the method must return it."""
    y = x * 1
    assert getattr(y, name)(*arguments) is y
    return y


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", GENERATED)
def test_elementwise_functions(name):
    op = op_of(name.removesuffix("_"))
    arrays = INTEGERS if op.operands[0].kind == "integer" else SQUARE
    shift = 1 if "cosh" in name and name[0] == "a" else 0

    def build(*given):
        x, *others = given[: len(op.operands)]
        x = x + shift
        return changed(x, name, others), getattr(x, name.removesuffix("_"))(*others)

    ours, expected = Function(build)(*map(flow.from_numpy, arrays))
    assert ours.dtype is flow.from_numpy(arrays[0]).dtype
    np.testing.assert_array_equal(ours.numpy(), expected.numpy().astype(ours.numpy().dtype))


OTHERS = {
    "add_": (2,),
    "sub_": (2,),
    "subtract_": (2,),
    "div_": (2,),
    "divide_": (2,),
    "pow_": (2,),
    "round_": (1,),
    "clamp_min_": (0.5,),
    "clamp_max_": (0.5,),
    "cumsum_": (0,),
    "cumprod_": (1,),
    "tril_": (),
    "triu_": (1,),
    "index_fill_": (0, ROWS, 4.0),
    **{f"{name}_": (0.5,) for name in ("eq", "ne", "not_equal", "lt", "less", "le", "less_equal")},
    **{f"{name}_": (0.5,) for name in ("gt", "greater", "ge", "greater_equal")},
}


@pytest.mark.parametrize("name", OTHERS)
def test_functions_with_numbers(name):
    function = lambda x: (changed(x, name, OTHERS[name]), getattr(x, name[:-1])(*OTHERS[name]))  # noqa: E731
    ours, expected = Function(function)(flow.from_numpy(SQUARE[0]))
    np.testing.assert_array_equal(ours.numpy(), expected.numpy().astype(np.float32))


PRODUCTS = {
    "addmm_": (SQUARE[1], SQUARE[2]),
    "addmv_": (SQUARE[1], SQUARE[2]),
    "addr_": (SQUARE[1][0], SQUARE[2][0]),
    "addbmm_": (BATCH, BATCH),
    "baddbmm_": (BATCH, BATCH),
}


@pytest.mark.parametrize("name", PRODUCTS)
def test_products(name):
    x = {"addmv_": SQUARE[0][0], "baddbmm_": BATCH}.get(name, SQUARE[0])
    first, second = PRODUCTS[name]
    if name == "addmv_":
        second = second[0]

    def build(x, *others):
        return changed(x, name, others), getattr(x, name[:-1])(*others)

    ours, expected = Function(build)(*map(flow.tensor, (x, first, second)))
    np.testing.assert_array_equal(ours.numpy(), expected.numpy())


def test_rows_that_are_written():
    def build(x, source, mask, index):
        return (
            changed(x, "index_copy_", (0, ROWS, source[:2])),
            changed(x, "index_add_", (0, ROWS, source[:2])),
            changed(x, "index_put_", ((ROWS,), source[:2])),
            changed(x, "masked_scatter_", (mask, source)),
            changed(x, "scatter_reduce_", (0, index, source, "amax")),
        )

    x, source, _ = SQUARE
    mask = x > 0.5
    results = Function(build)(*map(flow.tensor, (x, source, mask, np.zeros((3, 3), np.int64))))
    copied, added, filled, largest = x.copy(), x.copy(), x.copy(), x.copy()
    copied[[2, 0]] = source[:2]
    added[[2, 0]] += source[:2]
    filled[mask] = source.reshape(-1)[: mask.sum()]
    largest[0] = np.maximum(x[0], source.max(0))
    for result, expected in zip(results, (copied, added, copied, filled, largest), strict=True):
        np.testing.assert_array_equal(result.numpy(), expected)


FUNCTIONAL = {
    "celu_": (0.5,),
    "elu_": (0.5,),
    "hardtanh_": (-0.3, 0.2),
    "leaky_relu_": (0.2,),
    "relu_": (),
    "relu6_": (),
    "selu_": (),
    "threshold_": (0.1, -1.0),
}


@pytest.mark.parametrize("name", FUNCTIONAL)
def test_activations(name):
    def build(x):
        y = x * 1
        assert getattr(F, name)(y, *FUNCTIONAL[name]) is y
        return y, getattr(F, name[:-1])(x, *FUNCTIONAL[name])

    ours, expected = Function(build)(flow.from_numpy(SQUARE[0] - np.float32(0.5)))
    np.testing.assert_array_equal(ours.numpy(), expected.numpy())


def test_a_result_takes_the_dtype_of_the_tensor():
    def build(x, count):
        return changed(x, "lt_", (0.5,)), changed(x.half(), "add_", (x,)), changed(count, "mul_", (3,))

    x = SQUARE[0]
    less, narrow, count = Function(build)(flow.from_numpy(x), flow.from_numpy(INTEGERS[0]))
    assert (less.dtype, narrow.dtype, count.dtype) == (flow.float32, flow.float16, flow.int64)
    np.testing.assert_array_equal(less.numpy(), (x < 0.5).astype(np.float32))
    np.testing.assert_array_equal(narrow.numpy(), (x.astype(np.float16) + x).astype(np.float16))
    np.testing.assert_array_equal(count.numpy(), 3 * INTEGERS[0])


@pytest.mark.parametrize(
    ("write", "error", "message"),
    [
        (lambda x: (x > 0).exp_(), TypeError, "exp_: expects numbers .* tensor's dtype has, got float32 for bool"),
        (lambda x: (x[0] + 0).atan2_(x), ValueError, r"atan2_: expects .* shape \(3,\) to stay, got \(3, 3\)"),
    ],
)
def test_what_cannot_be_written(write, error, message):
    with pytest.raises(error, match=message):
        Function(write)(flow.from_numpy(SQUARE[0]))


def test_outside_of_graphs():
    x = flow.zeros(2)
    assert x.exp_() is x and x.tolist() == [1, 1]


def test_tensors_that_lie_over_others():
    x, y = flow.zeros(3), flow.arange(4, dtype=flow.float32)
    assert x.set_(y[1:]) is x and x.add_(1) is x and y.tolist() == [0, 2, 3, 4]
    with pytest.raises(TypeError, match="set_: expects a Tensor of float32, got int64"):
        x.set_(flow.zeros(3, dtype=flow.int64))
    with pytest.raises(RuntimeError, match="set_: expects to be outside of nn.Graph.build"):
        Function(lambda x: x.set_(x))(y)


def test_functions_of_lists():
    several, others = [flow.ones(2), flow.full((1,), 4.0)], [flow.full((2,), 3.0), flow.full((1,), 5.0)]
    values = lambda found: [x.tolist() for x in found]  # noqa: E731
    assert flow._foreach_add_(several, others, alpha=2) is None and values(several) == [[7, 7], [14]]
    assert values(flow._foreach_mul(several, 2)) == [[14, 14], [28]] and values(several) == [[7, 7], [14]]
    flow._foreach_sub_(several, [6.0, 10.0])
    assert values(several) == [[1, 1], [4]] and values(flow._foreach_sqrt(several)) == [[1, 1], [2]]
    flow._foreach_addcmul_(several, others, others, 0.5)
    flow._foreach_addcdiv_(several, others, others, value=2)
    assert values(several) == [[7.5, 7.5], [18.5]]
    flow._foreach_lerp_(several, others, 1.0)
    flow._foreach_neg_(several)
    assert values(several) == [[-3, -3], [-5]] and values(flow._foreach_norm(others))[1] == 5
    flow._foreach_zero_(several)
    assert values(several) == [[0, 0], [0]]
    with pytest.raises(ValueError, match="_foreach_add_: expects lists of 2 as the first one, got one of 1"):
        flow._foreach_add_(several, [1.0])
