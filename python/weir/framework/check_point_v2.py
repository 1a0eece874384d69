"""Objects that a rank tells all others, by OneFlow's path."""

from __future__ import annotations

import pickle
from typing import Any

from .. import _world
from .._errors import at_user_line

__all__ = ["broadcast_bytes"]


def broadcast_bytes(given: bytes | None, src: int) -> bytes:
    """The bytes of rank `src`, on all ranks, which call it."""
    if not isinstance(src, int) or not 0 <= src < _world.size:
        raise ValueError(at_user_line(f"cpu_broadcast: expects a rank below {_world.size}, got {src!r}"))
    return _world.broadcast(src, b"" if given is None else bytes(given), "broadcasting an object")


def _broadcast_py_object(obj: Any, src: int = 0) -> Any:
    """The object of rank `src`, which can be pickled, on all ranks."""
    return pickle.loads(broadcast_bytes(pickle.dumps(obj) if _world.rank == src else None, src))
