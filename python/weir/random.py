"""The default generator, in PyTorch's words: `weir.random`."""

from __future__ import annotations

from contextlib import contextmanager
from typing import Any, Iterator

from . import _random
from ._random import *

__all__ = ["fork_rng", *_random.__all__]


@contextmanager
def fork_rng(devices: Any = None, enabled: bool = True, device_type: str | None = None) -> Iterator[None]:
    """Lets the default generator go on behind the block as if nothing was drawn or seeded inside. All devices draw from
    it, so that `devices` and `device_type` change nothing; without `enabled` the block is like any other."""
    if not enabled:
        yield
        return
    state = get_rng_state()
    try:
        yield
    finally:
        set_rng_state(state)
