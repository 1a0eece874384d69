"""Indexing of tensors as NumPy and PyTorch write it, and functions that find elements by positions."""

from __future__ import annotations

import builtins
import math
import warnings
from typing import TYPE_CHECKING, Any, Sequence

import numpy as np

from . import _dispatch, _dtypes, _executor, _ops
from ._creation import host, tensor
from ._device import CPU, device as Device
from ._dispatch import as_number, cast, dimension, dispatch, python_scalar
from ._errors import at_user_line
from ._found import nonzero, rows_of_mask
from ._joining import select, strided
from ._open_sizes import OpenSize, as_size
from ._shape import reshape, unsqueeze
from ._tensor_base import TensorBase
from ._values import another, copied

if TYPE_CHECKING:
    from ._functions import Operand
    from ._tensor import Tensor

__all__ = [
    "diag",
    "diagonal",
    "gather",
    "index_select",
    "meshgrid",
    "scatter",
    "scatter_add",
    "slice",
]

_LISTS = (list, tuple, range, np.ndarray)  # of positions, or of places of a mask


def index(x: Tensor, key: Any) -> Tensor:
    """x[key], by NumPy's rules: integers, slices with positive steps, None and `...`, integer tensors or lists of
    integers for some dimensions, and True or False, which add a dimension of size 1 or 0. Inside `build` bool masks are
    refused with TypeError, as how many elements they select is known only when the graph runs."""
    items = _with_positions(x, key)
    if len(items) == 1 and _is_mask(items[0]) and _executor.current() is None:
        _check_mask(x, items[0])
        return rows_of_mask(x, items[0])  # type: ignore[no-any-return]
    y, arrays = _basic(x, _one_per_dimension(x, items))
    return _at_positions(y, arrays) if arrays else another(y, x)


def _basic(x: Tensor, items: list[Any]) -> tuple[Tensor, dict[int, Tensor]]:
    """What integers, slices and None select, a view of x, and the index tensors by its dimensions."""
    starts, steps, shape = [], [], []
    for size, item in zip(x.shape, [item for item in items if not _adds_dimension(item)]):
        start, step, count = _range_of(item, size)
        starts.append(start)
        steps.append(step)
        shape.append(count)
    y = strided(x, starts, steps, shape)
    arrays: dict[int, Tensor] = {}
    sizes: list[int] = []
    selected = iter(shape)
    for item in items:
        size = 1 if _adds_dimension(item) else next(selected)
        if isinstance(item, bool):
            item = tensor([0] if item else [], dtype=_dtypes.int64, device=x.device)
        if isinstance(item, int):
            continue
        if item is not None and not isinstance(item, builtins.slice):
            arrays[len(sizes)] = item
        sizes.append(size)
    return _dispatch.reshape(y, sizes), arrays


def assigned(x: Tensor, key: Any, value: Any) -> tuple[Tensor, Tensor]:
    """The view of x that x[key] = value writes to, and what it is then."""
    items = _with_positions(x, key)
    if len(items) == 1 and _is_mask(items[0]):
        return x, masked(x, items[0], value)
    y, arrays = _basic(x, _one_per_dimension(x, items))
    if not arrays:
        return y, _fitting(y, value, y.shape)
    dims, shape, place = _places(arrays)
    rest = [d for d in range(len(y.shape)) if d not in dims]
    sizes = [y.shape[d] for d in rest]
    given = _fitting(y, value, [*sizes[:place], *shape, *sizes[place:]])
    front = [*range(place, place + len(shape)), *range(place), *range(place + len(shape), len(given.shape))]
    order = [*dims, *rest]
    named = [_dispatch.broadcast(cast(arrays[dim], _dtypes.int64), shape) for dim in dims]
    operands = (_ops.permute(y, order), _ops.permute(given, front), *named)
    return y, _ops.permute(dispatch("index_put", operands), np.argsort(order).tolist())


