"""Pooling over the spatial dimensions of an input (N, C, *) or (C, *)."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, NamedTuple, Sequence

import numpy as np

from .. import _dtypes, _ops, _shape
from .._dispatch import dispatch, encode, executor
from .._errors import at_user_line
from ._windows import Sizes, batched, per_dim

if TYPE_CHECKING:
    from .._tensor import Tensor

__all__ = [
    "adaptive_avg_pool1d",
    "adaptive_avg_pool2d",
    "adaptive_avg_pool3d",
    "adaptive_max_pool1d",
    "adaptive_max_pool2d",
    "adaptive_max_pool3d",
    "avg_pool1d",
    "avg_pool2d",
    "avg_pool3d",
    "max_pool1d",
    "max_pool2d",
    "max_pool3d",
]


class _Windows(NamedTuple):
    """Windows over the spatial dimensions, one number for each."""

    size: tuple[int, ...]
    stride: tuple[int, ...]
    low: tuple[int, ...]
    high: tuple[int, ...]
    dilation: tuple[int, ...]

    def attributes(self) -> dict[str, tuple[int, ...]]:
        """Of ops on (N, C, *)."""
        return {
            "window": (1, 1, *self.size),
            "strides": (1, 1, *self.stride),
            "padding_low": (0, 0, *self.low),
            "padding_high": (0, 0, *self.high),
            "dilations": (1, 1, *self.dilation),
        }

    def starts(self, dim: int, extent: int) -> np.ndarray:
        """Where along a dimension windows begin; the padding in front has negative positions."""
        span = self.dilation[dim] * (self.size[dim] - 1) + 1
        count = (extent + self.low[dim] + self.high[dim] - span) // self.stride[dim] + 1
        return np.arange(count) * self.stride[dim] - self.low[dim]


def _windows(
    function: str,
    sizes: Sequence[int],
    kernel_size: Sizes,
    stride: Sizes | None,
    padding: Sizes,
    dilation: Sizes,
    ceil_mode: bool,
) -> _Windows:
    rank = len(sizes)
    size = per_dim(function, "kernel_size", kernel_size, rank, 1)
    steps = size if stride is None else per_dim(function, "stride", stride, rank, 1)
    low = per_dim(function, "padding", padding, rank, 0)
    spread = per_dim(function, "dilation", dilation, rank, 1)
    if any(2 * around > taps for around, taps in zip(low, size)):
        raise ValueError(at_user_line(f"{function}: expects padding of at most half of {size}, got {low}"))
    high = list(low)
    for d in range(rank if ceil_mode else 0):
        # A last window that is only in part inside counts, if it begins before the padding behind.
        span = spread[d] * (size[d] - 1) + 1
        count = -(-(sizes[d] + 2 * low[d] - span) // steps[d]) + 1
        if (count - 1) * steps[d] >= sizes[d] + low[d]:
            count -= 1
        high[d] = max(low[d], (count - 1) * steps[d] + span - sizes[d] - low[d])
    return _Windows(size, steps, low, tuple(high), spread)


def _constant(values: np.ndarray, dtype: _dtypes.dtype) -> Any:
    return executor("constant").constant(encode(values, dtype), values.shape, dtype)


def _flat_positions(input: Tensor, y: Tensor, windows: _Windows) -> Any:
    """Where the maxima stand, as row-major numbers of positions in the spatial dimensions."""
    number = dispatch("window_index", (input, y), **windows.attributes())
    flat: Any = 0
    below = math.prod(windows.size)
    for d, extent in enumerate(input.shape[2:]):
        below //= windows.size[d]
        # The elements of a window have few numbers: where each lies along d is a table.
        offsets = np.arange(math.prod(windows.size) + 1) // below % windows.size[d] * windows.dilation[d]
        starts = windows.starts(d, extent).reshape([-1 if i == d else 1 for i in range(len(windows.size))])
        table = _shape.reshape(_constant(offsets, _dtypes.int64), (-1,))
        offset = _shape.reshape(
            _ops.gather(table, 0, _shape.reshape(number, (-1,))), number.shape
        )
        flat = flat * extent + (offset + _constant(starts, _dtypes.int64))
    return flat


def _max_pool(
    function: str,
    rank: int,
    input: Tensor,
    kernel_size: Sizes,
    stride: Sizes | None,
    padding: Sizes,
    dilation: Sizes,
    ceil_mode: bool,
    return_indices: bool,
) -> Any:
    input, is_single = batched(function, input, rank)
    windows = _windows(function, input.shape[2:], kernel_size, stride, padding, dilation, ceil_mode)
    y: Tensor = dispatch("window_max", (input,), **windows.attributes())
    results = (y, _flat_positions(input, y, windows)) if return_indices else (y,)
    results = tuple(result.squeeze(0) for result in results) if is_single else results
    return results if return_indices else results[0]


def _avg_pool(
    function: str,
    rank: int,
    input: Tensor,
    kernel_size: Sizes,
    stride: Sizes | None,
    padding: Sizes,
    ceil_mode: bool,
    count_include_pad: bool,
    divisor_override: int | None,
) -> Tensor:
    input, is_single = batched(function, input, rank)
    windows = _windows(function, input.shape[2:], kernel_size, stride, padding, 1, ceil_mode)
    y: Tensor = dispatch(
        "average_pool",
        (input,),
        function=function,
        window=windows.size,
        strides=windows.stride,
        padding_low=windows.low,
        padding_high=windows.high,
        count_include_pad=count_include_pad,
        divisor_override=divisor_override,
    )
    return y.squeeze(0) if is_single else y


def _output_sizes(function: str, input: Tensor, rank: int, output_size: Any) -> list[int]:
    given = (output_size,) * rank if output_size is None or isinstance(output_size, int) else tuple(output_size)
    if len(given) != rank or any(size is not None and (not isinstance(size, int) or size < 1) for size in given):
        expected = f"{rank} sizes of at least 1 or None"
        raise ValueError(at_user_line(f"{function}: expects output_size to be {expected}, got {output_size!r}"))
    return [have if size is None else size for size, have in zip(given, input.shape[2:])]


def _ranges(extent: int, count: int) -> tuple[np.ndarray, np.ndarray]:
    """Where the `count` parts of a dimension begin and end; neighbours overlap where count doesn't divide."""
    numbers = np.arange(count)
    return numbers * extent // count, -(-(numbers + 1) * extent // count)


