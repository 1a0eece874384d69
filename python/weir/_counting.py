"""Numbers that follow from their positions. The host counts outside of traces, as a job for each count would cost
more."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import _core, _dtypes, _executor
from ._dispatch import dispatch
from ._tensor_base import stored

if TYPE_CHECKING:
    from ._tensor import Tensor


def stepped(count: int, start: int | float, step: int | float, dtype: _dtypes.dtype) -> Tensor:
    """So many numbers on the CPU, computed as integers or float64."""
    storage = _core.Storage.empty(dtype.index, (count,))
    _core.fill_range(storage, start, step)
    return stored(storage)


def counted(count: int) -> Tensor:
    """0, 1, ... as int64; inside `build` they take no memory."""
    if _executor.current() is None:
        return stepped(count, 0, 1, _dtypes.int64)
    return dispatch("iota", (), shape=(count,), dtype=_dtypes.int64)  # type: ignore[no-any-return]