def masked(x: Tensor, mask: Tensor, value: Any, accumulate: bool = False) -> Tensor:
    """x with `value` where a mask of its first dimensions is true: a number, a tensor that broadcasts to what lies
    behind one place of the mask, or one with a part for each place, in order. Inside `build`, where the number of
    places is not known, too few parts are an error of the run and surplus ones are left."""
    _check_mask(x, mask)
    rank = len(mask.shape)
    rest = [*x.shape[rank:]]
    mask = reshape(mask, [*mask.shape, *[1] * len(rest)])
    spread = _dispatch.broadcast(mask, x.shape)
    if not isinstance(value, TensorBase) or len(value.shape) <= len(rest) or value.shape[0] == 1:
        if not accumulate:
            return _ops.where(mask, _fitting(x, value, [1] * rank + rest), x)
        whole = _fitting(x, value, x.shape)  # which is the same at each place of the mask
        return dispatch("masked_scatter", (x, spread, whole), accumulate=True)  # type: ignore[no-any-return]
    if len(value.shape) > len(rest) + 1:
        facts = f"{len(rest) + 1} dimensions, got shape {tuple(value.shape)}"
        raise ValueError(at_user_line(f"item assignment: expects a value for a mask to have at most {facts}"))
    if _executor.current() is None:
        count = int(_ops.sum(mask))
        if value.shape[0] != count:
            rule = f"expects {count} values, one for each place that the mask chooses"
            raise ValueError(at_user_line(f"item assignment: {rule}, got {value.shape[0]}"))
        if count == 0:
            return x
    parts = _fitting(x, value, [value.shape[0], *rest])
    return dispatch("masked_scatter", (x, spread, parts), accumulate=accumulate)  # type: ignore[no-any-return]


def _check_mask(x: Tensor, mask: Tensor) -> None:
    if tuple(mask.shape) != tuple(x.shape[: len(mask.shape)]):
        raise IndexError(
            at_user_line(f"index: expects a mask of the first dimensions of {tuple(x.shape)}, got {tuple(mask.shape)}")
        )


def _is_mask(item: Any) -> bool:
    return isinstance(item, TensorBase) and item.dtype is _dtypes.bool_


def _adds_dimension(item: Any) -> bool:
    return item is None or isinstance(item, bool)


def _listed(items: Any) -> Tensor:
    """The tensor of a list: without elements, positions as others are."""
    values = tensor(list(items) if isinstance(items, range) else items, device=host())
    is_empty = not isinstance(items, np.ndarray) and values.numel() == 0
    return cast(values, _dtypes.int64) if is_empty else values  # type: ignore[no-any-return]


def _with_positions(x: Tensor, key: Any) -> tuple[Any, ...]:
    """The items of a key. Outside of traces, they are on the device of x, and masks among several are the
    positions that they find."""
    items = tuple(map(_of_bytes, key if isinstance(key, tuple) else (key,)))
    if _executor.current() is not None:
        return items
    items = tuple(beside(x.device, item) for item in items)
    if len(items) == 1 or not any(map(_is_mask, items)):
        return items
    found: list[Any] = []
    for item in items:
        found += nonzero(item, as_tuple=True) if _is_mask(item) else [item]
    return tuple(found)


def beside(device: Device, item: Any) -> Any:
    """A key's item, or a scalar to be written, where that is done, which tensors of the CPU and lists come to."""
    if isinstance(item, _LISTS):
        item = _listed(item)
    is_host = device is not CPU and isinstance(item, TensorBase) and item.device is CPU
    return item.to(device) if is_host else item  # type: ignore[attr-defined]


def _of_bytes(item: Any) -> Any:
    """An item of a key, where a tensor of uint8 is a mask, as older programs of PyTorch's write them."""
    if not (isinstance(item, TensorBase) and item.dtype is _dtypes.uint8):
        return item
    warnings.warn("index: a tensor of uint8 is taken for a mask; bool is what masks are of", stacklevel=2)
    return cast(item, _dtypes.bool_)


