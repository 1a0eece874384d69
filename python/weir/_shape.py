"""Functions that give the same elements another shape or order. What takes tensors apart or joins them is in
`_joining.py`."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Callable, Sequence

import numpy as np

from . import _core, _dispatch, _executor, _ops
from ._counting import counted
from ._dispatch import as_number, dimension
from ._dtypes import dtype as DType, int64
from ._errors import at_user_line
from ._tensor_base import TensorBase
from ._values import another, copied

if TYPE_CHECKING:
    from ._tensor import Tensor

__all__ = [
    "adjoint",
    "as_strided",
    "atleast_1d",
    "atleast_2d",
    "atleast_3d",
    "broadcast_like",
    "broadcast_tensors",
    "broadcast_to",
    "expand",
    "flatten",
    "moveaxis",
    "movedim",
    "permute",
    "ravel",
    "repeat",
    "repeat_interleave",
    "reshape",
    "squeeze",
    "swapaxes",
    "swapdims",
    "t",
    "tile",
    "transpose",
    "unflatten",
    "unsqueeze",
    "view",
]


def reshape(x: Tensor, shape: Sequence[int]) -> Tensor:
    """The same elements in row-major order in another shape; one size may be -1. Raises ValueError if the numbers of
    elements differ."""
    return _reshaped(x, shape, "reshape")


def _reshaped(x: Tensor, shape: Sequence[int], function: str) -> Tensor:
    return another(_dispatch.reshape(x, _dispatch.resolve_shape(x, shape, function)), x)


def view(x: Tensor, *shape: Any) -> Tensor:
    """See reshape; `x.view(2, 3)` is `x.view((2, 3))`. Raises NotImplementedError for another dtype."""
    if len(shape) == 1 and isinstance(shape[0], DType):
        if shape[0] is x.dtype:
            return _reshaped(x, x.shape, "view")
        rule = f"expects sizes or the tensor's own dtype, as memory is of one dtype, got {shape[0]!r} for {x.dtype!r}"
        raise NotImplementedError(at_user_line(f"view: {rule}; bits() has the bit patterns as an array"))
    return _reshaped(x, unpacked(shape), "view")


def flatten(x: Tensor, start_dim: int = 0, end_dim: int = -1) -> Tensor:
    """x with the dimensions from start_dim to end_dim joined into one."""
    start, end = (dimension(x, dim, "flatten", of_scalars=True) for dim in (start_dim, end_dim))
    if start > end:
        raise ValueError(at_user_line(f"flatten: expects start_dim not behind end_dim, got {start_dim} and {end_dim}"))
    return reshape(x, [*x.shape[:start], math.prod(x.shape[start : end + 1]), *x.shape[end + 1 :]])


def ravel(input: Tensor) -> Tensor:
    """The elements of input as a vector."""
    return reshape(input, [-1])


def as_strided(
    input: Tensor, size: Sequence[int], stride: Sequence[int], storage_offset: int | None = None
) -> Tensor:
    """A tensor of this shape in the memory of `input`, `stride[d]` elements apart along dimension d, from element
    `storage_offset` of the memory on, or from the first of `input`. Raises ValueError for elements outside of the
    memory, and RuntimeError inside of `build`, where values lie in none, and for writes that gradients would pass."""
    if _executor.current() is not None:
        rule = "expects to be outside of nn.Graph.build, where values lie in no memory; use unfold, slices or expand"
        raise RuntimeError(at_user_line(f"as_strided: {rule}"))
    sizes, steps = ((given,) if isinstance(given, int) else tuple(given) for given in (size, stride))
    numbers = (*sizes, *steps, 0 if storage_offset is None else storage_offset)
    if len(sizes) != len(steps) or any(not isinstance(number, int) or number < 0 for number in numbers):
        facts = f"{sizes}, {steps} and {storage_offset}"
        raise ValueError(at_user_line(f"as_strided: expects as many strides as sizes, all of at least 0, got {facts}"))
    result: Tensor = _executor.eager().strided(input, sizes, steps, storage_offset)
    return result


def unfold(x: Tensor, dimension: int, size: int, step: int) -> Tensor:
    """The windows of `size` elements, `step` apart, along a dimension; their elements are a new last dimension. A
    scalar has one window. Outside of `build` they share memory with x, unless gradients pass them."""
    if not x.shape:
        return unfold(reshape(x, [1]), dimension, size, step)[0]
    dim = _dispatch.dimension(x, dimension, "unfold")
    length, size, step = x.shape[dim], as_number(size), as_number(step)
    if not 0 <= size <= length or step < 1:
        facts = f"size in [0, {length}] and step of at least 1, got {size} and {step}"
        raise ValueError(at_user_line(f"unfold: expects a {facts}"))
    windows = (length - size) // step + 1
    if _executor.current() is None and x._held is None and not (x._requires_grad and _executor.gradients_flow()):
        strides = _core.strides_of(x)
        sizes = (*x.shape[:dim], windows, *x.shape[dim + 1 :], size)
        steps = (*strides[:dim], strides[dim] * step, *strides[dim + 1 :], strides[dim])
        return as_strided(x, sizes, steps)
    positions = _positions(windows, size, step, x.device)
    shape = (*x.shape[:dim], windows * size, *x.shape[dim + 1 :])
    taken = _ops.gather(x, dim, _dispatch.dispatch("broadcast", (positions,), shape=shape, dims=(dim,)))
    apart = reshape(taken, [*shape[:dim], windows, size, *shape[dim + 1 :]])
    return movedim(apart, dim + 1, -1)


def _positions(windows: int, size: int, step: int, device: Any) -> Any:
    """Of the elements of windows, one behind the other."""
    if _executor.current() is not None:
        places = np.arange(windows)[:, None] * step + np.arange(size)
        return _executor.now().constant(places.reshape(-1), (windows * size,), int64)
    firsts = reshape(counted(windows) * step, (windows, 1))
    return reshape(firsts + counted(size), (windows * size,)).to(device)


def unflatten(x: Tensor, dim: int, sizes: Sequence[int]) -> Tensor:
    """x with dimension `dim` split into dimensions of `sizes`, of which one may be -1. Raises ValueError if their
    product is another."""
    dim = dimension(x, dim, "unflatten")
    known = math.prod(size for size in sizes if size != -1)
    split = [x.shape[dim] // known if size == -1 and known else size for size in sizes]
    if math.prod(split) != x.shape[dim]:
        raise ValueError(at_user_line(f"unflatten: expects sizes whose product is {x.shape[dim]}, got {tuple(sizes)}"))
    return reshape(x, [*x.shape[:dim], *split, *x.shape[dim + 1 :]])


def unsqueeze(x: Tensor, dim: int) -> Tensor:
    """x with a new dimension of size 1 at `dim`."""
    rank = len(x.shape) + 1
    if not -rank <= dim < rank:
        raise IndexError(at_user_line(f"unsqueeze: expects dim to be in [{-rank}, {rank}), got {dim}"))
    dim %= rank
    return reshape(x, [*x.shape[:dim], 1, *x.shape[dim:]])


def squeeze(x: Tensor, dim: int | Sequence[int] | None = None) -> Tensor:
    """x without its dimensions of size 1, or without those of `dim` that have size 1."""
    dim = as_number(dim)
    given = range(len(x.shape)) if dim is None else [dim] if isinstance(dim, int) else dim
    dims = [dimension(x, d, "squeeze", of_scalars=True) for d in given]
    return reshape(x, [size for d, size in enumerate(x.shape) if size != 1 or d not in dims])


def broadcast_to(x: Tensor, shape: Sequence[int]) -> Tensor:
    """x, repeated along missing dimensions and those of size 1; -1 keeps a size. Raises ValueError for a shape that x
    does not broadcast to."""
    return _expanded(x, shape, "broadcast_to")


def expand(x: Tensor, shape: Sequence[int]) -> Tensor:
    """See broadcast_to."""
    return _expanded(x, shape, "expand")


def _expanded(x: Tensor, shape: Sequence[int], function: str) -> Tensor:
    offset = len(shape) - len(x.shape)
    shape = [as_number(size) for size in shape]
    sizes = [x.shape[d - offset] if size == -1 and d >= offset else size for d, size in enumerate(shape)]
    fits = offset >= 0 and all(x.shape[d] in (1, sizes[d + offset]) for d in range(len(x.shape)))
    if not fits or any(size < 0 for size in sizes):
        raise ValueError(
            at_user_line(f"{function}: expects a shape that {tuple(x.shape)} broadcasts to, got {tuple(shape)}")
        )
    return another(_dispatch.broadcast(x, sizes), x)


def broadcast_like(x: Tensor, like: Tensor, broadcast_axes: Sequence[int] = ()) -> Tensor:
    """x, broadcast to the shape of `like`, which has more dimensions: those in `broadcast_axes`, or the first ones."""
    rank = len(like.shape)
    added = {dimension(like, d, "broadcast_like") for d in broadcast_axes or ()}
    if not added or len(x.shape) == rank:
        return _expanded(x, like.shape, "broadcast_like")
    if len(x.shape) + len(added) != rank:
        facts = f"{sorted(added)} for shapes {tuple(x.shape)} and {tuple(like.shape)}"
        raise ValueError(at_user_line(f"broadcast_like: expects the dimensions that x lacks, got {facts}"))
    sizes = iter(x.shape)
    apart = reshape(x, [1 if d in added else next(sizes) for d in range(rank)])
    return _expanded(apart, like.shape, "broadcast_like")


def broadcast_tensors(*tensors: Tensor) -> tuple[Tensor, ...]:
    """The tensors, each broadcast to the shape that all broadcast to."""
    try:
        shape = _dispatch.broadcast_shapes(*(tuple(x.shape) for x in tensors))
    except ValueError:
        shapes = ", ".join(str(tuple(x.shape)) for x in tensors)
        raise ValueError(at_user_line(f"broadcast_tensors: expects shapes that broadcast, got {shapes}")) from None
    return tuple(broadcast_to(x, shape) for x in tensors)


def tile(x: Tensor, dims: Sequence[int]) -> Tensor:
    """x repeated `dims[d]` times along dimension d; missing numbers in front are 1."""
    return _repeated(x, [*[1] * (len(x.shape) - len(dims)), *dims], "tile")


def repeat(x: Tensor, sizes: Sequence[int]) -> Tensor:
    """x repeated `sizes[d]` times along dimension d; there are as many numbers as dimensions, and more in front add
    dimensions."""
    if len(sizes) < len(x.shape):
        raise ValueError(
            at_user_line(f"repeat: expects a number per dimension of {tuple(x.shape)}, got {tuple(sizes)}")
        )
    return _repeated(x, sizes, "repeat")


def _repeated(x: Tensor, times: Sequence[int], op: str) -> Tensor:
    times = [as_number(number) for number in times]
    if any(number < 0 for number in times):
        raise ValueError(at_user_line(f"{op}: expects numbers of at least 0, got {tuple(times)}"))
    shape = [1] * (len(times) - len(x.shape)) + [*x.shape]
    apart = [size for pair in zip(times, shape) for size in pair]
    repeated = broadcast_to(reshape(x, [n for size in shape for n in (1, size)]), apart)
    return copied(reshape(repeated, [number * size for number, size in zip(times, shape)]), x)


def repeat_interleave(
    x: Tensor | None = None,
    repeats: int | Tensor | None = None,
    dim: int | None = None,
    *,
    output_size: int | None = None,
) -> Tensor:
    """x with each element repeated `repeats` times along `dim`, next to itself; without `dim`, x is a vector. A tensor
    has a number for each position along `dim`; `output_size` is their sum then, which is needed inside `build`, where
    it is not known. Of a vector of such numbers alone, x is the positions 0, 1, ... themselves."""
    if x is None or repeats is None:
        x, repeats = _with_positions(repeats if x is None else x)
    repeats = as_number(repeats)
    if isinstance(repeats, TensorBase) and output_size is None and _executor.current() is None:
        output_size = int(_ops.sum(repeats))
    if isinstance(repeats, TensorBase) and output_size is not None:
        return _repeated_each(x, repeats, dim, output_size)
    if not isinstance(repeats, int) or repeats < 0:
        raise ValueError(
            at_user_line(f"repeat_interleave: expects repeats to be an integer of at least 0, got {repeats!r}")
        )
    given = x
    if dim is None:
        x, dim = reshape(x, [-1]), 0
    dim = dimension(x, dim, "repeat_interleave")
    shape = [*x.shape[: dim + 1], repeats, *x.shape[dim + 1 :]]
    apart = broadcast_to(reshape(x, [*x.shape[: dim + 1], 1, *x.shape[dim + 1 :]]), shape)
    return copied(reshape(apart, [*x.shape[:dim], x.shape[dim] * repeats, *x.shape[dim + 1 :]]), given)


def _with_positions(repeats: Any) -> tuple[Tensor, Tensor]:
    """The positions of a vector of integers, and the vector."""
    if not isinstance(repeats, TensorBase) or len(repeats.shape) != 1 or repeats.dtype.is_floating_point:
        is_tensor = isinstance(repeats, TensorBase)
        got = f"{repeats.dtype.name} of shape {tuple(repeats.shape)}" if is_tensor else type(repeats).__name__
        raise ValueError(at_user_line(f"repeat_interleave: expects x, or a vector of integers as repeats, got {got}"))
    positions = counted(repeats.shape[0])
    return (positions if _executor.current() is not None else positions.to(repeats.device)), repeats  # type: ignore


def sum_to_size(input: Tensor, *size: Any) -> Tensor:
    """The sum over those dimensions that broadcasting from this shape to the tensor's repeats, in this shape."""
    shape, given = tuple(input.shape), tuple(unpacked(size))
    offset = len(shape) - len(given)
    if offset < 0 or any(wanted not in (1, has) for wanted, has in zip(given, shape[offset:])):
        raise ValueError(at_user_line(f"sum_to_size: expects a shape that broadcasts to {shape}, got {given}"))
    repeated = [d for d, has in enumerate(shape) if d < offset or given[d - offset] != has]
    return reshape(_ops.sum(input, repeated) if repeated or not given else input, given)


