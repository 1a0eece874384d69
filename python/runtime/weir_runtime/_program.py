"""Artifacts, loaded."""

from __future__ import annotations

import os
from typing import Any, NamedTuple

from . import _runtime
from ._tensor import DTYPES, Tensor, tensor_of


class Port(NamedTuple):
    """What a job takes or gives. A size of -1 may be any."""

    name: str
    dtype: str
    shape: tuple[int, ...]


class Program:
    """An artifact on a device, with values of its variables, which its jobs share. `load` makes it."""

    def __init__(self, path: str | os.PathLike[str], device: str):
        with open(path, "rb"):
            pass  # a missing file is Python's error
        self.device = device
        self._artifact = _runtime.Artifact.from_file(os.fspath(path), device)
        self._session = _runtime.Session(device)
        self._jobs: dict[str, Any] = {}

    @property
    def jobs(self) -> list[str]:
        """Names of what can be run."""
        names: list[str] = self._artifact.jobs()
        return names

    def inputs(self, job: str | None = None) -> list[Port]:
        """What a job takes. `job` may be left out where there is one."""
        return [_port(*each) for each in self._artifact.inputs(self._name(job))]

    def results(self, job: str | None = None) -> list[Port]:
        """What a job gives."""
        return [_port(*each) for each in self._artifact.results(self._name(job))]

    def run(self, *inputs: Any, job: str | None = None) -> tuple[Tensor, ...]:
        """Runs a job and waits for it. Inputs, in order, are NumPy arrays, tensors of this module, objects with
        `__dlpack__` on the CPU, or what `numpy.asarray` takes; memory that can be read in place is not copied."""
        name = self._name(job)
        ports = self._artifact.inputs(name)
        if len(inputs) != len(ports):
            names = ", ".join(port[0] for port in ports)
            raise TypeError(f"run: expects {len(ports)} inputs ({names}), got {len(inputs)}")
        given = [tensor_of(value, port[0], self.device, port[1]) for value, port in zip(inputs, ports)]
        return tuple(Tensor(each) for each in self._job(name).launch([tensor._storage for tensor in given]))

    def memory(self, job: str | None = None) -> dict[str, int]:
        """Bytes that the job's last run planned: "arena_bytes", the "live_bound" that no plan goes below,
        "scratch_bytes"."""
        memory: dict[str, int] = self._job(self._name(job)).memory()
        return memory

    def variable(self, name: str) -> Tensor:
        """A variable's own memory: later runs write into it, and what is written to it they read behind `touch`."""
        self._add_variables()
        return Tensor(self._session.get(name))

    def touch(self, name: str) -> None:
        """Says that a variable's memory was written to, so that what derives from it is computed anew."""
        self._session.touch(name)

    def _add_variables(self) -> None:
        for name in self.jobs:
            self._job(name)

    def _name(self, job: str | None) -> str:
        if job is not None:
            return job
        names = self.jobs
        if len(names) != 1:
            raise ValueError(f"expects the name of one of the jobs {', '.join(names)}, got none")
        return names[0]

    def _job(self, name: str) -> Any:
        if name not in self._jobs:
            self._jobs[name] = _runtime.Job(self._session, self._artifact, name)
        return self._jobs[name]


def _port(name: str, dtype: int, shape: tuple[int, ...]) -> Port:
    return Port(name, DTYPES[dtype], shape)


def load(path: str | os.PathLike[str], device: str = "cpu") -> Program:
    """Loads what `weir-compile` or `Graph.save` wrote, for a device that it has code for. An artifact is machine code:
    load only what you would run. Its machine code needs the CPU features of the machine that it was compiled for."""
    return Program(path, device)
