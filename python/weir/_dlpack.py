"""Memory that other libraries have, too, in PyTorch's words of torch.utils.dlpack."""

from __future__ import annotations

from typing import Any

from ._tensor import from_dlpack

__all__ = ["from_dlpack", "to_dlpack"]


def to_dlpack(tensor: Any) -> Any:
    """The capsule that another library makes an array of, once, over the tensor's memory."""
    return tensor.__dlpack__()