def _repeated_each(x: Tensor, repeats: Tensor, dim: int | None, count: int) -> Tensor:
    if dim is None:
        x, dim = reshape(x, [-1]), 0
    dim = dimension(x, dim, "repeat_interleave")
    if tuple(repeats.shape) != (x.shape[dim],):
        facts = f"shape ({x.shape[dim]},), got {tuple(repeats.shape)}"
        raise ValueError(at_user_line(f"repeat_interleave: expects repeats to be an integer or of {facts}"))
    # A position of the result belongs to the first element that ends behind it.
    ends = _dispatch.dispatch("cumsum", (_dispatch.cast(repeats, int64),), dim=0)
    places = _dispatch.dispatch("iota", (), shape=(count,), dtype=int64)
    positions = _dispatch.dispatch("searchsorted", (ends, places), right=True)
    shape = (*x.shape[:dim], count, *x.shape[dim + 1 :])
    return _ops.gather(x, dim, _dispatch.dispatch("broadcast", (positions,), shape=shape, dims=(dim,)))


def permute(x: Tensor, dims: Sequence[int]) -> Tensor:
    """Dimension i of the result is dimension `dims[i]` of x. Raises ValueError unless each is named once."""
    named = (dims,) if isinstance(dims, int) else tuple(dims)
    if len(named) != len(x.shape):
        facts = f"{named} for shape {tuple(x.shape)}"
        raise ValueError(at_user_line(f"permute: expects each dimension of x once, got {facts}"))
    return _ops.permute(x, dims)


