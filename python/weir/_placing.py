"""Functions that put tensors at places of larger ones, on diagonals, in slices and in blocks, and that combine all
elements with all others."""

from __future__ import annotations

import builtins
from typing import TYPE_CHECKING, Any, Sequence

from . import _dtypes, _ops
from ._creation import zeros
from ._dispatch import cast, dimension, dispatch
from ._errors import at_user_line
from ._indexing import diagonal, meshgrid, of_matrices
from ._indexing import index as index_of
from ._joining import select, stack
from ._shape import movedim, reshape
from ._views import source_with

if TYPE_CHECKING:
    from ._tensor import Tensor

__all__ = [
    "block_diag",
    "cartesian_prod",
    "combinations",
    "diag_embed",
    "diagflat",
    "diagonal_scatter",
    "select_scatter",
    "slice_scatter",
    "trace",
    "unravel_index",
]


# diagonals


def trace(input: Tensor) -> Tensor:
    """The sum of a matrix's diagonal; of integers in int64."""
    if len(input.shape) != 2:
        raise ValueError(at_user_line(f"trace: expects a matrix, got shape {tuple(input.shape)}"))
    return _ops.sum(diagonal(input))


def diag_embed(input: Tensor, offset: int = 0, dim1: int = -2, dim2: int = -1) -> Tensor:
    """Matrices with the vectors of the last dimension on a diagonal and zeros elsewhere, in the dimensions dim1 and
    dim2 of the result. `offset` is the number of columns right of the main diagonal."""
    if not input.shape:
        raise ValueError(at_user_line("diag_embed: expects a tensor of at least one dimension, got a scalar"))
    rank = len(input.shape) + 1
    for dim in (dim1, dim2):
        if not -rank <= dim < rank:
            raise IndexError(at_user_line(f"diag_embed: expects dimensions in [{-rank}, {rank}), got {dim}"))
    if dim1 % rank == dim2 % rank:
        raise ValueError(at_user_line(f"diag_embed: expects two dimensions, got {dim1} twice"))
    *others, count = input.shape
    size, start = count + abs(offset), builtins.max(-offset, 0) * (count + abs(offset)) + builtins.max(offset, 0)
    starts, steps = [*[0] * len(others), start], [*[1] * len(others), size + 1]
    rows = dispatch("pad", (input,), shape=(*others, size * size), starts=starts, steps=steps, value=0.0)
    matrices = reshape(rows, [*others, size, size])
    return movedim(matrices, (-2, -1), (dim1, dim2))


def diagflat(input: Tensor, offset: int = 0) -> Tensor:
    """The matrix with all elements on a diagonal and zeros elsewhere: `diag_embed` of the tensor as a vector."""
    return diag_embed(reshape(input, [-1]), offset)


def block_diag(*tensors: Tensor) -> Tensor:
    """The matrix with these matrices along its diagonal and zeros elsewhere, in their common dtype. A vector is a row,
    a scalar a matrix of one element."""
    for x in tensors:
        if len(x.shape) > 2:
            raise ValueError(at_user_line(f"block_diag: expects at most 2 dimensions, got shape {tuple(x.shape)}"))
    blocks = [x if len(x.shape) == 2 else reshape(x, (1, -1)) for x in tensors]
    if not blocks:
        return zeros(1, 0)
    return dispatch("block_diag", blocks)  # type: ignore[no-any-return]


# in place of a part


def _with_part(x: Tensor, part: Tensor, src: Tensor, name: str) -> Tensor:
    """x, of which `part` is a view, with `src` in place of that."""
    if tuple(src.shape) != tuple(part.shape):
        facts = f"shape {tuple(part.shape)}, got {tuple(src.shape)}"
        raise ValueError(at_user_line(f"{name}: expects src to have the part's {facts}"))
    written: Any = cast(src, x.dtype)
    while part is not x:
        written, part = source_with(part, written, name, False), part._view.source
    return written  # type: ignore[no-any-return]


def select_scatter(input: Tensor, src: Tensor, dim: int, index: int) -> Tensor:
    """A copy of the tensor with `src` in place of `input.select(dim, index)`."""
    return _with_part(input, select(input, dim, index), src, "select_scatter")


def slice_scatter(
    input: Tensor, src: Tensor, dim: int = 0, start: int | None = None, end: int | None = None, step: int = 1
) -> Tensor:
    """A copy of the tensor with `src` in place of the elements from `start` to before `end` along `dim`."""
    dim = dimension(input, dim, "slice_scatter")
    key = (slice(None),) * dim + (slice(start, end, step),)
    return _with_part(input, index_of(input, key), src, "slice_scatter")


def diagonal_scatter(input: Tensor, src: Tensor, offset: int = 0, dim1: int = 0, dim2: int = 1) -> Tensor:
    """A copy of the tensor with `src` in place of `input.diagonal(offset, dim1, dim2)`."""
    dims = of_matrices(input, dim1, dim2, "diagonal_scatter")
    last = movedim(input, dims, [-2, -1]).contiguous()  # where a diagonal is a view, whatever lies in memory
    written = _with_part(last, diagonal(last, offset, -2, -1), src, "diagonal_scatter")
    return movedim(written, [-2, -1], dims).contiguous()


# all with all


def cartesian_prod(*tensors: Tensor) -> Tensor:
    """A row for each choice of an element from each of the vectors; of one vector, the vector itself."""
    grid = meshgrid(*tensors)
    return reshape(grid[0], [-1]) if len(grid) == 1 else stack([reshape(x, [-1]) for x in grid], 1)


def combinations(input: Tensor, r: int = 2, with_replacement: bool = False) -> Tensor:
    """A row for each choice of r elements of a vector in their order, the same one twice or more if
    `with_replacement`."""
    if len(input.shape) != 1 or r < 0:
        facts = f"a vector and r of at least 0, got shape {tuple(input.shape)} and {r}"
        raise ValueError(at_user_line(f"combinations: expects {facts}"))
    if r == 0:
        return zeros(0, dtype=input.dtype, device=input.device)
    return dispatch("combinations", (input,), r=r, with_replacement=with_replacement)  # type: ignore[no-any-return]


def unravel_index(indices: Tensor, shape: int | Sequence[int]) -> tuple[Tensor, ...]:
    """The coordinates, in a tensor of this shape, of positions in its elements as a vector: a tensor for each
    dimension, of int64."""
    if indices.dtype.is_floating_point or indices.dtype is _dtypes.bool_:
        raise TypeError(at_user_line(f"unravel_index: expects integers, got {indices.dtype.name}"))
    indices = cast(indices, _dtypes.int64)
    sizes = [shape] if isinstance(shape, int) else [*shape]
    coordinates = dispatch("unravel_index", (indices,), sizes=sizes) if sizes else None
    return tuple(select(coordinates, 0, d) for d in range(len(sizes)))
