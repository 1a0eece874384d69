"""Padding as modules."""

from __future__ import annotations

from typing import TYPE_CHECKING, Sequence

from .._errors import at_user_line
from . import functional
from .module import Module

if TYPE_CHECKING:
    from .._tensor import Tensor


class _Padding(Module):
    dims = 0
    mode = "constant"

    def __init__(self, padding: int | Sequence[int]) -> None:
        super().__init__()
        self.padding = (padding,) * (2 * self.dims) if isinstance(padding, int) else tuple(padding)
        if len(self.padding) != 2 * self.dims:
            raise ValueError(
                at_user_line(f"{type(self).__name__}: expects one number or {2 * self.dims}, got {self.padding}")
            )

    def forward(self, input: Tensor) -> Tensor:
        return functional.pad(input, self.padding, self.mode)

    def extra_repr(self) -> str:
        return f"{self.padding}"


class _ConstantPad(_Padding):
    def __init__(self, padding: int | Sequence[int], value: float) -> None:
        super().__init__(padding)
        self.value = value

    def forward(self, input: Tensor) -> Tensor:
        return functional.pad(input, self.padding, value=self.value)

    def extra_repr(self) -> str:
        return f"padding={self.padding}, value={self.value}"


class ConstantPad1d(_ConstantPad):
    """The last dimension, padded with a value."""

    dims = 1


class ConstantPad2d(_ConstantPad):
    """The last two dimensions, padded with a value: left, right, above, below."""

    dims = 2


class ConstantPad3d(_ConstantPad):
    """The last three dimensions, padded with a value."""

    dims = 3


class ZeroPad1d(_Padding):
    """The last dimension, padded with zeros."""

    dims = 1


class ZeroPad2d(_Padding):
    """The last two dimensions, padded with zeros: left, right, above, below."""

    dims = 2


class ZeroPad3d(_Padding):
    """The last three dimensions, padded with zeros."""

    dims = 3


class ReflectionPad1d(_Padding):
    """The last dimension, continued by its mirror image."""

    dims, mode = 1, "reflect"


class ReflectionPad2d(_Padding):
    """The last two dimensions, continued by their mirror image: left, right, above, below."""

    dims, mode = 2, "reflect"


class ReplicationPad1d(_Padding):
    """The last dimension, continued by its first and last elements."""

    dims, mode = 1, "replicate"


class ReplicationPad2d(_Padding):
    """The last two dimensions, continued by their first and last elements: left, right, above, below."""

    dims, mode = 2, "replicate"