def _adaptive_avg_pool(function: str, rank: int, input: Tensor, output_size: Any) -> Tensor:
    input, is_single = batched(function, input, rank)
    sizes = _output_sizes(function, input, rank, output_size)
    if all(size == 1 for size in sizes):
        y = _ops.mean(input, list(range(2, rank + 2)), keepdim=True)
    elif all(have % size == 0 for have, size in zip(input.shape[2:], sizes)):
        kernel = [have // size for have, size in zip(input.shape[2:], sizes)]
        y = _avg_pool(function, rank, input, kernel, None, 0, False, True, None)
    else:
        y = input
        for d, (have, size) in enumerate(zip(input.shape[2:], sizes)):
            begins, ends = _ranges(have, size)
            positions = np.arange(have)
            inside = (positions >= begins[:, None]) & (positions < ends[:, None])
            average = _constant(inside / inside.sum(1, keepdims=True), input.dtype)
            y = _shape.transpose(_shape.transpose(y, d + 2, -1) @ _expanded(average.t(), y), d + 2, -1)
    return y.squeeze(0) if is_single else y


def _expanded(matrix: Tensor, like: Tensor) -> Tensor:
    """A matrix for each of the leading positions of `like`."""
    return _shape.broadcast_to(matrix, (*like.shape[:-2], *matrix.shape))


def _adaptive_max_pool(function: str, rank: int, input: Tensor, output_size: Any) -> Tensor:
    input, is_single = batched(function, input, rank)
    y = input
    for d, (have, size) in enumerate(zip(input.shape[2:], _output_sizes(function, input, rank, output_size))):
        begins, ends = _ranges(have, size)
        longest = int((ends - begins).max())
        # Shorter parts hold their last position several times, which changes no maximum.
        positions = np.minimum(begins[:, None] + np.arange(longest), ends[:, None] - 1)
        dim = d + 2
        index = _constant(positions.reshape([-1 if i == dim else 1 for i in range(rank + 2)]), _dtypes.int64)
        before, behind = y.shape[:dim], y.shape[dim + 1 :]
        taken = _ops.gather(y, dim, _shape.broadcast_to(index, (*before, size * longest, *behind)))
        parts = _shape.reshape(taken, (*before, size, longest, *behind))
        y = _ops.amax(parts, dim + 1)
    return y.squeeze(0) if is_single else y


def max_pool1d(
    input: Tensor,
    kernel_size: Sizes,
    stride: Sizes | None = None,
    padding: Sizes = 0,
    dilation: Sizes = 1,
    ceil_mode: bool = False,
    return_indices: bool = False,
) -> Any:
    """The maxima over windows of (N, C, L), and with return_indices their positions."""
    return _max_pool("max_pool1d", 1, input, kernel_size, stride, padding, dilation, ceil_mode, return_indices)


def max_pool2d(
    input: Tensor,
    kernel_size: Sizes,
    stride: Sizes | None = None,
    padding: Sizes = 0,
    dilation: Sizes = 1,
    ceil_mode: bool = False,
    return_indices: bool = False,
) -> Any:
    """The maxima over windows of (N, C, H, W), and with return_indices their row-major positions in (H, W)."""
    return _max_pool("max_pool2d", 2, input, kernel_size, stride, padding, dilation, ceil_mode, return_indices)


def max_pool3d(
    input: Tensor,
    kernel_size: Sizes,
    stride: Sizes | None = None,
    padding: Sizes = 0,
    dilation: Sizes = 1,
    ceil_mode: bool = False,
    return_indices: bool = False,
) -> Any:
    """The maxima over windows of (N, C, D, H, W), and with return_indices their row-major positions in (D, H, W)."""
    return _max_pool("max_pool3d", 3, input, kernel_size, stride, padding, dilation, ceil_mode, return_indices)


def avg_pool1d(
    input: Tensor,
    kernel_size: Sizes,
    stride: Sizes | None = None,
    padding: Sizes = 0,
    ceil_mode: bool = False,
    count_include_pad: bool = True,
) -> Tensor:
    """The means over windows of (N, C, L); the padding counts unless count_include_pad is false."""
    return _avg_pool("avg_pool1d", 1, input, kernel_size, stride, padding, ceil_mode, count_include_pad, None)


def avg_pool2d(
    input: Tensor,
    kernel_size: Sizes,
    stride: Sizes | None = None,
    padding: Sizes = 0,
    ceil_mode: bool = False,
    count_include_pad: bool = True,
    divisor_override: int | None = None,
) -> Tensor:
    """The means over windows of (N, C, H, W); the padding counts unless count_include_pad is false."""
    return _avg_pool(
        "avg_pool2d", 2, input, kernel_size, stride, padding, ceil_mode, count_include_pad, divisor_override
    )


def avg_pool3d(
    input: Tensor,
    kernel_size: Sizes,
    stride: Sizes | None = None,
    padding: Sizes = 0,
    ceil_mode: bool = False,
    count_include_pad: bool = True,
    divisor_override: int | None = None,
) -> Tensor:
    """The means over windows of (N, C, D, H, W); the padding counts unless count_include_pad is false."""
    return _avg_pool(
        "avg_pool3d", 3, input, kernel_size, stride, padding, ceil_mode, count_include_pad, divisor_override
    )


def adaptive_avg_pool1d(input: Tensor, output_size: Any) -> Tensor:
    """The means of output_size parts of (N, C, L) that are as equal as can be."""
    return _adaptive_avg_pool("adaptive_avg_pool1d", 1, input, output_size)


def adaptive_avg_pool2d(input: Tensor, output_size: Any) -> Tensor:
    """The means of parts of (N, C, H, W), output_size of them along each of H and W; None keeps a size."""
    return _adaptive_avg_pool("adaptive_avg_pool2d", 2, input, output_size)


def adaptive_avg_pool3d(input: Tensor, output_size: Any) -> Tensor:
    """The means of parts of (N, C, D, H, W), output_size of them along each of D, H and W; None keeps a size."""
    return _adaptive_avg_pool("adaptive_avg_pool3d", 3, input, output_size)


def adaptive_max_pool1d(input: Tensor, output_size: Any) -> Tensor:
    """The maxima of output_size parts of (N, C, L) that are as equal as can be."""
    return _adaptive_max_pool("adaptive_max_pool1d", 1, input, output_size)


def adaptive_max_pool2d(input: Tensor, output_size: Any) -> Tensor:
    """The maxima of parts of (N, C, H, W), output_size of them along each of H and W; None keeps a size."""
    return _adaptive_max_pool("adaptive_max_pool2d", 2, input, output_size)


def adaptive_max_pool3d(input: Tensor, output_size: Any) -> Tensor:
    """The maxima of parts of (N, C, D, H, W), output_size of them along each of D, H and W; None keeps a size."""
    return _adaptive_max_pool("adaptive_max_pool3d", 3, input, output_size)
