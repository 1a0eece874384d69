"""Which part of a value that ranks have together each of them has."""

from __future__ import annotations

from typing import Sequence

import numpy as np

from . import _world
from ._creation import unless_traced, zeros
from ._dtypes import dtype as DType
from ._errors import at_user_line
from ._placement import placement
from ._tensor import Tensor
from .sbp import sbp


def bounds(shape: Sequence[int], place: placement, axes: Sequence[sbp], rank: int) -> list[tuple[int, int]]:
    """Where a rank's part begins and ends along each dimension: parts along an axis are balanced, the first ones larger
    by one; those of a further axis are parts of these. A rank that is not in the placement has no rows."""
    found = [(0, size) for size in shape]
    if rank not in place.order:
        return [(0, 0), *found[1:]] if found else []
    for held, ranks, coordinate in zip(axes, place.mesh, place.place_of(rank)):
        if held.is_split():
            begin, end = found[held.dim]
            least, more = divmod(end - begin, ranks)
            first = begin + coordinate * least + min(coordinate, more)
            found[held.dim] = (first, first + least + (coordinate < more))
    return found


def shape_of_part(shape: Sequence[int], place: placement, axes: Sequence[sbp], rank: int) -> tuple[int, ...]:
    return tuple(end - begin for begin, end in bounds(shape, place, axes, rank))


def nothing_of(shape: Sequence[int], place: placement, axes: Sequence[sbp], dtype: DType) -> Tensor:
    """Zeros of the shape that this rank has; where it is not in a placement no rows, of a scalar one that means
    nothing."""
    return zeros(shape_of_part(shape, place, axes, _world.rank), dtype=dtype, device=unless_traced(place.device))


def part_of(whole: Tensor, place: placement, axes: Sequence[sbp]) -> Tensor:
    """What this rank has of a value: a copy, on its device. Of terms the first ranks along an axis have all, others
    zeros."""
    coordinates = place.place_of(_world.rank) if place.is_here else ()
    has_terms = any(held.is_partial() and at > 0 for held, at in zip(axes, coordinates))
    if has_terms:
        return nothing_of(whole.shape, place, axes, whole.dtype)
    part = whole.detach()
    for dim, (begin, end) in enumerate(bounds(whole.shape, place, axes, _world.rank)):
        part = part.narrow(dim, begin, end - begin)
    return part.to(place.device, copy=True)


def whole_shape(shapes: Sequence[Sequence[int]], place: placement, axes: Sequence[sbp]) -> tuple[int, ...]:
    """That of the value of which the ranks have parts of these shapes, by rank; they must be balanced."""
    whole = [*shapes[place.order[0]]]
    for dim in {held.dim for held in axes if held.is_split()}:
        others = [axis for axis, held in enumerate(axes) if not (held.is_split() and held.dim == dim)]
        whole[dim] = sum(
            shapes[rank][dim] for rank in place.order if all(place.place_of(rank)[axis] == 0 for axis in others)
        )
    for rank in place.order:
        if tuple(shapes[rank]) != shape_of_part(whole, place, axes, rank):
            rule = f"expects parts of balanced sizes for {axes[0] if len(axes) == 1 else [*axes]}, and of one size else"
            raise ValueError(at_user_line(f"to_global: {rule}, got {', '.join(str(tuple(each)) for each in shapes)}"))
    return tuple(whole)


def gathered_shapes(local: Tensor, what: str) -> list[tuple[int, ...]]:
    """The shapes of all ranks' tensors, by rank. All of them call it. Raises ValueError where they differ in rank."""
    sizes = np.asarray(local.shape, np.int64).tobytes()
    shapes = [tuple(np.frombuffer(each, np.int64).tolist()) for each in _world.gather(sizes, what)]
    if len(set(map(len, shapes))) > 1:
        rule = "expects tensors of as many dimensions on all ranks"
        raise ValueError(at_user_line(f"{what}: {rule}, got {', '.join(map(str, shapes))}"))
    return shapes
