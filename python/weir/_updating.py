"""Copies of tensors in which some elements are others: at positions along a dimension, at tuples of positions, or where
a mask is true."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Sequence

import numpy as np

from . import _dispatch, _dtypes, _executor, _ops
from ._dispatch import cast, dimension, dispatch, python_scalar
from ._errors import at_user_line
from ._indexing import _first, _positions, beside, index as at_positions, masked
from ._shape import broadcast_tensors, expand, reshape
from ._tensor_base import TensorBase

if TYPE_CHECKING:
    from ._functions import Operand
    from ._tensor import Tensor

__all__ = [
    "gather_nd",
    "index_add",
    "index_copy",
    "index_fill",
    "index_put",
    "index_put_",
    "masked_scatter",
    "put",
    "scatter_nd",
    "scatter_reduce",
    "take",
    "take_along_dim",
    "tensor_scatter_nd_update",
]


# at positions along a dimension


def _along(x: Tensor, dim: int, index: Tensor, op: str) -> tuple[int, Tensor, list[int]]:
    """`dim` from the front, the vector `index` in int64, and the shape of its slices of x."""
    if not isinstance(index, TensorBase) or len(index.shape) > 1:
        got = tuple(index.shape) if isinstance(index, TensorBase) else type(index).__name__
        raise ValueError(at_user_line(f"{op}: expects index to be a vector, got {got}"))
    dim = dimension(x, dim, op)
    positions = reshape(cast(index, _dtypes.int64), [-1])
    return dim, positions, [*x.shape[:dim], index.numel(), *x.shape[dim + 1 :]]


def _source(source: Any, shape: Sequence[int], x: Tensor, op: str) -> Tensor:
    if not isinstance(source, TensorBase):
        raise TypeError(at_user_line(f"{op}: expects source to be a Tensor, got {type(source).__name__}"))
    if source.dtype is not x.dtype:
        facts = f"got {source.dtype.name} for {x.dtype.name}"
        raise TypeError(at_user_line(f"{op}: expects source to have the dtype of the tensor, {facts}"))
    if tuple(source.shape) != tuple(shape) and source.numel() != math.prod(shape):
        facts = f"{tuple(shape)}, got {tuple(source.shape)}"
        raise ValueError(at_user_line(f"{op}: expects source to have shape {facts}"))
    return reshape(source, shape)  # type: ignore[arg-type]


def _with_dim(x: Tensor) -> Tensor:
    return x if x.shape else reshape(x, [1])


def index_add(input: Tensor, dim: int, index: Tensor, source: Tensor, *, alpha: float = 1) -> Tensor:
    """A copy of the tensor with alpha times the slices of `source` along `dim` added at the positions in `index`."""
    x = _with_dim(input)
    dim, positions, shape = _along(x, dim, index, "index_add")
    operands = (x, positions, _source(source, shape, x, "index_add"))
    return reshape(dispatch("index_add", operands, dim=dim, alpha=alpha), input.shape)


def index_copy(input: Tensor, dim: int, index: Tensor, source: Tensor) -> Tensor:
    """A copy of the tensor with the slices of `source` along `dim` at the positions in `index`."""
    x = _with_dim(input)
    dim, positions, shape = _along(x, dim, index, "index_copy")
    operands = (x, positions, _source(source, shape, x, "index_copy"))
    return reshape(dispatch("index_copy", operands, dim=dim), input.shape)


def index_fill(input: Tensor, dim: int, index: Tensor, value: Operand) -> Tensor:
    """A copy of the tensor with `value`, a number or a tensor of one, at the positions in `index` along `dim`."""
    x = _with_dim(input)
    dim, positions, shape = _along(x, dim, index, "index_fill")
    if not isinstance(value, TensorBase):
        source = _dispatch.splat(python_scalar(value), shape, x.dtype, x)
    elif value.shape:
        raise ValueError(at_user_line(f"index_fill: expects value to be a scalar, got shape {tuple(value.shape)}"))
    else:
        source = expand(cast(beside(x.device, value), x.dtype), shape)
    filled = dispatch("index_copy", (x, positions, source), function="index_fill", dim=dim)
    return reshape(filled, input.shape)


def take_along_dim(input: Tensor, indices: Tensor, dim: int | None = None) -> Tensor:
    """The elements at `indices` along `dim`, which broadcasts with the tensor in all other dimensions; without `dim`,
    of the tensor as a vector."""
    if dim is None:
        return _taken("take_along_dim", reshape(input, [-1]), reshape(indices, [-1]), 0)
    dim = dimension(input, dim, "take_along_dim")
    if len(input.shape) != len(indices.shape):
        facts = f"{tuple(input.shape)} and {tuple(indices.shape)}"
        raise ValueError(at_user_line(f"take_along_dim: expects tensors of one rank, got {facts}"))
    try:
        shape = list(
            _dispatch.broadcast_shapes(
                *([1 if d == dim else size for d, size in enumerate(x.shape)] for x in (input, indices))
            )
        )
    except ValueError:
        facts = f"{tuple(input.shape)} and {tuple(indices.shape)}"
        raise ValueError(at_user_line(f"take_along_dim: expects shapes that broadcast, got {facts}")) from None
    x, index = (expand(t, [*shape[:dim], t.shape[dim], *shape[dim + 1 :]]) for t in (input, indices))
    return _taken("take_along_dim", x, index, dim)


def take(input: Tensor, index: Tensor) -> Tensor:
    """The elements of the tensor as a vector at these positions, in the shape of `index`."""
    return reshape(_taken("take", reshape(input, [-1]), reshape(index, [-1]), 0), index.shape)


def _taken(function: str, x: Tensor, index: Tensor, dim: int) -> Tensor:
    if not isinstance(index, TensorBase) or index.dtype.is_floating_point or index.dtype is _dtypes.bool_:
        got = index.dtype.name if isinstance(index, TensorBase) else type(index).__name__
        raise TypeError(at_user_line(f"{function}: expects the index to be a Tensor of integers, got {got}"))
    operands = (x, cast(index, _dtypes.int64))
    return dispatch("take_along_dim", operands, function=function, dim=dim)  # type: ignore[no-any-return]


_REDUCTIONS = ("sum", "prod", "mean", "amax", "amin")


def scatter_reduce(
    input: Tensor, dim: int, index: Tensor, src: Tensor, reduce: str, *, include_self: bool = True
) -> Tensor:
    """A copy of the tensor in which each element is the sum, product, mean, maximum or minimum ("sum", "prod", "mean",
    "amax", "amin") of itself and of all src[..., i, ...] whose position index[..., i, ...] along `dim` it has; without
    itself if `include_self` is false. Sizes are as in `scatter`."""
    x = _with_dim(input)
    dim, index = _positions(x, dim, _with_dim(index), "scatter_reduce")
    if not isinstance(src, TensorBase):
        raise TypeError(at_user_line(f"scatter_reduce: expects src to be a Tensor, got {type(src).__name__}"))
    if reduce not in _REDUCTIONS:
        raise ValueError(at_user_line(f"scatter_reduce: expects reduce to be one of {_REDUCTIONS}, got {reduce!r}"))
    src = _first(_with_dim(src), index.shape)
    y = dispatch("scatter_reduce", (x, index, src), dim=dim, reduce=reduce, include_self=include_self)
    return reshape(y, input.shape)


# at tuples of positions, and where a mask is true


def index_put_(input: Tensor, indices: Sequence[Tensor | None], values: Operand, accumulate: bool = False) -> Tensor:
    """`index_put` in the tensor itself."""
    return input.index_put_(indices, values, accumulate)


def index_put(input: Tensor, indices: Sequence[Tensor | None], values: Operand, accumulate: bool = False) -> Tensor:
    """A copy of the tensor with `values`, which broadcasts, at the positions that `indices` names for its first
    dimensions, or added there with `accumulate`. One bool tensor is a mask."""
    keys = list(indices)
    if len(keys) == 1 and isinstance(keys[0], TensorBase) and keys[0].dtype is _dtypes.bool_:
        return masked(input, keys[0], values, accumulate)
    if any(
        not isinstance(key, TensorBase) or key.dtype is _dtypes.bool_ or key.dtype.is_floating_point for key in keys
    ):
        raise TypeError(at_user_line("index_put: expects integer tensors for the first dimensions, or one bool tensor"))
    if not 1 <= len(keys) <= len(input.shape):
        facts = f"{tuple(input.shape)}, got {len(keys)}"
        raise IndexError(at_user_line(f"index_put: expects at most one tensor per dimension of {facts}"))
    named = [cast(key, _dtypes.int64) for key in broadcast_tensors(*keys)]  # type: ignore[arg-type]
    shape = [*named[0].shape, *input.shape[len(keys) :]]
    given = values if isinstance(values, TensorBase) else _dispatch.splat(python_scalar(values), [], input.dtype, input)
    given = given if given.shape else beside(input.device, given)
    operands = (input, expand(cast(given, input.dtype), shape), *named)
    return dispatch("index_put", operands, accumulate=accumulate)  # type: ignore[no-any-return]


def put(input: Tensor, index: Tensor, source: Tensor, accumulate: bool = False) -> Tensor:
    """A copy of the tensor with the elements of `source` at positions in its elements as a vector, counted from the end
    where they are below 0, or added there with `accumulate`."""
    if not isinstance(source, TensorBase) or source.dtype is not input.dtype:
        got = source.dtype.name if isinstance(source, TensorBase) else type(source).__name__
        raise TypeError(at_user_line(f"put: expects source to have the tensor's dtype {input.dtype.name}, got {got}"))
    if tuple(source.shape) != tuple(index.shape) and math.prod(source.shape) != math.prod(index.shape):
        facts = f"{tuple(index.shape)} and {tuple(source.shape)}"
        raise ValueError(at_user_line(f"put: expects as many elements of source as positions, got {facts}"))
    flat = index_put(reshape(input, [-1]), [reshape(index, [-1])], reshape(source, [-1]), accumulate)
    return reshape(flat, input.shape)


def tensor_scatter_nd_update(tensor: Tensor, indices: Tensor, updates: Tensor) -> Tensor:
    """A copy of the tensor in which `updates` (..., *) stand at the positions in its first dimensions that the last
    dimension of `indices` (..., K) holds."""
    if not indices.shape or not 1 <= indices.shape[-1] <= len(tensor.shape):
        facts = f"1 to {len(tensor.shape)} positions in the last dimension of indices, got {tuple(indices.shape)}"
        raise ValueError(at_user_line(f"tensor_scatter_nd_update: expects {facts}"))
    expected = (*indices.shape[:-1], *tensor.shape[indices.shape[-1] :])
    if tuple(updates.shape) != expected:
        facts = f"{expected}, got {tuple(updates.shape)}"
        raise ValueError(at_user_line(f"tensor_scatter_nd_update: expects updates of shape {facts}"))
    return index_put(tensor, [*indices.unbind(-1)], updates)


def _checked_positions(function: str, index: Tensor, rank: int) -> None:
    if not index.shape or not 1 <= index.shape[-1] <= rank:
        facts = f"1 to {rank} positions in the last dimension of index, got shape {tuple(index.shape)}"
        raise ValueError(at_user_line(f"{function}: expects {facts}"))


def gather_nd(input: Tensor, index: Tensor) -> Tensor:
    """The slices (..., *) of the tensor at the positions in its first dimensions that the last dimension of `index`
    (..., K) holds."""
    _checked_positions("gather_nd", index, len(input.shape))
    return at_positions(input, index.unbind(-1))


def scatter_nd(index: Tensor, update: Tensor, shape: Sequence[int]) -> Tensor:
    """A tensor of this shape with the slices `update` (..., *) at the positions in its first dimensions that the last
    dimension of `index` (..., K) holds, and zeros elsewhere. Slices of one position are added up."""
    _checked_positions("scatter_nd", index, len(shape))
    return index_put(_dispatch.splat(0, tuple(shape), update.dtype, update), [*index.unbind(-1)], update, True)


def masked_scatter(input: Tensor, mask: Tensor, source: Tensor) -> Tensor:
    """A copy of the tensor with the first elements of `source`, in order, where the bool tensor `mask` is true; both
    broadcast to one shape. Too few elements raise ValueError, or inside of `build` are an error of the run."""
    x, where_true = broadcast_tensors(input, mask)
    if source.dtype is not x.dtype:
        facts = f"got {source.dtype.name} for {x.dtype.name}"
        raise TypeError(at_user_line(f"masked_scatter: expects source to have the dtype of the tensor, {facts}"))
    if source.numel() < where_true.numel() and _executor.current() is None:
        count = int(_ops.sum(where_true))
        if source.numel() < count:
            rule = f"expects at least {count} elements of source, one for each place that mask chooses"
            raise ValueError(at_user_line(f"masked_scatter: {rule}, got {source.numel()}"))
    return dispatch("masked_scatter", (x, where_true, source))  # type: ignore[no-any-return]
