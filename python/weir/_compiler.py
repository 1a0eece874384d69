"""From the text of a traced module to a program that runs: compiled, or found in the cache."""

from __future__ import annotations

import os
from functools import partial
from typing import TYPE_CHECKING, Any, Callable, Collection, NamedTuple, Sequence

import numpy as np

from . import _core, _dtypes, _extension, _files, _session, _together
from ._device import CPU, opened
from ._errors import WeirError, at_user_line
from ._structure import unflatten
from ._tensor import Tensor
from ._tensor_base import memory_of

if TYPE_CHECKING:
    from ._device import device as Device
    from ._dtypes import dtype as DType
    from ._placement import placement
    from ._size_rules import Guard
    from ._structure import Structure
    from ._tensor import Size
    from ._traced_op import TracedOp


def artifact_of(
    text: str, target: str, amp: bool, allow_tf32: bool, dump_stages_dir: str = "", machine: str = ""
) -> bytes:
    """The compiled module, for this machine or a CPU that is named. Dumping stages compiles in any case."""
    if dump_stages_dir:
        os.makedirs(dump_stages_dir, exist_ok=True)
        return _extension.mlir().compile(text, target, amp, dump_stages_dir, allow_tf32)
    from . import _cache  # brings modules that nothing else needs

    options = {"allow_tf32": allow_tf32, "amp": amp, "target": target, **({"machine": machine} if machine else {})}
    key = _cache.key_of(text, options)
    found = _cache.load(key)
    if found is None:
        found = _extension.mlir().compile(text, target, amp, "", allow_tf32, _cache.kernel_directory(), machine)
        _cache.store(key, found)
    return found


class Compilation:
    """An artifact, which is compiled beside Python where it isn't cached."""

    def __init__(self, text: str, target: str, amp: bool, allow_tf32: bool):
        from . import _cache  # brings modules that nothing else needs

        self.key = _cache.key_of(text, {"allow_tf32": allow_tf32, "amp": amp, "target": target})
        self._found = _cache.load(self.key)
        self.was_found = self._found is not None
        self._failure: Exception | None = None
        self._started: Any = None
        if self._found is None:
            directory = _cache.kernel_directory()
            self._started = _extension.mlir().start_compiling(text, target, amp, allow_tf32, directory)

    @property
    def is_done(self) -> bool:
        """Whether `result` waits for nothing."""
        return self._started is None or self._started.is_done  # type: ignore[no-any-return]

    def result(self) -> bytes:
        """Waits for it. Raises CompileError."""
        if self._failure is not None:
            raise self._failure
        if self._found is None:
            from . import _cache

            try:
                self._found = self._started.result()
            except CompileError as error:
                self._failure = error
                raise
            _cache.store(self.key, self._found)
            self._started = None
        return self._found


class Launch(NamedTuple):
    """A call of a kernel, the numbers of the traced ops that it computes or differentiates, and what it costs at least:
    arithmetic, and bytes of operands and results."""

    kernel: str
    ops: list[int]
    flops: int
    bytes: int


