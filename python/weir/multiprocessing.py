"""Python's multiprocessing, and `spawn` by PyTorch's name: its processes are ranks. Tensors that processes send each
other are copied."""

from __future__ import annotations

import multiprocessing as _python
import os
import traceback
from multiprocessing import *
from typing import Any, Callable, Sequence

from ._errors import at_user_line
from .distributed.launch import environment_of, opened

__all__ = [
    *_python.__all__,  # type: ignore[attr-defined]
    "ProcessContext",
    "ProcessRaisedException",
    "get_all_sharing_strategies",
    "get_sharing_strategy",
    "set_sharing_strategy",
    "spawn",
]

_STRATEGIES = ("file_descriptor", "file_system")
_strategy = [_STRATEGIES[0]]

_PATIENCE = 5.0  # in seconds, with those who have been asked to end


class ProcessRaisedException(Exception):
    """A process of `spawn` has ended by an exception, or otherwise than well."""


class ProcessContext:
    """The processes of a `spawn`."""

    def __init__(self, processes: Sequence[Any], failures: Any, worlds: list[Any]):
        self.processes = processes
        self._failures, self._worlds = failures, worlds  # which are held open

    def join(self, timeout: float | None = None) -> bool:
        """Waits until one has failed, all have ended, or `timeout` seconds are over; says whether all have ended. Where
        one has failed the others are ended, and ProcessRaisedException is raised."""
        running = {each.sentinel: each for each in self.processes if each.exitcode is None}
        if running:
            _python.connection.wait(list(running), timeout)
        failed = [number for number, each in enumerate(self.processes) if each.exitcode not in (None, 0)]
        if failed:
            self._end()
            text = self._failures.get() if not self._failures.empty() else ""
            status = self.processes[failed[0]].exitcode
            raise ProcessRaisedException(f"spawn: process {failed[0]} has ended with status {status}\n{text}")
        return all(each.exitcode == 0 for each in self.processes)

    def _end(self) -> None:
        for process in self.processes:
            if process.exitcode is None:
                process.terminate()
        for process in self.processes:
            process.join(_PATIENCE)
            if process.exitcode is None:
                process.kill()
                process.join()


def get_all_sharing_strategies() -> set[str]:
    """What `set_sharing_strategy` takes."""
    return set(_STRATEGIES)


def get_sharing_strategy() -> str:
    """What was set."""
    return _strategy[0]


def set_sharing_strategy(new_strategy: str) -> None:
    """Says how processes would share tensors, which has no effect: they get copies."""
    if new_strategy not in _STRATEGIES:
        got = f"got {new_strategy!r}"
        raise ValueError(at_user_line(f"set_sharing_strategy: expects one of {', '.join(_STRATEGIES)}, {got}"))
    _strategy[0] = new_strategy


def _run(function: Callable[..., None], number: int, args: tuple[Any, ...], failures: Any) -> None:
    try:
        function(number, *args)
    except Exception:
        failures.put(traceback.format_exc())
        raise SystemExit(1) from None


def spawn(
    fn: Callable[..., None],
    args: tuple[Any, ...] = (),
    nprocs: int = 1,
    join: bool = True,
    daemon: bool = False,
    start_method: str = "spawn",
) -> ProcessContext | None:
    """Calls fn(number, *args) in so many processes, which are the ranks of a world. With `join` waits for them, else
    gives what waits. Raises ProcessRaisedException if one fails."""
    if start_method != "spawn":
        raise ValueError(at_user_line(f"spawn: expects start_method='spawn', got {start_method!r}"))
    if not isinstance(nprocs, int) or nprocs < 1:
        raise ValueError(at_user_line(f"spawn: expects at least one process, got {nprocs!r}"))
    context = _python.get_context("spawn")
    failures = context.SimpleQueue()
    name, worlds = opened(nprocs)
    processes = []
    before = dict(os.environ)
    try:
        for number in range(nprocs):
            os.environ.update(environment_of(number, nprocs, name))
            process = context.Process(target=_run, args=(fn, number, args, failures), daemon=daemon)
            process.start()
            processes.append(process)
    finally:
        os.environ.clear()
        os.environ.update(before)
    started = ProcessContext(processes, failures, worlds)
    if not join:
        return started
    while not started.join():
        pass
    return None