def _fitting(x: Tensor, value: Any, shape: Sequence[int]) -> Tensor:
    """The value of an assignment to x in its dtype and this shape; numbers and scalars come to its device."""
    if not isinstance(value, _dispatch.OPERAND_TYPES):
        raise TypeError(
            at_user_line(f"item assignment: expects a Tensor or a number as the value, got {type(value).__name__}")
        )
    if not isinstance(value, TensorBase):
        return _dispatch.splat(python_scalar(value), shape, x.dtype, x)  # type: ignore[no-any-return]
    value = value if value.shape else beside(x.device, value)
    surplus = len(value.shape) - len(shape)
    has_surplus = surplus > 0 and all(size == 1 for size in value.shape[:surplus])
    sizes = [*value.shape[surplus:]] if has_surplus else [*value.shape]
    fits = len(sizes) <= len(shape) and all(a in (1, b) for a, b in zip(reversed(sizes), reversed(shape)))
    if not fits:
        raise ValueError(
            at_user_line(
                f"item assignment: expects a value that broadcasts to {tuple(shape)}, got shape {tuple(value.shape)}"
            )
        )
    return _dispatch.broadcast(reshape(cast(value, x.dtype), sizes), shape)  # type: ignore[no-any-return]


def _one_per_dimension(x: Tensor, key: tuple[Any, ...]) -> list[Any]:
    """The key's items with `...` replaced by slices: one per dimension, and None for each new one."""
    items = [_item(item) for item in key]
    given = sum(item is not Ellipsis and not _adds_dimension(item) for item in items)
    rank = len(x.shape)
    if given > rank:
        raise IndexError(at_user_line(f"index: expects at most {rank} indices for {tuple(x.shape)}, got {given}"))
    open_at = [number for number, item in enumerate(items) if item is Ellipsis]
    if len(open_at) > 1:
        raise IndexError(at_user_line("index: expects at most one '...'"))
    at = open_at[0] if open_at else len(items)
    return items[:at] + [builtins.slice(None)] * (rank - given) + items[at + 1 :]


def _item(item: Any) -> Any:
    if item is None or item is Ellipsis or isinstance(item, (builtins.slice, bool)):
        return item
    if isinstance(item, np.bool_):
        return bool(item)
    if isinstance(item, _LISTS):
        item = _listed(item)
    is_tensor = isinstance(item, TensorBase)
    if is_tensor and item.dtype is _dtypes.bool_:
        raise TypeError(
            at_user_line(
                "index: expects integers, slices or integer tensors, got bool: how many elements a mask finds is not "
                "known before the graph runs; use weir.where or masked_fill"
            )
        )
    if isinstance(item, (int, np.integer)):
        return as_size(item)
    if not is_tensor or item.dtype.is_floating_point:
        kind = item.dtype.name if is_tensor else type(item).__name__
        raise TypeError(at_user_line(f"index: expects integers, slices, None, '...' or integer tensors, got {kind}"))
    return item


def _range_of(item: Any, size: int) -> tuple[int, int, int]:
    """Start, step and number of the elements that an item selects from a dimension."""
    if isinstance(item, int):
        if not -size <= item < size:
            raise IndexError(at_user_line(f"index: expects an index in [{-size}, {size}), got {item}"))
        return item + size if item < 0 else item, 1, 1
    if not isinstance(item, builtins.slice):
        return 0, 1, size
    if item.step is not None and item.step < 1:
        raise ValueError(at_user_line(f"index: expects a step of at least 1, got {item.step}; use weir.flip"))
    if OpenSize not in (type(size), type(item.start), type(item.stop)):
        start, stop, step = item.indices(size)
        return start, step, len(range(start, stop, step))
    start, stop = (_within(bound, size) for bound in (item.start or 0, size if item.stop is None else item.stop))
    length, step = max(0, stop - start), item.step or 1
    return start, step, length // step if length % step == 0 else (length + step - 1) // step


def _within(bound: int, size: int) -> int:
    """A bound of a slice, which counts from the end if it is negative."""
    return max(bound + size, 0) if bound < 0 else min(bound, size)


