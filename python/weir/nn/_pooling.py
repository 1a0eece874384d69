"""Pooling over the spatial dimensions of an input (N, C, *) or (C, *): forms of the arguments of the ops."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Callable, Sequence

from .. import _ops
from .._creation import zeros
from .._dispatch import dispatch
from .._errors import at_user_line
from .._indexing import scatter
from .._shape import reshape
from .._values import as_one
from ._windows import Sizes, batched, per_dim

if TYPE_CHECKING:
    from .._tensor import Tensor

_RANKS = (1, 2, 3)
_SUFFIX, _ALWAYS = "_with_indices", "This one gives both, whatever return_indices says."
_SPATIAL = {1: "L", 2: "H, W", 3: "D, H, W"}


def _windows(
    function: str,
    sizes: Sequence[int],
    kernel_size: Sizes,
    stride: Sizes | None,
    padding: Sizes,
    dilation: Sequence[int],
    ceil_mode: bool,
) -> dict[str, tuple[int, ...]]:
    """Where windows lie, one number for each spatial dimension."""
    rank = len(sizes)
    size = per_dim(function, "kernel_size", kernel_size, rank, 1)
    steps = size if stride is None or stride == () else per_dim(function, "stride", stride, rank, 1)
    low = per_dim(function, "padding", padding, rank, 0)
    if any(2 * around > taps for around, taps in zip(low, size)):
        raise ValueError(at_user_line(f"{function}: expects padding of at most half of {size}, got {low}"))
    high = list(low)
    for d in range(rank if ceil_mode else 0):
        # A last window that is only in part inside counts, if it begins before the padding behind.
        span = dilation[d] * (size[d] - 1) + 1
        count = -(-(sizes[d] + 2 * low[d] - span) // steps[d]) + 1
        if (count - 1) * steps[d] >= sizes[d] + low[d]:
            count -= 1
        high[d] = max(low[d], (count - 1) * steps[d] + span - sizes[d] - low[d])
    return {"window": size, "strides": steps, "padding_low": low, "padding_high": tuple(high)}


def _image(function: str, input: Tensor, rank: int) -> tuple[Tensor, bool]:
    """`batched`, of which only N may be 0."""
    input, is_single = batched(function, input, rank)
    if 0 in input.shape[1:]:
        facts = f"elements in all dimensions but the batch's, got {tuple(input.shape)}"
        raise ValueError(at_user_line(f"{function}: expects {facts}"))
    return input, is_single


def _named(pool: Callable[..., Any], name: str, rank: int, doc: str) -> Callable[..., Any]:
    """A function under the name that users know; `{}` in `doc` is its input's shape."""
    pool.__name__ = pool.__qualname__ = name
    pool.__doc__ = doc.format(f"(N, C, {_SPATIAL[rank]})")
    return pool


def _max_pool(rank: int, with_indices: bool = False) -> Callable[..., Any]:
    name = f"max_pool{rank}d{_SUFFIX * with_indices}"

    def pool(
        input: Tensor,
        kernel_size: Sizes,
        stride: Sizes | None = None,
        padding: Sizes = 0,
        dilation: Sizes = 1,
        ceil_mode: bool = False,
        return_indices: bool = False,
    ) -> Any:
        input, is_single = _image(name, input, rank)
        dilations = per_dim(name, "dilation", dilation, rank, 1)
        windows = _windows(name, input.shape[2:], kernel_size, stride, padding, dilations, ceil_mode)
        results = dispatch("max_pool", (input,), function=name, **windows, dilations=dilations)
        y, indices = (result.squeeze(0) for result in results) if is_single else results
        return (y, indices) if return_indices or with_indices else y

    doc = "The maxima over windows of {}, and with return_indices their row-major positions behind N and C."
    return _named(pool, name, rank, f"{doc} {_ALWAYS}" if with_indices else doc)


