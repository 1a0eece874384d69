"""PyTorch's and OneFlow's jit, as far as programs use it without needing it: their functions and modules run as they
are. What is compiled here is `nn.Graph`."""

from __future__ import annotations

from typing import Any, Final, Mapping, TypeVar

from .nn.module import Module

__all__ = [
    "Final",
    "ScriptModule",
    "annotate",
    "compile",
    "export",
    "ignore",
    "is_scripting",
    "is_tracing",
    "script",
    "script_if_tracing",
    "script_method",
    "trace",
    "unused",
]

_T = TypeVar("_T")


class ScriptModule(Module):
    """A module, by the name that PyTorch has for those of its scripts. What `script` and `trace` give is none."""


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


def trace(
    func: _T, example_inputs: Any = None, *_: Any, example_kwarg_inputs: Mapping[str, Any] | None = None, **__: Any
) -> _T:
    """The function or module itself, once it has run with these arguments: a tuple, or one. What it gives depends on
    its arguments ever after, not on the branches that it took for these."""
    args = example_inputs if isinstance(example_inputs, tuple) else (example_inputs,)
    func(*(() if example_inputs is None else args), **(example_kwarg_inputs or {}))  # type: ignore[operator]
    return func


script_method = export
_script_if_tracing = script_if_tracing
