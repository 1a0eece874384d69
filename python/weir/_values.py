"""What tensors hold: writes to them, and copies that no write reaches, inside of traces and outside."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Callable, Sequence

from . import _executor, _tracing, _views
from ._dispatch import dispatch
from ._errors import at_user_line
from ._records import OPS

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


def copied(x: Tensor, of: Tensor) -> Tensor:
    """x in memory of its own, so that no write to what it was made `of` reaches it, nor the other way round: a copy,
    where it is that tensor or a view of it."""
    trace = _tracing.current()
    if trace is not None:
        return trace.snapshot(x)
    return _executor.eager().copied(x) if _source(x) is _source(of) else x  # type: ignore[no-any-return]


def _source(x: Tensor) -> Tensor:
    """The tensor that has the memory which a view lies in."""
    while x._view is not None:
        x = x._view.source
    return x


def another(y: Tensor, x: Tensor) -> Tensor:
    """y, which is made of x; in the place of x itself a view of all of it, as either may become another shape."""
    if y is not x:
        return y
    trace = _tracing.current()
    if trace is not None:
        made = trace.snapshot(x)
        made._view = _views.View(x, trace.value(x), OPS["reshape"], [("shape", tuple(x.shape))])
        trace.views[id(made)] = made
        return made
    return x if _executor.current() is not None else dispatch("reshape", (x,), shape=tuple(x.shape))


def as_one(
    name: str, function: Callable[..., Sequence[Any]], *tensors: Any, given: tuple[Any, ...] = ()
) -> Sequence[Any]:
    """What a function of a module of this package makes of what is `given`, which are numbers, words and dtypes, and of
    tensors, on which alone it depends; outside of traces as one job. Errors speak of `name`."""
    if _executor.current() is not None:
        return function(*given, *tensors)
    return _executor.eager().together(name, function, given, tensors)
