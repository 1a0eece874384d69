"""Pooling as modules."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Sequence

from . import functional
from ._windows import Sizes, per_dim
from .function_module import FunctionModule

if TYPE_CHECKING:
    from .._tensor import Tensor


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


class _MaxUnpool(_Pool):
    rank: ClassVar[int]

    def __post_init__(self) -> None:
        super().__post_init__()
        for name, least in (("kernel_size", 1), ("stride", 1), ("padding", 0)):
            setattr(self, name, per_dim(type(self).__name__, name, getattr(self, name), self.rank, least))

    def forward(  # type: ignore[override]
        self, input: Tensor, indices: Tensor, output_size: Sequence[int] | None = None
    ) -> Tensor:
        return self._function(input, indices, **self.arguments(), output_size=output_size)


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


class MaxUnpool1d(_MaxUnpool, function=functional.max_unpool1d):
    """The reverse of `MaxPool1d` with `return_indices`: zeros (N, C, L) and an input's elements where `indices` says. L
    is the least that the windows fit into, or as `output_size` says, which may differ by less than `stride`."""

    rank = 1


class MaxUnpool2d(_MaxUnpool, function=functional.max_unpool2d):
    """The reverse of `MaxPool2d` with `return_indices`: zeros (N, C, H, W) and an input's elements where `indices`
    says. H and W are the least that the windows fit into, or as `output_size` says, which may differ by less than
    `stride`."""

    rank = 2


class MaxUnpool3d(_MaxUnpool, function=functional.max_unpool3d):
    """The reverse of `MaxPool3d` with `return_indices`: zeros (N, C, D, H, W) and an input's elements where `indices`
    says. D, H and W are the least that the windows fit into, or as `output_size` says, which may differ by less than
    `stride`."""

    rank = 3


class AvgPool1d(_AvgPool, function=functional.avg_pool1d):
    """The mean of each window of an input (N, C, L). Windows are `stride` apart, by default their size; `padding`
    is zeros, which count unless `count_include_pad` is false."""


class AvgPool2d(_DividedAvgPool, function=functional.avg_pool2d):
    """The mean of each window of an input (N, C, H, W). Windows are `stride` apart, by default their size;
    `padding` is zeros, which count unless `count_include_pad` is false."""


class AvgPool3d(_DividedAvgPool, function=functional.avg_pool3d):
    """The mean of each window of an input (N, C, D, H, W). Windows are `stride` apart, by default their size;
    `padding` is zeros, which count unless `count_include_pad` is false."""


class _LPPool(FunctionModule):
    norm_type: float
    kernel_size: Sizes
    stride: Sizes | None = None
    ceil_mode: bool = False

    def extra_repr(self) -> str:
        sizes = f"kernel_size={self.kernel_size}, stride={self.stride}, ceil_mode={self.ceil_mode}"
        return f"norm_type={self.norm_type}, {sizes}"


class LPPool1d(_LPPool, function=functional.lp_pool1d):
    """The norm of each window of an input (N, C, L): the sum of powers `norm_type`, to the power 1 / norm_type."""


class LPPool2d(_LPPool, function=functional.lp_pool2d):
    """The norm of each window of an input (N, C, H, W): the sum of powers `norm_type`, to the power 1 / norm_type."""


class LPPool3d(_LPPool, function=functional.lp_pool3d):
    """The norm of each window of an input (N, C, D, H, W): the sum of powers `norm_type`, to the power 1 /
    norm_type."""


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