def _max_unpool(rank: int) -> Callable[..., Any]:
    name = f"max_unpool{rank}d"

    def unpool(
        input: Tensor,
        indices: Tensor,
        kernel_size: Sizes,
        stride: Sizes | None = None,
        padding: Sizes = 0,
        output_size: Sequence[int] | None = None,
    ) -> Tensor:
        if tuple(indices.shape) != tuple(input.shape):
            facts = f"input's shape {tuple(input.shape)}, got {tuple(indices.shape)}"
            raise ValueError(at_user_line(f"{name}: expects indices to be of {facts}"))
        input, is_single = batched(name, input, rank)
        sizes = _unpooled_sizes(name, input.shape[2:], kernel_size, stride, padding, output_size)
        batch, channels = input.shape[:2]
        count = math.prod(input.shape[2:])
        values, places = (reshape(x, (batch, channels, count)) for x in (input, indices))
        empty = zeros(batch, channels, math.prod(sizes), dtype=input.dtype, device=input.device)
        y = reshape(scatter(empty, 2, places, values), (batch, channels, *sizes))
        return y.squeeze(0) if is_single else y

    doc = (
        f"The reverse of max_pool{rank}d with return_indices: zeros, and the elements of {{}} at the positions "
        "`indices` behind N and C. The sizes are the least that windows of these sizes fit into, or those of "
        "`output_size`, which differ by less than `stride`; it may have N and C in front."
    )
    return _named(unpool, name, rank, doc)


def _unpooled_sizes(
    function: str, sizes: Sequence[int], kernel_size: Sizes, stride: Sizes | None, padding: Sizes, given: Any
) -> Sequence[int]:
    rank = len(sizes)
    kernel = per_dim(function, "kernel_size", kernel_size, rank, 1)
    steps = kernel if stride is None or stride == () else per_dim(function, "stride", stride, rank, 1)
    around = per_dim(function, "padding", padding, rank, 0)
    least = [(size - 1) * step - 2 * low + taps for size, step, low, taps in zip(sizes, steps, around, kernel)]
    if given is None:
        return least
    wanted = tuple(given)[-rank:]
    is_near = all(abs(size - fits) < step for size, fits, step in zip(wanted, least, steps))
    if len(given) not in (rank, rank + 2) or not is_near:
        near = ", ".join(f"{size} by less than {step}" for size, step in zip(least, steps))
        rule = f"expects output_size to have {rank} sizes, or {rank + 2} with N and C, and to differ from {near}"
        raise ValueError(at_user_line(f"{function}: {rule}, got {tuple(given)}"))
    return wanted


def _avg_pool(rank: int) -> Callable[..., Any]:
    name = f"avg_pool{rank}d"

    def pool(
        input: Tensor,
        kernel_size: Sizes,
        stride: Sizes | None = None,
        padding: Sizes = 0,
        ceil_mode: bool = False,
        count_include_pad: bool = True,
        divisor_override: int | None = None,
    ) -> Tensor:
        input, is_single = _image(name, input, rank)
        counting = {"count_include_pad": count_include_pad, "divisor_override": divisor_override}
        windows = _windows(name, input.shape[2:], kernel_size, stride, padding, (1,) * rank, ceil_mode)
        y: Tensor = dispatch("average_pool", (input,), function=name, **windows, **counting)
        return y.squeeze(0) if is_single else y

    doc = "The means over windows of {}; the padding counts unless count_include_pad is false."
    return _named(pool, name, rank, doc)


def _lp_pool(rank: int) -> Callable[..., Any]:
    name = f"lp_pool{rank}d"

    def pool(
        input: Tensor, norm_type: float, kernel_size: Sizes, stride: Sizes | None = None, ceil_mode: bool = False
    ) -> Tensor:
        if not norm_type > 0:
            raise ValueError(at_user_line(f"{name}: expects norm_type above 0, got {norm_type!r}"))
        if not input.dtype.is_floating_point:
            raise TypeError(at_user_line(f"{name}: expects a floating-point tensor, got {input.dtype.name}"))
        sizes = per_dim(name, "kernel_size", kernel_size, rank, 1)
        given = float(norm_type), sizes, stride, ceil_mode
        return as_one(name, _norms, input, given=given)[0]  # type: ignore[no-any-return]

    doc = "The norms of windows of {}: the sums of powers `norm_type` of elements, to the power 1 / norm_type."
    return _named(pool, name, rank, doc)


