"""The one device and the one variable table of the process, and which memory is which variable."""

from __future__ import annotations

import os
import weakref
from typing import TYPE_CHECKING, Any

from . import _core
from ._errors import WeirError

if TYPE_CHECKING:
    from ._tensor import Tensor

_session: Any = None
_names: set[str] = set()  # in use
_gone: list[str] = []  # whose memory is gone, but not the last job that uses it


def integer_from_environment(name: str) -> int | None:
    text = os.environ.get(name, "")
    if not text:
        return None
    if not text.isascii() or not text.isdigit() or not 0 < int(text) < 2**63:
        raise WeirError(f"expects {name} to be a positive integer, got {text!r}")
    return int(text)


def _configure_device() -> None:
    """What the environment says of the device."""
    threads = integer_from_environment("WEIR_NUM_THREADS")
    _core.create_device(min(threads or 0, 2**31 - 1), integer_from_environment("WEIR_MEMORY_LIMIT") or 0)


def session() -> Any:
    global _session
    if _session is None:
        _session = _core.Session()
    return _session


def name_variable(tensor: Tensor, suggestion: str) -> str:
    """The name that the session knows the tensor's memory by, for as long as a tensor has it. Graphs share through it
    what they use."""
    storage = tensor._storage
    if storage.variable:
        name: str = storage.variable
        return name
    _remove_gone()
    name, number = suggestion, 1
    while name in _names:
        number += 1
        name = f"{suggestion}.{number}"
    # Writes through arrays made before could not be noticed.
    storage.move_apart()
    session().bind(name, storage)
    storage.variable = name
    _names.add(name)
    weakref.finalize(storage, _forget, name).atexit = False
    return name


def _forget(name: str) -> None:
    _gone.append(name)
    _remove_gone()


def _remove_gone() -> None:
    """A name is free once the session has forgotten it, which it may refuse while a job is there."""
    for _ in range(len(_gone)):
        try:
            name = _gone.pop(0)
        except IndexError:  # another thread has been here
            return
        try:
            session().remove(name)
        except ValueError:
            _gone.append(name)
        else:
            _names.discard(name)


def wrote(storage: Any) -> None:
    """Says that the host wrote to this memory."""
    if storage.variable:
        session().touch(storage.variable)


def set_num_threads(threads: int) -> None:
    """How many worker threads run kernels; results don't depend on it."""
    if not isinstance(threads, int) or isinstance(threads, bool) or not 0 < threads < 2**31:
        raise ValueError(f"set_num_threads: expects a positive integer, got {threads!r}")
    _core.set_num_threads(threads)


def get_num_threads() -> int:
    threads: int = _core.num_threads()
    return threads


_configure_device()