def _places(arrays: dict[int, Tensor]) -> tuple[list[int], tuple[int, ...], int]:
    """The dimensions of index tensors, the shape that these broadcast to, and where that stands: by NumPy's rules where
    they do if they are neighbours, else in front."""
    dims = sorted(arrays)
    shapes = [tuple(arrays[dim].shape) for dim in dims]
    try:
        shape = _dispatch.broadcast_shapes(*shapes)
    except ValueError:
        facts = ", ".join(str(shape) for shape in shapes)
        raise IndexError(at_user_line(f"index: expects index tensors whose shapes broadcast, got {facts}")) from None
    return dims, shape, dims[0] if dims == [*range(dims[0], dims[-1] + 1)] else 0


def _at_positions(x: Tensor, arrays: dict[int, Tensor]) -> Tensor:
    dims, shape, place = _places(arrays)
    rest = [d for d in range(len(x.shape)) if d not in dims]
    if len(dims) == 1:
        positions = reshape(cast(arrays[dims[0]], _dtypes.int64), (math.prod(shape),))
        found = take(x, place, positions, "take_along_dim")
        return reshape(found, [*x.shape[:place], *shape, *x.shape[place + 1 :]])
    named = [_dispatch.broadcast(cast(arrays[dim], _dtypes.int64), shape) for dim in dims]
    found = dispatch("index_get", (_ops.permute(x, [*dims, *rest]), *named), function="index")
    rank = len(shape)
    order = [*range(rank, rank + place), *range(rank), *range(rank + place, rank + len(rest))]
    return _ops.permute(found, order)  # type: ignore[no-any-return]


def take(x: Tensor, dim: int, positions: Tensor, op: str = "gather") -> Tensor:
    """The elements of x at these positions along `dim`, a vector of int64; with the op take_along_dim they may count
    from the end."""
    shape = [*x.shape[:dim], positions.shape[0], *x.shape[dim + 1 :]]
    spread = dispatch("broadcast", (positions,), shape=tuple(shape), dims=(dim,))
    function = "gather" if op == "gather" else "index"
    return dispatch(op, (x, spread), function=function, dim=dim)  # type: ignore[no-any-return]


def index_select(x: Tensor, dim: int, index: Tensor) -> Tensor:
    """The elements of x at the positions in the vector `index`, of dtype int64 or int32, along `dim`. Raises ValueError
    for an index of another rank or dtype."""
    dim = dimension(x, dim, "index_select", of_scalars=True)
    if not x.shape:
        return reshape(index_select(reshape(x, [1]), 0, index), [])
    if len(index.shape) > 1 or index.dtype not in (_dtypes.int64, _dtypes.int32):
        raise ValueError(
            at_user_line(
                "index_select: expects index to be a vector of int64 or int32, got "
                f"{index.dtype.name} of shape {tuple(index.shape)}"
            )
        )
    return take(x, dim, cast(reshape(index, [-1]), _dtypes.int64))


def take_rows(table: Tensor, positions: Tensor) -> Tensor:
    """The rows of a matrix at these positions: (*positions.shape, columns)."""
    flat = cast(reshape(positions, [-1]), _dtypes.int64)
    return reshape(take(table, 0, flat), [*positions.shape, table.shape[1]])


def slice(x: Tensor, slice_tup_list: Sequence[Sequence[int | None]]) -> Tensor:
    """x[start:stop:step, ...]: one tuple (start, stop, step) for each of the first dimensions, where None is the
    default."""
    if len(slice_tup_list) > len(x.shape):
        raise ValueError(
            at_user_line(f"slice: expects at most one tuple per dimension of {tuple(x.shape)}, got {slice_tup_list}")
        )
    return index(x, tuple(builtins.slice(*item) for item in slice_tup_list))


# along a dimension


