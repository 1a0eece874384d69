"""What programs ask PyTorch's compiler for: its functions run as they are here, where `nn.Graph` compiles."""

from __future__ import annotations

from typing import Any

from . import _executor

__all__ = ["disable", "is_compiling", "is_dynamo_compiling", "reset"]


def is_compiling() -> bool:
    """Whether the `build` of a graph is running."""
    return _executor.current() is not None


is_dynamo_compiling = is_compiling


def _itself(fn: Any) -> Any:
    return fn


def disable(fn: Any = None, recursive: bool = True, **_: Any) -> Any:
    """The function or module itself, which a graph traces as any. Without one a decorator."""
    return _itself if fn is None else fn


def reset() -> None:
    """Changes nothing: what is compiled stays right whatever the program changes."""
