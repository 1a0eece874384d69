"""From the text of a traced module to a program that runs: compiled, or found in the cache."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, Sequence

from . import _cache, _core, _files, _session
from ._errors import WeirError

if TYPE_CHECKING:
    from ._structure import Structure
    from ._tensor import Tensor


def artifact_of(text: str, amp: bool, target: str, dump_stages_dir: str = "") -> bytes:
    """The compiled module. Dumping stages compiles in any case."""
    if dump_stages_dir:
        os.makedirs(dump_stages_dir, exist_ok=True)
        return _core.compile(text, target, amp, dump_stages_dir)
    key = _cache.key_of(text, {"amp": amp, "target": target})
    found = _cache.load(key)
    if found is None:
        found = _core.compile(text, target, amp, "")
        _cache.store(key, found)
    return found


class Program:
    """One compiled job, bound to the tensors that are its variables."""

    def __init__(
        self,
        text: str,
        job: str,
        structure: Structure,
        variables: dict[str, Tensor],
        *,
        amp: bool = False,
        target: str = "cpu",
        dump_stages_dir: str = "",
    ):
        self.text = text
        self.structure = structure
        self.variables = variables  # kept alive as long as the program
        self._options = (target, amp)
        self._artifact = artifact_of(text, amp, target, dump_stages_dir)
        self._job = _core.Job(_session.session(), _core.Artifact.from_bytes(self._artifact), job)

    def run(self, inputs: Sequence[Any]) -> list[Any]:
        results: list[Any] = self._job.run(inputs)
        return results

    def mlir(self, stage: str | None) -> str:
        if stage is None:
            return self.text
        text: str = _core.run_stages(self.text, "", stage, *self._options)
        return text

    def memory(self) -> dict[str, int]:
        memory: dict[str, int] = self._job.memory()
        return memory

    def save(self, path: str) -> None:
        values = {name: tensor._storage for name, tensor in self.variables.items()}
        _files.write_atomically(path, _core.with_initial_values(self._artifact, values))


class Artifact:
    """A program from a file, with a variable table of its own."""

    def __init__(self, path: str, trust: bool = False):
        if not trust:
            raise WeirError(
                f"load_artifact: expects trust=True for {path}: an artifact is machine code, load only what "
                "you would run"
            )
        with open(path, "rb"):
            pass  # a missing file is Python's error
        self._artifact = _core.Artifact.from_file(os.fspath(path))
        self._session = _core.Session()
        self._jobs: dict[str, Any] = {}

    @property
    def jobs(self) -> list[str]:
        names: list[str] = self._artifact.jobs()
        return names

    def run(self, *inputs: Tensor, job: str | None = None) -> tuple[Tensor, ...]:
        from ._tensor import Tensor

        name = job or self.jobs[0]
        if name not in self._jobs:
            self._jobs[name] = _core.Job(self._session, self._artifact, name)
        results = self._jobs[name].run([tensor._with_storage("run") for tensor in inputs])
        return tuple(Tensor(result) for result in results)


def load_artifact(path: str, trust: bool = False) -> Artifact:
    """Loads what `Graph.save` wrote. They are machine code: `trust=True` says that you know where it comes from."""
    return Artifact(path, trust)
