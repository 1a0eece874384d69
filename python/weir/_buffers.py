"""Tensors over the memory of Python's buffers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from . import _core, _dtypes
from ._errors import at_user_line
from ._tensor_base import stored

if TYPE_CHECKING:
    from ._tensor import Tensor

__all__ = ["frombuffer"]


def frombuffer(
    buffer: Any, *, dtype: _dtypes.dtype, count: int = -1, offset: int = 0, requires_grad: bool = False
) -> Tensor:
    """A vector over the memory of an object such as a bytearray: `count` elements of it from byte `offset` on, or for
    -1 as many as there are. Of a buffer that is read-only, such as bytes, or not aligned, it is a copy. Raises
    ValueError where the buffer does not have that many whole elements."""
    try:
        view = memoryview(buffer)
    except TypeError:
        raise TypeError(at_user_line(f"frombuffer: expects a buffer, got {type(buffer).__name__}")) from None
    if not isinstance(dtype, _dtypes.dtype):
        raise TypeError(at_user_line(f"frombuffer: expects a dtype, got {dtype!r}"))
    rest, size = view.nbytes - offset, dtype.itemsize
    if offset < 0 or rest <= 0:
        rule = f"expects an offset from 0 to before the buffer's {view.nbytes} bytes"
        raise ValueError(at_user_line(f"frombuffer: {rule}, got {offset}"))
    if count == 0 or count < -1 or rest < count * size or (count == -1 and rest % size):
        rule = f"expects whole elements of {size} bytes, at least 1 and no more than the {rest} bytes behind offset"
        raise ValueError(at_user_line(f"frombuffer: {rule}, got count {count}"))
    elements = np.frombuffer(view, dtype.numpy, count, offset)
    can_borrow = elements.flags.writeable and elements.flags.aligned
    storage = _core.Storage.borrow(elements if can_borrow else elements.copy(), dtype.index)
    return stored(storage, requires_grad)
