"""Views of traced tensors: values that a later write to their source changes, and that are written through to it. A
graph's values share no memory, so a write makes new values of the source and of its views."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Callable, NamedTuple, Sequence

import numpy as np

from . import _ops
from ._dispatch import cast, dispatch, reshape
from ._errors import at_user_line
from ._records import OPS
from ._spec import Op

if TYPE_CHECKING:
    from ._tensor import Tensor


class View(NamedTuple):
    """What a tensor is a view of: `op` made it when the source had the value of this number."""

    source: Tensor
    value: Any  # of a source with data, the node that it was a result of, or APART
    op: Op | None  # None where strides of the user's own made it: such a view doesn't follow its source
    attributes: Sequence[tuple[str, Any]]


def is_view(tensor: Tensor) -> bool:
    """Whether the tensor would lie in its source's memory where ops run one by one: a reshape may need a copy."""
    return tensor._view is not None and _memory(tensor) is not None


def same_elements(a: Tensor, b: Tensor) -> bool:
    """Whether both are one tensor, or views of one that select the same elements in the same order."""
    if a is b:
        return True
    x, y = a._view, b._view
    if x is None or y is None or x.op is not y.op or x.attributes != y.attributes:
        return False
    return same_elements(x.source, y.source)


def source_with(tensor: Tensor, new: Tensor, name: str, is_uniform: bool) -> Tensor:
    """What the source of a view is once the view is `new`, of which all elements may be equal. Errors speak of the
    method `name`."""
    view = tensor._view
    _, put = _KINDS[view.op.name]
    return put(view.source, new, dict(view.attributes), name, is_uniform)


def _memory(tensor: Tensor) -> np.ndarray | None:
    """An array with the strides that the tensor would have, over memory that nobody reads; None if it is a copy."""
    view = tensor._view
    if view is None:
        return _contiguous(tensor.shape)
    source = _memory(view.source)
    move, _ = _KINDS[view.op.name]
    return move(_contiguous(view.source.shape) if source is None else source, dict(view.attributes))


def _contiguous(shape: Sequence[int]) -> np.ndarray:
    strides = [math.prod(shape[d + 1 :]) for d in range(len(shape))]
    return np.lib.stride_tricks.as_strided(np.empty(1, np.uint8), shape, strides)


# what each op makes of an array, and of a write


def _reshaped(memory: np.ndarray, attributes: dict[str, Any]) -> np.ndarray | None:
    moved = memory.view()
    try:
        moved.shape = attributes["shape"]
    except AttributeError:
        return None
    return moved


def _put_reshaped(source: Tensor, new: Tensor, attributes: dict[str, Any], name: str, *_: bool) -> Tensor:
    result: Tensor = reshape(new, source.shape)
    return result


def _permuted(memory: np.ndarray, attributes: dict[str, Any]) -> np.ndarray:
    return memory.transpose(attributes["permutation"])


def _put_permuted(source: Tensor, new: Tensor, attributes: dict[str, Any], name: str, *_: bool) -> Tensor:
    return _ops.permute(new, np.argsort(attributes["permutation"]).tolist())


def _sliced(memory: np.ndarray, attributes: dict[str, Any]) -> np.ndarray:
    ranges = zip(attributes["starts"], attributes["steps"], attributes["shape"])
    return memory[tuple(slice(start, start + step * size, step) for start, step, size in ranges)]


def _put_sliced(source: Tensor, new: Tensor, attributes: dict[str, Any], name: str, *_: bool) -> Tensor:
    place = {"starts": attributes["starts"], "steps": attributes["steps"]}
    return dispatch("slice_scatter", (source, cast(new, source.dtype)), **place)  # type: ignore[no-any-return]


def _broadcast(memory: np.ndarray, attributes: dict[str, Any]) -> np.ndarray:
    shape, dims = attributes["shape"], attributes["dims"]
    spread = memory.reshape([memory.shape[dims.index(d)] if d in dims else 1 for d in range(len(shape))])
    return np.broadcast_to(spread, shape)


def _put_broadcast(source: Tensor, new: Tensor, attributes: dict[str, Any], name: str, is_uniform: bool) -> Tensor:
    shape, dims = attributes["shape"], attributes["dims"]
    if source.numel() != new.numel() and is_uniform:  # so that the first elements will do
        ones = [size if d in dims else 1 for d, size in enumerate(shape)]
        new = dispatch("slice", (new,), shape=tuple(ones), starts=(0,) * len(ones), steps=(1,) * len(ones))
    if source.numel() != new.numel():
        rule = "expects a tensor whose elements have memory of their own, not an expanded one"
        raise RuntimeError(
            at_user_line(f"{name}: {rule}, got shape {tuple(new.shape)} of {tuple(source.shape)}")
        )
    return _put_reshaped(source, new, attributes, name)


def _flipped(memory: np.ndarray, attributes: dict[str, Any]) -> np.ndarray:
    dims = attributes["dims"]
    return memory[tuple(slice(None, None, -1 if d in dims else 1) for d in range(memory.ndim))]


def _put_flipped(source: Tensor, new: Tensor, attributes: dict[str, Any], name: str, *_: bool) -> Tensor:
    return _ops.flip(new, attributes["dims"])


def turned(x: Tensor, dims: Sequence[int]) -> Tensor:
    """In a trace, x in reverse order along `dims` as a view of it."""
    y = _ops.flip(x, dims)
    y._view = View(x, y._trace.value(x), OPS["flip"], [("dims", tuple(dims))])
    y._trace.views[id(y)] = y
    return y


def _put_detached(source: Tensor, new: Tensor, attributes: dict[str, Any], name: str, *_: bool) -> Tensor:
    if source.requires_grad and source.is_lazy:
        rule = "the detached tensor of a parameter or of a value that requires no gradients"
        raise RuntimeError(at_user_line(f"{name}: expects {rule}, got that of a value that does"))
    return new


_KINDS: dict[str, tuple[Callable[..., Any], Callable[..., Any]]] = {
    "broadcast": (_broadcast, _put_broadcast),
    "flip": (_flipped, _put_flipped),
    "detach": (lambda memory, attributes: memory, _put_detached),
    "reshape": (_reshaped, _put_reshaped),
    "slice": (_sliced, _put_sliced),
    "transpose": (_permuted, _put_permuted),
}
