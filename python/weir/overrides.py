"""Whether something acts for tensors in their functions, in PyTorch's words: nothing does."""

from __future__ import annotations

from typing import Any, Iterable

from ._tensor_base import TensorBase

__all__ = ["has_torch_function", "has_torch_function_unary", "has_torch_function_variadic", "is_tensor_like"]


def has_torch_function(relevant_args: Iterable[Any]) -> bool:
    """False: functions do what they do, whatever methods their arguments have."""
    return False


def has_torch_function_unary(relevant_arg: Any) -> bool:
    """False, as `has_torch_function`."""
    return False


def has_torch_function_variadic(*relevant_args: Any) -> bool:
    """False, as `has_torch_function`."""
    return False


def is_tensor_like(inp: Any) -> bool:
    """Whether it is a tensor."""
    return isinstance(inp, TensorBase)
