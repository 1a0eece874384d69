"""NVIDIA GPUs: whether they are there, and what they are. A run has ended when its graph returns."""

from __future__ import annotations

from typing import Any

from . import _core, _random
from ._device import device, opened
from ._errors import WeirError, at_user_line

__all__ = [
    "current_device",
    "device_count",
    "empty_cache",
    "get_device_name",
    "is_available",
    "manual_seed",
    "manual_seed_all",
    "max_memory_allocated",
    "memory_allocated",
    "reset_peak_memory_stats",
    "synchronize",
]


def device_count() -> int:
    """0 where there is no driver."""
    try:
        count: int = _core.device_count("cuda")
    except WeirError:
        return 0
    return count


def is_available() -> bool:
    return device_count() > 0


def current_device() -> int:
    """The number that "cuda" means."""
    return opened("cuda", "current_device").index


def _name(given: Any, function: str) -> str:
    found = opened("cuda" if given is None else given, function)
    if found.type != "cuda":
        raise ValueError(at_user_line(f"{function}: expects a cuda device, got {found}"))
    return str(found)


def get_device_name(device: Any = None) -> str:
    name: str = _core.device_model(_name(device, "get_device_name"))
    return name


def synchronize(device: Any = None) -> None:
    """Waits for nothing, as nothing is pending between calls; fails where there is no such device."""
    _name(device, "synchronize")


def manual_seed(seed: int) -> None:
    """Draws of all devices come from one sequence: the same as `weir.manual_seed`."""
    _random.manual_seed(seed)


manual_seed_all = manual_seed


def empty_cache() -> None:
    """Gives memory that nobody uses back to the driver."""
    for number in range(device_count()):
        _core.trim(_name(number, "empty_cache"))


def memory_allocated(device: Any = None) -> int:
    """Bytes of tensors, variables and arenas."""
    count: int = _core.bytes_in_use(_name(device, "memory_allocated"))
    return count


def max_memory_allocated(device: Any = None) -> int:
    count: int = _core.peak_bytes(_name(device, "max_memory_allocated"))
    return count


def reset_peak_memory_stats(device: Any = None) -> None:
    _core.reset_peak(_name(device, "reset_peak_memory_stats"))
