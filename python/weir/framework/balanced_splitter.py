"""Balanced parts, by OneFlow's path."""

from __future__ import annotations

__all__ = ["BalancedParts", "BalancedRanges"]


def BalancedParts(total: int, part_size: int) -> list[int]:
    """The sizes of so many parts, the first ones larger by one."""
    least, more = divmod(total, part_size)
    return [least + (number < more) for number in range(part_size)]


def BalancedRanges(total: int, part_size: int) -> list[list[int]]:
    """Where each of so many parts begins and ends."""
    sizes = BalancedParts(total, part_size)
    return [[sum(sizes[:number]), sum(sizes[: number + 1])] for number in range(part_size)]
