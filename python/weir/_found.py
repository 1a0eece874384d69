"""What is found where elements are not 0, or differ: results whose size depends on values. Inside `build` they are
refused, as no value is known there. Outside, a job finds as many as there could be, and how many there are; the result
is the first part of that, so that nothing is compiled for each number."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from . import _dtypes, _executor, _ops
from ._dispatch import cast, dimension, dispatch, splat
from ._errors import at_user_line
from ._joining import cat, narrow
from ._sequence import cumsum, sort
from ._shape import broadcast_tensors, movedim, reshape
from ._values import as_one

if TYPE_CHECKING:
    from ._tensor import Tensor

__all__ = ["argwhere", "masked_select", "nonzero", "unique", "unique_consecutive", "where"]


def require_values(function: str, instead: str) -> None:
    """Raises inside of `build`."""
    if _executor.current() is not None:
        raise TypeError(
            at_user_line(
                f"{function}: expects sizes that are known before the graph runs, but how many elements there are "
                f"depends on values; use {instead}, or call it outside of nn.Graph.build"
            )
        )


def _places(flags: Tensor) -> tuple[Tensor, Tensor]:
    """Where a vector of bools is true: the positions in order, and zeros behind them; and how many there are."""
    count = flags.shape[0]
    ends = cumsum(cast(flags, _dtypes.int64), 0)
    # What isn't found is written behind the end.
    targets = _ops.where(flags, ends - 1, count)
    numbers = dispatch("iota", (), shape=(count,), dtype=_dtypes.int64)
    found = dispatch("scatter", (splat(0, (count + 1,), _dtypes.int64), targets, numbers), dim=0)
    return narrow(found, 0, 0, count), narrow(ends, 0, count - 1, 1)


def _coordinates(positions: Tensor, shape: tuple[int, ...]) -> Tensor:
    """Of positions in row-major order, a row each."""
    columns = []
    for d, size in enumerate(shape):
        inner = math.prod(shape[d + 1 :])
        columns.append(reshape(_ops.remainder(_ops.floor_divide(positions, inner), size), [-1, 1]))
    return cat(columns, 1)


def _first(every: Tensor, count: Tensor) -> Tensor:
    """The rows that have been found: a view, unless most of the memory would be held for nothing."""
    number = int(count)
    rows = narrow(every, 0, 0, number)
    return rows if 2 * number >= every.shape[0] else rows.clone()


def nonzero(input: Tensor, *, as_tuple: bool = False) -> Any:
    """Where elements are not 0, in row-major order: a row of positions for each, or with `as_tuple` a vector of
    positions for each dimension. Inside `build` it is refused with TypeError."""
    require_values("nonzero", "count_nonzero, weir.where or masked_fill")
    shape = tuple(input.shape)
    if as_tuple and not shape:
        return nonzero(reshape(input, [1]), as_tuple=True)
    if math.prod(shape) == 0:
        rows: Any = splat(0, (0, len(shape)), _dtypes.int64, input)
    elif not shape:
        rows = splat(0, (int(bool(input)), 0), _dtypes.int64, input)
    else:
        rows = _first(*as_one("nonzero", _not_zero, input))
    return tuple(rows.unbind(1)) if as_tuple else rows


def where(condition: Tensor, x: Any = None, y: Any = None, *, input: Any = None, other: Any = None) -> Any:
    """x where `condition` holds, else y, broadcast; numbers too. `input` and `other` are x and y. Without them,
    positions where it holds: see `nonzero` with `as_tuple`."""
    if x is not None and y is not None:
        return _ops.where(condition, x, y)
    if x is None and y is None and input is None and other is None:
        return nonzero(condition, as_tuple=True)
    return _ops.where(condition, input if x is None else x, other if y is None else y)


def _not_zero(x: Tensor) -> list[Tensor]:
    positions, count = _places(reshape(_ops.compare(x, 0, "ne"), [-1]))
    return [_coordinates(positions, x.shape), count]


def argwhere(input: Tensor) -> Any:
    """`nonzero`: a row of positions for each element that is not 0."""
    require_values("argwhere", "count_nonzero, weir.where or masked_fill")
    return nonzero(input)


def masked_select(input: Tensor, mask: Tensor) -> Any:
    """The elements where the bool tensor `mask` is true, which broadcasts, as a vector. Inside `build` it is refused
    with TypeError."""
    require_values("masked_select", "weir.where or masked_fill")
    if mask.dtype is not _dtypes.bool_:
        raise TypeError(at_user_line(f"masked_select: expects a mask of bool, got {mask.dtype.name}"))
    return rows_of_mask(*broadcast_tensors(input, mask))


def rows_of_mask(x: Tensor, mask: Tensor) -> Any:
    """x[mask] of a mask of the first dimensions of x."""
    rank = len(mask.shape)
    rest = tuple(x.shape[rank:])
    if math.prod(mask.shape) == 0 or math.prod(x.shape) == 0:
        count = 0 if math.prod(mask.shape) == 0 else int(cast(mask, _dtypes.int64).sum())
        return splat(0, (count, *rest), x.dtype, x)
    return _first(*as_one("masked_select", _masked, x, mask))


def _masked(x: Tensor, mask: Tensor) -> list[Tensor]:
    flat = reshape(mask, [-1])
    positions, count = _places(flat)
    rows = reshape(x, [flat.shape[0], *x.shape[len(mask.shape) :]])
    shape = tuple(rows.shape)
    return [dispatch("gather", (rows, dispatch("broadcast", (positions,), shape=shape, dims=(0,))), dim=0), count]


def _different(x: Tensor) -> Tensor:
    """Whether an element of a vector is another than the one before."""
    first = splat(True, (1,), _dtypes.bool_)
    size = x.shape[0] - 1
    return cat([first, _ops.compare(narrow(x, 0, 1, size), narrow(x, 0, 0, size), "ne")], 0)


def _runs(x: Tensor) -> list[Tensor]:
    """Of runs of equal elements in a vector: the elements, how many there are of each, which run each element belongs
    to, and the number of runs; what is behind those has no meaning."""
    count = x.shape[0]
    is_new = _different(x)
    begins, number = _places(is_new)
    positions = dispatch("iota", (), shape=(count,), dtype=_dtypes.int64)
    begins = _ops.where(positions < number, begins, count)
    ends = cat([narrow(begins, 0, 1, count - 1), splat(count, (1,), _dtypes.int64)], 0)
    values = _ops.gather(x, 0, _ops.minimum(begins, count - 1))
    return [values, ends - begins, cumsum(cast(is_new, _dtypes.int64), 0) - 1, number]


def _of_neighbours(x: Tensor) -> list[Tensor]:
    values, repeats, runs, number = _runs(reshape(x, [-1]))
    return [values, repeats, reshape(runs, x.shape), number]


def _of_all(x: Tensor) -> list[Tensor]:
    ordered, order = sort(reshape(x, [-1]))
    values, repeats, runs, number = _runs(ordered)
    places = dispatch("scatter", (splat(0, order.shape, _dtypes.int64), order, runs), dim=0)
    return [values, repeats, reshape(places, x.shape), number]


def _unique(function: str, input: Tensor, is_sorted: bool, inverse: bool, counts: bool, dim: int | None) -> Any:
    require_values(function, "sort or bincount")
    if dim is not None:
        return _unique_slices(function, input, is_sorted, inverse, counts, dimension(input, dim, function))
    if input.numel() == 0:
        kinds = ((0,), input.dtype), ((0,), _dtypes.int64), (input.shape, _dtypes.int64)
        parts: list[Any] = [splat(0, shape, dtype, input) for shape, dtype in kinds]
    else:
        values, repeats, places, number = as_one(function, _of_all if is_sorted else _of_neighbours, input)
        parts = [_first(values, number), _first(repeats, number), places]
    values, repeats, places = parts
    results = (values, *([places] if inverse else []), *([repeats] if counts else []))
    return results if len(results) > 1 else values


def _numbered(rows: Tensor) -> Tensor:
    """A number for each row, in the order of the rows: equal rows have equal numbers."""
    count = rows.shape[0]
    numbers = splat(0, (count,), _dtypes.int64, rows)
    for column in rows.unbind(1):
        _, places = unique(column, return_inverse=True)
        _, numbers = unique(numbers * count + places, return_inverse=True)  # both are below the count
    return numbers


def _unique_slices(function: str, input: Tensor, is_sorted: bool, inverse: bool, counts: bool, dim: int) -> Any:
    """The same of slices along a dimension."""
    slices = movedim(input, dim, 0)
    numbers = _numbered(reshape(slices, [slices.shape[0], math.prod(slices.shape[1:])]))
    _, places, repeats = _unique(function, numbers, is_sorted, True, True, None)
    begins = cumsum(repeats, 0) - repeats  # in order; else in the order of the slices
    first = sort(numbers, stable=True).indices.gather(0, begins) if is_sorted else begins
    results = (movedim(slices.index_select(0, first), 0, dim), *([places] if inverse else []))
    results = (*results, *([repeats] if counts else []))
    return results if len(results) > 1 else results[0]


def unique(
    input: Tensor,
    sorted: bool = True,
    return_inverse: bool = False,
    return_counts: bool = False,
    dim: int | None = None,
) -> Any:
    """The different elements in ascending order, or with `dim` the different slices along it; with `return_inverse`
    also which of them each one is, and with `return_counts` how often each one is there. Inside `build` it is refused
    with TypeError."""
    return _unique("unique", input, True, return_inverse, return_counts, dim)


def unique_consecutive(
    input: Tensor, return_inverse: bool = False, return_counts: bool = False, dim: int | None = None
) -> Any:
    """The elements, or with `dim` the slices along it, where equal ones that follow each other are one; with
    `return_inverse` also which of them each one is part of, and with `return_counts` how many each one stands for.
    Inside `build` it is refused with TypeError."""
    return _unique("unique_consecutive", input, False, return_inverse, return_counts, dim)
