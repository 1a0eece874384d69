"""Jobs: functions of tensors, traced and compiled once for each signature, which run from then on.

A signature is a key, which says what the function computes, and dtype, shape and device of each tensor. Two calls of
one signature are one job, wherever they stand in a program. Calls that differ in sizes alone are a family: the third
one is compiled for any sizes in the places where they have differed."""

from __future__ import annotations

import threading
from functools import cache
from typing import TYPE_CHECKING, Any, Callable, Hashable, NamedTuple, Sequence

from .. import _core, _session
from .._compiler import Compilation
from .._device import CPU
from .._errors import NOWHERE, CompileError, Location, Place, at_user_line
from .._tensor import Size, Tensor
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
    _requires_grad, _view = False, None

    def __init__(self, tensor: Any, shape: tuple[int, ...] | None = None):
        self.dtype: DType = tensor.dtype
        self.shape: tuple[int, ...] = tensor.shape if shape is None else shape
        self._device: Device = tensor._device


class _JobTrace(Trace):
    """A job serves calls in many places, so that it has no line of its own."""

    def __init__(self, device: Device):
        super().__init__(_JOB, _JOB, _unexpected, _unexpected, device)

    def forget(self, sizes: Sequence[int]) -> None:
        """Lets the job, which has ended, have any sizes where it has these."""
        self._builder.forget_sizes(_JOB, list(sizes))

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


class Call(NamedTuple):
    """What jobs compute: a function, the key that stands for it, and its name for people."""

    key: Any
    name: str
    function: Any  # Function
    amp: bool = False  # products are computed in bfloat16, which the key says, too
    reads_sizes: bool = False  # it computes with sizes as numbers, so that each has a job of its own


class Job:
    """A function that is compiled for one signature, or for any sizes in place of those of `unknown`, which stand for
    them in the shapes of the metas. It is compiled beside Python: `results` are known at once, dtype and shape of each,
    or None of what doesn't depend on the tensors."""

    def __init__(self, call: Call, metas: Sequence[Any], unknown: Sequence[int] = ()):
        _core.count_compiled()
        self.call = call
        self.count = len(metas)  # of its operands
        self.derived: dict[Any, Any] = {}  # gradients with respect to operands, by their numbers
        self.device = metas[0]._device if metas else CPU
        self.has_open_sizes = bool(unknown)  # of results: a run says them
        self._unknown = unknown
        traced = self._trace(metas)
        self.reached_from = traced.reached_from
        self.results = [None if each is None else (each.dtype, each.shape) for each in traced.results]
        self.are_there = [each is not None for each in self.results]
        # Of floats, jobs look at no data that may be bad.
        self._may_fail = not all(each.dtype.is_floating_point for each in metas)
        self._compilation: Compilation | None = Compilation(
            traced.text, self.device.type, call.amp, matmul.allow_tf32
        )
        self._completing = threading.Lock()
        self._program: Any = None
        self._read: set[int] = set()

    @property
    def is_ready(self) -> bool:
        """Whether `program` and `read` wait for nothing."""
        compilation = self._compilation  # another thread may complete it
        return compilation is None or compilation.is_done

    @property
    def program(self) -> Any:
        """What runs it, a _core.ProgramCall."""
        if self._program is None:
            self._complete()
        return self._program

    def _complete(self) -> None:
        with self._completing:
            if self._program is not None:
                return
            assert self._compilation is not None
            artifact = _core.Artifact.from_bytes(self._compilation.result(), str(self.device))
            self._read = set(artifact.inputs_read(_JOB))
            job = _core.Job(_session.session(str(self.device)), artifact, _JOB)
            made = [meta for meta in self.results if meta is not None]
            results = [(self.device, dtype, Size if self.has_open_sizes else shape) for dtype, shape in made]
            self._program = _core.ProgramCall(job, Tensor, results, self._may_fail, not self._may_fail)
            self._compilation = None  # which has the artifact's bytes

    @property
    def read(self) -> set[int]:
        """Numbers of the operands whose elements it reads."""
        assert self.program is not None
        return self._read

    def run(self, tensors: Sequence[Any]) -> list[Any]:
        """The results, None in the places of those that don't depend on the tensors. Returns before they are there."""
        program = self.program
        given = [each if number in self._read else of_size(each) for number, each in enumerate(tensors)]
        results = iter(program.run_beside(given))
        return [next(results) if is_there else None for is_there in self.are_there]

    def run_at(self, storages: Sequence[Any], place: Place | None) -> list[Any]:
        """The storages of the results that there are, for storages, at a line that the user has been at."""
        return self.program.run_for(storages, place)  # type: ignore[no-any-return]

    def _trace(self, metas: Sequence[Any]) -> _Traced:
        trace = _JobTrace(self.device)
        with trace.recording():
            inputs = [trace.add_input(f"x{number}", meta) for number, meta in enumerate(metas)]
            for each in inputs:
                if each.dtype.is_floating_point:
                    each.requires_grad = True
            results = list(self.call.function(*inputs))
            made = [result for result in results if result is not None]
            trace.end((f"y{number}", result) for number, result in enumerate(made))
        if self._unknown:
            trace.forget(self._unknown)
        numbers = {id(each): number for number, each in enumerate(inputs)}
        reached = [frozenset(numbers[id(leaf)] for leaf in trace.leaves_of(result)) for result in made]
        return _Traced(trace.finish(), results, reached)


