"""Settings of a library that nothing here uses: programs may write them, and nothing depends on them. Convolutions are
kernels of this compiler, chosen without being tried, and give the same bits in each run."""

from __future__ import annotations

__all__ = ["allow_tf32", "benchmark", "deterministic", "enabled", "is_available", "version"]

benchmark = False
deterministic = True
enabled = True
allow_tf32 = True


def is_available() -> bool:
    """False: the library is not used."""
    return False


def version() -> int | None:
    """None: the library is not used."""
    return None
