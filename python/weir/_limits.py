"""The numeric limits of a dtype."""

from __future__ import annotations

from typing import Any

import numpy as np

from . import _dtypes
from ._dtypes import dtype as DType
from ._errors import at_user_line

__all__ = ["finfo", "iinfo"]


class finfo:
    """The limits of a floating-point dtype: `max` and `min`, the largest and the lowest finite number; `tiny`, the
    smallest positive normal one; `eps`, the distance from 1 to the next number; `resolution`, the precision in decimal
    digits; and `bits`."""

    def __init__(self, dtype: DType | None = None) -> None:
        dtype = _dtypes.default() if dtype is None else dtype
        if not _dtypes.checked(dtype, "finfo").is_floating_point:
            raise TypeError(at_user_line(f"finfo: expects a floating-point dtype, got {dtype.name}"))
        self.dtype = dtype
        self.bits = 8 * dtype.itemsize
        if dtype is _dtypes.bfloat16:
            # The exponents of float32 with 7 bits behind the leading one.
            self.eps, self.resolution, self.max = 2.0**-7, 0.01, (2 - 2.0**-7) * 2.0**127
            self.tiny = 2.0**-126
        else:
            known: Any = np.finfo(dtype.numpy)
            self.eps, self.resolution, self.max = float(known.eps), float(known.resolution), float(known.max)
            self.tiny = float(known.tiny)
        self.min = -self.max
        self.smallest_normal = self.tiny

    def __repr__(self) -> str:
        return (
            f"finfo(dtype={self.dtype!r}, min={self.min}, max={self.max}, eps={self.eps}, tiny={self.tiny}, "
            f"resolution={self.resolution})"
        )


class iinfo:
    """The limits of an integer dtype: `max`, `min` and `bits`."""

    def __init__(self, dtype: DType) -> None:
        if _dtypes.checked(dtype, "iinfo").is_floating_point or dtype is _dtypes.bool_:
            raise TypeError(at_user_line(f"iinfo: expects an integer dtype, got {dtype.name}"))
        known: Any = np.iinfo(dtype.numpy)
        self.dtype = dtype
        self.bits = 8 * dtype.itemsize
        self.min, self.max = int(known.min), int(known.max)

    def __repr__(self) -> str:
        return f"iinfo(dtype={self.dtype!r}, min={self.min}, max={self.max})"
