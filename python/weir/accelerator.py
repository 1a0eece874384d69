"""The kind of device beside the CPU that there is, in the words of PyTorch's torch.accelerator: a GPU of NVIDIA's."""

from __future__ import annotations

from . import cuda
from ._device import device

__all__ = ["current_accelerator", "device_count", "is_available", "synchronize"]


def is_available() -> bool:
    """Whether there is one."""
    return cuda.is_available()


def device_count() -> int:
    """How many there are."""
    return cuda.device_count()


def current_accelerator(check_available: bool = False) -> device | None:
    """The device "cuda" where there is one, else None."""
    return device("cuda") if cuda.is_available() else None


def synchronize() -> None:
    """Waits for what GPUs have to do."""
    if cuda.is_available():
        cuda.synchronize()
