"""Dropout as modules; it passes its input on in evaluation."""

from __future__ import annotations

from typing import Any

from .._errors import at_user_line
from . import functional
from .function_module import FunctionModule


class _Dropout(FunctionModule):
    p: float = 0.5
    inplace: bool = False

    def __post_init__(self) -> None:
        if not 0 <= self.p <= 1:
            raise ValueError(at_user_line(f"{type(self).__name__}: expects p in [0, 1], got {self.p}"))

    def arguments(self) -> dict[str, Any]:
        return {**super().arguments(), "training": self.training}


class Dropout(_Dropout, function=functional.dropout):
    """In training, 0 with probability p, else input / (1 - p)."""


class Dropout1d(_Dropout, function=functional.dropout1d):
    """Dropout of whole channels of an input (N, C, L) or (C, L)."""


class Dropout2d(_Dropout, function=functional.dropout2d):
    """Dropout of whole channels of an input (N, C, H, W) or (C, H, W)."""


class Dropout3d(_Dropout, function=functional.dropout3d):
    """Dropout of whole channels of an input (N, C, D, H, W) or (C, D, H, W)."""
