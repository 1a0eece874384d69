"""The CPU as a kind of device, in PyTorch's words."""

from __future__ import annotations

from typing import Any

from . import _session

__all__ = ["current_device", "device_count", "is_available", "synchronize"]


def is_available() -> bool:
    """True: there is always one."""
    return True


def device_count() -> int:
    """1, however many cores it has."""
    return 1


def current_device() -> str:
    """The name of the only one."""
    return "cpu"


def synchronize(device: Any = None) -> None:
    """Waits for what has been started."""
    _session.synchronize()
