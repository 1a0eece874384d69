"""Operators between tensors and what ported programs set beside them: arrays of NumPy, and objects of their own."""

import operator

import numpy as np
import pytest

import weir as flow
from traced_graphs import Function

FLOATS, INTEGERS = np.array([0.5, 2.0, 3.0]), np.array([1, 2, 3])
ARITHMETIC = [operator.add, operator.sub, operator.mul, operator.truediv, operator.floordiv, operator.mod, operator.pow]
ORDERS = [operator.eq, operator.ne, operator.lt, operator.le, operator.gt, operator.ge]


@pytest.mark.parametrize("op", ARITHMETIC + ORDERS + [operator.matmul], ids=lambda op: op.__name__)
def test_arrays_are_tensors_of_their_dtype(op):
    x = np.array([2.0, 2.0, 1.0], np.float32)
    for made, expected in [
        (op(flow.tensor(x), FLOATS), op(x, FLOATS)),
        (op(FLOATS, flow.tensor(x)), op(FLOATS, x)),
        (Function(lambda t: op(t, FLOATS))(flow.tensor(x)), op(x, FLOATS)),
        (Function(lambda t: op(FLOATS, t))(flow.tensor(x)), op(FLOATS, x)),
    ]:
        assert isinstance(made, flow.Tensor) and made.numpy().dtype == expected.dtype
        assert np.allclose(made.numpy(), expected)


@pytest.mark.parametrize("op", [operator.and_, operator.or_, operator.xor, operator.lshift, operator.rshift])
def test_arrays_of_integers_beside_bits(op):
    x = np.array([3, 5, 9])
    assert np.array_equal(op(flow.tensor(x), INTEGERS).numpy(), op(x, INTEGERS))
    assert np.array_equal(op(INTEGERS, flow.tensor(x)).numpy(), op(INTEGERS, x))


def test_gradients_pass_operators_with_arrays():
    x = flow.ones(3, requires_grad=True)
    (x * FLOATS.astype(np.float32) + INTEGERS.astype(np.float32) @ x).sum().backward()
    assert x.grad.tolist() == [3.5, 8.0, 12.0]


def test_numbers_of_numpy_stay_numbers():
    x = flow.ones(2)
    for made in (np.float64(2) * x, x * np.float64(2), np.int64(2) * x, np.float32(3) - x * 1):
        assert made.dtype is flow.float32 and made.tolist() == [2, 2]
    assert (np.float64(1) == x).tolist() == [True, True] and (np.float64(2) > x).tolist() == [True, True]


def test_assigning_operators_beside_arrays():
    x = y = flow.ones(2)
    x += np.ones(2)
    assert x.dtype is flow.float64 and x.tolist() == [2, 2] and y.tolist() == [1, 1]
    values = whole = np.ones(2)
    values += flow.ones(2)
    assert values is whole and values.tolist() == [2, 2]


def test_functions_of_numpy_make_tensors():
    x = flow.tensor([1.0, 4.0])
    assert np.sqrt(x).tolist() == [1, 2] and np.sqrt(x).dtype is flow.float32
    assert np.maximum(x, np.array([2.0, 2.0])).tolist() == [2, 4] and np.add.reduce(x).item() == 5
    assert [each.tolist() for each in np.modf(x)] == [[0, 0], [1, 4]]
    out = np.zeros(2, np.float32)
    assert np.exp2(x, out=out) is out and out.tolist() == [2, 16]
    with pytest.raises(RuntimeError, match="numpy.exp: expects tensors that require no gradients, .* use detach"):
        np.exp(flow.ones(2, requires_grad=True))


class Scale:
    """An object that knows operators itself."""

    def __radd__(self, x):
        return "radd", x

    def __rsub__(self, x):
        return "rsub", x

    def __rmatmul__(self, x):
        return "rmatmul", x

    def __rpow__(self, x):
        return "rpow", x

    def __gt__(self, x):
        return "gt", x


def test_objects_that_know_an_operator_compute_it():
    def results(x):
        return [x + Scale(), x - Scale(), x @ Scale(), x**Scale(), x < Scale(), operator.iadd(x, Scale())]

    x = flow.ones(2)
    assert [(name, each is x) for name, each in results(x)] == [
        (name, True) for name in ("radd", "rsub", "rmatmul", "rpow", "gt", "radd")
    ]
    names = []
    Function(lambda x: names.extend(name for name, _ in results(x)) or x + 1)(x)
    assert names == ["radd", "rsub", "rmatmul", "rpow", "gt", "radd"]


WRONG = [
    (lambda x: x + None, r"\+: expects a Tensor, a number or an array on the right, got NoneType \(.*\.py:\d+"),
    (lambda x: None - x, r"-: expects a Tensor, a number or an array on the left, got NoneType"),
    (lambda x: x / [1], r"/: expects a Tensor, a number or an array on the right, got list"),
    (lambda x: x % Scale(), r"%: expects a Tensor, a number or an array on the right, got Scale"),
    (lambda x: Scale() + x, r"\+: expects a Tensor, a number or an array on the left, got Scale"),
    (lambda x: x <= Scale(), r"<=: expects a Tensor, a number or an array on the other side, got Scale"),
    (lambda x: x < None, r"<: expects a Tensor, a number or an array on the other side, got NoneType"),
    (lambda x: operator.iadd(x, "a"), r"\+: expects a Tensor, a number or an array on the right, got str"),
    (lambda x: x + np.array(["a"]), "tensor: expects numbers, got ndarray of <U1"),
    (lambda x: flow.add(x, np.ones(2)), "add: expects rhs to be a Tensor or a number, got ndarray"),
    (lambda x: x @ 2, "matmul: expects b to be a Tensor, got int"),
]


@pytest.mark.parametrize(("call", "message"), WRONG)
def test_operands_that_nobody_knows(call, message):
    with pytest.raises(TypeError, match=message):
        call(flow.ones(2))
    with pytest.raises(TypeError, match=message):
        Function(call)(flow.ones(2))


def test_nothing_equals_what_it_does_not_know():
    x = flow.ones(2)
    assert (x == None) is False and (x != [1, 1]) is True  # noqa: E711
