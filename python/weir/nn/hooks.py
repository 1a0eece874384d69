"""Hooks: functions that are called before or behind the forward of a module, where gradients flow through it, or where
its state is saved or loaded."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Any, Callable, ClassVar, Iterator, Mapping, MutableMapping, NamedTuple

from .. import _tracing
from .._errors import at_user_line
from .backward_hooks import BackwardHook, Passage

if TYPE_CHECKING:
    from .module import Module


class Hook(NamedTuple):
    """A function of a call, and how it is called."""

    function: Callable[..., Any]
    is_before: bool
    with_kwargs: bool
    key: int


class StateHook(NamedTuple):
    """A function of `state_dict` or `load_state_dict`: "before saving", "behind saving", "before loading" or "behind
    loading"."""

    function: Callable[..., Any]
    place: str


_TABLES = {Hook: "_hooks", BackwardHook: "_backward_hooks", StateHook: "_state_hooks"}  # attributes of modules
_numbers = itertools.count()


class RemovableHandle:
    """What takes a hook away from its module, or from all: `remove`, or the end of a `with`."""

    def __init__(self, owner: Module | type, hook: Hook | BackwardHook | StateHook):
        self._owner = owner
        self._hook = hook

    @property
    def id(self) -> int:
        """The hook's key in the module's `_forward_hooks` or `_forward_pre_hooks`; another number of other hooks."""
        return self._hook.key if isinstance(self._hook, Hook) else id(self._hook)

    def remove(self) -> None:
        """From now on the hook is not called."""
        table = "_hooks_of_all" if isinstance(self._owner, type) else _TABLES[type(self._hook)]
        left = tuple(hook for hook in getattr(self._owner, table) if hook is not self._hook)
        setattr(self._owner, table, left)
        _tracing.something_changed()

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


class _Registered(MutableMapping[int, Callable[..., Any]]):
    """The functions that were called before, or behind, the forward of a module when it was asked for them. What is
    changed here is changed in the module."""

    def __init__(self, module: Any, is_before: bool):
        self._module, self._is_before = module, is_before
        self._hooks = {hook.key: hook for hook in module._hooks if hook.is_before == is_before}

    def __getitem__(self, key: int) -> Callable[..., Any]:
        return self._hooks[key].function

    def __setitem__(self, key: int, function: Callable[..., Any]) -> None:
        self._hooks[key] = hook = Hook(function, self._is_before, False, key)
        others = tuple(each for each in self._module._hooks if each.key != key)
        self._module._hooks = (*others, hook)

    def __delitem__(self, key: int) -> None:
        del self._hooks[key]
        self._module._hooks = tuple(each for each in self._module._hooks if each.key != key)

    def __iter__(self) -> Iterator[int]:
        return iter(self._hooks)

    def __len__(self) -> int:
        return len(self._hooks)

    def __repr__(self) -> str:
        return repr(dict(self))


def _registered_ones(is_before: bool) -> property:
    """The attribute of modules by which programs look at hooks, and set them."""

    def given(module: Any) -> _Registered:
        return _Registered(module, is_before)

    def put(module: Any, functions: Mapping[int, Callable[..., Any]]) -> None:
        known = functions._hooks if isinstance(functions, _Registered) else {}
        made = [known.get(key) or Hook(functions[key], is_before, False, key) for key in functions]
        module._hooks = (*(hook for hook in module._hooks if hook.is_before != is_before), *made)

    return property(given, put, doc=_Registered.__doc__)


class HookMethods:
    """What modules have of it."""

    _hooks: tuple[Hook, ...] = ()
    _hooks_of_all: ClassVar[tuple[Hook, ...]] = ()
    _backward_hooks: tuple[BackwardHook, ...] = ()
    _forward_pre_hooks = _registered_ones(True)
    _forward_hooks = _registered_ones(False)

    def register_forward_pre_hook(
        self: Any, hook: Callable[..., Any], *, prepend: bool = False, with_kwargs: bool = False
    ) -> RemovableHandle:
        """Lets each call of the module first call `hook(module, args)`, or `hook(module, args, kwargs)`. Unless that is
        None, its result takes the place of the arguments: a tuple or one value, or (args, kwargs). With `prepend` it is
        called before other hooks. The handle's `remove` takes the hook away. Graphs follow both."""
        return registered(self, Hook(hook, True, with_kwargs, next(_numbers)), prepend)

    def register_forward_hook(
        self: Any,
        hook: Callable[..., Any],
        *,
        prepend: bool = False,
        with_kwargs: bool = False,
        always_call: bool = False,
    ) -> RemovableHandle:
        """Lets each call of the module end with `hook(module, args, result)`, or `hook(module, args, kwargs, result)`.
        Unless that is None, its result takes the place of the module's. With `prepend` it is called before other hooks.
        The handle's `remove` takes the hook away. Graphs follow both."""
        _check_not_always(always_call, "register_forward_hook")
        return registered(self, Hook(hook, False, with_kwargs, next(_numbers)), prepend)

    def register_full_backward_pre_hook(self: Any, hook: Callable[..., Any], prepend: bool = False) -> RemovableHandle:
        """Lets each backward pass through a call of the module begin with `hook(module, grad_output)`: a tuple of the
        gradients with respect to the tensors that the call gave. Unless that is None, its result takes their place."""
        return registered(self, BackwardHook(hook, True), prepend)

    def register_full_backward_hook(self: Any, hook: Callable[..., Any], prepend: bool = False) -> RemovableHandle:
        """Lets each backward pass through a call of the module end with `hook(module, grad_input, grad_output)`: tuples
        of the gradients with respect to the tensors among its positional arguments and of those that the call gave.
        Unless that is None, its result takes the place of `grad_input`. An argument that requires no gradient has None;
        where none does, `grad_input` is (). The handle's `remove` takes the hook away."""
        return registered(self, BackwardHook(hook, False), prepend)


def _check_not_always(always_call: bool, function: str) -> None:
    if always_call:
        raise ValueError(at_user_line(f"{function}: expects always_call=False, as an error ends the build, got True"))


def _of_all(hook: Hook) -> RemovableHandle:
    HookMethods._hooks_of_all = (*HookMethods._hooks_of_all, hook)
    _tracing.something_changed()
    return RemovableHandle(HookMethods, hook)


def register_module_forward_pre_hook(hook: Callable[..., Any]) -> RemovableHandle:
    """Lets the calls of all modules first call `hook(module, args)`, as `register_forward_pre_hook` does for one,
    before the module's own hooks."""
    return _of_all(Hook(hook, True, False, next(_numbers)))


def register_module_forward_hook(
    hook: Callable[..., Any], *, with_kwargs: bool = False, always_call: bool = False
) -> RemovableHandle:
    """Lets the calls of all modules end with `hook(module, args, result)`, as `register_forward_hook` does for one,
    before the module's own hooks."""
    _check_not_always(always_call, "register_module_forward_hook")
    return _of_all(Hook(hook, False, with_kwargs, next(_numbers)))


def called(module: Module, args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> Any:
    """What `forward` gives, with the hooks around it."""
    hooks = module._hooks_of_all + module._hooks
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
