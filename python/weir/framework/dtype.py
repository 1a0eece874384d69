"""Types of elements, by OneFlow's path."""

from __future__ import annotations

import numpy as np

from .. import _dtypes
from .._errors import at_user_line

__all__ = ["convert_oneflow_dtype_to_numpy_dtype", "dtypes"]


def convert_oneflow_dtype_to_numpy_dtype(dtype: _dtypes.dtype) -> np.dtype:
    """NumPy's dtype of the same elements. Raises TypeError for bfloat16, which it lacks."""
    if dtype is _dtypes.bfloat16 or not isinstance(dtype, _dtypes.dtype):
        rule = "expects a dtype that NumPy has"
        raise TypeError(at_user_line(f"convert_oneflow_dtype_to_numpy_dtype: {rule}, got {dtype!r}"))
    return dtype.numpy


def dtypes() -> list[_dtypes.dtype]:
    """All of them."""
    return [*_dtypes.ALL]
