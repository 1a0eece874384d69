"""Images of other sizes, as modules."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Sequence

from . import functional
from .function_module import FunctionModule
from .module import Module

if TYPE_CHECKING:
    from .._tensor import Tensor


def _resized(layer: Any) -> str:
    """What repr shows of a layer: the size or the factor, as it is given."""
    factor = layer.scale_factor
    if factor is not None:
        factor = tuple(map(float, factor)) if isinstance(factor, (tuple, list)) else float(factor)
    given = f"size={layer.size}" if factor is None else f"scale_factor={factor}"
    return f"{given}, mode={layer.mode!r}"


class Upsample(FunctionModule, function=functional.interpolate):
    """Resizes the spatial dimensions of an input (N, C, *) to `size`, or by `scale_factor`. `mode` is that of
    functional.interpolate."""

    size: int | Sequence[int] | None = None
    scale_factor: float | Sequence[float] | None = None
    mode: str = "nearest"
    align_corners: bool | None = None

    def extra_repr(self) -> str:
        return _resized(self)


class _Upsampling2d(Module):
    mode = "nearest"
    align_corners: bool | None = None

    def __init__(
        self, size: int | Sequence[int] | None = None, scale_factor: float | Sequence[float] | None = None
    ) -> None:
        super().__init__()
        self.size = size
        self.scale_factor = scale_factor

    def forward(self, input: Tensor) -> Tensor:
        return functional.interpolate(input, self.size, self.scale_factor, self.mode, self.align_corners)

    def extra_repr(self) -> str:
        return _resized(self)


class UpsamplingNearest2d(_Upsampling2d):
    """Resizes an input (N, C, H, W): each element of the result is the nearest one of the input."""


class UpsamplingBilinear2d(_Upsampling2d):
    """Resizes an input (N, C, H, W) by linear interpolation in both dimensions; the corners keep their values."""

    mode = "bilinear"
    align_corners = True
