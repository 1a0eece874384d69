"""Where gradients flow: of the trace inside of `build`, else on this thread."""

from __future__ import annotations

import contextlib
import functools
import inspect
from typing import Any, Callable, Generator

from . import _executor, _tracing

__all__ = ["enable_grad", "inference_mode", "is_grad_enabled", "no_grad", "set_grad_enabled"]


class _GradMode(contextlib.ContextDecorator):
    def __new__(cls, *args: Any, **kwargs: Any) -> Any:
        """Of a function, as a decorator without parentheses, what the mode makes of it."""
        if len(args) == 1 and callable(args[0]):
            return cls()(args[0])
        return super().__new__(cls)

    def __init__(self, flows: bool):
        self._flows = flows
        self._before: list[bool] = []

    def __enter__(self) -> Any:
        self._before.append(is_grad_enabled())
        _set(self._flows)
        return self

    def __exit__(self, *exception: Any) -> None:
        _set(self._before.pop())

    def __call__(self, function: Any) -> Any:
        return _by_steps(self, function) if inspect.isgeneratorfunction(function) else super().__call__(function)


def _by_steps(mode: Any, function: Callable[..., Any]) -> Callable[..., Any]:
    """The function, whose generators run in the mode, which ends where they yield."""

    @functools.wraps(function)
    def wrapped(*args: Any, **kwargs: Any) -> Generator[Any, Any, Any]:
        steps = function(*args, **kwargs)
        advance, given = steps.send, None
        try:
            while True:
                with mode._recreate_cm():
                    made = advance(given)
                try:
                    advance, given = steps.send, (yield made)
                except GeneratorExit:
                    raise
                except BaseException as raised:
                    advance, given = steps.throw, raised
        except StopIteration as end:
            return end.value
        finally:
            with mode._recreate_cm():
                steps.close()

    return wrapped


def _set(flows: bool) -> None:
    trace = _tracing.current()
    if trace is not None:
        trace.gradients_flow = flows
    else:
        _executor.let_gradients_flow(flows)


class no_grad(_GradMode):
    """A context manager and a decorator: gradients do not flow through what is computed inside."""

    def __init__(self) -> None:
        super().__init__(False)


class enable_grad(_GradMode):
    """A context manager and a decorator: gradients flow inside it, also within no_grad."""

    def __init__(self) -> None:
        super().__init__(True)


class inference_mode(_GradMode):
    """The same as no_grad, or as enable_grad if `mode` is false."""

    def __init__(self, mode: bool = True) -> None:
        super().__init__(not mode)


class set_grad_enabled(_GradMode):
    """Lets gradients flow or not from here on; as a context manager, until its end."""

    def __init__(self, mode: bool) -> None:
        super().__init__(bool(mode))
        before = is_grad_enabled()
        _set(bool(mode))
        self._before.append(before)

    def __enter__(self) -> Any:
        return self

    def _recreate_cm(self) -> Any:
        return set_grad_enabled(self._flows)

    def __call__(self, function: Any) -> Any:
        _set(self._before.pop())  # it is for the function alone
        return super().__call__(function)


def without_history(function: Callable[..., Any]) -> Callable[..., Any]:
    """The function, behind which gradients do not pass what it computes and writes. What no_grad computes is detached
    op by op; this is for steps of optimizers, whose results gradients most often never meet."""

    @functools.wraps(function)
    def wrapped(*args: Any, **kwargs: Any) -> Any:
        trace = _tracing.current()
        if trace is None:
            with _executor.gradients(False):
                return function(*args, **kwargs)
        before, trace.keeps_history = trace.keeps_history, False
        try:
            return function(*args, **kwargs)
        finally:
            trace.keeps_history = before

    return wrapped


def is_grad_enabled() -> bool:
    """Whether gradients flow through what is computed here."""
    trace = _tracing.current()
    return _executor.gradients_flow() if trace is None else trace.gradients_flow
