"""How many compiled jobs are kept."""

from __future__ import annotations

from typing import Any

_MOST_JOBS = 1 << 14


def make_room(table: dict[Any, Any]) -> None:
    """Keeps a table below the number of jobs that are kept."""
    while len(table) >= _MOST_JOBS:
        del table[next(iter(table))]
