"""The variable table of each device, and which memory is which variable."""

from __future__ import annotations

import atexit
import os
import sys
import weakref
from typing import TYPE_CHECKING, Any

from . import _core, _extension, _world
from ._device import opened
from ._errors import WeirError
from ._tensor_base import memory_of

if TYPE_CHECKING:
    from ._tensor import Tensor

_sessions: dict[str, Any] = {}  # by the device's name
_names: set[tuple[str, str]] = set()  # in use, behind the device's
_given: set[tuple[str, str]] = set()  # on several ranks: ever, as when memory goes is another moment on each of them
_gone: list[tuple[str, str]] = []  # whose memory is gone, but not the last job that uses it


def integer_from_environment(name: str) -> int | None:
    text = os.environ.get(name, "")
    if not text:
        return None
    if not text.isascii() or not text.isdigit() or not 0 < int(text) < 2**63:
        raise WeirError(f"expects {name} to be a positive integer, got {text!r}")
    return int(text)


def _configure_devices() -> None:
    """What the environment says of devices."""
    threads, memory_limit, frames = (
        integer_from_environment(name) or 0 for name in ("WEIR_NUM_THREADS", "WEIR_MEMORY_LIMIT", "WEIR_FRAMES")
    )
    _core.configure_devices(min(threads, 2**31 - 1), memory_limit, min(frames, 2**31 - 1))


def session(device: str) -> Any:
    found = _sessions.get(device)
    if found is None:
        found = _sessions.setdefault(device, _core.Session(device))
    return found


def name_variable(tensor: Tensor, suggestion: str) -> str:
    """The name that the device's session knows the tensor's memory by, for as long as a tensor has it. Graphs share
    through it what they use."""
    storage = memory_of(tensor)
    if storage.variable:
        name: str = storage.variable
        return name
    _remove_gone()
    device: str = storage.device
    name, number, taken = suggestion, 1, _names if _world.size == 1 else _given
    while (device, name) in taken:
        number += 1
        name = f"{suggestion}.{number}"
    storage.prepare_for_graphs()
    session(device).bind(name, storage)
    storage.name_variable(name)
    _names.add((device, name))
    taken.add((device, name))
    weakref.finalize(storage, _forget, device, name).atexit = False
    return name


def _forget(device: str, name: str) -> None:
    _gone.append((device, name))
    _remove_gone()


def _remove_gone() -> None:
    """A name is free once the session has forgotten it, which it may refuse while a job is there."""
    for _ in range(len(_gone)):
        try:
            device, name = _gone.pop(0)
        except IndexError:  # another thread has been here
            return
        try:
            session(device).remove(name)
        except ValueError:
            _gone.append((device, name))
        else:
            _names.discard((device, name))


def wrote(storage: Any) -> None:
    """Says that this memory was written to outside of programs that have it as a variable."""
    storage.count_write()
    name = storage.variable_of_memory
    if name and (storage.device, name) in _names:
        session(storage.device).touch(name)


def synchronize(device: Any = None) -> None:
    """Waits for every run that was launched on a device, or on all. Calls of graphs return before their runs have
    ended; what reads a result waits for that one. Raises the first failure that nobody has been told of."""
    _core.synchronize(None if device is None else str(opened(device, "synchronize")))


def set_num_threads(threads: int) -> None:
    """Sets how many worker threads run kernels on the CPU. Results do not depend on it. Raises ValueError unless it is
    a positive integer."""
    if not isinstance(threads, int) or isinstance(threads, bool) or not 0 < threads < 2**31:
        raise ValueError(f"set_num_threads: expects a positive integer, got {threads!r}")
    _core.set_num_threads(threads)


def get_num_threads() -> int:
    """How many worker threads run kernels on the CPU."""
    threads: int = _core.num_threads()
    return threads


def _finish() -> None:
    """What is under way ends before the interpreter does; a failure that nobody has looked at is told."""
    _extension.end()
    try:
        synchronize()
    except WeirError as error:
        print(f"weir: a run failed whose results nobody looked at: {error}", file=sys.stderr)


_configure_devices()
atexit.register(_finish)
os.register_at_fork(before=_core.drain)  # what is under way doesn't go on in a child
