"""Functions that move elements between channels and positions of an input (N, C, H, W) or (C, H, W)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .. import _shape
from .._dispatch import dispatch
from .._errors import at_user_line
from .._values import copied
from ._windows import Sizes, batched, per_dim

if TYPE_CHECKING:
    from .._tensor import Tensor

__all__ = ["channel_shuffle", "fold", "pixel_shuffle", "pixel_unshuffle", "unfold"]


# between channels and blocks of pixels


def _factor(function: str, name: str, value: Any) -> int:
    (factor,) = per_dim(function, name, value, 1, 1)
    return factor


def pixel_shuffle(input: Tensor, upscale_factor: int) -> Tensor:
    """(*, C * r * r, H, W) as (*, C, H * r, W * r): the channels are blocks of pixels. Shi et al., "Real-Time Single
    Image and Video Super-Resolution Using an Efficient Sub-Pixel Convolutional Neural Network", 2016."""
    r = _factor("pixel_shuffle", "upscale_factor", upscale_factor)
    if len(input.shape) < 3 or input.shape[-3] % (r * r):
        expected = f"input of shape (*, C, H, W) with C a multiple of {r * r}"
        raise ValueError(at_user_line(f"pixel_shuffle: expects {expected}, got {tuple(input.shape)}"))
    *batch, channels, height, width = input.shape
    n = len(batch)
    blocks = _shape.reshape(input, (*batch, channels // (r * r), r, r, height, width))
    rows = _shape.permute(blocks, [*range(n + 1), n + 3, n + 1, n + 4, n + 2])
    return copied(_shape.reshape(rows, (*batch, channels // (r * r), height * r, width * r)), input)


def pixel_unshuffle(input: Tensor, downscale_factor: int) -> Tensor:
    """(*, C, H * r, W * r) as (*, C * r * r, H, W), which pixel_shuffle turns back."""
    r = _factor("pixel_unshuffle", "downscale_factor", downscale_factor)
    if len(input.shape) < 3 or input.shape[-2] % r or input.shape[-1] % r:
        expected = f"input of shape (*, C, H, W) with H and W multiples of {r}"
        raise ValueError(at_user_line(f"pixel_unshuffle: expects {expected}, got {tuple(input.shape)}"))
    *batch, channels, height, width = input.shape
    n = len(batch)
    blocks = _shape.reshape(input, (*batch, channels, height // r, r, width // r, r))
    taken = _shape.permute(blocks, [*range(n + 1), n + 2, n + 4, n + 1, n + 3])
    return copied(_shape.reshape(taken, (*batch, channels * r * r, height // r, width // r)), input)


def channel_shuffle(input: Tensor, groups: int) -> Tensor:
    """Lets the channels of an input (N, C, *) stand by their place in a group first, and by the group then: (N, groups
    * c, *) as c runs of one channel of each group. Zhang et al., "ShuffleNet: An Extremely Efficient Convolutional
    Neural Network for Mobile Devices", 2018."""
    parts = _factor("channel_shuffle", "groups", groups)
    if len(input.shape) < 3 or input.shape[1] % parts:
        expected = f"input of shape (N, C, *) with C a multiple of {parts}"
        raise ValueError(at_user_line(f"channel_shuffle: expects {expected}, got {tuple(input.shape)}"))
    batch, channels, *spatial = input.shape
    grouped = _shape.reshape(input, (batch, parts, channels // parts, *spatial))
    return copied(_shape.reshape(_shape.transpose(grouped, 1, 2), (batch, channels, *spatial)), input)


# between an image and its windows


def _windows(kernel_size: Sizes, dilation: Sizes, padding: Sizes, stride: Sizes, function: str) -> dict[str, Any]:
    return {
        "function": function,
        "window": per_dim(function, "kernel_size", kernel_size, 2, 1),
        "dilations": per_dim(function, "dilation", dilation, 2, 1),
        "padding": per_dim(function, "padding", padding, 2, 0),
        "strides": per_dim(function, "stride", stride, 2, 1),
    }


def unfold(input: Tensor, kernel_size: Sizes, dilation: Sizes = 1, padding: Sizes = 0, stride: Sizes = 1) -> Tensor:
    """The windows of an image: (N, C, H, W) as (N, C * elements of a window, windows), or both without N."""
    input, is_single = batched("unfold", input, 2)
    y: Tensor = dispatch("unfold", (input,), **_windows(kernel_size, dilation, padding, stride, "unfold"))
    return y.squeeze(0) if is_single else y


def fold(
    input: Tensor,
    output_size: Sizes,
    kernel_size: Sizes,
    dilation: Sizes = 1,
    padding: Sizes = 0,
    stride: Sizes = 1,
) -> Tensor:
    """The image of size output_size in which each element is the sum of those that unfold would make of it."""
    input, is_single = batched("fold", input, 1)
    sizes = per_dim("fold", "output_size", output_size, 2, 1)
    windows = _windows(kernel_size, dilation, padding, stride, "fold")
    y: Tensor = dispatch("fold", (input,), size=sizes, **windows)
    return y.squeeze(0) if is_single else y
