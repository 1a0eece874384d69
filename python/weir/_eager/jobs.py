"""Jobs: functions of tensors, traced and compiled once for each signature, which run from then on.

A signature is a key, which says what the function computes, and dtype, shape and device of each tensor. Two calls of
one signature are one job, wherever they stand in a program."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any, Callable, Hashable, NamedTuple, Sequence

import numpy as np

from .. import _core, _session
from .._compiler import artifact_of
from .._device import CPU
from .._errors import NOWHERE, Location, at_user_line
from .._tensor import Tensor
from .._tracing import Trace
from ..backends.cuda import matmul

if TYPE_CHECKING:
    from .._device import device as Device
    from .._dtypes import dtype as DType
    from .._spec import Op

_MOST_JOBS = 1 << 14
_JOB = "eager"

# Of traced tensors, traced tensors; None stands for what doesn't depend on them.
Function = Callable[..., Sequence[Any]]


class Meta:
    """What a job knows of a tensor before it runs; it stands for one whose elements nobody needs."""

    __slots__ = ("dtype", "shape", "_device")

    def __init__(self, tensor: Any):
        self.dtype: DType = tensor.dtype
        self.shape: tuple[int, ...] = tensor.shape
        self._device: Device = tensor._device


class _JobTrace(Trace):
    """A job serves calls in many places, so that it has no line of its own."""

    def __init__(self, device: Device):
        super().__init__(_JOB, _JOB, _unexpected, _unexpected, device)

    def where(self) -> Location:
        return NOWHERE

    def emit(self, op: Op, operands: Sequence[Any], attributes: Sequence[tuple[str, Any]]) -> list[Any]:
        try:
            return super().emit(op, operands, attributes)
        except ValueError as error:  # which says no line, as there is none
            raise ValueError(at_user_line(str(error))) from None


def _unexpected(*_: Any) -> Any:
    raise AssertionError("the operands of a job are its inputs")


class _Traced(NamedTuple):
    text: str
    results: list[Any]  # traced, or None
    reached_from: list[frozenset[int]]  # by result: numbers of the inputs that gradients flow to


class Job:
    """A function that is compiled for one signature."""

    def __init__(self, function: Function, metas: Sequence[Any]):
        self.function = function
        self.derived: dict[Any, Any] = {}  # what the tape makes of the function
        self.device = metas[0]._device if metas else CPU
        traced = self._trace(metas, set(range(len(metas))))
        artifact = self._load(traced.text)
        self.read = set(artifact.inputs_read(_JOB))  # numbers of the inputs whose elements it reads
        if len(self.read) < len(metas):
            traced = self._trace(metas, self.read)
            artifact = self._load(traced.text)
        self._inputs = sorted(self.read) if len(self.read) < len(metas) else None
        self.reached_from = traced.reached_from
        self._are_there = [result is not None for result in traced.results]
        made = [result for result in traced.results if result is not None]
        job = _core.Job(_session.session(str(self.device)), artifact, _JOB)
        self._call = _core.ProgramCall(job, Tensor, [(self.device, each.dtype, each.shape) for each in made])

    def run(self, tensors: Sequence[Any]) -> list[Any]:
        """The results, None in the places of those that don't depend on the tensors. Returns before they are there."""
        made = self._call.run(tensors if self._inputs is None else [tensors[n] for n in self._inputs], ())
        if all(self._are_there):
            return made  # type: ignore[no-any-return]
        results = iter(made)
        return [next(results) if is_there else None for is_there in self._are_there]

    def _trace(self, metas: Sequence[Any], read: set[int]) -> _Traced:
        trace = _JobTrace(self.device)
        with trace.recording():
            inputs = []
            for number, meta in enumerate(metas):
                if number in read:
                    inputs.append(trace.add_input(f"x{number}", meta))
                else:
                    inputs.append(trace.constant(np.zeros((), meta.dtype.numpy), tuple(meta.shape), meta.dtype))
            for each in inputs:
                if each.dtype.is_floating_point:
                    each.requires_grad = True
            results = list(self.function(*inputs))
            made = [result for result in results if result is not None]
            trace.end((f"y{number}", result) for number, result in enumerate(made))
        numbers = {id(each): number for number, each in enumerate(inputs)}
        reached = [frozenset(numbers[id(leaf)] for leaf in trace.leaves_of(result)) for result in made]
        return _Traced(trace.finish(), results, reached)

    def _load(self, text: str) -> Any:
        artifact = artifact_of(text, self.device.type, amp=False, allow_tf32=matmul.allow_tf32)
        return _core.Artifact.from_bytes(artifact, str(self.device))


_jobs: dict[Hashable, Job] = {}
_COMPILING = threading.RLock()


def job_of(key: Hashable, function: Function, metas: Sequence[Any]) -> Job:
    """The job of a signature. `function` is what the key stands for."""
    signature = (key, matmul.allow_tf32, *[(each.dtype, each.shape, each._device) for each in metas])
    job = _jobs.get(signature)
    if job is None:
        with _COMPILING:
            job = _jobs.get(signature) or Job(function, metas)
            while len(_jobs) >= _MOST_JOBS:
                del _jobs[next(iter(_jobs))]
            _jobs[signature] = job
    return job
