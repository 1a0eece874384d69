"""PyTorch's and OneFlow's jit, as far as programs use it without needing it: their functions and modules run as they
are. What is compiled here is `nn.Graph`."""

from __future__ import annotations

from typing import Any, Final, TypeVar

from ._errors import at_user_line

__all__ = [
    "Final",
    "annotate",
    "compile",
    "export",
    "ignore",
    "is_scripting",
    "is_tracing",
    "script",
    "script_if_tracing",
    "trace",
    "unused",
]

_T = TypeVar("_T")


def is_scripting() -> bool:
    """False."""
    return False


def is_tracing() -> bool:
    """False."""
    return False


def annotate(the_type: Any, the_value: _T) -> _T:
    """The value."""
    return the_value


def compile(model: Any = None, **_: Any) -> Any:
    """The function or module itself, for programs that call torch.compile: each op is a compiled job already, and what
    compiles whole programs is `nn.Graph`. Without an argument a decorator."""
    return script if model is None else model


def script(obj: _T, *_: Any, **__: Any) -> _T:
    """The function or module itself."""
    return obj


def script_if_tracing(fn: _T) -> _T:
    """The function itself."""
    return fn


def export(fn: _T) -> _T:
    """The function itself."""
    return fn


def unused(fn: _T) -> _T:
    """The function itself."""
    return fn


def ignore(drop: Any = False, **_: Any) -> Any:
    """Decorates a function, which stays what it is: `@ignore`, or `@ignore(drop=True)`."""
    return drop if callable(drop) else script


def trace(*_: Any, **__: Any) -> Any:
    """Raises NotImplementedError."""
    raise NotImplementedError(at_user_line("jit.trace: expects a program that is an nn.Graph, which is compiled"))


_script_if_tracing = script_if_tracing
