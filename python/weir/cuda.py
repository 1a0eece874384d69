"""NVIDIA GPUs: whether they are there, and what they are."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from . import _core, _random
from ._device import device as Device, opened, set_current_gpu
from ._errors import WeirError, at_user_line

if TYPE_CHECKING:
    from ._tensor import Tensor

__all__ = [
    "current_device",
    "device_count",
    "empty_cache",
    "get_device_name",
    "get_rng_state",
    "is_available",
    "is_bf16_supported",
    "manual_seed",
    "manual_seed_all",
    "max_memory_allocated",
    "max_memory_reserved",
    "memory_allocated",
    "memory_reserved",
    "reset_peak_memory_stats",
    "set_device",
    "set_rng_state",
    "synchronize",
]


def device_count() -> int:
    """The number of GPUs; 0 where there is no driver."""
    try:
        count: int = _core.device_count("cuda")
    except WeirError:
        return 0
    return count


def is_available() -> bool:
    """Whether there is a GPU and a driver for it."""
    return device_count() > 0


def is_bf16_supported(including_emulation: bool = True) -> bool:
    """Whether there is a GPU: all compute in bfloat16."""
    return is_available()


def current_device() -> int:
    """The number of the GPU that "cuda" means: what `set_device` has said; before, of a rank its number on its host
    (modulo the number of GPUs), else 0."""
    return opened("cuda", "current_device").index or 0


def set_device(device: Any) -> None:
    """Says which GPU "cuda" means from now on, by its number or its name. Nothing happens where a number is below 0."""
    if isinstance(device, int) and not isinstance(device, bool):
        if device < 0:
            return
        device = f"cuda:{device}"
    found = opened(device, "set_device")
    if found.type != "cuda":
        raise ValueError(at_user_line(f"set_device: expects a cuda device, got {found}"))
    set_current_gpu(found.index or 0)


def _name(given: Any, function: str) -> str:
    found = opened("cuda" if given is None else given, function)
    if found.type != "cuda":
        raise ValueError(at_user_line(f"{function}: expects a cuda device, got {found}"))
    return str(found)


def get_device_name(device: Any = None) -> str:
    """The model of a GPU, as its driver calls it."""
    name: str = _core.device_model(_name(device, "get_device_name"))
    return name


def synchronize(device: Any = None) -> None:
    """Waits for every run that was launched on a GPU; raises the first failure that nobody has been told of."""
    _core.synchronize(_name(device, "synchronize"))


def manual_seed(seed: int) -> None:
    """Seeds the draws of all devices, which come from one sequence: the same as `weir.manual_seed`."""
    _random.manual_seed(seed)


def get_rng_state(device: Any = None) -> Tensor:
    """The state of the one generator of all devices: the same as `weir.get_rng_state`."""
    return _random.get_rng_state()


def set_rng_state(new_state: Tensor, device: Any = None) -> None:
    """Sets the state of the one generator of all devices: the same as `weir.set_rng_state`."""
    _random.set_rng_state(new_state)


manual_seed_all = manual_seed


# What memory is taken: none where there is no GPU, so that programs may report it anywhere.


def empty_cache() -> None:
    """Returns cached memory that no tensor uses to the driver."""
    for number in range(device_count()):
        _core.trim(_name(number, "empty_cache"))


def memory_allocated(device: Any = None) -> int:
    """Bytes that tensors, variables and arenas take on a GPU now; 0 where there is no GPU."""
    count: int = _core.bytes_in_use(_name(device, "memory_allocated")) if is_available() else 0
    return count


def max_memory_allocated(device: Any = None) -> int:
    """The most bytes that tensors, variables and arenas have taken on a GPU since the start or
    `reset_peak_memory_stats`; 0 where there is no GPU."""
    count: int = _core.peak_bytes(_name(device, "max_memory_allocated")) if is_available() else 0
    return count


def memory_reserved(device: Any = None) -> int:
    """The same as `memory_allocated`: memory that is cached for later tensors is not counted."""
    return memory_allocated(device)


def max_memory_reserved(device: Any = None) -> int:
    """The same as `max_memory_allocated`: memory that is cached for later tensors is not counted."""
    return max_memory_allocated(device)


def reset_peak_memory_stats(device: Any = None) -> None:
    """Lets `max_memory_allocated` start again from what is allocated now."""
    if is_available():
        _core.reset_peak(_name(device, "reset_peak_memory_stats"))
