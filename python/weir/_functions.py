"""Functions made of several ops, or of one op in PyTorch's words. Those that move elements are
in `_shape.py`, those that reduce in `_reductions.py`."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Sequence, TypeAlias

from . import _dtypes, _ops, _tracing
from ._call import OPERAND_TYPES, cast, dimension as _dim, require_trace as _require_trace
from ._errors import at_user_line
from ._reductions import spread, truth

if TYPE_CHECKING:
    from ._tensor import Tensor

    Operand: TypeAlias = Tensor | bool | int | float

__all__ = [
    "addcdiv",
    "addcmul",
    "arccos",
    "arcsin",
    "arctan",
    "clamp",
    "clip",
    "div",
    "eq",
    "frac",
    "ge",
    "grad",
    "greater",
    "greater_equal",
    "gt",
    "isclose",
    "isfinite",
    "isinf",
    "isnan",
    "le",
    "lerp",
    "log_softmax",
    "logaddexp",
    "logical_and",
    "logical_not",
    "logical_or",
    "logical_xor",
    "lt",
    "masked_fill",
    "ne",
    "negative",
    "not_equal",
    "softmax",
    "sub",
    "true_divide",
]


# arithmetic and comparison


def div(lhs: Operand, rhs: Operand, rounding_mode: str | None = None) -> Tensor:
    """lhs / rhs; integers are divided as float32. Rounded towards zero if `rounding_mode` is "trunc", down if it is
    "floor"; the quotients of integers are then integers."""
    _require_trace("div")
    if rounding_mode == "floor":
        return _ops.floor_divide(lhs, rhs)
    if rounding_mode == "trunc":
        quotient = _ops.div(lhs, rhs)
        return _ops.trunc(quotient) if quotient.dtype.is_floating_point else quotient
    if rounding_mode is not None:
        raise ValueError(
            at_user_line(f'div: expects rounding_mode to be None, "trunc" or "floor", got {rounding_mode!r}')
        )
    if isinstance(lhs, _tracing.TensorBase) and not lhs.dtype.is_floating_point:
        if not (isinstance(rhs, _tracing.TensorBase) and rhs.dtype.is_floating_point):
            lhs = cast(lhs, _dtypes.float32)
    elif isinstance(rhs, _tracing.TensorBase) and not rhs.dtype.is_floating_point:
        if not isinstance(lhs, _tracing.TensorBase):
            rhs = cast(rhs, _dtypes.float32)
    return _ops.div(lhs, rhs)


def true_divide(lhs: Operand, rhs: Operand) -> Tensor:
    """lhs / rhs; integers are divided as float32."""
    return div(lhs, rhs)


def sub(lhs: Operand, rhs: Operand) -> Tensor:
    """lhs - rhs"""
    return _ops.sub(lhs, rhs)


def clamp(x: Tensor, min: Operand | None = None, max: Operand | None = None) -> Tensor:
    """x, but no less than min and no more than max; max where min is above it."""
    _require_trace("clamp")
    if min is None and max is None:
        raise ValueError(at_user_line("clamp: expects min, max or both, got none"))
    if min is not None:
        x = _ops.maximum(x, min)
    return x if max is None else _ops.minimum(x, max)


clip = clamp
arccos, arcsin, arctan, negative = _ops.acos, _ops.asin, _ops.atan, _ops.neg


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


def isclose(lhs: Tensor, rhs: Tensor, rtol: float = 1e-5, atol: float = 1e-8, equal_nan: bool = False) -> Tensor:
    """Whether |lhs - rhs| <= atol + rtol * |rhs|; infinities are close to themselves alone."""
    near = _ops.abs(lhs - rhs) <= atol + rtol * _ops.abs(rhs)
    close = _ops.bitwise_or(eq(lhs, rhs), _ops.bitwise_and(near, isfinite(rhs)))
    return _ops.bitwise_or(close, _ops.bitwise_and(isnan(lhs), isnan(rhs))) if equal_nan else close


greater, greater_equal, not_equal = gt, ge, ne


# truth


def logical_and(lhs: Tensor, rhs: Tensor) -> Tensor:
    """Whether lhs and rhs are both true, or not 0."""
    return _ops.bitwise_and(truth(lhs, "logical_and"), truth(rhs, "logical_and"))


def logical_or(lhs: Tensor, rhs: Tensor) -> Tensor:
    """Whether lhs or rhs is true, or not 0."""
    return _ops.bitwise_or(truth(lhs, "logical_or"), truth(rhs, "logical_or"))


def logical_xor(lhs: Tensor, rhs: Tensor) -> Tensor:
    """Whether one of lhs and rhs is true, or not 0."""
    return _ops.bitwise_xor(truth(lhs, "logical_xor"), truth(rhs, "logical_xor"))


def logical_not(x: Tensor) -> Tensor:
    """Whether x is false, or 0."""
    return _ops.bitwise_not(truth(x, "logical_not"))


def isnan(x: Tensor) -> Tensor:
    """Whether x is no number."""
    return _ops.compare(x, x, "ne")


def isinf(x: Tensor) -> Tensor:
    """Whether x is infinity or -infinity."""
    return _ops.compare(_ops.abs(x), math.inf, "eq") if x.dtype.is_floating_point else _ops.compare(x, x, "ne")


def isfinite(x: Tensor) -> Tensor:
    """Whether x is neither infinite nor NaN."""
    return _ops.compare(_ops.abs(x), math.inf, "lt") if x.dtype.is_floating_point else _ops.compare(x, x, "eq")


def lerp(x: Tensor, end: Tensor, weight: Operand) -> Tensor:
    """x + weight * (end - x)"""
    return x + weight * (end - x)


def frac(x: Tensor) -> Tensor:
    """What is behind the point: x - trunc(x)."""
    return x - _ops.trunc(x)


def logaddexp(lhs: Tensor, rhs: Tensor) -> Tensor:
    """log(exp(lhs) + exp(rhs)), without overflow."""
    larger = _ops.maximum(lhs, rhs)
    # Equal infinities have no difference.
    distance = _ops.where(eq(lhs, rhs), 0.0, _ops.abs(lhs - rhs))
    return larger + _ops.log1p(_ops.exp(-distance))


def masked_fill(x: Tensor, mask: Tensor, value: Operand) -> Tensor:
    """x, but `value` where mask holds."""
    return cast(_ops.where(mask, value, x), x.dtype)  # type: ignore[no-any-return]


def addcmul(x: Tensor, tensor1: Tensor, tensor2: Tensor, value: float = 1) -> Tensor:
    """x + value * tensor1 * tensor2"""
    product = tensor1 * tensor2
    return x + (product if value == 1 else product * value)


def addcdiv(x: Tensor, tensor1: Tensor, tensor2: Tensor, value: float = 1) -> Tensor:
    """x + value * tensor1 / tensor2"""
    quotient = div(tensor1, tensor2)
    return x + (quotient if value == 1 else quotient * value)


# normalization


def _below_maximum(x: Tensor, dim: int) -> Tensor:
    """x less its maximum along `dim`, so that exp overflows nowhere. What is normalized afterwards does not depend on
    the shift, so no gradient flows through it."""
    return x - spread(_ops.detach(_ops.reduce_max(x, [dim])), x, [dim])


def log_softmax(x: Tensor, dim: int = -1) -> Tensor:
    """log(exp(x) / sum(exp(x))) along `dim`."""
    _require_trace("log_softmax")
    dim = _dim(x, dim, "log_softmax")
    shifted = _below_maximum(x, dim)
    return shifted - spread(_ops.log(_ops.reduce_sum(_ops.exp(shifted), [dim])), x, [dim])


def softmax(x: Tensor, dim: int = -1) -> Tensor:
    """exp(x) / sum(exp(x)) along `dim`."""
    _require_trace("softmax")
    dim = _dim(x, dim, "softmax")
    powers = _ops.exp(_below_maximum(x, dim))
    return powers / spread(_ops.reduce_sum(powers, [dim]), x, [dim])


# gradients


def grad(loss: Tensor, inputs: Sequence[Tensor]) -> list[Tensor]:
    """The gradients of a scalar with respect to `inputs`, as values that further ops may use."""
    return _require_trace("grad").gradient(loss, inputs)


class TensorFunctions:
    """The functions above as methods."""

    __slots__ = ()
    addcdiv, addcmul, frac, isclose, lerp, logaddexp = addcdiv, addcmul, frac, isclose, lerp, logaddexp
    greater, greater_equal, not_equal = greater, greater_equal, not_equal
    arccos, arcsin, arctan, clamp, clip, log_softmax = arccos, arcsin, arctan, clamp, clip, log_softmax
    isfinite, isinf, isnan, masked_fill, negative, softmax = isfinite, isinf, isnan, masked_fill, negative, softmax
    logical_and, logical_not, logical_or, logical_xor = logical_and, logical_not, logical_or, logical_xor
    eq, ne, lt, le, gt, ge = eq, ne, lt, le, gt, ge
    __lt__, __le__, __gt__, __ge__ = lt, le, gt, ge

    def __eq__(self: Any, other: Any) -> Any:
        return eq(self, other) if isinstance(other, OPERAND_TYPES) else NotImplemented

    def __ne__(self: Any, other: Any) -> Any:
        return ne(self, other) if isinstance(other, OPERAND_TYPES) else NotImplemented

    def div(self: Any, rhs: Operand, rounding_mode: str | None = None) -> Tensor:
        return div(self, rhs, rounding_mode)

    divide = div

    def true_divide(self: Any, rhs: Operand) -> Tensor:
        return div(self, rhs)

    __truediv__ = true_divide

    __hash__ = object.__hash__

    def __rsub__(self: Any, other: Any) -> Tensor:
        return sub(other, self)

    def __rtruediv__(self: Any, other: Any) -> Tensor:
        return div(other, self)
