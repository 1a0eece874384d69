"""Jobs on disk: by what is noted of them a second process traces nothing, and loads no compiler."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, Sequence

from .. import _cache
from ..backends.cuda import matmul
from .facts import Facts

if TYPE_CHECKING:
    from .facts import Family


class Loaded(NamedTuple):
    """A compilation that is done."""

    artifact: bytes

    @property
    def is_done(self) -> bool:
        return True

    def result(self) -> bytes:
        return self.artifact


def job_of(family: Family, shapes: Sequence[Any], is_open: bool) -> tuple[Facts, Loaded] | None:
    """The job that was compiled for these shapes, in which sizes may stand that are open."""
    entry = _cache.note(_name(family, shapes, is_open))
    artifact = None if entry is None else _cache.load(entry["program"])
    return None if artifact is None else (Facts.of_data(entry["facts"]), Loaded(artifact))


def keep(family: Family, shapes: Sequence[Any], facts: Facts, program: str) -> None:
    """Notes the same, if that can be. `program` is the name of its artifact in the cache."""
    made = facts.data()
    if made is not None:
        _cache.store_note(_name(family, shapes, facts.pattern is not None), {"facts": made, "program": program})


def _name(family: Family, shapes: Sequence[Any], is_open: bool) -> str:
    return _cache.digest(family, matmul.allow_tf32, [tuple(shape) for shape in shapes], is_open)
