"""What tensors were before they became views of it: methods such as `unsqueeze_` give a tensor another shape over its
memory, and what was a view of it from before stays one."""

from __future__ import annotations

import math
from typing import Any, Callable, Sequence

from .. import _core, _executor
from .._errors import at_user_line
from .._tensor_base import stored
from .view_rules import view_rule

_MOST = 8  # formers of a tensor, beyond which views of some are refused where they have to be followed


def _former(tensor: Any) -> Any:
    """What a tensor was before it became a view of it, or None."""
    source = None if tensor._view is None else tensor._view.source
    return source if source is not None and "is_former" in vars(source) else None


def become(tensor: Any, view: Callable[[Any], Any]) -> tuple[Any, Any]:
    """What `view` makes of what a tensor is, and what that is as another one; None if they are the same. What goes back
    and forth has few formers: one for a place, while the tensor stays a view of the latest, which knows the others."""
    formers = _formers(tensor)
    at = next((n for n, each in enumerate(formers) if _place_of(each) == _place_of(tensor)), None)
    before = _copy(tensor) if at is None else formers[at]
    made = view(before)
    if _place_of(made) == _place_of(before):
        return None, before
    if at and _place_of(formers[0]) == _place_of(made):
        return _executor.eager().viewed("reshape", formers[0], {"shape": tuple(made.shape)}), before
    if at and len(formers) < _MOST:
        before = _copy(tensor)
        made = view(before)
    return made, before


def _formers(tensor: Any) -> list[Any]:
    """What a tensor was, from the latest on."""
    found = []
    while (tensor := _former(tensor)) is not None:
        found.append(tensor)
    return found


def _copy(tensor: Any) -> Any:
    made: Any = stored(tensor._storage)
    made._node, made._value, made._view = tensor._node, tensor._value, tensor._view
    made._requires_grad, made.is_former = tensor._requires_grad, True
    return made


def settle(view: Any) -> None:
    """Gives a view the source that it was made of, if that has become a view of what it was since."""
    source = view._view.source
    if view._view.op is None or _former(source) is None:
        return
    while not _is_of(view, source):
        source = _former(source)
        if source is None:
            rule = "expects a tensor with views to keep its shape where they are written to"
            raise RuntimeError(at_user_line(f"{rule}, got a view from before it has changed"))
    view._view = view._view._replace(source=source)


def _place_of(x: Any) -> tuple[Any, ...]:
    return _place(x.shape, _core.strides_of(x), x._storage.offset)


def _place(sizes: Sequence[int], strides: Sequence[int], offset: int) -> tuple[Any, ...]:
    """Equal for equal places of elements: the stride of one element goes nowhere."""
    return tuple(sizes), tuple(stride if size > 1 else 0 for size, stride in zip(sizes, strides)), offset


def _takes(op: str, attributes: dict[str, Any], shape: Sequence[int]) -> bool:
    """Whether a view's op with these attributes can be of a tensor of some shape."""
    if op == "reshape":
        total: int = math.prod(attributes["shape"])
        return math.prod(shape) == total
    if op == "transpose":
        return len(shape) == len(attributes["permutation"])
    if op == "broadcast":
        sizes: list[int] = [attributes["shape"][dim] for dim in attributes["dims"]]
        return len(sizes) == len(shape) and all(size in (1, wanted) for size, wanted in zip(shape, sizes))
    ranges = zip(attributes["starts"], attributes["shape"], attributes["steps"])
    ends: list[int] = [start + (count - 1) * step for start, count, step in ranges]
    return len(ends) == len(shape) and all(end < size for end, size in zip(ends, shape))


def _is_of(view: Any, source: Any) -> bool:
    """Whether the view's op makes its place of that of a source."""
    shape: Sequence[int] = source.shape
    op, attributes = view._view.op.name, dict(view._view.attributes)
    if not _takes(op, attributes, shape):
        return False
    place = view_rule(op, shape, attributes).place(shape, _core.strides_of(source))
    if place is None:
        return False
    sizes, strides, offset = place
    return _place(sizes, strides, source._storage.offset + offset) == _place_of(view)
