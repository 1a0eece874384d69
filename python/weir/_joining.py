"""Functions that take tensors apart and put them together along dimensions. Indexing is in `_indexing.py`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Sequence

import numpy as np

from . import _dtypes, _executor, _ops, _views
from ._dispatch import as_number, cast, dimension, dispatch
from ._errors import at_user_line
from ._open_sizes import OpenSize, as_size
from ._tensor_base import TensorBase
from ._shape import atleast_1d, atleast_2d, atleast_3d, reshape, transpose, unsqueeze
from ._values import another, copied

if TYPE_CHECKING:
    from ._tensor import Tensor

__all__ = [
    "cat",
    "chunk",
    "column_stack",
    "concat",
    "concatenate",
    "dsplit",
    "dstack",
    "flip",
    "fliplr",
    "flipud",
    "hsplit",
    "hstack",
    "narrow",
    "roll",
    "rot90",
    "row_stack",
    "select",
    "split",
    "split_with_sizes",
    "stack",
    "tensor_split",
    "unbind",
    "vsplit",
    "vstack",
]


# apart


def strided(x: Tensor, starts: Sequence[int], steps: Sequence[int], shape: Sequence[int]) -> Tensor:
    """The elements at `starts` + i * `steps` for i below `shape`, all of which are in x."""
    if tuple(shape) == tuple(x.shape):
        return x
    # The step of one element goes nowhere.
    steps = [1 if size <= 1 else step for step, size in zip(steps, shape)]
    starts = [0 if size == 0 else start for start, size in zip(starts, shape)]
    turned = [d for d, start in enumerate(starts) if type(start) is OpenSize]
    if turned and all(steps[d] == 1 for d in turned):  # from the end, which they are at known distances from
        starts = [x.shape[d] - start - shape[d] if d in turned else start for d, start in enumerate(starts)]
        x = _views.turned(x, turned)
    result: Tensor = dispatch("slice", (x,), shape=tuple(shape), starts=tuple(starts), steps=tuple(steps))
    return _views.turned(result, turned) if turned else result


def narrow(x: Tensor, dim: int, start: int, length: int) -> Tensor:
    """x[start : start + length] along `dim`. Raises IndexError unless they are all in x."""
    dim = dimension(x, dim, "narrow")
    start, length = as_size(start), as_number(length)
    size = x.shape[dim]
    first = start + size if start < 0 else start
    if first < 0 or length < 0 or first + length > size:
        raise IndexError(
            at_user_line(f"narrow: expects elements within the {size} of dimension {dim}, got {length} from {start}")
        )
    return _between(x, dim, first, first + length)


def _between(x: Tensor, dim: int, start: int, end: int) -> Tensor:
    starts, shape = [0] * len(x.shape), [*x.shape]
    starts[dim], shape[dim] = start, end - start
    return another(strided(x, starts, [1] * len(shape), shape), x)


def select(x: Tensor, dim: int, index: int) -> Tensor:
    """x at one position along `dim`, without that dimension. Raises IndexError for a position outside."""
    dim = dimension(x, dim, "select")
    size, index = x.shape[dim], as_number(index)
    if not -size <= index < size:
        raise IndexError(at_user_line(f"select: expects index to be in [{-size}, {size}), got {index}"))
    index = index + size if index < 0 else index
    shape = [size for d, size in enumerate(x.shape) if d != dim]
    is_open = OpenSize in (type(size), type(index), *map(type, shape[dim : dim + 1]))
    if not shape or is_open or _executor.current() is None:  # with data, a view whatever the strides are
        return reshape(_between(x, dim, index, index + 1), shape)
    # Together with a neighbour it is a slice of a view, which fuses; a view of a slice would be stored.
    if dim < len(shape):
        behind = shape[dim]
        joined = reshape(x, [*shape[:dim], size * behind, *shape[dim + 1 :]])
        return _between(joined, dim, index * behind, (index + 1) * behind)
    joined = reshape(x, [*shape[:-1], shape[-1] * size])
    starts, steps = [0] * len(shape), [1] * len(shape)
    starts[-1], steps[-1] = index, size
    return strided(joined, starts, steps, shape)


def _cut(x: Tensor, dim: int, ends: Sequence[int]) -> tuple[Tensor, ...]:
    def cut() -> tuple[Tensor, ...]:
        return tuple(_between(x, dim, start, end) for start, end in zip([0, *ends], ends))

    return cut() if _executor.current() is not None else _executor.eager().parted(x, dim, cat, cut)


def split(x: Tensor, split_size_or_sections: int | Sequence[int], dim: int = 0) -> tuple[Tensor, ...]:
    """x split along `dim` into parts of one size, of which the last may be smaller, or into parts of the given sizes,
    which must add up to that of x."""
    dim = dimension(x, dim, "split")
    size, given = x.shape[dim], as_number(split_size_or_sections)
    if isinstance(given, int):
        if given < 0 or (given == 0 and size > 0):
            raise ValueError(at_user_line(f"split: expects a size of at least 1, got {given}"))
        return _cut(x, dim, [*range(given, size, given), size] if size else [0])
    sizes = [as_number(part) for part in given]
    if sum(sizes) != size or any(part < 0 for part in sizes):
        raise ValueError(at_user_line(f"split: expects sizes that add up to {size}, got {sizes}"))
    return _cut(x, dim, [sum(sizes[: i + 1]) for i in range(len(sizes))])


def chunk(x: Tensor, chunks: int, dim: int = 0) -> tuple[Tensor, ...]:
    """x split along `dim` into at most `chunks` parts of one size, of which the last may be smaller."""
    dim, chunks = dimension(x, dim, "chunk"), as_number(chunks)
    if chunks < 1:
        raise ValueError(at_user_line(f"chunk: expects chunks to be at least 1, got {chunks}"))
    if x.shape[dim] == 0:
        return (x,) * chunks
    return split(x, -(-x.shape[dim] // chunks), dim)


def tensor_split(x: Tensor, indices_or_sections: int | Sequence[int], dim: int = 0) -> tuple[Tensor, ...]:
    """x split along `dim` at the given positions, or into a number of parts, of which the first ones may be longer by
    one."""
    dim = dimension(x, dim, "tensor_split")
    size = x.shape[dim]
    if isinstance(indices_or_sections, TensorBase):
        indices_or_sections = indices_or_sections.tolist()
    if isinstance(indices_or_sections, int):
        parts = indices_or_sections
        if parts < 1:
            raise ValueError(at_user_line(f"tensor_split: expects at least 1 part, got {parts}"))
        return _cut(x, dim, [(i + 1) * (size // parts) + min(i + 1, size % parts) for i in range(parts)])
    at = [min(max(index + size if index < 0 else index, 0), size) for index in indices_or_sections]
    parts_at = zip([0, *at], [*at, size])
    return tuple(_between(x, dim, start, max(start, end)) for start, end in parts_at)


def hsplit(x: Tensor, indices_or_sections: int | Sequence[int]) -> tuple[Tensor, ...]:
    """x split along the second dimension; a vector, along the first."""
    return tensor_split(x, indices_or_sections, 0 if len(x.shape) == 1 else 1)


def vsplit(x: Tensor, indices_or_sections: int | Sequence[int]) -> tuple[Tensor, ...]:
    """x split along the first dimension."""
    return tensor_split(x, indices_or_sections, 0)


def dsplit(x: Tensor, indices_or_sections: int | Sequence[int]) -> tuple[Tensor, ...]:
    """x split along the third dimension."""
    if len(x.shape) < 3:
        raise ValueError(at_user_line(f"dsplit: expects at least 3 dimensions, got shape {tuple(x.shape)}"))
    return tensor_split(x, indices_or_sections, 2)


def split_with_sizes(x: Tensor, split_sizes: Sequence[int], dim: int = 0) -> tuple[Tensor, ...]:
    """Parts of these sizes along `dim`."""
    return split(x, [*split_sizes], dim)


def unbind(x: Tensor, dim: int = 0) -> tuple[Tensor, ...]:
    """The slices of x along `dim`, without that dimension."""
    dim = dimension(x, dim, "unbind")
    if _executor.current() is not None:
        return tuple(select(x, dim, index) for index in range(x.shape[dim]))
    before, after = tuple(x.shape[:dim]), tuple(x.shape[dim + 1 :])
    given = {"shape": (*before, 1, *after), "steps": (1,) * len(x.shape)}
    front, behind, shape = (0,) * dim, (0,) * len(after), (*before, *after)

    def cut() -> tuple[Tensor, ...]:
        parts = (dispatch("slice", (x,), starts=(*front, index, *behind), **given) for index in range(x.shape[dim]))
        return tuple([dispatch("reshape", (part,), shape=shape) for part in parts])

    return _executor.eager().parted(x, dim, stack, cut)


# together


def _checked(tensors: Sequence[Tensor], op: str) -> list[Tensor]:
    if isinstance(tensors, TensorBase):
        raise TypeError(at_user_line(f"{op}: expects a sequence of tensors, got a Tensor"))
    listed = list(tensors)
    if not listed:
        raise ValueError(at_user_line(f"{op}: expects at least one tensor, got none"))
    for number, x in enumerate(listed):
        if not isinstance(x, TensorBase):
            rule = f"expects tensors, got {type(x).__name__} as tensor {number}"
            advice = "; weir.tensor makes one of it" if isinstance(x, (np.ndarray, list, tuple, int, float)) else ""
            raise TypeError(at_user_line(f"{op}: {rule}{advice}"))
    return listed


def cat(tensors: Sequence[Tensor], dim: int = 0) -> Tensor:
    """Concatenates tensors along `dim` in their common dtype. Their shapes must be equal in the other dimensions,
    except that empty vectors are ignored; else ValueError is raised."""
    listed = _checked(tensors, "cat")
    listed = [x for x in listed if tuple(x.shape) != (0,)] or listed[:1]
    dim = dimension(listed[0], dim, "cat")
    shape = listed[0].shape
    for number, x in enumerate(listed):
        if len(x.shape) != len(shape) or any(d != dim and a != b for d, (a, b) in enumerate(zip(x.shape, shape))):
            raise ValueError(
                at_user_line(
                    f"cat: expects shapes that differ along dimension {dim} alone, got {tuple(shape)} and "
                    f"{tuple(x.shape)} of tensor {number}"
                )
            )
    dtype = _dtypes.common_dtype([x.dtype for x in tensors], [])
    parts = [cast(x, dtype) for x in listed]
    if len(parts) == 1:
        return copied(parts[0], listed[0])
    by_copies = _executor.eager().joined(parts, dim) if _executor.current() is None else None
    return dispatch("cat", parts, dim=dim) if by_copies is None else by_copies  # type: ignore[no-any-return]


concat = concatenate = cat


def stack(tensors: Sequence[Tensor], dim: int = 0) -> Tensor:
    """Joins tensors of one shape along a new dimension `dim`."""
    listed = _checked(tensors, "stack")
    shape, rank = listed[0].shape, len(listed[0].shape) + 1
    if not -rank <= dim < rank:
        raise IndexError(at_user_line(f"stack: expects dim to be in [{-rank}, {rank}), got {dim}"))
    dim %= rank
    for number, x in enumerate(listed):
        if tuple(x.shape) != tuple(shape):
            raise ValueError(
                at_user_line(
                    f"stack: expects tensors of one shape, got {tuple(shape)} and {tuple(x.shape)} of tensor {number}"
                )
            )
    if dim == len(shape):
        return cat([unsqueeze(x, dim) for x in listed], dim)
    # Behind one another along a dimension that is there: the tensors are read where they are.
    return reshape(cat(listed, dim), [*shape[:dim], len(listed), *shape[dim:]])


def hstack(tensors: Sequence[Tensor]) -> Tensor:
    """Concatenates tensors along the second dimension; vectors, along the first."""
    listed = [atleast_1d(x) for x in _checked(tensors, "hstack")]
    return cat(listed, 0 if len(listed[0].shape) == 1 else 1)


def vstack(tensors: Sequence[Tensor]) -> Tensor:
    """Concatenates tensors along the first dimension; vectors become rows."""
    return cat([atleast_2d(x) for x in _checked(tensors, "vstack")], 0)


row_stack = vstack


def dstack(tensors: Sequence[Tensor]) -> Tensor:
    """Concatenates tensors along the third dimension, which is added where it is missing."""
    return cat([atleast_3d(x) for x in _checked(tensors, "dstack")], 2)


def column_stack(tensors: Sequence[Tensor]) -> Tensor:
    """Concatenates tensors along the second dimension; vectors become columns."""
    listed = _checked(tensors, "column_stack")
    return cat([reshape(x, (x.numel(), 1)) if len(x.shape) <= 1 else x for x in listed], 1)


# in another order


def flip(x: Tensor, dims: int | Sequence[int]) -> Tensor:
    """x in reverse order along `dims`."""
    dims = as_number(dims)
    return _ops.flip(x, [dims] if isinstance(dims, int) else dims)


def fliplr(input: Tensor) -> Tensor:
    """input in reverse order along its second dimension."""
    if len(input.shape) < 2:
        raise ValueError(at_user_line(f"fliplr: expects at least 2 dimensions, got shape {tuple(input.shape)}"))
    return flip(input, 1)


def flipud(input: Tensor) -> Tensor:
    """input in reverse order along its first dimension."""
    if not input.shape:
        raise ValueError(at_user_line("flipud: expects at least 1 dimension, got a scalar"))
    return flip(input, 0)


def rot90(input: Tensor, k: int = 1, dims: Sequence[int] = (0, 1)) -> Tensor:
    """input turned k times by 90 degrees in the plane of two dimensions, from the first towards the second."""
    if len(dims) != 2 or dimension(input, dims[0], "rot90") == dimension(input, dims[1], "rot90"):
        raise ValueError(at_user_line(f"rot90: expects two different dimensions, got {tuple(dims)}"))
    a, b = (dimension(input, dim, "rot90") for dim in dims)
    if k % 4 == 0:
        return copied(input, input)
    if k % 4 == 2:
        return flip(input, (a, b))
    return flip(transpose(input, a, b), a) if k % 4 == 1 else flip(transpose(input, a, b), b)


def roll(x: Tensor, shifts: int | Sequence[int], dims: int | Sequence[int] | None = None) -> Tensor:
    """x shifted by `shifts` along `dims`, where the last elements come first; without `dims`, x is shifted as a vector
    and keeps its shape."""
    shifts, dims = as_number(shifts), as_number(dims)
    if dims is None:
        if not isinstance(shifts, int):
            raise ValueError(at_user_line(f"roll: expects dims where there are several shifts, got {shifts}"))
        return reshape(roll(reshape(x, [-1]), shifts, 0), x.shape)
    by, along = [[n] if isinstance(n, int) else list(n) for n in (shifts, dims)]
    if len(by) != len(along):
        raise ValueError(at_user_line(f"roll: expects a shift for each of dims, got {by} and {along}"))
    result: Tensor = dispatch("roll", (x,), shifts=by, dims=[dimension(x, dim, "roll") for dim in along])
    return result
