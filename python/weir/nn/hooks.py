"""Hooks: functions that are called before or behind the forward of a module, where gradients flow through it, or where
its state is saved or loaded."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Callable, Mapping, NamedTuple

from .._errors import at_user_line
from .backward_hooks import BackwardHook, Passage

if TYPE_CHECKING:
    from .module import Module


class Hook(NamedTuple):
    """A function of a call, and how it is called."""

    function: Callable[..., Any]
    is_before: bool
    with_kwargs: bool


class StateHook(NamedTuple):
    """A function of `state_dict` or `load_state_dict`: "before saving", "behind saving", "before loading" or "behind
    loading"."""

    function: Callable[..., Any]
    place: str


_TABLES = {Hook: "_hooks", BackwardHook: "_backward_hooks", StateHook: "_state_hooks"}  # attributes of modules


class RemovableHandle:
    """What takes a hook away from its module: `remove`, or the end of a `with`."""

    def __init__(self, module: Module, hook: Hook | BackwardHook | StateHook):
        self._module = module
        self._hook = hook

    def remove(self) -> None:
        """From now on the hook is not called."""
        table = _TABLES[type(self._hook)]
        left = tuple(hook for hook in getattr(self._module, table) if hook is not self._hook)
        setattr(self._module, table, left)

    def __enter__(self) -> RemovableHandle:
        return self

    def __exit__(self, *error: Any) -> None:
        self.remove()


def registered(module: Module, hook: Hook | BackwardHook | StateHook, prepend: bool) -> RemovableHandle:
    """Adds a hook behind the others, or before them."""
    table = _TABLES[type(hook)]
    others = getattr(module, table)
    setattr(module, table, (hook, *others) if prepend else (*others, hook))
    return RemovableHandle(module, hook)


def called(module: Module, args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> Any:
    """What `forward` gives, with the hooks around it."""
    hooks = module._hooks
    for hook in hooks:
        if hook.is_before:
            args, kwargs = _replaced(hook, module, args, kwargs)
    passage = Passage(module, module._backward_hooks) if module._backward_hooks else None
    if passage is not None:
        args = passage.of_arguments(args)
    result = module.forward(*args, **kwargs)
    for hook in hooks:
        if not hook.is_before:
            given = (args, kwargs, result) if hook.with_kwargs else (args, result)
            found = hook.function(module, *given)
            result = result if found is None else found
    return result if passage is None else passage.of_results(result)


def _replaced(
    hook: Hook, module: Module, args: tuple[Any, ...], kwargs: Mapping[str, Any]
) -> tuple[tuple[Any, ...], Mapping[str, Any]]:
    """The arguments that a hook makes of a call's."""
    if not hook.with_kwargs:
        found = hook.function(module, args)
        return (args if found is None else found if isinstance(found, tuple) else (found,)), kwargs
    found = hook.function(module, args, kwargs)
    if found is None:
        return args, kwargs
    if not isinstance(found, tuple) or len(found) != 2:
        kind = f"{type(found).__name__} of {len(found)}" if isinstance(found, tuple) else type(found).__name__
        raise TypeError(
            at_user_line(f"register_forward_pre_hook: expects a hook to give None or (args, kwargs), got a {kind}")
        )
    return found
