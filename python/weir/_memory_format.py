"""PyTorch's words for the order of a tensor's elements in memory. It must not know tensors."""

from __future__ import annotations

import enum
from typing import Any

from ._errors import at_user_line

__all__ = [
    "channels_last",
    "channels_last_3d",
    "contiguous_format",
    "layout",
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
contiguous_format = memory_format.contiguous_format
preserve_format = memory_format.preserve_format
channels_last = memory_format.channels_last
channels_last_3d = memory_format.channels_last_3d


def check_memory_format(given: Any, function: str) -> None:
    """Raises TypeError for what is neither a memory format nor None, and ValueError where the answer to `is_contiguous`
    would depend on it."""
    if given is None or given is contiguous_format:
        return
    if not isinstance(given, memory_format):
        raise TypeError(at_user_line(f"{function}: expects memory_format to be a memory format, got {given!r}"))
    if function == "is_contiguous":
        rule = "expects memory_format=weir.contiguous_format, as elements lie in row-major order"
        raise ValueError(at_user_line(f"is_contiguous: {rule}; got {given!r}"))