def movedim(x: Tensor, source: int | Sequence[int], destination: int | Sequence[int]) -> Tensor:
    """x with the dimensions `source` moved to the positions `destination`; the others keep their order."""
    sources = [dimension(x, d, "movedim") for d in ([source] if isinstance(source, int) else source)]
    places = [dimension(x, d, "movedim") for d in ([destination] if isinstance(destination, int) else destination)]
    if len(sources) != len(places) or len(set(sources)) != len(sources) or len(set(places)) != len(places):
        raise ValueError(
            at_user_line(f"movedim: expects as many distinct places as dimensions, got {source} and {destination}")
        )
    order = [d for d in range(len(x.shape)) if d not in sources]
    for place, moved in sorted(zip(places, sources)):
        order.insert(place, moved)
    return _ops.permute(x, order)


moveaxis = movedim


def transpose(x: Tensor, dim0: int, dim1: int) -> Tensor:
    """x with dimensions dim0 and dim1 swapped."""
    order = list(range(len(x.shape)))
    a, b = (dimension(x, dim, "transpose", of_scalars=True) for dim in (dim0, dim1))
    if not order:
        return another(x, x)
    order[a], order[b] = order[b], order[a]
    return _ops.permute(x, order)


swapaxes = swapdims = transpose


def t(x: Tensor) -> Tensor:
    """The transpose of a matrix; vectors and scalars stay as they are."""
    if len(x.shape) > 2:
        raise ValueError(at_user_line(f"t: expects at most 2 dimensions, got {len(x.shape)}"))
    return _ops.permute(x, list(reversed(range(len(x.shape)))))


