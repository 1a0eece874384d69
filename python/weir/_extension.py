"""The compiler's extension module. It brings LLVM into the process, so it is imported when something is compiled."""

from __future__ import annotations

from functools import cache
from typing import Any


@cache
def mlir() -> Any:
    """weir._mlir."""
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
