"""A record of the instructions that ran."""

from __future__ import annotations

from contextlib import contextmanager
from typing import Any, Iterator

from . import _core
from ._device import opened


@contextmanager
def profile(path: str, capacity: int = 65536, device: Any = "cpu") -> Iterator[None]:
    """Records the last `capacity` instructions that the device runs inside the block, and writes them to `path` as a
    trace that ui.perfetto.dev opens."""
    name = str(opened(device, "profile"))
    _core.trace_enable(name, capacity)
    try:
        yield
        _core.trace_export(name, path)
    finally:
        _core.trace_enable(name, 0)
