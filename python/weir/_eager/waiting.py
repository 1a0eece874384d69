"""Calls of jobs that are still being compiled, and of what waits for their results, in their order.

Their results are tensors at once, whose memory stands open. Who asks for memory, or writes some, completes what waits
first: so nothing that waits sees what is written later."""

from __future__ import annotations

import os
import threading
from collections import deque
from typing import Any, NamedTuple, Sequence

from .. import _core
from .._errors import Place, user_place
from .._tensor import Tensor
from .jobs import Job, of_size

_MOST = 1000  # calls that wait
_IS_SYNC = os.environ.get("WEIR_SYNC", "0") not in ("", "0")


class _Waiting(NamedTuple):
    job: Job
    operands: Sequence[Any]  # storages, or what stands in their places, as they were at the call
    tensors: Sequence[Any]  # which say sizes
    results: Sequence[Any]  # what stands in the places of their storages
    place: Place | None


_queue: deque[_Waiting] = deque()
_turn = threading.RLock()  # of who runs what waits
_running: list[int] = []  # the thread that does


def run(job: Job, tensors: Sequence[Any]) -> list[Any]:
    """The results of a job, None in the places of those that don't depend on the tensors. They may wait."""
    _advance()
    if job.is_ready and not any(map(_core.is_waiting, tensors)):
        return job.run(tensors)
    if _IS_SYNC or job.has_open_sizes or any(map(_core.is_exposed, tensors)):
        complete()
        return job.run(tensors)
    return _later(job, tensors)


def later(job: Job, tensors: Sequence[Any]) -> list[Any]:
    """The same without those that don't."""
    return [each for each in run(job, tensors) if each is not None]


def _later(job: Job, tensors: Sequence[Any]) -> list[Any]:
    _core.count_op()
    made = []
    results = []
    for meta in job.results:
        if meta is None:
            made.append(None)
            continue
        dtype, shape = meta
        results.append(_core.Pending.of(shape))
        made.append(_core.make_tensor(Tensor, results[-1], job.device, dtype, shape))
    operands = [_core.memory_of(each) for each in tensors]
    _queue.append(_Waiting(job, operands, tensors, results, user_place()))
    _core.set_waiting(True)
    if len(_queue) > _MOST:
        complete()
    return made


def _advance() -> None:
    """Runs what need not wait any more."""
    while _queue and _queue[0].job.is_ready and threading.get_ident() not in _running:
        _run_first(_queue[0])


def complete() -> None:
    """Runs all that waits. What fails there is raised by who asks for its results."""
    while _queue and threading.get_ident() not in _running:
        _run_first(_queue[0])


def _run_first(first: _Waiting) -> None:
    """Unless another thread has done so meanwhile. Ctrl-C leaves it where it is."""
    with _turn:
        if not _queue or _queue[0] is not first:
            return
        _running.append(threading.get_ident())
        try:
            made = first.job.run_at(_arrived(first), first.place)
        except Exception as error:
            for result in first.results:
                result.fail(error)
        else:
            for result, storage in zip(first.results, made):
                result.arrive(storage)
        finally:
            _running.clear()
        _queue.popleft()
        if not _queue:
            _core.set_waiting(False)


def _arrived(first: _Waiting) -> list[Any]:
    """The operands' storages. Raises what has failed on the way to one of them."""
    found = []
    for number, operand in enumerate(first.operands):
        if number not in first.job.read:
            operand = of_size(first.tensors[number])._storage
        found.append(operand if isinstance(operand, _core.Storage) else _core.arrived(operand))
    return found
