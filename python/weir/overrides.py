"""Whether something acts for tensors in their functions, in PyTorch's words: nothing does."""

from __future__ import annotations

from typing import Any, Callable, Iterable

from ._errors import at_user_line
from ._tensor_base import TensorBase

__all__ = [
    "handle_torch_function",
    "has_torch_function",
    "has_torch_function_unary",
    "has_torch_function_variadic",
    "is_tensor_like",
]


def has_torch_function(relevant_args: Iterable[Any]) -> bool:
    """False: functions do what they do, whatever methods their arguments have."""
    return False


def has_torch_function_unary(relevant_arg: Any) -> bool:
    """False, as `has_torch_function`."""
    return False


def has_torch_function_variadic(*relevant_args: Any) -> bool:
    """False, as `has_torch_function`."""
    return False


def handle_torch_function(
    public_api: Callable[..., Any], relevant_args: Iterable[Any], *args: Any, **kwargs: Any
) -> Any:
    """Raises TypeError, as what it is for is never there."""
    rule = "expects an argument that acts for it, which none does"
    raise TypeError(at_user_line(f"{getattr(public_api, '__name__', public_api)}: {rule}"))


def is_tensor_like(inp: Any) -> bool:
    """Whether it is a tensor."""
    return isinstance(inp, TensorBase)
