"""Pooling as modules."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Callable, ClassVar

from . import functional
from ._windows import Sizes
from .module import Module

if TYPE_CHECKING:
    from .._tensor import Tensor


class _MaxPool(Module):
    function: ClassVar[Callable[..., Any]]

    def __init__(
        self,
        kernel_size: Sizes,
        stride: Sizes | None = None,
        padding: Sizes = 0,
        dilation: Sizes = 1,
        return_indices: bool = False,
        ceil_mode: bool = False,
    ) -> None:
        super().__init__()
        self.kernel_size = kernel_size
        self.stride = kernel_size if stride is None else stride
        self.padding = padding
        self.dilation = dilation
        self.return_indices = return_indices
        self.ceil_mode = ceil_mode

    def forward(self, input: Tensor) -> Any:
        return type(self).function(
            input, self.kernel_size, self.stride, self.padding, self.dilation, self.ceil_mode, self.return_indices
        )

    def extra_repr(self) -> str:
        return (
            f"kernel_size={self.kernel_size}, stride={self.stride}, padding={self.padding}, "
            f"dilation={self.dilation}, ceil_mode={self.ceil_mode}"
        )


class MaxPool1d(_MaxPool):
    """Maxima over windows of (N, C, L)."""

    function = staticmethod(functional.max_pool1d)


class MaxPool2d(_MaxPool):
    """Maxima over windows of (N, C, H, W)."""

    function = staticmethod(functional.max_pool2d)


class MaxPool3d(_MaxPool):
    """Maxima over windows of (N, C, D, H, W)."""

    function = staticmethod(functional.max_pool3d)


class _AvgPool(Module):
    function: ClassVar[Callable[..., Any]]

    def __init__(
        self,
        kernel_size: Sizes,
        stride: Sizes | None = None,
        padding: Sizes = 0,
        ceil_mode: bool = False,
        count_include_pad: bool = True,
    ) -> None:
        super().__init__()
        self.kernel_size = kernel_size
        self.stride = kernel_size if stride is None else stride
        self.padding = padding
        self.ceil_mode = ceil_mode
        self.count_include_pad = count_include_pad

    def forward(self, input: Tensor) -> Tensor:
        y: Tensor = type(self).function(
            input, self.kernel_size, self.stride, self.padding, self.ceil_mode, self.count_include_pad, *self._divisor()
        )
        return y

    def _divisor(self) -> tuple[int | None, ...]:
        return ()

    def extra_repr(self) -> str:
        return f"kernel_size={self.kernel_size}, stride={self.stride}, padding={self.padding}"


class AvgPool1d(_AvgPool):
    """Means over windows of (N, C, L)."""

    function = staticmethod(functional.avg_pool1d)


class _DividedAvgPool(_AvgPool):
    def __init__(
        self,
        kernel_size: Sizes,
        stride: Sizes | None = None,
        padding: Sizes = 0,
        ceil_mode: bool = False,
        count_include_pad: bool = True,
        divisor_override: int | None = None,
    ) -> None:
        super().__init__(kernel_size, stride, padding, ceil_mode, count_include_pad)
        self.divisor_override = divisor_override

    def _divisor(self) -> tuple[int | None, ...]:
        return (self.divisor_override,)


class AvgPool2d(_DividedAvgPool):
    """Means over windows of (N, C, H, W)."""

    function = staticmethod(functional.avg_pool2d)


class AvgPool3d(_DividedAvgPool):
    """Means over windows of (N, C, D, H, W)."""

    function = staticmethod(functional.avg_pool3d)


class _AdaptivePool(Module):
    function: ClassVar[Callable[..., Any]]

    def __init__(self, output_size: Any) -> None:
        super().__init__()
        self.output_size = output_size

    def forward(self, input: Tensor) -> Tensor:
        y: Tensor = type(self).function(input, self.output_size)
        return y

    def extra_repr(self) -> str:
        return f"output_size={self.output_size}"


class AdaptiveAvgPool1d(_AdaptivePool):
    """Means of equal parts of (N, C, L)."""

    function = staticmethod(functional.adaptive_avg_pool1d)


class AdaptiveAvgPool2d(_AdaptivePool):
    """Means of equal parts of (N, C, H, W)."""

    function = staticmethod(functional.adaptive_avg_pool2d)


class AdaptiveAvgPool3d(_AdaptivePool):
    """Means of equal parts of (N, C, D, H, W)."""

    function = staticmethod(functional.adaptive_avg_pool3d)


class AdaptiveMaxPool1d(_AdaptivePool):
    """Maxima of equal parts of (N, C, L)."""

    function = staticmethod(functional.adaptive_max_pool1d)


class AdaptiveMaxPool2d(_AdaptivePool):
    """Maxima of equal parts of (N, C, H, W)."""

    function = staticmethod(functional.adaptive_max_pool2d)


class AdaptiveMaxPool3d(_AdaptivePool):
    """Maxima of equal parts of (N, C, D, H, W)."""

    function = staticmethod(functional.adaptive_max_pool3d)