def adjoint(input: Tensor) -> Tensor:
    """The transposes of the matrices in the last two dimensions."""
    return transpose(input, -2, -1)


def _each(function: Callable[[Tensor], Tensor], tensors: Sequence[Any]) -> Any:
    """What the function makes of one tensor, or a tuple for several, or for a list of them."""
    if len(tensors) == 1:
        return tuple(map(function, tensors[0])) if isinstance(tensors[0], (list, tuple)) else function(tensors[0])
    return tuple(map(function, tensors))


def atleast_1d(*tensors: Any) -> Any:
    """A tensor, or a scalar as a vector; a tuple of them for several."""
    return _each(lambda x: x if x.shape else reshape(x, (1,)), tensors)


def atleast_2d(*tensors: Any) -> Any:
    """A tensor with dimensions of size 1 added in front, so that it has at least two; a tuple of them for several."""
    return _each(lambda x: x if len(x.shape) >= 2 else reshape(x, (1, *atleast_1d(x).shape)), tensors)


def atleast_3d(*tensors: Any) -> Any:
    """A tensor with dimensions of size 1 added, so that it has at least three: (1, n, 1) of a vector, (n, m, 1) of a
    matrix; a tuple of them for several."""
    return _each(lambda x: x if len(x.shape) >= 3 else reshape(x, (*atleast_2d(x).shape, 1)), tensors)


def unpacked(sizes: tuple[Any, ...]) -> Sequence[int]:
    """x.reshape(2, 3) and x.reshape((2, 3)) mean the same."""
    numbers = [as_number(size) for size in sizes]
    return numbers[0] if len(numbers) == 1 and not isinstance(numbers[0], int) else numbers
