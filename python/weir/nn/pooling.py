"""Pooling as modules."""

from __future__ import annotations

from typing import Any

from . import functional
from ._windows import Sizes
from .function_module import FunctionModule


class _Pool(FunctionModule):
    """Windows of kernel_size, as far apart as they are long unless stride says otherwise."""

    kernel_size: Sizes
    stride: Sizes | None = None
    padding: Sizes = 0

    def __post_init__(self) -> None:
        if self.stride is None:
            self.stride = self.kernel_size

    def extra_repr(self) -> str:
        return f"kernel_size={self.kernel_size}, stride={self.stride}, padding={self.padding}"


class _MaxPool(_Pool):
    dilation: Sizes = 1
    return_indices: bool = False
    ceil_mode: bool = False

    def extra_repr(self) -> str:
        return f"{super().extra_repr()}, dilation={self.dilation}, ceil_mode={self.ceil_mode}"


class _AvgPool(_Pool):
    ceil_mode: bool = False
    count_include_pad: bool = True


class _DividedAvgPool(_AvgPool):
    divisor_override: int | None = None


class _AdaptivePool(FunctionModule):
    output_size: Any


class MaxPool1d(_MaxPool, function=functional.max_pool1d):
    """The maximum of each window of an input (N, C, L). Windows are `stride` apart, by default their size;
    `padding` counts as -infinity. With `return_indices`, also where the maxima stand in each channel."""


class MaxPool2d(_MaxPool, function=functional.max_pool2d):
    """The maximum of each window of an input (N, C, H, W). Windows are `stride` apart, by default their size;
    `padding` counts as -infinity. With `return_indices`, also where the maxima stand in each channel."""


class MaxPool3d(_MaxPool, function=functional.max_pool3d):
    """The maximum of each window of an input (N, C, D, H, W). Windows are `stride` apart, by default their size;
    `padding` counts as -infinity. With `return_indices`, also where the maxima stand in each channel."""


class AvgPool1d(_AvgPool, function=functional.avg_pool1d):
    """The mean of each window of an input (N, C, L). Windows are `stride` apart, by default their size; `padding`
    is zeros, which count unless `count_include_pad` is false."""


class AvgPool2d(_DividedAvgPool, function=functional.avg_pool2d):
    """The mean of each window of an input (N, C, H, W). Windows are `stride` apart, by default their size;
    `padding` is zeros, which count unless `count_include_pad` is false."""


class AvgPool3d(_DividedAvgPool, function=functional.avg_pool3d):
    """The mean of each window of an input (N, C, D, H, W). Windows are `stride` apart, by default their size;
    `padding` is zeros, which count unless `count_include_pad` is false."""


class AdaptiveAvgPool1d(_AdaptivePool, function=functional.adaptive_avg_pool1d):
    """The mean of each part of an input (N, C, L) that is cut into output_size parts of nearly equal sizes."""


class AdaptiveAvgPool2d(_AdaptivePool, function=functional.adaptive_avg_pool2d):
    """The mean of each part of an input (N, C, H, W) that is cut into output_size parts of nearly equal sizes."""


class AdaptiveAvgPool3d(_AdaptivePool, function=functional.adaptive_avg_pool3d):
    """The mean of each part of an input (N, C, D, H, W) that is cut into output_size parts of nearly equal sizes."""


class AdaptiveMaxPool1d(_AdaptivePool, function=functional.adaptive_max_pool1d):
    """The maximum of each part of an input (N, C, L) that is cut into output_size parts of nearly equal sizes."""


class AdaptiveMaxPool2d(_AdaptivePool, function=functional.adaptive_max_pool2d):
    """The maximum of each part of an input (N, C, H, W) that is cut into output_size parts of nearly equal sizes."""


class AdaptiveMaxPool3d(_AdaptivePool, function=functional.adaptive_max_pool3d):
    """The maximum of each part of an input (N, C, D, H, W) that is cut into output_size parts of nearly equal sizes."""
