"""Tensors over the memory of Python's buffers and of what holds numbers already."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from . import _core, _dtypes, _executor
from ._creation import placed, tensor
from ._device import CPU
from ._errors import at_user_line
from ._tensor import from_numpy
from ._tensor_base import TensorBase, stored

if TYPE_CHECKING:
    from ._tensor import Tensor

__all__ = ["as_tensor", "frombuffer"]


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


def as_tensor(data: Any, dtype: _dtypes.dtype | None = None, device: Any = None) -> Tensor:
    """A tensor of `data` without a copy where that can be: a tensor itself, or one over the memory of a NumPy array, if
    it is of this dtype and on this device. Gradients flow to a tensor."""
    if isinstance(data, TensorBase):
        place = data.device if device is None else device
        return data.to(device=place, dtype=data.dtype if dtype is None else dtype)  # type: ignore[no-any-return]
    is_shared = isinstance(data, np.ndarray) and data.flags.writeable and data.dtype.kind in "fiub"
    if not is_shared or _executor.current() is not None:
        return tensor(data, dtype, device=device)
    own = _dtypes.from_numpy_dtype(data.dtype, "as_tensor")
    place = placed(device, "as_tensor")
    return from_numpy(data) if place is CPU and dtype in (None, own) else tensor(data, dtype, device=place)
