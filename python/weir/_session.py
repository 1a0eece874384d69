"""The one device and the one variable table of the process, and which tensor is which variable."""

from __future__ import annotations

import os
import weakref
from typing import TYPE_CHECKING, Any

from . import _core
from ._errors import WeirError

if TYPE_CHECKING:
    from ._dtypes import dtype as DType
    from ._tensor import Tensor

_session: Any = None
_named: weakref.WeakValueDictionary[str, Tensor] = weakref.WeakValueDictionary()
# What each name that was ever given stands for: a variable of the session never changes its type.
_types: dict[str, tuple[DType, tuple[int, ...]]] = {}


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
    """The tensor's name in the session, for as long as it lives. Graphs that use one tensor share it through that."""
    if tensor._name:
        return tensor._name
    name, number = suggestion, 1
    meta = (tensor.dtype, tuple(tensor.shape))
    while name in _named or _types.get(name, meta) != meta:
        number += 1
        name = f"{suggestion}.{number}"
    if not tensor._storage.is_contiguous:
        tensor._storage = tensor._storage.clone()
    session().bind(name, tensor._storage)
    tensor._name = name
    _named[name] = tensor
    _types[name] = meta
    return name


def touch(name: str) -> None:
    """Says that the host wrote to a variable."""
    session().touch(name)


def set_num_threads(threads: int) -> None:
    """How many worker threads run kernels; results don't depend on it."""
    if not isinstance(threads, int) or isinstance(threads, bool) or not 0 < threads < 2**31:
        raise ValueError(f"set_num_threads: expects a positive integer, got {threads!r}")
    _core.set_num_threads(threads)


def get_num_threads() -> int:
    threads: int = _core.num_threads()
    return threads


_configure_device()
