"""PyTorch's words for the order of a tensor's elements in memory. It must not know tensors."""

from __future__ import annotations

import enum
from typing import Any, Sequence

from ._errors import at_user_line

__all__ = [
    "channels_last",
    "channels_last_3d",
    "contiguous_format",
    "layout",
    "legacy_contiguous_format",
    "memory_format",
    "preserve_format",
    "strided",
]


class memory_format(enum.Enum):
    """In which order elements lie. Programs may ask for any, and change nothing by it: tensors are in row-major order,
    and the compiler chooses the order that a kernel reads."""

    contiguous_format = "contiguous_format"
    preserve_format = "preserve_format"
    channels_last = "channels_last"
    channels_last_3d = "channels_last_3d"

    def __repr__(self) -> str:
        return f"weir.{self.value}"

    __str__ = __repr__


class layout(enum.Enum):
    """How elements are stored: by strides, of all tensors."""

    strided = "strided"

    def __repr__(self) -> str:
        return f"weir.{self.value}"

    __str__ = __repr__


strided = layout.strided
contiguous_format = legacy_contiguous_format = memory_format.contiguous_format
preserve_format = memory_format.preserve_format
channels_last = memory_format.channels_last
channels_last_3d = memory_format.channels_last_3d


def check_memory_format(given: Any, function: str) -> None:
    """Raises TypeError for what is neither a memory format nor None."""
    if given is not None and not isinstance(given, memory_format):
        raise TypeError(at_user_line(f"{function}: expects memory_format to be a memory format, got {given!r}"))


def lies_in(given: memory_format, sizes: Sequence[int], strides: Sequence[int]) -> bool:
    """Whether elements lie without gaps in an order that has the channels, dimension 1, last."""
    if given is preserve_format:
        rule = "expects memory_format to be an order, which preserve_format is not"
        raise ValueError(at_user_line(f"is_contiguous: {rule}"))
    rank = {channels_last: 4, channels_last_3d: 5}.get(given)
    if len(sizes) != rank:
        return False
    step = 1
    for d in (1, *range(rank - 1, 1, -1), 0):
        if sizes[d] != 1 and strides[d] != step:
            return False
        step *= sizes[d]
    return True
