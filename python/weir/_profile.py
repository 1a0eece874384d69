"""A record of the instructions that ran."""

from __future__ import annotations

from contextlib import contextmanager
from typing import Iterator

from . import _core


@contextmanager
def profile(path: str, capacity: int = 65536) -> Iterator[None]:
    """Writes the last `capacity` instructions run inside the block to `path`, as a trace that ui.perfetto.dev opens."""
    _core.trace_enable(capacity)
    try:
        yield
        _core.trace_export(path)
    finally:
        _core.trace_enable(0)
