"""What the machine offers to run on."""

from __future__ import annotations

from typing import NamedTuple

from . import _runtime


class Device(NamedTuple):
    """A device, with its memory as of the call that made this."""

    name: str  # "cpu", "sim", "cuda", "cuda:1"
    model: str  # what its maker calls it
    bytes_in_use: int
    peak_bytes: int


def device(name: str = "cpu") -> Device:
    """Facts about a device: "cpu"; "cuda", "cuda:1", NVIDIA's GPUs; "sim", on which the processors run and check the
    kernels of GPUs. Raises, saying why, where there is none."""
    return Device(name, _runtime.device_model(name), _runtime.bytes_in_use(name), _runtime.peak_bytes(name))


def device_count(kind: str = "cuda") -> int:
    """How many devices of a kind there are."""
    try:
        count: int = _runtime.device_count(kind)
    except RuntimeError:
        return 0
    return count


def set_num_threads(threads: int) -> None:
    """How many threads run kernels on the CPU, one per core unless set; results don't depend on it."""
    if not isinstance(threads, int) or isinstance(threads, bool) or not 0 < threads < 2**31:
        raise ValueError(f"set_num_threads: expects a positive integer, got {threads!r}")
    _runtime.set_num_threads(threads)
