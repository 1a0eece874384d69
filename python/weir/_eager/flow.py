"""Gradients along the tape, from the last step to the first."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Iterable, Sequence

from .. import _core, _executor, _ops
from .._creation import ones
from .._errors import at_user_line
from .._tensor_base import memory_of
from . import hooks, ranks
from .tape import Edge, edge_of

if TYPE_CHECKING:
    from .._tensor import Tensor


def along(
    roots: Iterable[tuple[Any, Any]], targets: Sequence[Any] | None, create_graph: bool, keeps: bool
) -> tuple[list[Any], list[tuple[Any, Any]]]:
    """Gradients from tensors with those of themselves: what arrives at each of `targets`, and of all leaves otherwise,
    as pairs."""
    return walk(roots, None if targets is None else [edge_of(each) for each in targets], create_graph, keeps)


def walk(
    roots: Iterable[tuple[Any, Any]],
    wanted: Sequence[Edge] | None,
    create_graph: bool,
    keeps: bool,
    ends_before: int = -1,
) -> tuple[list[Any], list[tuple[Any, Any]]]:
    """The same of edges; steps that are older than `ends_before` are not taken."""
    begins = [(edge_of(root), gradient) for root, gradient in roots]
    return _core.walk(begins, wanted, create_graph, keeps, ends_before)  # type: ignore[no-any-return]


def _first(y: Any, gradient: Any, function: str) -> Any:
    """The gradient of a tensor with respect to itself, unless one is given."""
    if not y.requires_grad:
        rule = "expects a loss computed from a tensor that requires gradients"
        raise RuntimeError(at_user_line(f"{function}: {rule}, got one that isn't"))
    if gradient is None:
        if y.numel() != 1:
            facts = f"a scalar, or a gradient of the tensor's shape {tuple(y.shape)}"
            raise RuntimeError(at_user_line(f"{function}: expects {facts}, got none"))
        return ranks.ones_of(y) if y._held is not None else ones(y.shape, dtype=y.dtype, device=y.device)
    if tuple(gradient.shape) != tuple(y.shape):
        facts = f"{tuple(y.shape)}, got {tuple(gradient.shape)}"
        raise ValueError(at_user_line(f"{function}: expects a gradient of the tensor's shape {facts}"))
    return gradient.to(y.dtype).clone()  # so that a leaf's `grad` is nobody else's


def backward(
    losses: Sequence[Tensor], of: Sequence[Any], inputs: Sequence[Tensor] | None, create_graph: bool, keeps: bool
) -> None:
    """Adds to `grad` of all leaves, or of `inputs`."""
    roots = [(loss, _first(loss, gradient, "backward")) for loss, gradient in zip(losses, of)]
    found, leaves = along(roots, inputs, create_graph, keeps or create_graph)
    pairs = [*(leaves if inputs is None else zip(inputs, found))]
    try:
        for (leaf, _), arrived in zip(pairs, _apart([arrived for _, arrived in pairs], create_graph)):
            if arrived is None:
                continue
            with _executor.gradients(create_graph):
                leaf._grad = _added(leaf._grad, arrived, create_graph)  # type: ignore[attr-defined]
            hooks.accumulated(leaf)
        hooks.ended()
    finally:
        hooks.forget()


def _added(before: Any, arrived: Any, create_graph: bool) -> Any:
    """Both gradients of a leaf; in the place of the one before, which others may hold, if no history is asked for."""
    if before is None:
        return arrived
    is_written = not (create_graph or before._requires_grad) and before._held is None and before.dtype is arrived.dtype
    return before.add_(arrived) if is_written else _ops.add(before, arrived)


def _apart(gradients: Sequence[Any], create_graph: bool) -> list[Any]:
    """The gradients, each in memory of its own, and without history unless that is wanted."""
    taken: set[int] = set()
    made = []
    for each in gradients:
        if each is not None:
            memory = memory_of(each).memory
            is_shared = memory in taken or each._view is not None
            taken.add(memory)
            each = each if create_graph else each.detach()
            each = each.clone() if is_shared else each
        made.append(each)
    return made


def gradients_of(
    outputs: Sequence[Tensor], of: Sequence[Any], inputs: Sequence[Tensor], create_graph: bool, keeps: bool
) -> list[Any]:
    """Of the outputs with respect to the inputs, None where there is no way."""
    roots = [(y, _first(y, gradient, "grad")) for y, gradient in zip(outputs, of)]
    found, _ = along(roots, inputs, create_graph, keeps or create_graph)
    return _apart(found, create_graph)