@cache
def _element(dtype: DType, device: Device) -> Any:
    return _core.Storage.empty(dtype.index, (), str(device))


def of_size(meta: Any) -> Any:
    """A tensor of which nobody reads an element: all are one."""
    sizes = tuple(meta.shape)
    storage = _element(meta.dtype, meta._device).view(sizes, (0,) * len(sizes), 0)
    return _core.make_tensor(Tensor, storage, meta._device, meta.dtype, meta.shape)


# What stands for unknown sizes. No sum or difference of some is a size that programs have, and four multiply to less
# than 2^60.
_STAND_INS = (16381, 21383, 26387, 31391, 36389, 41387, 46381, 51383)


class _General:
    """A job for any sizes, and the shapes that it takes: in the places of unknown sizes what stands for them."""

    def __init__(self, job: Job, metas: Sequence[Any]):
        self.job = job
        self._shapes = [each.shape for each in metas]

    def takes(self, metas: Sequence[Any]) -> bool:
        """Whether these differ in unknown sizes alone. Those are not 0 or 1, which ops may treat otherwise."""
        found: dict[int, int] = {}
        for shape, each in zip(self._shapes, metas):
            for known, size in zip(shape, each.shape):
                if known not in _STAND_INS:
                    if known != size:
                        return False
                elif size < 2 or found.setdefault(known, size) != size:
                    return False
        return True


class _Family:
    """Calls that differ in sizes alone, each by those that are not 0 or 1, in order of appearance."""

    def __init__(self) -> None:
        self._seen: list[tuple[int, ...]] = []
        self._is_fixed = False  # a job for any sizes can't be made

    def job(self, call: Call, metas: Sequence[Any], sizes: tuple[int, ...], known: list[_General]) -> Job:
        """A job for these sizes; one for any sizes is added to those that are known."""
        if len(self._seen) >= _SEEN_APART and not self._is_fixed and not call.reads_sizes:
            general = self._generalized(call, metas, sizes)
            if general is not None:
                known.append(general)
                return general.job
            self._is_fixed = True
        self._seen.append(sizes)
        return Job(call, metas)

    def _generalized(self, call: Call, metas: Sequence[Any], sizes: tuple[int, ...]) -> _General | None:
        """For any sizes where calls have differed; None where the function needs to know them."""
        varied = [place for place, size in enumerate(sizes) if any(seen[place] != size for seen in self._seen)]
        if not 0 < len(varied) <= len(_STAND_INS) or not set(_STAND_INS).isdisjoint(sizes):
            return None
        standing = {sizes[place]: number for place, number in zip(varied, _STAND_INS)}
        stand_ins = [Meta(each, tuple(standing.get(size, size) for size in each.shape)) for each in metas]
        try:
            job = Job(call, stand_ins, tuple(standing.values()))
            assert job.program is not None
            return _General(job, stand_ins)
        except (ValueError, CompileError):
            return None


_SEEN_APART = 2  # calls that are compiled for their sizes
_jobs: dict[Hashable, Job] = {}
_families: dict[Hashable, _Family] = {}
_generals: dict[Hashable, list[_General]] = {}  # by what calls have in common that differ in any sizes
_COMPILING = threading.RLock()


def make_room(table: dict[Any, Any]) -> None:
    """Keeps a table below the number of jobs that are kept."""
    while len(table) >= _MOST_JOBS:
        del table[next(iter(table))]


def job_of(call: Call, metas: Sequence[Any]) -> Job:
    """The job of a signature."""
    signature = (call.key, matmul.allow_tf32, *[(each.dtype, each.shape, each._device) for each in metas])
    job = _jobs.get(signature)
    if job is None:
        with _COMPILING:
            job = _jobs.get(signature) or _compiled(call, metas)
            make_room(_jobs)
            _jobs[signature] = job
    return job


def _compiled(call: Call, metas: Sequence[Any]) -> Job:
    ranks = (call.key, matmul.allow_tf32, *[(each.dtype, len(each.shape), each._device) for each in metas])
    known = _generals.get(ranks)
    for general in known or ():
        if general.takes(metas):
            return general.job
    places: dict[int, int] = {}  # of sizes, in order of appearance
    forms = []
    for each in metas:
        form = tuple(size if size < 2 else 2 + places.setdefault(size, len(places)) for size in each.shape)
        forms.append((each.dtype, form, each._device))
    name = (call.key, matmul.allow_tf32, *forms)
    family = _families.get(name)
    if family is None:
        make_room(_families)
        family = _families[name] = _Family()
    if known is None:
        make_room(_generals)
        known = _generals[ranks] = []
    return family.job(call, metas, tuple(places), known)
