"""Gradients along the tape, from the last step to the first."""

from __future__ import annotations

import heapq
from typing import TYPE_CHECKING, Any, Iterable, Sequence

from .. import _executor, _ops
from .._creation import ones
from .._errors import at_user_line
from . import hooks
from .tape import Edge, Step, edge_of

if TYPE_CHECKING:
    from .._tensor import Tensor



def along(
    roots: Iterable[tuple[Any, Any]], targets: Sequence[Any] | None, create_graph: bool, keeps: bool
) -> tuple[list[Any], list[tuple[Any, Any]]]:
    """Gradients from tensors with those of themselves: what arrives at each of `targets`, and of all leaves otherwise,
    as pairs."""
    arrived: dict[tuple[int, int], Any] = {}  # by node and result, or leaf
    nodes: dict[int, Step] = {}
    leaves: dict[int, Any] = {}
    waiting: list[tuple[int, int]] = []

    def add(edge: Edge, gradient: Any) -> None:
        owner, number = edge
        key = (id(owner), number)
        before = arrived.get(key)
        arrived[key] = gradient if before is None else _ops.add(before, gradient)
        if number < 0:
            leaves[id(owner)] = owner
        elif id(owner) not in nodes:
            nodes[id(owner)] = owner
            heapq.heappush(waiting, (-owner.sequence, id(owner)))

    wanted = None if targets is None else [edge_of(each) for each in targets]
    captured = {(id(owner), number) for owner, number in wanted or ()}
    with _executor.gradients(create_graph):
        for root, gradient in roots:
            add(edge_of(root), gradient)
        while waiting:
            node = nodes[heapq.heappop(waiting)[1]]
            keys = [(id(node), number) for number in range(len(node.results))]
            given = [arrived.get(key) if key in captured else arrived.pop(key, None) for key in keys]
            if node.hooks is not None:
                given = hooks.passed(node, given)
                arrived.update((key, each) for key, each in zip(keys, given) if key in captured)
            device = next(each.device for each in given if each is not None)
            for edge, gradient in zip(node.edges, node.gradients(given, device, keeps)):
                if gradient is not None:
                    add(edge, gradient)
        for number, leaf in leaves.items():
            arrived[number, -1] = hooks.of_leaf(leaf, arrived[number, -1])
    if wanted is not None:
        return [arrived.get((id(owner), number)) for owner, number in wanted], []
    return [], [(leaf, arrived[number, -1]) for number, leaf in leaves.items()]


def _first(y: Any, gradient: Any, function: str) -> Any:
    """The gradient of a tensor with respect to itself, unless one is given."""
    if not y._requires_grad:
        rule = "expects a loss computed from a tensor that requires gradients"
        raise RuntimeError(at_user_line(f"{function}: {rule}, got one that isn't"))
    if gradient is None:
        if y.numel() != 1:
            facts = f"a scalar, or a gradient of the tensor's shape {tuple(y.shape)}"
            raise RuntimeError(at_user_line(f"{function}: expects {facts}, got none"))
        return ones(y.shape, dtype=y.dtype, device=y.device)
    if tuple(gradient.shape) != tuple(y.shape):
        facts = f"{tuple(y.shape)}, got {tuple(gradient.shape)}"
        raise ValueError(at_user_line(f"{function}: expects a gradient of the tensor's shape {facts}"))
    return gradient.clone()  # so that a leaf's `grad` is nobody else's


def backward(loss: Tensor, gradient: Any, inputs: Sequence[Tensor] | None, create_graph: bool, keeps: bool) -> None:
    """Adds to `grad` of all leaves, or of `inputs`."""
    roots = [(loss, _first(loss, gradient, "backward"))]
    found, leaves = along(roots, inputs, create_graph, keeps or create_graph)
    for leaf, arrived in leaves if inputs is None else zip(inputs, found):
        if arrived is None:
            continue
        add_to_grad(leaf, arrived, create_graph)


def add_to_grad(leaf: Any, arrived: Any, create_graph: bool) -> None:
    """Adds what has arrived at a leaf to its `grad`."""
    if not create_graph:
        arrived = arrived.detach() if arrived._view is None else arrived.detach().clone()
    with _executor.gradients(create_graph):
        leaf._grad = arrived if leaf._grad is None else _ops.add(leaf._grad, arrived)
    hooks.accumulated(leaf)


def gradients_of(
    outputs: Sequence[Tensor], of: Sequence[Any], inputs: Sequence[Tensor], create_graph: bool, keeps: bool
) -> list[Any]:
    """Of the outputs with respect to the inputs, None where there is no way."""
    roots = [(y, _first(y, gradient, "grad")) for y, gradient in zip(outputs, of)]
    found, _ = along(roots, inputs, create_graph, keeps or create_graph)
    return found if create_graph else [each if each is None else each.detach() for each in found]
