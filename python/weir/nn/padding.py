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
    """Pads the last dimension with `value`. `padding` is one number, or (left, right)."""

    dims = 1


class ConstantPad2d(_ConstantPad):
    """Pads the last two dimensions with `value`. `padding` is one number, or (left, right, top, bottom)."""

    dims = 2


class ConstantPad3d(_ConstantPad):
    """Pads the last three dimensions with `value`. `padding` is one number, or (left, right, top, bottom, front,
    back)."""

    dims = 3


class ZeroPad1d(_Padding):
    """Pads the last dimension with zeros. `padding` is one number, or (left, right)."""

    dims = 1


class ZeroPad2d(_Padding):
    """Pads the last two dimensions with zeros. `padding` is one number, or (left, right, top, bottom)."""

    dims = 2


class ZeroPad3d(_Padding):
    """Pads the last three dimensions with zeros. `padding` is one number, or (left, right, top, bottom, front,
    back)."""

    dims = 3


class ReflectionPad1d(_Padding):
    """Pads the last dimension with its mirror image, without the element at the edge. `padding` is one number, or
    (left, right)."""

    dims, mode = 1, "reflect"


class ReflectionPad2d(_Padding):
    """Pads the last two dimensions with their mirror image, without the elements at the edge. `padding` is one number,
    or (left, right, top, bottom)."""

    dims, mode = 2, "reflect"


class ReplicationPad1d(_Padding):
    """Pads the last dimension with the element at its edge. `padding` is one number, or (left, right)."""

    dims, mode = 1, "replicate"


class ReplicationPad2d(_Padding):
    """Pads the last two dimensions with the element at their edge. `padding` is one number, or (left, right, top,
    bottom)."""

    dims, mode = 2, "replicate"


class ReflectionPad3d(_Padding):
    """Pads the last three dimensions with their mirror image, without the elements at the edge. `padding` is one
    number, or (left, right, top, bottom, front, back)."""

    dims, mode = 3, "reflect"


class ReplicationPad3d(_Padding):
    """Pads the last three dimensions with the element at their edge. `padding` is one number, or (left, right, top,
    bottom, front, back)."""

    dims, mode = 3, "replicate"


class CircularPad1d(_Padding):
    """Pads the last dimension with what stands at its other end. `padding` is one number, or (left, right)."""

    dims, mode = 1, "circular"


class CircularPad2d(_Padding):
    """Pads the last two dimensions with what stands at their other ends. `padding` is one number, or (left, right, top,
    bottom)."""

    dims, mode = 2, "circular"


class CircularPad3d(_Padding):
    """Pads the last three dimensions with what stands at their other ends. `padding` is one number, or (left, right,
    top, bottom, front, back)."""

    dims, mode = 3, "circular"
