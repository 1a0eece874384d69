"""What `zero_grad` of optimizers and modules does."""

from __future__ import annotations

from typing import TYPE_CHECKING, Iterable

if TYPE_CHECKING:
    from .._tensor import Tensor


def clear_gradients(parameters: Iterable[Tensor], set_to_none: bool) -> None:
    """Sets gradients to None, or those that there are to zeros, in the memory that they have."""
    for parameter in parameters:
        gradient = None if set_to_none else parameter.grad
        parameter.grad = None if gradient is None else gradient.detach().zero_()
