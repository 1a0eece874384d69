"""Hooks of optimizers: functions that are called before and behind each step."""

from __future__ import annotations

import functools
from typing import Any, Callable

from .._errors import at_user_line

Hook = Callable[[Any, tuple[Any, ...], dict[str, Any]], Any]


class StepHookHandle:
    """What takes a hook away from its optimizer: `remove`, or the end of a `with`."""

    def __init__(self, optimizer: Any, table: str, hook: Hook):
        self._optimizer, self._table, self._hook = optimizer, table, hook

    def remove(self) -> None:
        """From now on the hook is not called."""
        others = [hook for hook in getattr(self._optimizer, self._table) if hook is not self._hook]
        setattr(self._optimizer, self._table, tuple(others))

    def __enter__(self) -> StepHookHandle:
        return self

    def __exit__(self, *error: Any) -> None:
        self.remove()


class StepHooks:
    """What optimizers have of them."""

    has_stepped = False  # whether `step` was ever called
    _pre_hooks: tuple[Hook, ...] = ()
    _post_hooks: tuple[Hook, ...] = ()

    def register_step_pre_hook(self, hook: Hook) -> StepHookHandle:
        """Lets each step first call `hook(optimizer, args, kwargs)`, whose result takes the place of the arguments of
        `step` unless it is None: (args, kwargs). The handle's `remove` takes the hook away."""
        self._pre_hooks = (*self._pre_hooks, hook)
        return StepHookHandle(self, "_pre_hooks", hook)

    def register_step_post_hook(self, hook: Hook) -> StepHookHandle:
        """Lets each step end with `hook(optimizer, args, kwargs)`. The handle's `remove` takes the hook away."""
        self._post_hooks = (*self._post_hooks, hook)
        return StepHookHandle(self, "_post_hooks", hook)


def hooked(step: Callable[..., Any]) -> Callable[..., Any]:
    """A class's `step`, with the hooks around it. Where a subclass calls that of its base, they are around its own."""

    @functools.wraps(step)
    def wrapped(self: Any, *args: Any, **kwargs: Any) -> Any:
        if not self.has_stepped:
            self.has_stepped = True
        if type(self).step is not wrapped or not (self._pre_hooks or self._post_hooks):
            return step(self, *args, **kwargs)
        for hook in self._pre_hooks:
            args, kwargs = _replaced(hook(self, args, kwargs), args, kwargs)
        result = step(self, *args, **kwargs)
        for hook in self._post_hooks:
            hook(self, args, kwargs)
        return result

    return wrapped


def _replaced(found: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> tuple[tuple[Any, ...], dict[str, Any]]:
    """The arguments that a hook makes of those of a step."""
    if found is None:
        return args, kwargs
    if not isinstance(found, tuple) or len(found) != 2:
        rule = "expects a hook to give None or (args, kwargs)"
        raise TypeError(at_user_line(f"register_step_pre_hook: {rule}, got {type(found).__name__}"))
    return found
