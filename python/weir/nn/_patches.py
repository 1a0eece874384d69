"""Functions that move elements between channels and positions of an input (N, C, H, W) or (C, H, W)."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, NamedTuple, Sequence

from .. import _creation, _indexing, _joining, _shape
from .._errors import at_user_line
from ._padding import pad
from ._windows import Sizes, batched, per_dim

if TYPE_CHECKING:
    from .._tensor import Tensor

__all__ = ["fold", "pixel_shuffle", "pixel_unshuffle", "unfold"]


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
    return _shape.reshape(rows, (*batch, channels // (r * r), height * r, width * r))


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
    return _shape.reshape(taken, (*batch, channels * r * r, height // r, width // r))


# between an image and its windows


class _Windows(NamedTuple):
    """Windows over a padded image, two numbers each."""

    kernel: tuple[int, ...]
    dilation: tuple[int, ...]
    padding: tuple[int, ...]
    stride: tuple[int, ...]
    padded: tuple[int, ...]  # the image's size
    counts: tuple[int, ...]

    def positions(self) -> Any:
        """Of each element of a window in each window: its row-major number in the padded image."""
        flat: Any = 0
        for d, size in enumerate(self.padded):
            taps = _creation.arange(self.kernel[d]) * self.dilation[d]
            along = taps.unsqueeze(1) + _creation.arange(self.counts[d]) * self.stride[d]
            shape = [1, 1, 1, 1]
            shape[d], shape[2 + d] = along.shape
            flat = flat * size + _shape.reshape(along, shape)
        return _shape.reshape(flat, (-1,))


def _windows(
    function: str, sizes: Sequence[int], kernel_size: Sizes, dilation: Sizes, padding: Sizes, stride: Sizes
) -> _Windows:
    kernel = per_dim(function, "kernel_size", kernel_size, 2, 1)
    steps = per_dim(function, "dilation", dilation, 2, 1)
    around = per_dim(function, "padding", padding, 2, 0)
    strides = per_dim(function, "stride", stride, 2, 1)
    padded = tuple(size + 2 * extra for size, extra in zip(sizes, around))
    spans = [step * (size - 1) + 1 for step, size in zip(steps, kernel)]
    if any(span > size for span, size in zip(spans, padded)):
        raise ValueError(at_user_line(f"{function}: expects windows within {padded}, got windows of {tuple(spans)}"))
    counts = tuple((size - span) // by + 1 for size, span, by in zip(padded, spans, strides))
    return _Windows(kernel, steps, around, strides, padded, counts)


def unfold(input: Tensor, kernel_size: Sizes, dilation: Sizes = 1, padding: Sizes = 0, stride: Sizes = 1) -> Tensor:
    """The windows of an image: (N, C, H, W) as (N, C * elements of a window, windows), or both without N."""
    input, is_single = batched("unfold", input, 2)
    windows = _windows("unfold", input.shape[2:], kernel_size, dilation, padding, stride)
    vertical, horizontal = windows.padding
    image = pad(input, (horizontal, horizontal, vertical, vertical)) if any(windows.padding) else input
    lines = _shape.reshape(image, (*input.shape[:2], math.prod(windows.padded)))
    taken = _indexing.take(lines, 2, windows.positions())
    columns = (input.shape[1] * math.prod(windows.kernel), math.prod(windows.counts))
    return _shape.reshape(taken, columns if is_single else (input.shape[0], *columns))


def fold(
    input: Tensor,
    output_size: Sizes,
    kernel_size: Sizes,
    dilation: Sizes = 1,
    padding: Sizes = 0,
    stride: Sizes = 1,
) -> Tensor:
    """The image of size output_size in which each element is the sum of those that unfold would make of it."""
    sizes = per_dim("fold", "output_size", output_size, 2, 1)
    windows = _windows("fold", sizes, kernel_size, dilation, padding, stride)
    elements, count = math.prod(windows.kernel), math.prod(windows.counts)
    if len(input.shape) not in (2, 3) or input.shape[-2] % elements or input.shape[-1] != count:
        expected = f"input of shape (N, C, {count}) or (C, {count}) with C a multiple of {elements}"
        raise ValueError(at_user_line(f"fold: expects {expected}, got {tuple(input.shape)}"))
    leading = (*input.shape[:-2], input.shape[-2] // elements)
    src = _shape.reshape(input, (*leading, elements * count))
    index = _shape.broadcast_to(windows.positions(), src.shape)
    zeros = _creation.zeros(*leading, math.prod(windows.padded), dtype=input.dtype)
    image = _shape.reshape(_indexing.scatter_add(zeros, -1, index, src), (*leading, *windows.padded))
    for dim, (around, size) in enumerate(zip(windows.padding, sizes), len(leading)):
        image = _joining.narrow(image, dim, around, size)
    return image
