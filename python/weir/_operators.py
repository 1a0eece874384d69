"""What operators of tensors do with operands that are no tensors: arrays of NumPy are tensors of their dtype, and other
objects may know the operator themselves."""

from __future__ import annotations

import functools
import inspect
from typing import Any, Callable, TypeVar

import numpy as np

from . import _creation, _dtypes, _executor, _functions, _ops, _products
from ._dispatch import OPERAND_TYPES, cast, python_scalar
from ._errors import at_user_line
from ._tensor_base import TensorBase

_ARITHMETIC: dict[str, tuple[str, Callable[..., Any]]] = {
    "add": ("+", _ops.add),
    "sub": ("-", _ops.sub),
    "mul": ("*", _ops.mul),
    "truediv": ("/", _ops.true_divide),
    "floordiv": ("//", _ops.floor_divide),
    "mod": ("%", _ops.remainder),
    "pow": ("**", _functions.pow),
    "matmul": ("@", _products.matmul),
    "and": ("&", _ops.bitwise_and),
    "or": ("|", _ops.bitwise_or),
    "xor": ("^", _ops.bitwise_xor),
    "lshift": ("<<", _ops.bitwise_left_shift),
    "rshift": (">>", _ops.bitwise_right_shift),
}
_ORDERS: dict[str, tuple[str, Callable[..., Any]]] = {
    "lt": ("<", _functions.lt),
    "le": ("<=", _functions.le),
    "gt": (">", _functions.gt),
    "ge": (">=", _functions.ge),
}
_MIRRORED = {"eq": "eq", "ne": "ne", "lt": "gt", "le": "ge", "gt": "lt", "ge": "le"}
_IN_PLACE = "add sub mul truediv floordiv mod pow and or xor".split()
_OF_UFUNCS = {  # operators by the functions that NumPy computes them with
    np.add: "add",
    np.subtract: "sub",
    np.multiply: "mul",
    np.divide: "truediv",
    np.floor_divide: "floordiv",
    np.remainder: "mod",
    np.power: "pow",
    np.matmul: "matmul",
    np.bitwise_and: "and",
    np.bitwise_or: "or",
    np.bitwise_xor: "xor",
    np.left_shift: "lshift",
    np.right_shift: "rshift",
    np.equal: "eq",
    np.not_equal: "ne",
    np.less: "lt",
    np.less_equal: "le",
    np.greater: "gt",
    np.greater_equal: "ge",
}
_Class = TypeVar("_Class", bound=type)


def _of_array(values: np.ndarray, beside: Any) -> Any:
    return _creation.tensor(values, device=None if _executor.current() is not None else beside.device)


def _instead(function: Callable[..., Any], symbol: str, x: Any, other: Any, theirs: str, side: str) -> Any:
    """What an operator gives for what is no tensor and no number, on a side of x: its method `theirs` may know."""
    if isinstance(other, np.ndarray):
        given = _of_array(other, x)
        if symbol == "@":
            common = _dtypes.common_dtype([x.dtype, given.dtype], [])
            x, given = cast(x, common), cast(given, common)
        return function(given, x) if side == "left" else function(x, given)
    if theirs and getattr(type(other), theirs, None) is not getattr(object, theirs, None):
        return NotImplemented
    rule = f"expects a Tensor, a number or an array on the {side}"
    raise TypeError(at_user_line(f"{symbol}: {rule}, got {type(other).__name__}"))


# Functions refuse what they don't know: so who calls them asks nothing before.


def _operator(function: Callable[..., Any], symbol: str, theirs: str, side: str) -> Callable[..., Any]:
    def operator(self: Any, other: Any) -> Any:
        try:
            return function(self, other)
        except TypeError:
            if isinstance(other, OPERAND_TYPES):
                raise
        return _instead(function, symbol, self, other, theirs, side)

    return operator


def _reflected(function: Callable[..., Any], symbol: str) -> Callable[..., Any]:
    def reflected(self: Any, other: Any) -> Any:
        try:
            return function(other, self)
        except TypeError:
            if isinstance(other, OPERAND_TYPES):
                raise
        return _instead(function, symbol, self, other, "", "left")

    return reflected


def _tried(method: Callable[..., Any]) -> Callable[..., Any]:
    """The operator, which leaves it to others if the operand is no tensor and no number."""

    @functools.wraps(method)
    def tried(self: Any, other: Any) -> Any:
        return method(self, other) if isinstance(other, OPERAND_TYPES) else NotImplemented

    return tried


def _compared(method: Callable[..., Any]) -> Callable[..., Any]:
    """Equality, which others than tensors, numbers and arrays may know."""
    known = _tried(method)

    @functools.wraps(method)
    def compared(self: Any, other: Any) -> Any:
        return known(self, _of_array(other, self) if isinstance(other, np.ndarray) else other)

    return compared


def with_operators(defined: _Class) -> _Class:
    """Decorates the class of tensors, whose operators so far take tensors and numbers."""
    found = functools.partial(inspect.getattr_static, defined)
    made = {}
    for name, (symbol, function) in _ARITHMETIC.items():
        made[f"__{name}__"] = _operator(function, symbol, f"__r{name}__", "right")
        made[f"__r{name}__"] = _reflected(function, symbol)
    for name, (symbol, function) in _ORDERS.items():
        made[f"__{name}__"] = _operator(function, symbol, f"__{_MIRRORED[name]}__", "other side")
    for name, operator in made.items():
        operator.__name__, operator.__qualname__ = name, f"{defined.__qualname__}.{name}"
        setattr(defined, name, operator)
    for name in _IN_PLACE:
        setattr(defined, f"__i{name}__", _tried(found(f"__i{name}__")))
    for name in ("__eq__", "__ne__"):
        setattr(defined, name, _compared(found(name)))
    return defined


def _arrays(given: Any) -> list[Any]:
    return [each.numpy() if isinstance(each, TensorBase) else each for each in given]  # type: ignore[attr-defined]


class ArrayMethods:
    """How functions of NumPy take tensors."""

    __slots__ = ()

    def __rmatmul__(self: Any, other: Any) -> Any:
        return _products.matmul(other, self)

    def __array_ufunc__(self: Any, ufunc: Any, method: str, *inputs: Any, **options: Any) -> Any:
        """A tensor: operators are the tensors' own, other functions compute with what `numpy` makes of each."""
        tensors = [each for each in (*inputs, *options.get("out", ())) if isinstance(each, TensorBase)]
        if method == "__call__" and ufunc in _OF_UFUNCS and not options:
            left, right = map(python_scalar, inputs)
            name = _OF_UFUNCS[ufunc]
            if isinstance(left, TensorBase):
                return getattr(left, f"__{name}__")(right)
            return getattr(right, f"__{_MIRRORED.get(name, f'r{name}')}__")(left)
        if any(each.requires_grad for each in tensors):
            rule = "expects tensors that require no gradients, which would end here; use detach() or a function of weir"
            raise RuntimeError(at_user_line(f"numpy.{ufunc.__name__}: {rule}"))
        arrays = _arrays(inputs)
        if "out" in options:
            targets = options["out"]
            getattr(ufunc, method)(*arrays, **{**options, "out": tuple(_arrays(targets))})
            return targets[0] if len(targets) == 1 else targets
        made = getattr(ufunc, method)(*arrays, **options)
        return tuple(map(_creation.tensor, made)) if isinstance(made, tuple) else _creation.tensor(made)
