"""Copies of tensors in which some elements are others: at positions along a dimension, at tuples of positions, or where
a mask is true."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Sequence

import numpy as np

from . import _dispatch, _dtypes, _ops
from ._dispatch import cast, dimension, dispatch, python_scalar
from ._errors import at_user_line
from ._indexing import _first, _from_front, _positions, gather, masked, scatter, scatter_add
from ._shape import broadcast_tensors, expand, reshape
from ._tensor_base import TensorBase

if TYPE_CHECKING:
    from ._functions import Operand
    from ._tensor import Tensor

__all__ = [
    "index_add",
    "index_copy",
    "index_fill",
    "index_put",
    "masked_scatter",
    "scatter_reduce",
    "take",
    "take_along_dim",
]


# at positions along a dimension


def _along(x: Tensor, dim: int, index: Tensor, op: str) -> tuple[int, Tensor, list[int]]:
    """`dim` from the front, the vector `index` spread over the other dimensions of x, and the shape that it has."""
    if not isinstance(index, TensorBase) or len(index.shape) > 1:
        got = tuple(index.shape) if isinstance(index, TensorBase) else type(index).__name__
        raise ValueError(at_user_line(f"{op}: expects index to be a vector, got {got}"))
    dim = dimension(x, dim, op)
    count = index.numel()
    shape = [*x.shape[:dim], count, *x.shape[dim + 1 :]]
    positions = _from_front(reshape(index, [count]), x.shape[dim])
    spread = dispatch("broadcast", (positions,), shape=tuple(shape), dims=(dim,))
    return dim, spread, shape


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
    dim, spread, shape = _along(x, dim, index, "index_add")
    updates = _source(source, shape, x, "index_add")
    if alpha != 1:
        scaled = updates * alpha if x.dtype is _dtypes.bool_ else dispatch("add_scaled", (0, updates), alpha=alpha)
        updates = cast(scaled, x.dtype)
    return reshape(scatter_add(x, dim, spread, updates), input.shape)


def index_copy(input: Tensor, dim: int, index: Tensor, source: Tensor) -> Tensor:
    """A copy of the tensor with the slices of `source` along `dim` at the positions in `index`."""
    x = _with_dim(input)
    dim, spread, shape = _along(x, dim, index, "index_copy")
    return reshape(scatter(x, dim, spread, _source(source, shape, x, "index_copy")), input.shape)


def index_fill(input: Tensor, dim: int, index: Tensor, value: Operand) -> Tensor:
    """A copy of the tensor with `value`, a number or a tensor of one, at the positions in `index` along `dim`."""
    x = _with_dim(input)
    dim, spread, shape = _along(x, dim, index, "index_fill")
    if isinstance(value, TensorBase):
        if value.shape:
            raise ValueError(at_user_line(f"index_fill: expects value to be a scalar, got shape {tuple(value.shape)}"))
        value = expand(cast(value, x.dtype), shape)
    return reshape(scatter(x, dim, spread, value), input.shape)


def take_along_dim(input: Tensor, indices: Tensor, dim: int | None = None) -> Tensor:
    """The elements at `indices` along `dim`, which broadcasts with the tensor in all other dimensions; without `dim`,
    of the tensor as a vector."""
    if dim is None:
        return gather(reshape(input, [-1]), 0, reshape(indices, [-1]))
    dim = dimension(input, dim, "take_along_dim")
    if len(input.shape) != len(indices.shape):
        facts = f"{tuple(input.shape)} and {tuple(indices.shape)}"
        raise ValueError(at_user_line(f"take_along_dim: expects tensors of one rank, got {facts}"))
    try:
        shape = list(
            np.broadcast_shapes(
                *([1 if d == dim else size for d, size in enumerate(x.shape)] for x in (input, indices))
            )
        )
    except ValueError:
        facts = f"{tuple(input.shape)} and {tuple(indices.shape)}"
        raise ValueError(at_user_line(f"take_along_dim: expects shapes that broadcast, got {facts}")) from None
    x, index = (expand(t, [*shape[:dim], t.shape[dim], *shape[dim + 1 :]]) for t in (input, indices))
    return gather(x, dim, _from_front(index, input.shape[dim]))


def take(input: Tensor, index: Tensor) -> Tensor:
    """The elements of the tensor as a vector at these positions, in the shape of `index`."""
    flat = reshape(input, [-1])
    positions = _from_front(reshape(index, [-1]), flat.shape[0])
    return reshape(_ops.gather(flat, 0, positions), index.shape)


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
    if input.dtype is src.dtype is _dtypes.bool_ and reduce != "mean":
        by = {"sum": "amax", "prod": "amin"}.get(reduce, reduce)  # any of them, or all
        of_bytes = (cast(input, _dtypes.uint8), dim, index, cast(src, _dtypes.uint8), by)
        return cast(scatter_reduce(*of_bytes, include_self=include_self), _dtypes.bool_)  # type: ignore[no-any-return]
    src = _first(_with_dim(src), index.shape)
    reached = [*index.shape[:dim], x.shape[dim], *index.shape[dim + 1 :]]
    operands = (_first(x, reached), index, src)
    y: Tensor = dispatch("scatter_reduce", operands, dim=dim, reduce=reduce, include_self=include_self)
    return reshape(_beside_rest(y, x), input.shape)


def _beside_rest(y: Tensor, x: Tensor) -> Tensor:
    """y in place of the first elements of x."""
    if tuple(y.shape) == tuple(x.shape):
        return y
    rank = len(x.shape)
    inside, is_inside = (
        dispatch("pad", (part,), shape=tuple(x.shape), starts=(0,) * rank, steps=(1,) * rank, value=0.0)
        for part in (y, _dispatch.splat(True, y.shape, _dtypes.bool_))
    )
    return _ops.where(is_inside, inside, x)


# at tuples of positions, and where a mask is true


def index_put(input: Tensor, indices: Sequence[Tensor | None], values: Operand, accumulate: bool = False) -> Tensor:
    """A copy of the tensor with `values`, which broadcasts, at the positions that `indices` names for its first
    dimensions, or added there with `accumulate`. One bool tensor is a mask."""
    keys = list(indices)
    if len(keys) == 1 and isinstance(keys[0], TensorBase) and keys[0].dtype is _dtypes.bool_:
        if not accumulate:
            return masked(input, keys[0], values)
        return input + masked(_dispatch.splat(0, input.shape, input.dtype), keys[0], values)
    if any(
        not isinstance(key, TensorBase) or key.dtype is _dtypes.bool_ or key.dtype.is_floating_point for key in keys
    ):
        raise TypeError(at_user_line("index_put: expects integer tensors for the first dimensions, or one bool tensor"))
    if not 1 <= len(keys) <= len(input.shape):
        facts = f"{tuple(input.shape)}, got {len(keys)}"
        raise IndexError(at_user_line(f"index_put: expects at most one tensor per dimension of {facts}"))
    named = broadcast_tensors(*keys)  # type: ignore[arg-type]
    sizes, rest = input.shape[: len(keys)], [*input.shape[len(keys) :]]
    number = None
    for positions, size in zip(named, sizes):
        place = _from_front(positions, size)
        number = place if number is None else number * size + place
    shape = [*named[0].shape, *rest]
    count = math.prod(named[0].shape)
    updates = values if isinstance(values, TensorBase) else _dispatch.splat(python_scalar(values), [], input.dtype)
    updates = reshape(expand(cast(updates, input.dtype), shape), [count, *rest])
    flat = reshape(input, [math.prod(sizes), *rest])
    spread = dispatch("broadcast", (reshape(number, [count]),), shape=(count, *rest), dims=(0,))
    return reshape((scatter_add if accumulate else scatter)(flat, 0, spread, updates), input.shape)


def masked_scatter(input: Tensor, mask: Tensor, source: Tensor) -> Tensor:
    """A copy of the tensor with the first elements of `source`, in order, where the bool tensor `mask` is true; both
    broadcast to one shape. Too few elements are an error of the run."""
    x, where_true = broadcast_tensors(input, mask)
    if source.dtype is not x.dtype:
        facts = f"got {source.dtype.name} for {x.dtype.name}"
        raise TypeError(at_user_line(f"masked_scatter: expects source to have the dtype of the tensor, {facts}"))
    return dispatch("masked_scatter", (x, where_true, source))  # type: ignore[no-any-return]
