"""Convolutions. Weights are of shape (out_channels, in_channels / groups, *kernel_size), those of transposed
convolutions (in_channels, out_channels / groups, *kernel_size)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Sequence

from .._dispatch import dispatch
from .._errors import at_user_line
from ._windows import Sizes, batched, per_dim

if TYPE_CHECKING:
    from .._tensor import Tensor

__all__ = ["conv1d", "conv2d", "conv3d", "conv_transpose1d", "conv_transpose2d", "conv_transpose3d"]


def _padding(
    function: str, padding: Sizes | str, kernel: Sequence[int], stride: Sequence[int], dilation: Sequence[int]
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The padding in front and behind."""
    if padding == "valid":
        padding = 0
    if padding != "same":
        if isinstance(padding, str):
            raise ValueError(at_user_line(f"{function}: expects padding to be valid, same or sizes, got {padding!r}"))
        sizes = per_dim(function, "padding", padding, len(kernel), 0)
        return sizes, sizes
    if any(step != 1 for step in stride):
        raise ValueError(at_user_line(f"{function}: expects stride 1 for padding 'same', got {tuple(stride)}"))
    totals = [step * (size - 1) for step, size in zip(dilation, kernel)]
    return tuple(total // 2 for total in totals), tuple(total - total // 2 for total in totals)


def _check_weight(function: str, weight: Tensor, rank: int) -> None:
    if len(weight.shape) != rank + 2:
        raise ValueError(
            at_user_line(f"{function}: expects weight to have {rank + 2} dimensions, got {tuple(weight.shape)}")
        )


def _conv(
    function: str,
    rank: int,
    input: Tensor,
    weight: Tensor,
    bias: Tensor | None,
    stride: Sizes,
    padding: Sizes | str,
    dilation: Sizes,
    groups: int,
) -> Tensor:
    input, is_single = batched(function, input, rank)
    _check_weight(function, weight, rank)
    kernel = weight.shape[2:]
    strides = per_dim(function, "stride", stride, rank, 1)
    dilations = per_dim(function, "dilation", dilation, rank, 1)
    low, high = _padding(function, padding, kernel, strides, dilations)
    sizes = {"strides": strides, "padding_low": low, "padding_high": high, "dilations": dilations}
    y: Tensor = dispatch("convolution", (input, weight, bias), function=function, groups=groups, **sizes)
    return y.squeeze(0) if is_single else y


def _conv_transpose(
    function: str,
    rank: int,
    input: Tensor,
    weight: Tensor,
    bias: Tensor | None,
    stride: Sizes,
    padding: Sizes,
    output_padding: Sizes,
    groups: int,
    dilation: Sizes,
) -> Tensor:
    input, is_single = batched(function, input, rank)
    _check_weight(function, weight, rank)
    sizes = {
        "strides": per_dim(function, "stride", stride, rank, 1),
        "padding": per_dim(function, "padding", padding, rank, 0),
        "output_padding": per_dim(function, "output_padding", output_padding, rank, 0),
        "dilations": per_dim(function, "dilation", dilation, rank, 1),
    }
    y: Tensor = dispatch("transposed_convolution", (input, weight, bias), function=function, groups=groups, **sizes)
    return y.squeeze(0) if is_single else y


def conv1d(
    input: Tensor,
    weight: Tensor,
    bias: Tensor | None = None,
    stride: Sizes = 1,
    padding: Sizes | str = 0,
    dilation: Sizes = 1,
    groups: int = 1,
) -> Tensor:
    """The convolution (in fact cross-correlation) of an input (N, C, L) with `weight`, plus bias for each channel."""
    return _conv("conv1d", 1, input, weight, bias, stride, padding, dilation, groups)


def conv2d(
    input: Tensor,
    weight: Tensor,
    bias: Tensor | None = None,
    stride: Sizes = 1,
    padding: Sizes | str = 0,
    dilation: Sizes = 1,
    groups: int = 1,
) -> Tensor:
    """The convolution (in fact cross-correlation) of an input (N, C, H, W) with `weight`, plus bias for each
    channel."""
    return _conv("conv2d", 2, input, weight, bias, stride, padding, dilation, groups)


def conv3d(
    input: Tensor,
    weight: Tensor,
    bias: Tensor | None = None,
    stride: Sizes = 1,
    padding: Sizes | str = 0,
    dilation: Sizes = 1,
    groups: int = 1,
) -> Tensor:
    """The convolution (in fact cross-correlation) of an input (N, C, D, H, W) with `weight`, plus bias for each
    channel."""
    return _conv("conv3d", 3, input, weight, bias, stride, padding, dilation, groups)


def conv_transpose1d(
    input: Tensor,
    weight: Tensor,
    bias: Tensor | None = None,
    stride: Sizes = 1,
    padding: Sizes = 0,
    output_padding: Sizes = 0,
    groups: int = 1,
    dilation: Sizes = 1,
) -> Tensor:
    """What conv1d with the same arguments takes to the gradient of its input: each element puts the kernel down."""
    return _conv_transpose(
        "conv_transpose1d", 1, input, weight, bias, stride, padding, output_padding, groups, dilation
    )


def conv_transpose2d(
    input: Tensor,
    weight: Tensor,
    bias: Tensor | None = None,
    stride: Sizes = 1,
    padding: Sizes = 0,
    output_padding: Sizes = 0,
    groups: int = 1,
    dilation: Sizes = 1,
) -> Tensor:
    """What conv2d with the same arguments takes to the gradient of its input: each element puts the kernel down."""
    return _conv_transpose(
        "conv_transpose2d", 2, input, weight, bias, stride, padding, output_padding, groups, dilation
    )


def conv_transpose3d(
    input: Tensor,
    weight: Tensor,
    bias: Tensor | None = None,
    stride: Sizes = 1,
    padding: Sizes = 0,
    output_padding: Sizes = 0,
    groups: int = 1,
    dilation: Sizes = 1,
) -> Tensor:
    """What conv3d with the same arguments takes to the gradient of its input: each element puts the kernel down."""
    return _conv_transpose(
        "conv_transpose3d", 3, input, weight, bias, stride, padding, output_padding, groups, dilation
    )
