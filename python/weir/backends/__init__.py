"""What programs may do on some kinds of devices."""

from __future__ import annotations

from . import cuda, cudnn, mps

__all__ = [
    "are_deterministic_algorithms_enabled",
    "cuda",
    "cudnn",
    "get_float32_matmul_precision",
    "mps",
    "set_float32_matmul_precision",
    "use_deterministic_algorithms",
]

_PRECISIONS = {"highest": False, "high": True, "medium": True}


def set_float32_matmul_precision(precision: str) -> None:
    """`highest`: products of float32 keep all bits. `high` and `medium`: graphs that are compiled from now on may round
    factors to tf32 on devices that multiply it faster, as PyTorch's function of this name allows."""
    if precision not in _PRECISIONS:
        raise ValueError(f"expects a precision, one of {', '.join(_PRECISIONS)}; got {precision!r}")
    cuda.matmul.allow_tf32 = _PRECISIONS[precision]


def get_float32_matmul_precision() -> str:
    return "high" if cuda.matmul.allow_tf32 else "highest"


def use_deterministic_algorithms(mode: bool, *, warn_only: bool = False) -> None:
    """Changes nothing, as there are no others: no bit of a result depends on timing or on the number of threads."""


def are_deterministic_algorithms_enabled() -> bool:
    """True: there are no others."""
    return True
