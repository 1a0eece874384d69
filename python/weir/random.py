"""The default generator, in PyTorch's words: `weir.random`."""

from __future__ import annotations

from contextlib import contextmanager
from typing import Any, Iterator

from ._random import (
    Generator,
    default_generator,
    get_rng_state,
    initial_seed,
    manual_seed,
    seed,
    set_rng_state,
)

__all__ = [
    "Generator",
    "default_generator",
    "fork_rng",
    "get_rng_state",
    "initial_seed",
    "manual_seed",
    "seed",
    "set_rng_state",
]


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