def _norms(norm_type: float, sizes: Sequence[int], stride: Sizes | None, ceil_mode: bool, input: Any) -> Sequence[Any]:
    means = _AVG_POOLS[len(sizes) - 1](_ops.pow(input, norm_type), sizes, stride, 0, ceil_mode)
    sums = _ops.sign(means) * _ops.relu(_ops.abs(means)) * math.prod(sizes)  # without a gradient where it is 0
    return (_ops.pow(sums, 1 / norm_type),)


_ADAPTIVE = "The {means} of parts of {{}} that are as equal as can be: output_size along each dimension behind C"


def _adaptive_avg_pool(rank: int) -> Callable[..., Any]:
    name = f"adaptive_avg_pool{rank}d"

    def pool(input: Tensor, output_size: Any) -> Tensor:
        input, is_single = batched(name, input, rank)
        size = _output_sizes(name, input, rank, output_size)
        y: Tensor = dispatch("adaptive_average_pool", (input,), function=name, size=size)
        return y.squeeze(0) if is_single else y

    return _named(pool, name, rank, f"{_ADAPTIVE.format(means='means')}, where None keeps a size.")


def _adaptive_max_pool(rank: int, with_indices: bool = False) -> Callable[..., Any]:
    name = f"adaptive_max_pool{rank}d{_SUFFIX * with_indices}"

    def pool(input: Tensor, output_size: Any, return_indices: bool = False) -> Any:
        input, is_single = batched(name, input, rank)
        size = _output_sizes(name, input, rank, output_size)
        results = dispatch("adaptive_max_pool", (input,), function=name, size=size)
        y, indices = (result.squeeze(0) for result in results) if is_single else results
        return (y, indices) if return_indices or with_indices else y

    doc = f"{_ADAPTIVE.format(means='maxima')}, where None keeps a size; with return_indices where they stand, too."
    return _named(pool, name, rank, f"{doc} {_ALWAYS}" if with_indices else doc)


def _output_sizes(function: str, input: Tensor, rank: int, output_size: Any) -> list[int]:
    given = (output_size,) * rank if output_size is None or isinstance(output_size, int) else tuple(output_size)
    if len(given) != rank or any(size is not None and (not isinstance(size, int) or size < 1) for size in given):
        expected = f"{rank} sizes of at least 1 or None"
        raise ValueError(at_user_line(f"{function}: expects output_size to be {expected}, got {output_size!r}"))
    return [have if size is None else size for size, have in zip(given, input.shape[2:])]


max_pool1d, max_pool2d, max_pool3d = map(_max_pool, _RANKS)
avg_pool1d, avg_pool2d, avg_pool3d = _AVG_POOLS = [*map(_avg_pool, _RANKS)]
lp_pool1d, lp_pool2d, lp_pool3d = map(_lp_pool, _RANKS)
adaptive_avg_pool1d, adaptive_avg_pool2d, adaptive_avg_pool3d = map(_adaptive_avg_pool, _RANKS)
adaptive_max_pool1d, adaptive_max_pool2d, adaptive_max_pool3d = map(_adaptive_max_pool, _RANKS)
max_unpool1d, max_unpool2d, max_unpool3d = map(_max_unpool, _RANKS)
max_pool1d_with_indices, max_pool2d_with_indices, max_pool3d_with_indices = (
    _max_pool(rank, with_indices=True) for rank in _RANKS
)
adaptive_max_pool1d_with_indices, adaptive_max_pool2d_with_indices, adaptive_max_pool3d_with_indices = (
    _adaptive_max_pool(rank, with_indices=True) for rank in _RANKS
)
