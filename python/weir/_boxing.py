"""Changes how, and which, ranks hold a value, by compiled jobs: each kind of change is compiled once."""

from __future__ import annotations

from functools import partial
from typing import Any, NamedTuple

from . import _compiler, _core, _extension, _session, _together, _world
from ._errors import NOWHERE
from ._job_room import make_room
from ._parts import nothing_of
from ._placement import placement
from ._tensor import Tensor
from .sbp import sbp

_jobs: dict[_Change, Any] = {}


class _Change(NamedTuple):
    dtype: int
    whole: tuple[int, ...]
    place: placement
    before: tuple[sbp, ...]
    there: placement  # the same, or where the value is moved
    after: tuple[sbp, ...]


def _made(change: _Change) -> Any:
    """The job; None on a rank that has nothing to do with it."""
    job = f"{_shown(change.before)} to {_shown(change.after)}"  # ranks that are at different ones tell
    builder = _extension.mlir().TraceBuilder("boxing")
    builder.begin_job(job, 1, NOWHERE)
    value = builder.add_input("x", change.dtype, change.whole, False, NOWHERE)
    before, after = ([each.held for each in axes] for axes in (change.before, change.after))
    if change.there != change.place:
        value = builder.move(value, [*change.there.mesh], [*change.there.order], after, NOWHERE)
    builder.end_job([value], ["y"], NOWHERE)
    held = [after] if change.there == change.place else []
    builder.hold(job, [*change.place.mesh], [*change.place.order], [before], held, NOWHERE)
    text, options, device = builder.finish(), (change.place.type, False, False), str(change.place.device)
    artifact = _together.compiled(change.place, text, options, partial(_compiler.artifact_of, text, *options))
    if not (change.place.is_here or change.there.is_here):
        return None
    return _core.Job(_session.session(device), _core.Artifact.from_bytes(artifact, device), job)


def _shown(axes: tuple[sbp, ...]) -> str:
    return ", ".join(map(repr, axes))


def changed(
    local: Tensor, whole: tuple[int, ...], place: placement, before: tuple[sbp, ...], after: tuple[sbp, ...]
) -> Tensor:
    """What this rank holds of a value of these sizes, of which it has `local`. All ranks call it."""
    return moved(local, whole, place, before, place, after)


def moved(
    local: Tensor,
    whole: tuple[int, ...],
    place: placement,
    before: tuple[sbp, ...],
    there: placement,
    after: tuple[sbp, ...],
) -> Tensor:
    """The same where the value comes to ranks of another placement, perhaps on devices of another type."""
    if place.type != there.type:
        return moved(local, whole, place, before, there.on(place.type), after).to(there.device)
    if _world.size == 1 or (place, before) == (there, after):
        return local
    if place != there and not whole:  # ranks can't have no rows of a scalar
        given = local.reshape(1) if place.is_here else local.new_zeros(0)
        one = moved(given, (1,), place, before, there, after)
        return one.reshape(()) if there.is_here else one.new_zeros(())
    change = _Change(local.dtype.index, whole, place, before, there, after)
    if change not in _jobs:
        make_room(_jobs)  # ranks make the same changes, so they forget the same
        _jobs[change] = _made(change)
    if (job := _jobs[change]) is None:
        return nothing_of(whole, there, after, local.dtype)
    (result,) = job.launch([local.contiguous()._storage])
    return Tensor(result)
