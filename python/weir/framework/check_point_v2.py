"""Objects that a rank tells all others, by OneFlow's path."""

from __future__ import annotations

import pickle
from typing import Any

from .. import _world

__all__ = ["broadcast_bytes"]


def broadcast_bytes(given: bytes | None, src: int) -> bytes:
    """The bytes of rank `src`, on all ranks, which call it."""
    return _world.broadcast(src, bytes(given or b""), "broadcasting an object")


def _broadcast_py_object(obj: Any, src: int = 0) -> Any:
    """The object of rank `src`, which can be pickled, on all ranks."""
    return pickle.loads(broadcast_bytes(pickle.dumps(obj) if _world.rank == src else None, src))
