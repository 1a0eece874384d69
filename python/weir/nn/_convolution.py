"""Convolutions. Weights are of shape (out_channels, in_channels / groups, *kernel_size), those of transposed
convolutions (in_channels, out_channels / groups, *kernel_size)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Sequence

from .. import _ops, _shape
from .._call import require_trace
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


def _check_groups(function: str, groups: int, channels: int, of: str) -> None:
    if not isinstance(groups, int) or groups < 1 or channels % groups:
        raise ValueError(at_user_line(f"{function}: expects groups to divide the {channels} {of}, got {groups}"))


def _check_weight(function: str, weight: Tensor, rank: int, channels: int, expected: int, what: str) -> None:
    if len(weight.shape) != rank + 2:
        raise ValueError(
            at_user_line(f"{function}: expects weight to have {rank + 2} dimensions, got {tuple(weight.shape)}")
        )
    if channels != expected:
        raise ValueError(
            at_user_line(f"{function}: expects input to have {expected} channels, as {what} says, got {channels}")
        )


def _finish(y: Tensor, bias: Tensor | None, grouped: bool, is_single: bool) -> Tensor:
    """With the bias, in PyTorch's dimensions. The bias comes before groups are joined, where it can be fused."""
    spatial = y.shape[3 if grouped else 2 :]
    if bias is not None:
        channels = y.shape[1:3] if grouped else y.shape[1:2]
        y = y + _shape.reshape(bias, (*channels, *(1 for _ in spatial)))
    if grouped:
        y = _shape.reshape(y, (y.shape[0], y.shape[1] * y.shape[2], *spatial))
    return y.squeeze(0) if is_single else y


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
    require_trace(function)
    input, is_single = batched(function, input, rank)
    _check_weight(function, weight, rank, input.shape[1], weight.shape[1] * groups, f"weight {tuple(weight.shape)}")
    _check_groups(function, groups, weight.shape[0], "channels of the result")
    kernel = weight.shape[2:]
    strides = per_dim(function, "stride", stride, rank, 1)
    dilations = per_dim(function, "dilation", dilation, rank, 1)
    low, high = _padding(function, padding, kernel, strides, dilations)
    if groups != 1:
        batch, channels, *sizes = input.shape
        input = _shape.reshape(input, (batch, groups, channels // groups, *sizes))
        weight = _shape.reshape(weight, (groups, weight.shape[0] // groups, *weight.shape[1:]))
    y: Tensor = _ops.OPS["conv"](
        (input, weight),
        strides=strides,
        padding_low=low,
        padding_high=high,
        dilations=dilations,
        grouped=groups != 1 or None,
    )
    return _finish(y, bias, groups != 1, is_single)


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
    require_trace(function)
    input, is_single = batched(function, input, rank)
    _check_weight(function, weight, rank, input.shape[1], weight.shape[0], f"weight {tuple(weight.shape)}")
    _check_groups(function, groups, weight.shape[0], "channels of input")
    kernel = weight.shape[2:]
    strides = per_dim(function, "stride", stride, rank, 1)
    dilations = per_dim(function, "dilation", dilation, rank, 1)
    paddings = per_dim(function, "padding", padding, rank, 0)
    extra = per_dim(function, "output_padding", output_padding, rank, 0)
    if any(more >= step for more, step in zip(extra, strides)):
        raise ValueError(at_user_line(f"{function}: expects output_padding to be below stride, got {extra}"))
    sizes = [
        (size - 1) * step - 2 * around + spread * (taps - 1) + more + 1
        for size, step, around, spread, taps, more in zip(
            input.shape[2:], strides, paddings, dilations, kernel, extra
        )
    ]
    if any(size < 1 for size in sizes):
        raise ValueError(at_user_line(f"{function}: expects a result with elements, got sizes {tuple(sizes)}"))
    batch, channels = input.shape[:2]
    shape = (batch, weight.shape[1], *sizes)
    if groups != 1:
        input = _shape.reshape(input, (batch, groups, channels // groups, *input.shape[2:]))
        weight = _shape.reshape(weight, (groups, channels // groups, *weight.shape[1:]))
        shape = (batch, groups, *shape[1:])
    y: Tensor = _ops.OPS["conv_transpose"](
        (input, weight),
        shape=shape,
        strides=strides,
        padding_low=paddings,
        padding_high=paddings,
        dilations=dilations,
        grouped=groups != 1 or None,
    )
    return _finish(y, bias, groups != 1, is_single)


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
