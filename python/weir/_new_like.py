"""Methods that create tensors with the dtype and device of another."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from . import _creation
from ._dtypes import dtype as DType

if TYPE_CHECKING:
    from ._tensor import Tensor


class LikeMethods:
    """The functions `empty`, `zeros`, `ones`, `full` and `tensor`, where dtype and device are those of this tensor
    unless given."""

    __slots__ = ()

    def new_empty(
        self: Any, *size: Any, dtype: DType | None = None, device: Any = None, requires_grad: bool = False
    ) -> Tensor:
        place = device or self.device
        return _creation.empty(*size, dtype=dtype or self.dtype, requires_grad=requires_grad, device=place)

    def new_zeros(
        self: Any, *size: Any, dtype: DType | None = None, device: Any = None, requires_grad: bool = False
    ) -> Tensor:
        place = device or self.device
        return _creation.zeros(*size, dtype=dtype or self.dtype, requires_grad=requires_grad, device=place)

    def new_ones(
        self: Any, *size: Any, dtype: DType | None = None, device: Any = None, requires_grad: bool = False
    ) -> Tensor:
        place = device or self.device
        return _creation.ones(*size, dtype=dtype or self.dtype, requires_grad=requires_grad, device=place)

    def new_full(
        self: Any,
        size: Any,
        fill_value: Any,
        dtype: DType | None = None,
        device: Any = None,
        requires_grad: bool = False,
    ) -> Tensor:
        place = device or self.device
        return _creation.full(size, fill_value, dtype=dtype or self.dtype, requires_grad=requires_grad, device=place)

    def new_tensor(
        self: Any, data: Any, dtype: DType | None = None, device: Any = None, requires_grad: bool = False
    ) -> Tensor:
        place = device or self.device
        return _creation.tensor(data, dtype=dtype or self.dtype, requires_grad=requires_grad, device=place)
