"""The memory of tensors as an object, in PyTorch's words: which tensors have one memory, and how large it is."""

from __future__ import annotations

import math
from typing import Any

from ._device import device as Device
from ._dtypes import dtype as DType


class UntypedStorage:
    """The memory of a tensor as bytes. It ends where what the tensor is a view of ends: of a view that is detached,
    with the view."""

    def __init__(self, tensor: Any):
        tensor._with_storage(type(self).__name__)  # raises of traced values
        self._tensor = tensor

    @property
    def device(self) -> Device:
        return self._tensor.device  # type: ignore[no-any-return]

    def data_ptr(self) -> int:
        """The address of the memory on the CPU: the same of tensors that share it."""
        return self._tensor.data_ptr() - self._tensor.storage_offset() * self._tensor.itemsize  # type: ignore

    def nbytes(self) -> int:
        """How many bytes it has."""
        return self._elements() * self._tensor.itemsize  # type: ignore[no-any-return]

    def size(self) -> int:
        """The same as the length."""
        return len(self)

    def __len__(self) -> int:
        return self.nbytes()

    def _elements(self) -> int:
        root = self._tensor
        while root._view is not None and root._view.source._storage.memory == root._storage.memory:
            root = root._view.source
        if not math.prod(root.shape):
            return root.storage_offset()  # type: ignore[no-any-return]
        steps = sum((size - 1) * step for size, step in zip(root.shape, root.stride()))
        return root.storage_offset() + steps + 1  # type: ignore[no-any-return]

    def __repr__(self) -> str:
        return f"<{type(self).__name__} of {len(self)} on {self.device}>"


class TypedStorage(UntypedStorage):
    """The memory of a tensor as elements of its dtype."""

    @property
    def dtype(self) -> DType:
        return self._tensor.dtype  # type: ignore[no-any-return]

    def element_size(self) -> int:
        """Bytes per element."""
        return self._tensor.itemsize  # type: ignore[no-any-return]

    def untyped(self) -> UntypedStorage:
        """The same memory as bytes."""
        return UntypedStorage(self._tensor)

    def __len__(self) -> int:
        return self._elements()
