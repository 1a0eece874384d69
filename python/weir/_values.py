"""What tensors hold: writes to them, and copies that no write reaches, inside of traces and outside."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Callable, Sequence

from . import _executor, _tracing
from ._errors import at_user_line

if TYPE_CHECKING:
    from ._tensor import Tensor


def write(tensor: Tensor, new: Tensor, name: str = "copy_", is_uniform: bool = False) -> None:
    """From here on a tensor, and what lies in its memory, has a new value of its dtype and shape, of which all elements
    may be equal. Errors speak of the method `name`."""
    if _executor.current() is None:
        _executor.eager().write(tensor, new, name, is_uniform)
    else:
        _tracing.required(name).write(tensor, new, name, is_uniform)


def check_own_memory(tensor: Tensor, name: str) -> None:
    """That no two elements of a tensor with data, which is to be written to, lie in one place."""
    if tensor._storage.overlaps_itself:
        rule = "expects a tensor whose elements have memory of their own, not an expanded one"
        raise RuntimeError(at_user_line(f"{name}: {rule}, got shape {tuple(tensor.shape)}"))


def copied(x: Tensor) -> Tensor:
    """x, which inside `build` no write to another tensor reaches, nor the other way round."""
    trace = _tracing.current()
    return x if trace is None else trace.snapshot(x)


def as_one(
    name: str, function: Callable[..., Sequence[Any]], *tensors: Any, given: tuple[Any, ...] = ()
) -> Sequence[Any]:
    """What a function of a module of this package makes of what is `given`, which are numbers, words and dtypes, and of
    tensors, on which alone it depends; outside of traces as one job. Errors speak of `name`."""
    if _executor.current() is not None:
        return function(*given, *tensors)
    return _executor.eager().together(name, function, given, tensors)
