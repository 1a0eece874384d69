"""Functions that call one op, with PyTorch's signatures where these differ from the op's."""

from __future__ import annotations

from typing import TYPE_CHECKING, Sequence, TypeAlias

from . import _ops, _tracing
from ._dispatch import cast, dispatch, splat
from ._dtypes import bool_
from ._errors import at_user_line

if TYPE_CHECKING:
    from ._tensor import Tensor

    Operand: TypeAlias = Tensor | bool | int | float

__all__ = [
    "clamp_max",
    "clamp_min",
    "div",
    "eq",
    "equal",
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
]


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


def equal(input: Tensor, other: Tensor) -> Tensor:
    """Whether both have one shape and equal elements: a bool scalar, which has a value when the graph has run."""
    if tuple(input.shape) != tuple(other.shape):
        return splat(False, (), bool_)  # type: ignore[no-any-return]
    return _ops.all(eq(input, other))


def clamp_min(input: Tensor, min: Operand) -> Tensor:
    """input, but no less than `min`."""
    return _ops.clamp(input, min, None)


def clamp_max(input: Tensor, max: Operand) -> Tensor:
    """input, but no more than `max`."""
    return _ops.clamp(input, None, max)


def where_of(input: Tensor, condition: Tensor, other: Operand) -> Tensor:
    """input where `condition` holds, else `other`."""
    return _ops.where(condition, input, other)


def masked_fill(x: Tensor, mask: Tensor, value: Operand) -> Tensor:
    """x with `value` where the bool tensor `mask`, which broadcasts to x, is true; of the dtype of x."""
    return cast(_ops.where(mask, value, x), x.dtype)  # type: ignore[no-any-return]


def grad(loss: Tensor, inputs: Sequence[Tensor]) -> list[Tensor]:
    """The gradients of a scalar with respect to tensors, as values that further ops may use. Only inside `build`."""
    return _tracing.required("grad").gradient(loss, inputs)
