"""Functions that say where elements are: made of several ops, or of one op in PyTorch's words."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Sequence

from . import _call, _ops
from ._call import dimension, require_trace
from ._errors import at_user_line

if TYPE_CHECKING:
    from ._tensor import Tensor

__all__ = ["broadcast_to", "flatten", "reshape", "squeeze", "t", "transpose", "unsqueeze"]


def reshape(x: Tensor, shape: Sequence[int]) -> Tensor:
    """The same elements in row-major order under another shape; one size may be -1."""
    require_trace("reshape")
    result: Tensor = _call.reshape(x, _call.resolve_shape(x, shape, "reshape"))
    return result


def flatten(x: Tensor, start_dim: int = 0, end_dim: int = -1) -> Tensor:
    """x with the dimensions from start_dim to end_dim made one."""
    start, end = dimension(x, start_dim, "flatten"), dimension(x, end_dim, "flatten")
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
    dims = range(len(x.shape)) if dim is None else [dimension(x, dim, "squeeze")]
    return reshape(x, [size for d, size in enumerate(x.shape) if size != 1 or d not in dims])


def broadcast_to(x: Tensor, shape: Sequence[int]) -> Tensor:
    """x repeated along missing dimensions and those of size 1; -1 keeps a size."""
    require_trace("broadcast_to")
    offset = len(shape) - len(x.shape)
    sizes = [x.shape[d - offset] if size == -1 and d >= offset else size for d, size in enumerate(shape)]
    fits = offset >= 0 and all(x.shape[d] in (1, sizes[d + offset]) for d in range(len(x.shape)))
    if not fits or any(size < 0 for size in sizes):
        raise ValueError(
            at_user_line(f"broadcast_to: expects a shape that {tuple(x.shape)} broadcasts to, got {tuple(shape)}")
        )
    result: Tensor = _call.broadcast(x, sizes)
    return result


def transpose(x: Tensor, dim0: int, dim1: int) -> Tensor:
    """x with two dimensions swapped."""
    order = list(range(len(x.shape)))
    a, b = dimension(x, dim0, "transpose"), dimension(x, dim1, "transpose")
    order[a], order[b] = order[b], order[a]
    return _ops.permute(x, order)


def t(x: Tensor) -> Tensor:
    """The transpose of a matrix."""
    if len(x.shape) > 2:
        raise ValueError(at_user_line(f"t: expects at most 2 dimensions, got {len(x.shape)}"))
    return _ops.permute(x, list(reversed(range(len(x.shape)))))


class ShapeMethods:
    """The functions above as methods."""

    __slots__ = ()
    flatten, squeeze, t, transpose, unsqueeze = flatten, squeeze, t, transpose, unsqueeze

    @property
    def T(self: Any) -> Tensor:
        return t(self)

    def reshape(self: Any, *shape: Any) -> Tensor:
        return reshape(self, unpacked(shape))

    view = reshape

    def expand(self: Any, *shape: Any) -> Tensor:
        return broadcast_to(self, unpacked(shape))

    broadcast_to = expand

    def permute(self: Any, *dims: Any) -> Tensor:
        return _ops.permute(self, unpacked(dims))


def unpacked(sizes: tuple[Any, ...]) -> Sequence[int]:
    """x.reshape(2, 3) and x.reshape((2, 3)) mean the same."""
    unpacked: Sequence[int] = sizes[0] if len(sizes) == 1 and not isinstance(sizes[0], int) else sizes
    return unpacked
