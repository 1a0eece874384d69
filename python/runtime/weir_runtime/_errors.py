"""What loading and running raise, beside ValueError, TypeError and OSError."""

from __future__ import annotations


class WeirError(RuntimeError):
    """The artifact or a run failed. `op`, `file` and `line` say which line of the model that is, if known."""

    __module__ = "weir_runtime"
    op: str = ""
    file: str = ""
    line: int = 0


class OutOfMemory(WeirError, MemoryError):
    """The device's memory limit does not hold what a run needs."""

    __module__ = "weir_runtime"
