"""Functions that call one op, with PyTorch's signatures where these differ from the op's."""

from __future__ import annotations

from typing import TYPE_CHECKING, Sequence, TypeAlias

from . import _ops, _tracing
from ._dispatch import cast, dispatch
from ._errors import at_user_line

if TYPE_CHECKING:
    from ._tensor import Tensor

    Operand: TypeAlias = Tensor | bool | int | float

__all__ = [
    "add",
    "div",
    "eq",
    "ge",
    "grad",
    "greater",
    "greater_equal",
    "gt",
    "le",
    "lt",
    "masked_fill",
    "ne",
    "not_equal",
    "round",
    "sub",
]


def add(lhs: Operand, rhs: Operand, alpha: int | float = 1) -> Tensor:
    """lhs + alpha * rhs, elementwise"""
    return _ops.add(lhs, rhs) if alpha == 1 else _scaled("add", lhs, rhs, alpha)


def sub(lhs: Operand, rhs: Operand, alpha: int | float = 1) -> Tensor:
    """lhs - alpha * rhs, elementwise"""
    return _ops.sub(lhs, rhs) if alpha == 1 else _scaled("sub", lhs, rhs, -alpha)


def _scaled(function: str, lhs: Operand, rhs: Operand, alpha: int | float) -> Tensor:
    return dispatch("add_scaled", (lhs, rhs), function=function, alpha=alpha)  # type: ignore[no-any-return]


def round(x: Tensor, decimals: int = 0) -> Tensor:
    """The number with `decimals` digits behind the point that is nearest to x; of two such, the even one. Below 0 it
    is a number of digits before the point. Integers stay as they are."""
    if decimals == 0 or not x.dtype.is_floating_point:
        return _ops.round(x)
    return dispatch("round_decimals", (x,), function="round", decimals=decimals)  # type: ignore[no-any-return]


def div(lhs: Operand, rhs: Operand, rounding_mode: str | None = None) -> Tensor:
    """lhs / rhs, elementwise; integers are divided as float32. With `rounding_mode` "trunc" the quotient is rounded
    towards zero, with "floor" down, and that of integers is an integer. Raises ValueError for another mode."""
    if rounding_mode is None:
        return _ops.true_divide(lhs, rhs)
    if rounding_mode == "floor":
        return _ops.floor_divide(lhs, rhs)
    if rounding_mode == "trunc":
        return dispatch("trunc_divide", (lhs, rhs), function="div")  # type: ignore[no-any-return]
    raise ValueError(at_user_line(f'div: expects rounding_mode to be None, "trunc" or "floor", got {rounding_mode!r}'))


def eq(lhs: Operand, rhs: Operand) -> Tensor:
    """lhs == rhs, elementwise"""
    return _ops.compare(lhs, rhs, "eq")


def ne(lhs: Operand, rhs: Operand) -> Tensor:
    """lhs != rhs, elementwise; true where either is NaN"""
    return _ops.compare(lhs, rhs, "ne")


def lt(lhs: Operand, rhs: Operand) -> Tensor:
    """lhs < rhs, elementwise"""
    return _ops.compare(lhs, rhs, "lt")


def le(lhs: Operand, rhs: Operand) -> Tensor:
    """lhs <= rhs, elementwise"""
    return _ops.compare(lhs, rhs, "le")


def gt(lhs: Operand, rhs: Operand) -> Tensor:
    """lhs > rhs, elementwise"""
    return _ops.compare(lhs, rhs, "gt")


def ge(lhs: Operand, rhs: Operand) -> Tensor:
    """lhs >= rhs, elementwise"""
    return _ops.compare(lhs, rhs, "ge")


greater, greater_equal, not_equal = gt, ge, ne


def masked_fill(x: Tensor, mask: Tensor, value: Operand) -> Tensor:
    """x with `value` where the bool tensor `mask`, which broadcasts to x, is true; of the dtype of x."""
    return cast(_ops.where(mask, value, x), x.dtype)  # type: ignore[no-any-return]


def grad(loss: Tensor, inputs: Sequence[Tensor]) -> list[Tensor]:
    """The gradients of a scalar with respect to tensors, as values that further ops may use. Only inside `build`."""
    return _tracing.required("grad").gradient(loss, inputs)
