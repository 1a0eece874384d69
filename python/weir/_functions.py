"""Functions made of several ops, or of one op in PyTorch's words."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Sequence, TypeAlias

from . import _dtypes, _ops, _tracing
from ._call import OPERAND_TYPES, broadcast, cast, encode, reshape as _reshape, resolve_shape
from ._errors import EagerNotAvailable, at_user_line

if TYPE_CHECKING:
    from ._tensor import Tensor

    Operand: TypeAlias = Tensor | bool | int | float

__all__ = [
    "amax",
    "broadcast_to",
    "clamp",
    "clip",
    "div",
    "eq",
    "flatten",
    "ge",
    "grad",
    "gt",
    "le",
    "log_softmax",
    "lt",
    "max",
    "mean",
    "ne",
    "reshape",
    "softmax",
    "squeeze",
    "sub",
    "sum",
    "t",
    "transpose",
    "unsqueeze",
]


def _require_trace(op: str) -> _tracing.Trace:
    trace = _tracing.current()
    if trace is None:
        raise EagerNotAvailable(
            at_user_line(
                f"{op}: runs inside nn.Graph.build only, eager execution is not available; "
                "put the computation into a weir.nn.Graph and call that, or use tensor.numpy()"
            )
        )
    return trace


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


# shape


def reshape(x: Tensor, shape: Sequence[int]) -> Tensor:
    """The same elements in row-major order under another shape; one size may be -1."""
    _require_trace("reshape")
    result: Tensor = _reshape(x, resolve_shape(x, shape, "reshape"))
    return result


def flatten(x: Tensor, start_dim: int = 0, end_dim: int = -1) -> Tensor:
    """x with the dimensions from start_dim to end_dim made one."""
    start, end = _dim(x, start_dim, "flatten"), _dim(x, end_dim, "flatten")
    return reshape(x, [*x.shape[:start], math.prod(x.shape[start : end + 1]), *x.shape[end + 1 :]])


def unsqueeze(x: Tensor, dim: int) -> Tensor:
    """x with a dimension of size 1 before dimension `dim`."""
    rank = len(x.shape) + 1
    if not -rank <= dim < rank:
        raise IndexError(at_user_line(f"unsqueeze: expects dim to be in [{-rank}, {rank}), got {dim}"))
    dim %= rank
    return reshape(x, [*x.shape[:dim], 1, *x.shape[dim:]])


def squeeze(x: Tensor, dim: int | None = None) -> Tensor:
    """x without its dimensions of size 1, or without `dim` if that has size 1."""
    dims = range(len(x.shape)) if dim is None else [_dim(x, dim, "squeeze")]
    return reshape(x, [size for d, size in enumerate(x.shape) if size != 1 or d not in dims])


def broadcast_to(x: Tensor, shape: Sequence[int]) -> Tensor:
    """x repeated along missing dimensions and those of size 1; -1 keeps a size."""
    _require_trace("broadcast_to")
    offset = len(shape) - len(x.shape)
    sizes = [x.shape[d - offset] if size == -1 and d >= offset else size for d, size in enumerate(shape)]
    fits = offset >= 0 and all(x.shape[d] in (1, sizes[d + offset]) for d in range(len(x.shape)))
    if not fits or any(size < 0 for size in sizes):
        raise ValueError(
            at_user_line(f"broadcast_to: expects a shape that {tuple(x.shape)} broadcasts to, got {tuple(shape)}")
        )
    result: Tensor = broadcast(x, sizes)
    return result


def transpose(x: Tensor, dim0: int, dim1: int) -> Tensor:
    """x with two dimensions swapped."""
    order = list(range(len(x.shape)))
    a, b = _dim(x, dim0, "transpose"), _dim(x, dim1, "transpose")
    order[a], order[b] = order[b], order[a]
    return _ops.permute(x, order)


def t(x: Tensor) -> Tensor:
    """The transpose of a matrix."""
    if len(x.shape) > 2:
        raise ValueError(at_user_line(f"t: expects at most 2 dimensions, got {len(x.shape)}"))
    return _ops.permute(x, list(reversed(range(len(x.shape)))))


# reductions


def _dim(x: Tensor, dim: int, op: str) -> int:
    rank = len(x.shape)
    if not -rank <= dim < rank:
        raise IndexError(at_user_line(f"{op}: expects dim to be in [{-rank}, {rank}), got {dim}"))
    return dim % rank


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
    amax, clamp, clip, flatten, log_softmax, max, mean = amax, clamp, clip, flatten, log_softmax, max, mean
    softmax = softmax
    squeeze, sum, t, transpose, unsqueeze = squeeze, sum, t, transpose, unsqueeze
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

    @property
    def T(self: Any) -> Tensor:
        return t(self)

    def reshape(self: Any, *shape: Any) -> Tensor:
        return reshape(self, _unpacked(shape))

    view = reshape

    def expand(self: Any, *shape: Any) -> Tensor:
        return broadcast_to(self, _unpacked(shape))

    broadcast_to = expand

    def permute(self: Any, *dims: Any) -> Tensor:
        return _ops.permute(self, _unpacked(dims))


def _unpacked(sizes: tuple[Any, ...]) -> Sequence[int]:
    """x.reshape(2, 3) and x.reshape((2, 3)) mean the same."""
    unpacked: Sequence[int] = sizes[0] if len(sizes) == 1 and not isinstance(sizes[0], int) else sizes
    return unpacked
