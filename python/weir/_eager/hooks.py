"""Functions of the program's own that gradients pass."""

from __future__ import annotations

import itertools
import weakref
from typing import Any, Callable, Sequence

from .._errors import at_user_line
from .tape import Step, edge_of

Hook = Callable[[Any], Any]

_numbers = itertools.count()
_of_leaves: dict[int, dict[int, Hook]] = {}  # by the leaf's id
_behind_leaves: dict[int, dict[int, Hook]] = {}  # called when `grad` is there
_at_end: list[Callable[[], None]] = []  # of the `backward` that goes on


class Handle:
    """What takes a hook away: `remove`, or the end of a `with`."""

    def __init__(self, hooks: dict[int, Hook], number: int):
        self._hooks, self._number = hooks, number

    def remove(self) -> None:
        """From now on the hook is not called."""
        self._hooks.pop(self._number, None)

    def __enter__(self) -> Handle:
        return self

    def __exit__(self, *error: Any) -> None:
        self.remove()


def _added(hooks: dict[int, Hook], hook: Hook) -> Handle:
    number = next(_numbers)
    hooks[number] = hook
    return Handle(hooks, number)


def _of(table: dict[int, dict[int, Hook]], leaf: Any) -> dict[int, Hook]:
    """The hooks of a leaf, as long as it lives."""
    if id(leaf) not in table:
        table[id(leaf)] = {}
        weakref.finalize(leaf, table.pop, id(leaf), None).atexit = False
    return table[id(leaf)]


def register(tensor: Any, hook: Hook) -> Handle:
    """Lets the gradient of a tensor be what `hook` makes of it, unless that is None."""
    if not tensor.requires_grad:
        raise RuntimeError(at_user_line("register_hook: expects a tensor that requires gradients"))
    step, number = edge_of(tensor)
    if number < 0:
        return _added(_of(_of_leaves, tensor), hook)
    step.hooks = step.hooks or {}
    return _added(step.hooks.setdefault(number, {}), hook)


def register_behind(leaf: Any, hook: Hook) -> Handle:
    """Calls `hook` with a leaf when its `grad` is there."""
    if not (leaf.requires_grad and leaf.is_leaf):
        raise RuntimeError(
            at_user_line("register_post_accumulate_grad_hook: expects a leaf that requires gradients")
        )
    return _added(_of(_behind_leaves, leaf), hook)


def retain(tensor: Any) -> None:
    """Lets a result keep its gradient in `grad`, too."""
    if not tensor.requires_grad:
        raise RuntimeError(at_user_line("retain_grad: expects a tensor that requires gradients"))
    if tensor._node is None or retains(tensor):
        return
    register(tensor, _Retained(tensor))


def retains(tensor: Any) -> bool:
    """Whether a result keeps its gradient."""
    node = tensor._node
    hooks = {} if node is None or node.hooks is None else node.hooks.get(tensor._value, {})
    return any(isinstance(hook, _Retained) and hook.tensor() is tensor for hook in hooks.values())


class _Retained:
    def __init__(self, tensor: Any):
        self.tensor = weakref.ref(tensor)

    def __call__(self, gradient: Any) -> None:
        tensor = self.tensor()
        if tensor is not None:
            arrived = gradient.detach().clone()
            tensor._grad = arrived if tensor._grad is None else tensor._grad + arrived


def _applied(hooks: dict[int, Hook], gradient: Any) -> Any:
    for hook in list(hooks.values()):
        found = hook(gradient)
        gradient = gradient if found is None else found
    return gradient


def passed(step: Step, gradients: Sequence[Any]) -> list[Any]:
    """What the hooks of a step make of the gradients of its results."""
    every = step.hooks or {}
    return [
        each if each is None or number not in every else _applied(every[number], each)
        for number, each in enumerate(gradients)
    ]


def of_leaf(leaf: Any, gradient: Any) -> Any:
    """What the hooks of a leaf make of its gradient."""
    hooks = _of_leaves.get(id(leaf))
    return gradient if not hooks else _applied(hooks, gradient)


def accumulated(leaf: Any) -> None:
    """Calls the hooks that wait for a leaf's `grad`."""
    for hook in list(_behind_leaves.get(id(leaf), {}).values()):
        hook(leaf)


def at_end(call: Callable[[], None]) -> None:
    """Calls it once, when the `backward` that goes on has given all leaves their `grad`."""
    _at_end.append(call)


def ended() -> None:
    """Calls what waits for the end of a `backward`."""
    while _at_end:
        _at_end.pop(0)()


def forget() -> None:
    """Of a `backward` that has failed nobody awaits the end."""
    _at_end.clear()
