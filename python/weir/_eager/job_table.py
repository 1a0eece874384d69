"""Which job a call runs.

A signature is a key, which says what the function computes, and dtype, shape and device of each tensor. Two calls of
one signature are one job, wherever they stand in a program. Calls that differ in sizes alone are a family: its jobs
are those of the pack, which are for any sizes, and where none of them fits those that are compiled, or found on disk:
the third one for any sizes in the places where they have differed."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any, Hashable, NamedTuple, Sequence

from .. import _core, _dtypes
from .._compiler import Compilation
from .._device import CPU
from .._errors import CompileError, at_user_line
from .._job_room import make_room
from .._number import Needed
from .._size_patterns import Opening, Served, Sizes, form_of
from ..backends.cuda import matmul
from .facts import Family, shown
from .jobs import Job
from .traced_jobs import matching, traced

if TYPE_CHECKING:
    from .calls import Call


class _Known(NamedTuple):
    """Of a family, what other processes call it, and its jobs with open sizes."""

    family: Family | None
    served: list[Served]
    is_packed: bool  # the first of these are the pack's


_jobs: dict[Hashable, Job] = {}
_sizes: dict[Hashable, Sizes] = {}  # by what calls have in common that differ in sizes, but not in which are equal
_known: dict[Hashable, _Known] = {}  # by what calls have in common that differ in any sizes
_COMPILING = threading.RLock()


def job_of(call: Call, metas: Sequence[Any]) -> Job:
    """The job of a signature. Raises ImportError where it has to be compiled and there is no compiler."""
    signature = _signature(call, metas)
    job = _jobs.get(signature)
    if job is None:
        with _COMPILING:
            job = _jobs.get(signature) or _serving(call, metas) or _made(call, metas)
            make_room(_jobs)
            _jobs[signature] = job
    return job


def is_packed(call: Call, metas: Sequence[Any]) -> bool:
    """Whether the pack has a job for a call."""
    with _COMPILING:
        return _family(call, metas).is_packed and _serving(call, metas) is not None


def jobs_so_far() -> list[tuple[Call, list[tuple[Any, tuple[int, ...]]]]]:
    """Of all signatures, dtype and shape of each tensor."""
    return [(job.call, [(dtype, shape) for dtype, shape, _ in metas]) for (_, metas), job in _jobs.items()]


def _kind(call: Call) -> tuple[Any, ...]:
    """What a call computes, with what programs have said of all calls."""
    return call.key, matmul.allow_tf32, _dtypes.default()


def _signature(call: Call, metas: Sequence[Any]) -> Hashable:
    return _kind(call), tuple((each.dtype, each.shape, each._device) for each in metas)


def _elsewhere() -> tuple[Any, Any]:
    """Where jobs are beyond this process: on disk, and in the pack."""
    from . import kept, packs  # bring modules that nothing else needs

    return kept, packs


def _family(call: Call, metas: Sequence[Any]) -> _Known:
    ranks = _kind(call), tuple((each.dtype, len(each.shape), each._device) for each in metas)
    known = _known.get(ranks)
    if known is None:
        family, served = Family.of(call, metas), []
        if family is not None:
            _, packs = _elsewhere()
            for facts, compilation in packs.jobs_of(family):
                served.append(Served(facts.pattern, facts.guards, Job(call, metas, facts, compilation)))
        make_room(_known)
        known = _known[ranks] = _Known(family, served, bool(served))
    return known


def _serving(call: Call, metas: Sequence[Any]) -> Job | None:
    """A job with open sizes that is there."""
    shapes = [each.shape for each in metas]
    return next((served.program for served in _family(call, metas).served if served.takes(shapes)), None)


def _made(call: Call, metas: Sequence[Any]) -> Job:
    places: dict[int, int] = {}
    forms = [(each.dtype, form_of(each.shape, places), each._device) for each in metas]
    name = _kind(call), tuple(forms)
    if name not in _sizes:
        make_room(_sizes)
        _sizes[name] = Sizes()
    try:
        return _made_for_any(call, metas, _sizes[name]) or _compiled(call, metas)
    except ImportError as error:
        rule = "expects a call that the pack has, as the compiler can't be loaded"
        raise ImportError(at_user_line(f"{call.name}: {rule}, got {shown(call.name, metas)} ({error})")) from error


def _made_for_any(call: Call, metas: Sequence[Any], sizes: Sizes) -> Job | None:
    """One for calls that differ in sizes, which is added to those that are known; None where sizes have to be."""
    shapes = [each.shape for each in metas]
    pattern = sizes.pattern(shapes)
    while pattern is not None:
        try:
            opening = Opening(pattern, sizes.know, sizes.know_all, lambda place: True)
            return _compiled(call, metas, matching(call, metas, metas[0]._device, opening))
        except Needed as needed:
            needed.source.make_constant()
        except CompileError:
            sizes.know_all()
        pattern = sizes.pattern(shapes)
    return None


def _compiled(call: Call, metas: Sequence[Any], opening: Opening | None = None) -> Job:
    """From disk, or compiled beside Python if all sizes are known."""
    known = _family(call, metas)
    kept, _ = _elsewhere()
    shapes = [each.shape for each in metas] if opening is None else opening.pattern.shapes
    found = known.family and kept.job_of(known.family, shapes, opening is not None)
    if found and opening and not Served(opening.pattern, found[0].guards, None).takes([each.shape for each in metas]):
        found = None
    if found:
        facts, compilation = found
    else:
        _core.count_compiled()
        device = metas[0]._device if metas else CPU
        text, facts = traced(call, metas, device, opening)
        compilation = Compilation(text, device.type, call.amp, matmul.allow_tf32)
    job = Job(call, metas, facts, compilation)
    if opening is not None:
        assert job.program is not None
        known.served.append(Served(opening.pattern, facts.guards, job))
    if known.family is not None and not found:
        kept.keep(known.family, shapes, facts, compilation.key)
    return job
