"""Writes to tensors outside of traces. What is written reaches all that lies in the same memory, and gradients pass it
as they pass ops."""

from __future__ import annotations

from typing import Any

from .. import _core, _executor, _session
from .._errors import at_user_line
from .._values import check_own_memory
from . import tape
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
    if flows and isinstance(new._node, tape.Node):
        new._node.keep_before_write(target)
    if source is not target:
        target.copy_from(source.clone() if source.shares_memory(target) else source)
        _session.wrote(target)
    if flows:
        target.note_history()
        _rewrite(tensor, new, edge)


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
    view = tensor._view
    if view is None:
        tape.follow(tensor, new, edge)
        return
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
