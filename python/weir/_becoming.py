"""Methods by which a tensor becomes a view of what it was: another shape over its memory, no write to an element."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Callable

from . import _executor, _shape, _tracing
from ._errors import at_user_line
from ._tensor_base import is_traced, traced

if TYPE_CHECKING:
    from ._tensor import Tensor


def _in_place(name: str, function: Callable[..., Any]) -> Callable[..., Tensor]:
    """The method by which a tensor becomes what the function makes of it."""

    def method(self: Any, *args: Any, **kwargs: Any) -> Tensor:
        def view(x: Any) -> Any:
            return function(x, *args, **kwargs)

        if _executor.current() is None:
            _executor.eager().become(self, view, name)
        else:
            _become(_tracing.required(name), self, view, name)
        return self  # type: ignore[no-any-return]

    method.__name__ = name
    method.__doc__ = (
        f"Lets the tensor be what `{name.strip('_')}` makes of it, in the same memory. Raises RuntimeError for a leaf "
        "where gradients flow, and inside of `build` for what it doesn't compute itself."
    )
    return method


def _become(trace: _tracing.Trace, tensor: Any, view: Callable[[Any], Any], name: str) -> None:
    """See EagerExecutor."""
    if not is_traced(tensor) or any(each is tensor for each in trace.inputs):
        kind = "an argument" if is_traced(tensor) else "a tensor with data"
        rule = f"expects a value that build computes, got {kind}, whose shape stays; use {name.strip('_')}"
        raise RuntimeError(at_user_line(f"{name}: {rule}"))
    trace.check_no_leaf(tensor, name)
    value = trace.value(tensor)
    before = traced(trace, value, tensor.dtype, tensor.shape, tensor._requires_grad)
    before._view = tensor._view
    made: Any = view(before)
    if made is before:
        return
    for each in [*trace.views.values()]:
        if each._view is not None and each._view.source is tensor:
            each._view = each._view._replace(source=before)
    tensor._value, tensor.shape, tensor._view = made._value, made.shape, made._view
    trace.views |= {id(tensor): tensor, id(before): before}


def _swapped(x: Tensor, axis0: int, axis1: int) -> Tensor:
    """`transpose` by PyTorch's other keywords."""
    return _shape.transpose(x, axis0, axis1)


class BecomingMethods:
    """Methods that give the tensor another shape."""

    __slots__ = ()

    squeeze_, unsqueeze_ = _in_place("squeeze_", _shape.squeeze), _in_place("unsqueeze_", _shape.unsqueeze)
    transpose_, t_ = _in_place("transpose_", _shape.transpose), _in_place("t_", _shape.t)
    swapaxes_, swapdims_ = _in_place("swapaxes_", _swapped), _in_place("swapdims_", _shape.transpose)