def _positions(x: Tensor, dim: int, index: Tensor, op: str) -> tuple[int, Tensor]:
    """`dim` from the front, and the index in int64, checked beside x."""
    dim = dimension(x, dim, op)
    is_tensor = isinstance(index, TensorBase)
    if not is_tensor or index.dtype.is_floating_point or index.dtype is _dtypes.bool_:
        got = index.dtype.name if is_tensor else type(index).__name__
        raise TypeError(at_user_line(f"{op}: expects index to be a Tensor of integers, got {got}"))
    fits = len(index.shape) == len(x.shape)
    if not fits or any(d != dim and size > x.shape[d] for d, size in enumerate(index.shape)):
        facts = f"{tuple(index.shape)} for {tuple(x.shape)}"
        raise ValueError(
            at_user_line(f"{op}: expects an index no larger than x in all dimensions but {dim}, got {facts}")
        )
    return dim, cast(index, _dtypes.int64)


def _vector(x: Any) -> Any:
    """x, or a scalar as a vector of one element."""
    return x if not isinstance(x, TensorBase) or x.shape else reshape(x, [1])


def _first(x: Tensor, shape: Sequence[int]) -> Tensor:
    return strided(x, [0] * len(shape), [1] * len(shape), shape)


def gather(x: Tensor, dim: int, index: Tensor) -> Tensor:
    """y[..., i, ...] = x[..., index[..., i, ...], ...] along `dim`. `index`, of integers, has the rank of x
    and is no larger than x in the other dimensions; else TypeError or ValueError is raised."""
    if isinstance(index, TensorBase) and not (x.shape and index.shape):
        return reshape(gather(_vector(x), dim, _vector(index)), index.shape)
    dim, index = _positions(x, dim, index, "gather")
    return _ops.gather(_first(x, [*index.shape[:dim], x.shape[dim], *index.shape[dim + 1 :]]), dim, index)


def _scattered(op: str, x: Tensor, dim: int, index: Tensor, src: Operand) -> Tensor:
    if not x.shape:
        return reshape(_scattered(op, reshape(x, [1]), dim, _vector(index), _vector(src)), [])
    dim, index = _positions(x, dim, index, op)
    if not isinstance(src, _dispatch.OPERAND_TYPES):
        raise TypeError(at_user_line(f"{op}: expects src to be a Tensor or a number, got {type(src).__name__}"))
    if not isinstance(src, TensorBase):
        src = _dispatch.splat(python_scalar(src), index.shape, x.dtype, x)
    elif len(src.shape) != len(index.shape) or any(size > have for size, have in zip(index.shape, src.shape)):
        facts = f"{tuple(src.shape)} for {tuple(index.shape)}"
        raise ValueError(at_user_line(f"{op}: expects src to be no smaller than index, got {facts}"))
    src = _first(src, index.shape)
    is_whole = [*index.shape[:dim], x.shape[dim], *index.shape[dim + 1 :]] == [*x.shape]
    if is_whole and not (op == "scatter_add" and x.dtype is _dtypes.bool_):
        return dispatch(op, (x, index, src), dim=dim)  # type: ignore[no-any-return]
    by = {"reduce": "sum" if op == "scatter_add" else "last", "include_self": True}
    return dispatch("scatter_reduce", (x, index, src), function=op, dim=dim, **by)  # type: ignore[no-any-return]


def scatter(x: Tensor, dim: int, index: Tensor, src: Operand, reduce: str | None = None) -> Tensor:
    """A copy of x in which the element at position index[..., i, ...] along `dim` is src[..., i, ...], or the number
    `src`. Where several positions are equal, the last one in row-major order of index counts, and only its source gets
    a gradient. In the other dimensions `index` is no larger than x, and in all no larger than src. With reduce="add" it
    is scatter_add."""
    if reduce not in (None, "add"):
        raise ValueError(at_user_line(f'scatter: expects reduce to be None or "add", got {reduce!r}'))
    return _scattered("scatter", x, dim, index, src) if reduce is None else scatter_add(x, dim, index, src)


