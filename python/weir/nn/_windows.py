"""What convolutions and pooling have in common: arguments that are a number or one for each spatial dimension."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Sequence, TypeAlias

from .._dispatch import as_number
from .._errors import at_user_line

if TYPE_CHECKING:
    from .._tensor import Tensor

Sizes: TypeAlias = int | Sequence[int]


def per_dim(function: str, name: str, value: Any, rank: int, least: int) -> tuple[int, ...]:
    """`value` for each of `rank` dimensions, of which each is an integer of at least `least`."""
    value = as_number(value)
    sizes = (value,) * rank if isinstance(value, int) else tuple(map(as_number, value))
    if len(sizes) == 1:
        sizes *= rank
    if len(sizes) != rank or any(not isinstance(size, int) or isinstance(size, bool) or size < least for size in sizes):
        expected = f"an integer of at least {least}, or {rank} of them"
        raise ValueError(at_user_line(f"{function}: expects {name} to be {expected}, got {value!r}"))
    return sizes


def batched(function: str, input: Tensor, rank: int) -> tuple[Tensor, bool]:
    """An input (N, C, *) with `rank` spatial dimensions, and whether it lacked N."""
    if len(input.shape) not in (rank + 1, rank + 2):
        expected = f"{rank + 2} dimensions, or {rank + 1} without a batch"
        raise ValueError(at_user_line(f"{function}: expects input to have {expected}, got {tuple(input.shape)}"))
    is_single = len(input.shape) == rank + 1
    return (input.unsqueeze(0) if is_single else input), is_single
