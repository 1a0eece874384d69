"""Which rank of a world this process is. `python -m weir.distributed.launch` says so in the environment; a process that
was started in another way is alone."""

from __future__ import annotations

import os
from typing import Any

from . import _core
from ._errors import WeirError, at_user_line

WORLD, RANK, LOCAL_RANK, WORLD_SIZE = "WEIR_WORLD", "RANK", "LOCAL_RANK", "WORLD_SIZE"


def _number(name: str) -> int:
    text = os.environ.get(name, "")
    if not text.isascii() or not text.isdigit():
        raise WeirError(f"expects {name} to be a number where {WORLD} is set, got {text!r}")
    return int(text)


_name = os.environ.get(WORLD, "")
size, rank, local_rank = (_number(WORLD_SIZE), _number(RANK), _number(LOCAL_RANK)) if _name else (1, 0, 0)
CONTROL = ".control"  # behind the world's name: that of the one in which processes talk, beside what devices send
_WHILE_COMPILING = 600.0  # seconds that ranks wait for the one that compiles
_control: Any = None
if _name:
    _core.join("cpu", _name, rank)
    _control = _core.Rank(_name + CONTROL, rank)


def _patience() -> float:
    """Seconds that a rank waits for others; the runtime takes them from there, too."""
    try:
        return float(os.environ.get("WEIR_TIMEOUT", "")) or 60
    except ValueError:
        return 60


def broadcast(root: int, given: bytes, what: str, compiles: bool = False) -> bytes:
    """The bytes of rank `root`, which may have to compile before. All ranks call it."""
    if size == 1:
        return given
    found: bytes = _control.broadcast(root, given, what, _WHILE_COMPILING if compiles else _patience())
    return found


def gather(given: bytes, what: str) -> list[bytes]:
    """The bytes of all ranks, by rank. All of them call it."""
    return [broadcast(root, given, what) for root in range(size)]


def require_several(what: str) -> None:
    """Raises RuntimeError where this process is alone."""
    if size == 1:
        rule = "expects several ranks, got one; start the program by `python -m weir.distributed.launch`"
        raise RuntimeError(at_user_line(f"{what}: {rule}"))
