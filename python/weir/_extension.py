"""The compiler's extension module. It brings LLVM into the process, so it is imported when something is compiled."""

from __future__ import annotations

import os
import sys
import threading
from functools import cache
from typing import Any

_loading = threading.Lock()
_ends = list[int]()  # the thread that ends Python, once it does


@cache
def mlir() -> Any:
    """weir._mlir. Where Python is about to end, other threads than the one that ends it stay here for ever: the
    process would go while they compile."""
    with _loading:
        if not _ends or _ends[0] == threading.get_ident():
            return _loaded()
    threading.Event().wait()


def _loaded() -> Any:
    try:
        from . import _mlir
    except ImportError as error:
        if "cannot open shared object file" not in str(error):
            raise
        raise ImportError(
            f"expects the shared libraries of LLVM and MLIR 22.1, which compiling needs, got: {error}; Debian has them "
            "in the packages libllvm22 and libmlir-22. Running artifacts needs neither"
        ) from error
    return _mlir


@cache
def is_available() -> bool:
    """Whether it can be loaded."""
    try:
        mlir()
    except ImportError:
        return False
    return True


def end() -> None:
    """Python's end: cancels what threads compile. A thread that loads the module just now does so before."""
    with _loading:
        _ends.append(threading.get_ident())
    module = sys.modules.get(f"{__package__}._mlir")
    if module is not None:
        module.end()


def _begin_again() -> None:
    """In the child of a fork, which doesn't have the thread that may hold the lock."""
    global _loading
    _loading = threading.Lock()


os.register_at_fork(after_in_child=_begin_again)