def scatter_add(x: Tensor, dim: int, index: Tensor, src: Operand) -> Tensor:
    """A copy of x with src[..., i, ...], or the number `src`, added to the element at position index[..., i, ...] along
    `dim`, in row-major order of index. In the other dimensions `index` is no larger than x, and in all no larger than
    src. A sum of bools is whether one is true."""
    return _scattered("scatter_add", x, dim, index, src)


# diagonals


def of_matrices(x: Tensor, dim1: int, dim2: int, function: str) -> tuple[int, int]:
    """The dimensions of matrices, which are two of the tensor's."""
    first, second = dimension(x, dim1, function), dimension(x, dim2, function)
    if first == second:
        raise ValueError(at_user_line(f"{function}: expects two dimensions, got {first} twice"))
    return first, second


def diagonal(x: Tensor, offset: int = 0, dim1: int = 0, dim2: int = 1) -> Tensor:
    """The diagonals of the matrices in dimensions dim1 and dim2, as the last dimension. `offset` is the number of
    columns right of the main diagonal."""
    dim1, dim2 = of_matrices(x, dim1, dim2, "diagonal")
    rest = [d for d in range(len(x.shape)) if d not in (dim1, dim2)]
    x = _ops.permute(x, [*rest, dim1, dim2])
    *others, rows, columns = x.shape
    row, column = builtins.max(-offset, 0), builtins.max(offset, 0)
    count = builtins.max(builtins.min(rows - row, columns - column), 0)
    if _executor.current() is None and x.stride()[-1] != 1 and x.mT.is_contiguous():
        return diagonal(x.mT, -offset, -2, -1)  # in memory that is in order
    if _executor.current() is None and not (x.is_contiguous() or x.requires_grad):
        *outer, down, right = x.stride()
        offset = row * down + column * right
        return _executor.eager().over(x, [*others, count], [*outer, down + right], offset if count else 0)
    flat = reshape(x, [*others, rows * columns])
    first = row * columns + column
    return strided(flat, [0] * len(others) + [first], [1] * len(others) + [columns + 1], [*others, count])


_diagonal = diagonal


def diag(x: Tensor, diagonal: int = 0) -> Tensor:
    """Of a vector, the matrix with it on a diagonal and zeros elsewhere; of a matrix, its diagonal. `diagonal` is the
    number of columns right of the main one. Raises ValueError for other ranks."""
    diagonal = as_number(diagonal)
    if len(x.shape) == 2:
        return copied(_diagonal(x, diagonal), x)
    if len(x.shape) != 1:
        raise ValueError(at_user_line(f"diag: expects a vector or a matrix, got shape {tuple(x.shape)}"))
    # Row by row, the elements of a diagonal lie one row and one column apart.
    size = x.shape[0] + abs(diagonal)
    first = builtins.max(-diagonal, 0) * size + builtins.max(diagonal, 0)
    flat = dispatch("pad", (x,), shape=(size * size,), starts=(first,), steps=(size + 1,), value=0.0)
    return reshape(flat, (size, size))


def meshgrid(*tensors: Any, indexing: str = "ij") -> tuple[Tensor, ...]:
    """Coordinates of a grid: each vector, repeated along the dimensions of the others. With indexing="xy" the first two
    dimensions are swapped."""
    given = tensors[0] if len(tensors) == 1 and isinstance(tensors[0], (list, tuple)) else tensors
    if indexing not in ("ij", "xy"):
        raise ValueError(at_user_line(f"meshgrid: expects indexing to be 'ij' or 'xy', got {indexing!r}"))
    for x in given:
        if len(x.shape) > 1:
            raise ValueError(at_user_line(f"meshgrid: expects vectors or scalars, got shape {tuple(x.shape)}"))
    order = [*range(len(given))]
    if indexing == "xy" and len(given) > 1:
        order[0], order[1] = 1, 0
    shape = [given[number].numel() for number in order]
    return tuple(
        dispatch("broadcast", (reshape(x, [-1]),), shape=tuple(shape), dims=(order.index(number),))
        for number, x in enumerate(given)
    )
