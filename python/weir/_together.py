"""Compiles a program once for all ranks: they compare what they have traced, and the first one compiles it."""

from __future__ import annotations

import hashlib
import itertools
import pickle
from typing import TYPE_CHECKING, Callable

from . import _world
from ._errors import CompileError

if TYPE_CHECKING:
    from ._placement import placement


def compiled(place: placement, text: str, options: tuple[object, ...], make: Callable[[], bytes]) -> bytes:
    """The artifact that `make` gives on the first rank, for devices of a placement, which can meet from then on. All
    ranks call it with one text and the same options. Raises CompileError, on all of them, where theirs differ, and as
    the first rank does."""
    _world.meet_on(str(place.device))
    if _world.size == 1:
        return make()
    _compare(repr(options) + "\n" + text)
    outcome: bytes | str = ""
    if _world.rank == 0:
        try:
            outcome = make()
        except CompileError as error:
            outcome = str(error)
    outcome = pickle.loads(_world.broadcast(0, pickle.dumps(outcome), "compiling a program", takes_long=True))
    if isinstance(outcome, str):
        raise CompileError(outcome)
    return outcome


def _compare(own: str) -> None:
    hashes = _world.gather(hashlib.sha256(own.encode()).digest(), "comparing programs")
    others = [rank for rank, each in enumerate(hashes) if each != hashes[0]]
    if not others:
        return
    texts = [_world.broadcast(root, own.encode(), "comparing programs").decode() for root in (0, others[0])]
    pairs = itertools.zip_longest(*(each.splitlines() for each in texts), fillvalue="")
    first, other = next(pair for pair in pairs if pair[0] != pair[1])
    ranks = ", ".join(map(str, others))
    raise CompileError(
        f"expects all ranks to have traced one program, got another on rank {ranks} than on rank 0; the first line "
        f"that differs there:\n  rank 0: {first.strip()}\n  rank {others[0]}: {other.strip()}"
    )
