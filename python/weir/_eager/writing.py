"""Writes to tensors outside of traces. What is written reaches all that lies in the same memory, and gradients pass it
as they pass ops."""

from __future__ import annotations

from typing import Any, Callable

from .. import _core, _executor, _session, _tracing
from .._errors import at_user_line, user_location
from .._values import check_own_memory
from . import formers, hooks, tape
from .moves import Put


def write(tensor: Any, new: Any, name: str = "copy_", is_uniform: bool = False) -> None:
    """From here on `tensor` has the value `new`, of its dtype and shape, of which all elements may be equal."""
    if new.dtype is not tensor.dtype or new.shape != tensor.shape:
        raise ValueError(
            at_user_line(
                f"expects a {tensor.dtype.name} of shape {tuple(tensor.shape)}, got {new.dtype.name} of shape "
                f"{tuple(new.shape)}"
            )
        )
    if tensor._held is not None:
        tensor._take(new, name)
        return
    if _core.write(tensor, new):
        return
    for each in (tensor, new):
        _executor.eager().follow(each)
    flows = _executor.gradients_flow() and (tensor._requires_grad or new._requires_grad)
    if flows:
        _check_no_leaf(tensor, name)
    target, source = tensor._storage, new._storage
    check_own_memory(tensor, name)
    edge = tape.edge_of(new) if flows else None
    if flows:
        _keep_operands(new, target)
    if source is not target:
        target.copy_from(source)
        _session.wrote(target)
    if flows:
        target.note_history()
        _rewrite(tensor, new, edge)


def follow(tensor: Any, new: Any, name: str) -> None:
    """Lets gradients of a tensor, to whose memory others have written, go where those of `new` go, which lies there."""
    _check_no_leaf(tensor, name)
    tensor._storage.note_history()
    _rewrite(tensor, new, tape.edge_of(new))


def _keep_operands(new: Any, target: Any) -> None:
    """Lets the run that a new value comes from, or is a view of the result of, keep operands of its own where they are
    in the memory that the value is written to."""
    node = new._node
    while node is not None and not isinstance(node, tape.Node):
        if len(node.edges) != 1 or node.edges[0][1] < 0:
            return
        node = node.edges[0][0]
    if isinstance(node, tape.Node):
        node.keep_before_write(target)


def _check_no_leaf(tensor: Any, name: str) -> None:
    """That no leaf is written to where gradients flow: its gradient would be that of another value."""
    if tensor._requires_grad and tensor._node is None:
        raise RuntimeError(
            at_user_line(f"{name}: expects a leaf that requires gradients to be written under no_grad, got one outside")
        )
    if tensor._view is not None and _executor.gradients_flow():
        _check_no_leaf(tensor._view.source, name)


def _rewrite(tensor: Any, new: Any, edge: tape.Edge | None) -> None:
    """Lets gradients of the tensor, and of what it is a view of, go where those of the new value go."""
    if tensor._view is None:
        tape.follow(tensor, new, edge)
        return
    formers.settle(tensor)
    view = tensor._view
    if view.op is None:
        rule = "expects what as_strided gives to be written to where no gradients flow"
        raise RuntimeError(at_user_line(f"{rule}, got a tensor that they do"))
    source = view.source
    _executor.eager().follow(source)
    made = tape.Written(source)
    before = tape.edge_of(source) if source._requires_grad else None
    put = Put(before, edge if new._requires_grad else None, view.op.name, dict(view.attributes), new.shape, source)
    tape.attach(made, put, 0)
    _rewrite(source, made, tape.edge_of(made))
    again = _executor.eager().view_again(tensor)
    tensor._node, tensor._value, tensor._view = again._node, again._value, again._view
    tensor._requires_grad = again._requires_grad


def become(tensor: Any, view: Callable[[Any], Any], name: str) -> None:
    """Lets a tensor be what `view` makes of what it is, in the same memory. Errors speak of the method `name`."""
    if tensor._held is not None:
        raise RuntimeError(at_user_line(f"{name}: expects a tensor of one rank, got one that ranks have together"))
    if _executor.gradients_flow():
        _check_no_leaf(tensor, name)
    _core.count_op()
    tape.edge_of(tensor)
    is_leaf = tensor._requires_grad and tensor._node is None
    with _executor.gradients(not is_leaf):
        made, before = formers.become(tensor, view)
    if made is None:
        return
    if before._node is not None:
        hooks.register(before, _Shaped(before.shape, f"{name} at {user_location()}"))
    tensor._storage, tensor.shape = made._storage, made.shape
    tensor._node, tensor._value, tensor._view = made._node, made._value, None if is_leaf else made._view
    _session.wrote(tensor._storage)  # what has kept the tensor for gradients has one of another shape
    _tracing.something_changed()


class _Shaped:
    """Refuses a gradient of another shape: that of a tensor that was used before it got it."""

    def __init__(self, shape: Any, changed: str):
        self.shape, self.changed = shape, changed

    def __call__(self, gradient: Any) -> None:
        if tuple(gradient.shape) != tuple(self.shape):
            rule = "expects operands to keep their shapes until gradients have passed"
            raise RuntimeError(at_user_line(f"backward: {rule}, got one that was changed by {self.changed}"))
