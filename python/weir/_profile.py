"""A record of the instructions that ran."""

from __future__ import annotations

from contextlib import contextmanager
from typing import Any, Iterator

from . import _core
from ._device import opened


@contextmanager
def profile(path: str, capacity: int = 65536, device: Any = "cpu") -> Iterator[None]:
    """Records what happens inside the block, and writes it to `path` as a trace that ui.perfetto.dev opens: the
    instructions that the device runs, with their ops, lines and modules of the graph, copies, what is submitted and
    waited for, a row for each thread, counters of memory and of tasks under way. Of each thread the last `capacity`
    events are kept. The block ends when the device is done."""
    name = str(opened(device, "profile"))
    _core.trace_enable(name, capacity)
    try:
        yield
        _core.synchronize(name)
        _core.trace_export(name, path)
    finally:
        _core.trace_enable(name, 0)