class Program:
    """One compiled job of a device, bound to the tensors that are its variables. `results` says what it gives: their
    structure, and dtype and shape of each; `behind` takes those that the structure leaves over. `prepare` is called
    before each run, `finish` after it; `numbers` are inputs behind those that a call gives. One of ranks, which are at
    `place`, is compiled by the first of them. A run writes the variables
    of the names in `written`. `inputs` and `ops` are for people."""

    def __init__(
        self,
        text: str,
        job: str,
        results: tuple[Structure, list[tuple[DType, Size]]],
        variables: dict[str, Tensor],
        behind: Sequence[Callable[[Sequence[Tensor], Tensor], None]] = (),
        *,
        written: Collection[str] = (),
        prepare: Sequence[Callable[[], None]] = (),
        finish: Sequence[Callable[[], None]] = (),
        amp: bool = False,
        allow_tf32: bool = False,
        device: Device = CPU,
        inputs: Sequence[tuple[str, DType, Size]] = (),
        ops: Sequence[TracedOp] = (),
        finds_gradients: bool = False,
        numbers: Sequence[Callable[[], float]] = (),
        dump_stages_dir: str = "",
        guards: Sequence[Guard] = (),
        place: placement | None = None,
    ):
        self.text, self._guards, self.place = text, tuple(guards), place
        self.inputs, self.ops = tuple(inputs), tuple(ops)
        self.device, self.finds_gradients = device, finds_gradients
        self._numbers = tuple(numbers)
        self._launches: list[Launch] | None = None
        self._structure = results[0]
        self._prepare, self._finish, self._behind = tuple(prepare), tuple(finish), tuple(behind)
        self._options = (device.type, amp, allow_tf32)
        make = partial(artifact_of, text, *self._options, dump_stages_dir)
        self._artifact = make() if place is None else _together.compiled(place, text, self._options, make)
        self._call: Any = None  # of a rank that is not in the placement: it has no part in the program, nor results
        if place is None or place.is_here:
            loaded = _core.Artifact.from_bytes(self._artifact, str(device))
            self._job = _core.Job(_session.session(str(device)), loaded, job)
            changed = [memory_of(tensor) for name, tensor in variables.items() if name in written]
            self._call = _core.ProgramCall(self._job, Tensor, [(device, *meta) for meta in results[1]], written=changed)
        self.variables = variables  # kept as long as the job: attributes go in their order
        self._storages = [memory_of(tensor) for tensor in variables.values()]

    def is_stale(self) -> bool:
        """Whether a variable's tensor has moved to other memory, so that no call may use this program."""
        return any(memory_of(tensor) is not held for tensor, held in zip(self.variables.values(), self._storages))

    def run(self, inputs: Sequence[Tensor], numbers: Collection[float] = ()) -> Any:
        """Of tensors, and behind them floats."""
        scalars = [self._scalar(value) for value in (*numbers, *(number() for number in self._numbers))]
        for prepare in self._prepare:
            prepare()
        made = self._call.run(inputs, scalars) if self._call is not None else []
        for finish in self._finish:
            finish()
        if self._behind:
            for take, result in zip(self._behind, made[-len(self._behind) :]):
                take(inputs, result)
        return unflatten(self._structure, made)

    def repeated(self, arguments: Sequence[Tensor]) -> Any:
        """A `_core.RepeatedCall` for calls of nothing but such tensors; None where more is to be done than to run a
        job, or results are of another form than one tensor or several in a tuple or a list."""
        kind, leaves = self._structure.kind, self._structure.children
        is_flat = kind in (tuple, list) and leaves and all(leaf.kind == "tensor" for leaf in leaves)
        if self._prepare or self._finish or self._behind or self._numbers or not (is_flat or kind == "tensor"):
            return None
        return _core.RepeatedCall.of(self._call, arguments, kind if is_flat else None)

    def _scalar(self, value: float) -> Any:
        storage = _core.Storage.empty(_dtypes.float64.index, (), str(self.device))
        storage.fill(np.float64(value))
        return storage

    def mlir(self, stage: str | None) -> str:
        if stage is None:
            return self.text
        text: str = _extension.mlir().run_stages(self.text, "", stage, *self._options)
        return text

    def launches(self) -> list[Launch]:
        """Of all jobs, in order."""
        if self._launches is None:
            self._launches = [Launch(*each) for each in _extension.mlir().kernels_of_ops(self.text, *self._options)]
        return self._launches

    def memory(self) -> dict[str, int]:
        memory: dict[str, int] = self._job.memory()
        return memory

    def save(self, path: str, targets: Sequence[str]) -> None:
        if self.place is not None:
            rule = "expects a program of one device, got one of ranks"
            raise RuntimeError(at_user_line(f"save: {rule}; not supported yet: artifacts of several ranks from Python"))
        if self._guards:
            facts = ", ".join(f"{guard.text} is {guard.answer}" for guard in self._guards)
            rule = "expects a program without conditions on sizes, as artifacts check none; call one for known sizes"
            raise RuntimeError(at_user_line(f"save: {rule}. This one takes for granted: {facts}"))
        artifact = artifact_of(self.text, ",".join(targets), *self._options[1:]) if targets else self._artifact
        values = {name: tensor._storage for name, tensor in self.variables.items()}
        _files.write_atomically(path, _extension.mlir().with_initial_values(artifact, values))


class Artifact:
    """A compiled program from a file, on one device, with variables of its own."""

    def __init__(self, path: str, trust: bool = False, device: Any = CPU):
        with open(path, "rb"):
            pass  # a missing file is Python's error
        if not trust:
            raise WeirError(
                at_user_line(
                    f"load_artifact: expects trust=True for {path}: an artifact is machine code, load only what you "
                    "would run"
                )
            )
        self.device = opened(device, "load_artifact")
        self._artifact = _core.Artifact.from_file(os.fspath(path), str(self.device))
        self._session = _core.Session(str(self.device))
        self._jobs: dict[str, Any] = {}

    @property
    def jobs(self) -> list[str]:
        """The names of the jobs."""
        names: list[str] = self._artifact.jobs()
        return names

    def run(self, *inputs: Tensor, job: str | None = None) -> tuple[Tensor, ...]:
        """Runs a job: its results, in order. `job` may be left out if there is only one; else ValueError is raised."""
        for value in inputs:
            if not isinstance(value, Tensor):
                raise TypeError(at_user_line(f"run: expects tensors, got {type(value).__name__}"))
        name = job or self._only_job()
        if name not in self._jobs:
            self._jobs[name] = _core.Job(self._session, self._artifact, name)
        results = self._jobs[name].launch([tensor._with_storage("run") for tensor in inputs])
        return tuple(Tensor(result) for result in results)

    def _only_job(self) -> str:
        names = self.jobs
        if len(names) != 1:
            raise ValueError(at_user_line(f"run: expects the name of one of the jobs {', '.join(names)}, got none"))
        return names[0]


def load_artifact(path: str, trust: bool = False, device: Any = CPU) -> Artifact:
    """Loads a file that `Graph.save` or `weir-compile` wrote and that has code for the device. An artifact is machine
    code, so load only what you would run: WeirError is raised without `trust=True`."""
    return Artifact(path, trust, device)
