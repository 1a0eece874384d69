"""Functions that reduce dimensions, in PyTorch's words."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Callable, NamedTuple, Sequence, TypeAlias

from . import _dtypes, _ops, _tracing
from ._call import cast, dimension, require_trace
from ._dtypes import dtype as DType
from ._errors import at_user_line
from ._shape import reshape

if TYPE_CHECKING:
    from ._tensor import Tensor

    Dims: TypeAlias = int | Sequence[int] | None

__all__ = ["all", "amax", "amin", "any", "argmax", "argmin", "logsumexp", "max", "mean", "min", "norm", "prod", "std"]
__all__ += ["sum", "var"]


def _dims(x: Tensor, dim: Dims, op: str) -> list[int]:
    require_trace(op)
    given = range(len(x.shape)) if dim is None else [dim] if isinstance(dim, int) else dim
    dims = sorted(dimension(x, d, op) for d in given)
    if len(set(dims)) != len(dims):
        raise ValueError(at_user_line(f"{op}: expects each dimension once, got {tuple(given)}"))
    return dims


def _reduced(reduce: Callable[..., Tensor], x: Tensor, dims: Sequence[int], keepdim: bool) -> Tensor:
    return _kept(x, reduce(x, dims) if dims else x, dims, keepdim)


def _kept(x: Tensor, y: Tensor, dims: Sequence[int], keepdim: bool) -> Tensor:
    """What was reduced over `dims` of x, with size 1 in their places if wanted."""
    return reshape(y, [1 if d in dims else size for d, size in enumerate(x.shape)]) if keepdim else y


def _require_float(x: Tensor, op: str) -> None:
    if not x.dtype.is_floating_point:
        raise TypeError(at_user_line(f"{op}: expects x to be of a floating-point dtype, got {x.dtype.name}"))


def _count(x: Tensor, dims: Sequence[int]) -> int:
    return math.prod(x.shape[d] for d in dims)


def spread(y: Tensor, x: Tensor, dims: Sequence[int]) -> Tensor:
    """What was reduced over `dims` of x, repeated along them."""
    kept = tuple(d for d in range(len(x.shape)) if d not in dims)
    result: Tensor = _ops.OPS["broadcast"]((y,), shape=tuple(x.shape), dims=kept)
    return result


# sums and products


def summand(x: Tensor, dtype: DType | None) -> Tensor:
    """Integers and bools are added and multiplied in int64."""
    result: Tensor = cast(x, dtype or (x.dtype if x.dtype.is_floating_point else _dtypes.int64))
    return result


def sum(x: Tensor, dim: Dims = None, keepdim: bool = False, dtype: DType | None = None) -> Tensor:
    """The sum over `dim`, or over all dimensions; of integers and bools in int64 unless `dtype` is given."""
    return _reduced(_ops.reduce_sum, summand(x, dtype), _dims(x, dim, "sum"), keepdim)


def prod(x: Tensor, dim: Dims = None, keepdim: bool = False, dtype: DType | None = None) -> Tensor:
    """The product over `dim`, or over all dimensions; of integers and bools in int64 unless `dtype` is given."""
    return _reduced(_ops.reduce_prod, summand(x, dtype), _dims(x, dim, "prod"), keepdim)


def mean(x: Tensor, dim: Dims = None, keepdim: bool = False, dtype: DType | None = None) -> Tensor:
    """The mean over `dim`, or over all dimensions."""
    dims = _dims(x, dim, "mean")
    x = x if dtype is None else cast(x, dtype)
    _require_float(x, "mean")
    return _ops.div(sum(x, dims, keepdim), _count(x, dims))


def var(
    x: Tensor, dim: Dims = None, unbiased: bool = True, keepdim: bool = False, *, correction: int | float | None = None
) -> Tensor:
    """The variance over `dim`, or over all dimensions: squared distances from the mean, summed and divided by their
    number less `correction`, which is 1 unless `unbiased` is false."""
    dims = _dims(x, dim, "var")
    _require_float(x, "var")
    centered = x - spread(mean(x, dims), x, dims)
    less = int(unbiased) if correction is None else correction
    divisor = _count(x, dims) - less
    return _ops.div(sum(centered * centered, dims, keepdim), divisor if divisor > 0 else 0)


def std(
    x: Tensor, dim: Dims = None, unbiased: bool = True, keepdim: bool = False, *, correction: int | float | None = None
) -> Tensor:
    """The standard deviation over `dim`, or over all dimensions: the root of `var`."""
    require_trace("std")
    _require_float(x, "std")
    return _ops.sqrt(var(x, dim, unbiased, keepdim, correction=correction))


def _root(x: Tensor) -> Tensor:
    """sqrt(x), without a gradient where x is 0."""
    is_zero = _ops.compare(x, 0, "eq")
    return _ops.where(is_zero, 0, _ops.sqrt(_ops.where(is_zero, 1, x)))


def norm(x: Tensor, p: int | float | str = "fro", dim: Dims = None, keepdim: bool = False) -> Tensor:
    """The p-norm over `dim`, or over all dimensions: the p-th root of the sum of |x| to the power of p. The largest
    magnitude if p is infinity, the smallest if it is -infinity, the number of elements other than 0 if it is 0; "fro"
    is 2. The gradient of a norm that is 0 is 0."""
    dims = _dims(x, dim, "norm")
    _require_float(x, "norm")
    if isinstance(p, str) and p != "fro":
        raise ValueError(at_user_line(f"norm: expects p to be a number or 'fro', got {p!r}"))
    if p in ("fro", 2):
        return _root(sum(x * x, dims, keepdim))
    if p == 0:
        return sum(cast(_ops.compare(x, 0, "ne"), x.dtype), dims, keepdim)
    magnitude = _ops.abs(x)
    if p in (math.inf, -math.inf):
        return (amax if p == math.inf else amin)(magnitude, dims, keepdim)
    if p == 1:
        return sum(magnitude, dims, keepdim)
    total = sum(_ops.pow(magnitude, p), dims, keepdim)
    is_zero = _ops.compare(total, 0, "eq")
    return _ops.where(is_zero, 0, _ops.pow(_ops.where(is_zero, 1, total), 1 / float(p)))


def logsumexp(x: Tensor, dim: int | Sequence[int], keepdim: bool = False) -> Tensor:
    """log(sum(exp(x))) over `dim`, without overflow."""
    dims = _dims(x, dim, "logsumexp")
    _require_float(x, "logsumexp")
    most = _ops.detach(amax(x, dims, keepdim=True))
    shift = _ops.where(_ops.compare(_ops.abs(most), math.inf, "eq"), 0, most)
    logarithm = _ops.log(sum(_ops.exp(x - shift), dims, keepdim=True)) + shift
    return logarithm if keepdim else reshape(logarithm, [n for d, n in enumerate(x.shape) if d not in dims])


# truth


def truth(x: Tensor, op: str) -> Tensor:
    """x as bool: whether it is not 0."""
    require_trace(op)
    return x if x.dtype is _dtypes.bool_ else _ops.compare(x, 0, "ne")


def any(x: Tensor, dim: Dims = None, keepdim: bool = False) -> Tensor:
    """Whether any element is true, or not 0, over `dim`, or over all dimensions."""
    return _reduced(_ops.reduce_any, truth(x, "any"), _dims(x, dim, "any"), keepdim)


def all(x: Tensor, dim: Dims = None, keepdim: bool = False) -> Tensor:
    """Whether all elements are true, or not 0, over `dim`, or over all dimensions."""
    return _reduced(_ops.reduce_all, truth(x, "all"), _dims(x, dim, "all"), keepdim)


# extremes


def amax(x: Tensor, dim: Dims = None, keepdim: bool = False) -> Tensor:
    """The maximum over `dim`, or over all dimensions; NaN if any is NaN."""
    return _reduced(_ops.reduce_max, x, _dims(x, dim, "amax"), keepdim)


def amin(x: Tensor, dim: Dims = None, keepdim: bool = False) -> Tensor:
    """The minimum over `dim`, or over all dimensions; NaN if any is NaN."""
    return _reduced(_ops.reduce_min, x, _dims(x, dim, "amin"), keepdim)


class ValuesAndIndices(NamedTuple):
    """Elements, and where they stand along a dimension."""

    values: Tensor
    indices: Tensor


def _first_extreme(x: Tensor, dim: int, reduce: Callable[..., Tensor], op: str) -> Tensor:
    """Where along `dim` the extreme stands first. A NaN is the extreme, if there is one."""
    size = x.shape[dim]
    if size == 0:
        raise IndexError(at_user_line(f"{op}: expects elements along dimension {dim}, got shape {tuple(x.shape)}"))
    x = cast(x, _dtypes.uint8) if x.dtype is _dtypes.bool_ else x
    is_extreme = _ops.compare(x, spread(reduce(x, [dim]), x, [dim]), "eq")
    if x.dtype.is_floating_point:
        is_extreme = _ops.bitwise_or(is_extreme, _ops.compare(x, x, "ne"))
    positions = _ops.OPS["iota"]((), shape=(size,), dtype=_dtypes.int64)
    positions = _ops.OPS["broadcast"]((positions,), shape=tuple(x.shape), dims=(dim,))
    return _ops.reduce_min(_ops.where(is_extreme, positions, size), [dim])


def _position(x: Tensor, dim: int | None, keepdim: bool, reduce: Callable[..., Tensor], op: str) -> Tensor:
    require_trace(op)
    if dim is None:
        flat = reshape(x, [math.prod(x.shape)])
        return reshape(_first_extreme(flat, 0, reduce, op), [1] * len(x.shape) if keepdim else [])
    if not x.shape:
        x = reshape(x, [1])
        return reshape(_first_extreme(x, dimension(x, dim, op), reduce, op), [])
    dim = dimension(x, dim, op)
    return _kept(x, _first_extreme(x, dim, reduce, op), [dim], keepdim)


def argmax(x: Tensor, dim: int | None = None, keepdim: bool = False) -> Tensor:
    """Where along `dim`, or in x made flat, the maximum stands first; a NaN counts as the maximum."""
    return _position(x, dim, keepdim, _ops.reduce_max, "argmax")


def argmin(x: Tensor, dim: int | None = None, keepdim: bool = False) -> Tensor:
    """Where along `dim`, or in x made flat, the minimum stands first; a NaN counts as the minimum."""
    return _position(x, dim, keepdim, _ops.reduce_min, "argmin")


def _with_indices(x: Tensor, dim: int, keepdim: bool, position: Callable[..., Tensor]) -> ValuesAndIndices:
    indices = position(x, dim, True)
    values = _ops.gather(x, dim, indices) if x.shape else x
    if keepdim or not x.shape:
        return ValuesAndIndices(values, indices)
    shape = [size for d, size in enumerate(x.shape) if d != dim % len(x.shape)]
    return ValuesAndIndices(reshape(values, shape), reshape(indices, shape))


def max(x: Tensor, dim: int | Tensor | None = None, keepdim: bool = False) -> Any:
    """The maximum of all elements. With `dim`, the maxima along it and where they stand first, as `values` and
    `indices`; those elements alone get gradients. With a tensor in place of `dim`, the larger of two elements each."""
    if dim is None:
        return amax(x)
    if isinstance(dim, _tracing.TensorBase):
        return _ops.maximum(x, dim)
    return _with_indices(x, dim, keepdim, argmax)


def min(x: Tensor, dim: int | Tensor | None = None, keepdim: bool = False) -> Any:
    """The minimum of all elements. With `dim`, the minima along it and where they stand first, as `values` and
    `indices`; those elements alone get gradients. With a tensor in place of `dim`, the smaller of two elements each."""
    if dim is None:
        return amin(x)
    if isinstance(dim, _tracing.TensorBase):
        return _ops.minimum(x, dim)
    return _with_indices(x, dim, keepdim, argmin)


class ReductionMethods:
    """The functions above as methods."""

    __slots__ = ()
    all, amax, amin, any, argmax, argmin, logsumexp = all, amax, amin, any, argmax, argmin, logsumexp
    max, mean, min, norm, prod, std, sum, var = max, mean, min, norm, prod, std, sum, var
