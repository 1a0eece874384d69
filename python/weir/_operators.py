"""What operators of tensors do with operands that are no tensors: arrays of NumPy are tensors of their dtype, and other
objects may know the operator themselves."""

from __future__ import annotations

import functools
import inspect
from typing import Any, Callable, TypeVar

import numpy as np

from . import _creation, _dtypes, _executor, _products
from ._dispatch import OPERAND_TYPES, cast, python_scalar
from ._errors import at_user_line
from ._tensor_base import TensorBase

_ARITHMETIC = {
    "add": "+",
    "sub": "-",
    "mul": "*",
    "truediv": "/",
    "floordiv": "//",
    "mod": "%",
    "pow": "**",
    "matmul": "@",
    "and": "&",
    "or": "|",
    "xor": "^",
    "lshift": "<<",
    "rshift": ">>",
}
_ORDERS = {"lt": "<", "le": "<=", "gt": ">", "ge": ">="}
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


def _with_array(method: Callable[..., Any], self: Any, values: np.ndarray) -> Any:
    other = _of_array(values, self)
    if "matmul" not in method.__name__:
        return method(self, other)
    common = _dtypes.common_dtype([self.dtype, other.dtype], [])
    return method(cast(self, common), cast(other, common))


def _guarded(method: Callable[..., Any], symbol: str, side: str, theirs: str) -> Callable[..., Any]:
    """The operator, which leaves it to an operand that has the method `theirs`."""

    @functools.wraps(method)
    def guarded(self: Any, other: Any) -> Any:
        if isinstance(other, OPERAND_TYPES):
            return method(self, other)
        if isinstance(other, np.ndarray):
            return _with_array(method, self, other)
        if theirs and getattr(type(other), theirs, None) is not getattr(object, theirs, None):
            return NotImplemented
        rule = f"expects a Tensor, a number or an array on the {side}"
        raise TypeError(at_user_line(f"{symbol}: {rule}, got {type(other).__name__}"))

    return guarded


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
    for name, symbol in _ARITHMETIC.items():
        setattr(defined, f"__{name}__", _guarded(found(f"__{name}__"), symbol, "right", f"__r{name}__"))
        setattr(defined, f"__r{name}__", _guarded(found(f"__r{name}__"), symbol, "left", ""))
    for name, symbol in _ORDERS.items():
        setattr(defined, f"__{name}__", _guarded(found(f"__{name}__"), symbol, "other side", f"__{_MIRRORED[name]}__"))
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
