"""Jobs: functions of tensors, compiled once for each signature, which run from then on."""

from __future__ import annotations

import threading
from functools import cache
from typing import TYPE_CHECKING, Any, Protocol, Sequence

from .. import _core, _dtypes, _session
from .._device import CPU
from .._errors import Place
from .._tensor import Size, Tensor
from .facts import Facts

if TYPE_CHECKING:
    from .._device import device as Device
    from .._dtypes import dtype as DType
    from .calls import Call

JOB = "eager"  # the name of the one in an artifact


class Compilation(Protocol):
    """An artifact that is there, or will be."""

    @property
    def is_done(self) -> bool:
        """Whether `result` waits for nothing."""

    def result(self) -> bytes:
        """Waits for it. Raises CompileError."""


class Meta:
    """What a job knows of a tensor before it runs."""

    __slots__ = ("dtype", "shape", "_device")

    def __init__(self, dtype: DType, shape: tuple[int, ...], device: Device):
        self.dtype, self.shape, self._device = dtype, shape, device

    @classmethod
    def of_scalar(cls, value: float, device: Device) -> Meta:
        """Of a number that is an input."""
        return cls(_dtypes.int64 if type(value) is int else _dtypes.float64, (), device)


class Job:
    """A function that is compiled for one signature, or for any sizes in the places that its facts say. It may be
    compiled beside Python: dtype and shape of each result are known at once."""

    def __init__(self, call: Call, metas: Sequence[Any], facts: Facts, compilation: Compilation):
        self.call = call
        self.count = len(metas)  # of its operands
        self.device = metas[0]._device if metas else CPU
        self.derived: dict[Any, Any] = {}  # gradients with respect to operands, by their numbers
        self.has_open_sizes = facts.pattern is not None  # of results: a run says them
        self.reached_from = facts.reached_from
        self.results = facts.results
        self.are_there = [each is not None for each in self.results]
        # Of floats, jobs look at no data that may be bad.
        self._may_fail = not all(each.dtype.is_floating_point for each in metas)
        self._compilation: Compilation | None = compilation
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
            self._read = set(artifact.inputs_read(JOB))
            job = _core.Job(_session.session(str(self.device)), artifact, JOB)
            made = [meta for meta in self.results if meta is not None]
            results = [(self.device, dtype, Size if shape is None else shape) for dtype, shape in made]
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


@cache
def _element(dtype: DType, device: Device) -> Any:
    return _core.Storage.empty(dtype.index, (), str(device))


def of_size(meta: Any) -> Any:
    """A tensor of which nobody reads an element: all are one."""
    sizes = tuple(meta.shape)
    storage = _element(meta.dtype, meta._device).view(sizes, (0,) * len(sizes), 0)
    return _core.make_tensor(Tensor, storage, meta._device, meta.dtype, meta.shape)
