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
from .._number import Needed
from .._open_sizes import Guard
from .._size_patterns import Opening, Served, Sizes, form_of
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

    def where(self) -> Location:
        return NOWHERE

    def donate_inputs(self) -> None:
        """Lets methods that write to a tensor be computed in its place."""
        self._builder.donate_inputs(NOWHERE)

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
    guards: list[Guard]


class Call(NamedTuple):
    """What jobs compute: a function, the key that stands for it, and its name for people."""

    key: Any
    name: str
    function: Any  # Function
    amp: bool = False  # products are computed in bfloat16, which the key says, too


class Job:
    """A function that is compiled for one signature, or for any sizes in the places that `opening` says. It is compiled
    beside Python: `results` are known at once, dtype and shape of each, or None of what doesn't depend on the
    tensors."""

    def __init__(self, call: Call, metas: Sequence[Any], opening: Opening | None = None):
        _core.count_compiled()
        self.call = call
        self.count = len(metas)  # of its operands
        self.derived: dict[Any, Any] = {}  # gradients with respect to operands, by their numbers
        self.device = metas[0]._device if metas else CPU
        self.has_open_sizes = opening is not None  # of results: a run says them
        traced = self._trace(metas, opening)
        self.reached_from, self.guards = traced.reached_from, traced.guards
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

    def _trace(self, metas: Sequence[Any], opening: Opening | None) -> _Traced:
        trace = _JobTrace(self.device)
        shapes = [meta.shape for meta in metas]
        names = [f"x{number}" for number in range(len(metas))]
        if opening is not None:
            shapes = opening.open(trace.sizes, shapes, names)
        with trace.recording():
            inputs = [trace.add_input(*each) for each in zip(names, metas, shapes)]
            for each in inputs:
                if each.dtype.is_floating_point:
                    each.requires_grad = True
            results = list(self.call.function(*inputs))
            made = [result for result in results if result is not None]
            trace.donate_inputs()
            trace.end((f"y{number}", result) for number, result in enumerate(made))
        numbers = {id(each): number for number, each in enumerate(inputs)}
        reached = [frozenset(numbers[id(leaf)] for leaf in trace.leaves_of(result)) for result in made]
        return _Traced(trace.finish(), results, reached, trace.sizes.finish())


@cache
def _element(dtype: DType, device: Device) -> Any:
    return _core.Storage.empty(dtype.index, (), str(device))


def of_size(meta: Any) -> Any:
    """A tensor of which nobody reads an element: all are one."""
    sizes = tuple(meta.shape)
    storage = _element(meta.dtype, meta._device).view(sizes, (0,) * len(sizes), 0)
    return _core.make_tensor(Tensor, storage, meta._device, meta.dtype, meta.shape)


def _job_for_any(call: Call, metas: Sequence[Any], sizes: Sizes, known: list[Served]) -> Job | None:
    """One for calls that differ in sizes, which is added to those that are known; None where sizes have to be."""
    shapes = [each.shape for each in metas]
    pattern = sizes.pattern(shapes)
    while pattern is not None:
        try:
            job = Job(call, metas, Opening(pattern, sizes.know, sizes.know_all, lambda place: True))
            assert job.program is not None
            known.append(Served(pattern, job.guards, job))
            return job
        except Needed as needed:
            needed.source.make_constant()
        except CompileError:
            sizes.know_all()
        pattern = sizes.pattern(shapes)
    return None


_jobs: dict[Hashable, Job] = {}
_sizes: dict[Hashable, Sizes] = {}  # by what calls have in common that differ in sizes, but not in which are equal
_served: dict[Hashable, list[Served]] = {}  # by what calls have in common that differ in any sizes
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
    known, shapes = _served.get(ranks), [each.shape for each in metas]
    for served in known or ():
        if served.takes(shapes):
            return served.program  # type: ignore[no-any-return]
    places: dict[int, int] = {}
    forms = [(each.dtype, form_of(each.shape, places), each._device) for each in metas]
    name = (call.key, matmul.allow_tf32, *forms)
    if name not in _sizes:
        make_room(_sizes)
        _sizes[name] = Sizes()
    if known is None:
        make_room(_served)
        known = _served[ranks] = []
    return _job_for_any(call, metas, _sizes[name], known) or Job(call, metas)
