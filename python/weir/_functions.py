"""Functions made of several ops, or of one op in PyTorch's words. Those that move elements are in `_shape.py`."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Sequence, TypeAlias

from . import _dtypes, _ops, _tracing
from ._call import OPERAND_TYPES, cast, dimension as _dim, require_trace as _require_trace
from ._errors import at_user_line
from ._shape import reshape

if TYPE_CHECKING:
    from ._tensor import Tensor

    Operand: TypeAlias = Tensor | bool | int | float

__all__ = [
    "amax",
    "clamp",
    "clip",
    "div",
    "eq",
    "ge",
    "grad",
    "gt",
    "le",
    "log_softmax",
    "lt",
    "max",
    "mean",
    "ne",
    "softmax",
    "sub",
    "sum",
]


# arithmetic and comparison


def div(lhs: Operand, rhs: Operand) -> Tensor:
    """lhs / rhs; integers are divided as float32."""
    _require_trace("div")
    if isinstance(lhs, _tracing.TensorBase) and not lhs.dtype.is_floating_point:
        if not (isinstance(rhs, _tracing.TensorBase) and rhs.dtype.is_floating_point):
            lhs = cast(lhs, _dtypes.float32)
    elif isinstance(rhs, _tracing.TensorBase) and not rhs.dtype.is_floating_point:
        if not isinstance(lhs, _tracing.TensorBase):
            rhs = cast(rhs, _dtypes.float32)
    return _ops.div(lhs, rhs)


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


# reductions


def _dims(x: Tensor, dim: int | Sequence[int] | None, op: str) -> list[int]:
    given = range(len(x.shape)) if dim is None else [dim] if isinstance(dim, int) else dim
    dims = sorted(_dim(x, d, op) for d in given)
    if len(set(dims)) != len(dims):
        raise ValueError(at_user_line(f"{op}: expects each dimension once, got {tuple(given)}"))
    return dims


def _reduced(x: Tensor, y: Tensor, dims: Sequence[int], keepdim: bool) -> Tensor:
    return reshape(y, [1 if d in dims else size for d, size in enumerate(x.shape)]) if keepdim else y


def sum(x: Tensor, dim: int | Sequence[int] | None = None, keepdim: bool = False) -> Tensor:
    """The sum over `dim`, or over all dimensions; of integers and bools in int64."""
    _require_trace("sum")
    dims = _dims(x, dim, "sum")
    if not x.dtype.is_floating_point:
        x = cast(x, _dtypes.int64)
    return _reduced(x, _ops.reduce_sum(x, dims) if dims else x, dims, keepdim)


def mean(x: Tensor, dim: int | Sequence[int] | None = None, keepdim: bool = False) -> Tensor:
    """The mean over `dim`, or over all dimensions."""
    _require_trace("mean")
    if not x.dtype.is_floating_point:
        raise TypeError(at_user_line(f"mean: expects x to be of a floating-point dtype, got {x.dtype.name}"))
    dims = _dims(x, dim, "mean")
    return _ops.div(sum(x, dims, keepdim), math.prod(x.shape[d] for d in dims))


def amax(x: Tensor, dim: int | Sequence[int] | None = None, keepdim: bool = False) -> Tensor:
    """The maximum over `dim`, or over all dimensions; NaN if any is NaN."""
    _require_trace("amax")
    dims = _dims(x, dim, "amax")
    return _reduced(x, _ops.reduce_max(x, dims) if dims else x, dims, keepdim)


def max(x: Tensor) -> Tensor:
    """The maximum of all elements."""
    return amax(x)


# normalization


def _spread(y: Tensor, x: Tensor, dim: int) -> Tensor:
    """What was reduced over `dim` of x, repeated along it."""
    kept = tuple(d for d in range(len(x.shape)) if d != dim)
    result: Tensor = _ops.OPS["broadcast"]((y,), shape=tuple(x.shape), dims=kept)
    return result


def _below_maximum(x: Tensor, dim: int) -> Tensor:
    """x less its maximum along `dim`, so that exp overflows nowhere. What is normalized afterwards does not depend on
    the shift, so no gradient flows through it."""
    return x - _spread(_ops.detach(_ops.reduce_max(x, [dim])), x, dim)


def log_softmax(x: Tensor, dim: int = -1) -> Tensor:
    """log(exp(x) / sum(exp(x))) along `dim`."""
    _require_trace("log_softmax")
    dim = _dim(x, dim, "log_softmax")
    shifted = _below_maximum(x, dim)
    return shifted - _spread(_ops.log(_ops.reduce_sum(_ops.exp(shifted), [dim])), x, dim)


def softmax(x: Tensor, dim: int = -1) -> Tensor:
    """exp(x) / sum(exp(x)) along `dim`."""
    _require_trace("softmax")
    dim = _dim(x, dim, "softmax")
    powers = _ops.exp(_below_maximum(x, dim))
    return powers / _spread(_ops.reduce_sum(powers, [dim]), x, dim)


# gradients


def grad(loss: Tensor, inputs: Sequence[Tensor]) -> list[Tensor]:
    """The gradients of a scalar with respect to `inputs`, as values that further ops may use."""
    return _require_trace("grad").gradient(loss, inputs)


class TensorFunctions:
    """The functions above as methods."""

    __slots__ = ()
    amax, clamp, clip, log_softmax, max, mean, softmax, sum = amax, clamp, clip, log_softmax, max, mean, softmax, sum
    eq, ne, lt, le, gt, ge = eq, ne, lt, le, gt, ge
    __lt__, __le__, __gt__, __ge__ = lt, le, gt, ge

    def __eq__(self: Any, other: Any) -> Any:
        return eq(self, other) if isinstance(other, OPERAND_TYPES) else NotImplemented

    def __ne__(self: Any, other: Any) -> Any:
        return ne(self, other) if isinstance(other, OPERAND_TYPES) else NotImplemented

    def div(self: Any, rhs: Operand) -> Tensor:
        return div(self, rhs)

    divide = __truediv__ = div

    __hash__ = object.__hash__

    def __rsub__(self: Any, other: Any) -> Tensor:
        return sub(other, self)

    def __rtruediv__(self: Any, other: Any) -> Tensor:
        return div(other, self)
