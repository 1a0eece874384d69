"""Functions of samples and of functions at points, as compositions: covariances, histograms, differences."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Sequence

from . import _dtypes, _executor, _ops
from ._creation import full_like, linspace, ones_like, zeros_like
from ._dispatch import cast, dimension
from ._errors import at_user_line
from ._indexing import diagonal, gather
from ._joining import cat, flip, narrow
from ._searching import bincount, searchsorted
from ._sequence import cumprod, diff, sort
from ._shape import broadcast_tensors, flatten, movedim, reshape, transpose, unsqueeze
from ._tensor_base import TensorBase
from .return_types import TYPES, Histogram, ValuesAndIndices

if TYPE_CHECKING:
    from ._tensor import Tensor

__all__ = [
    "corrcoef",
    "cov",
    "fake_quantize_per_tensor_affine",
    "gcd",
    "gradient",
    "histogram",
    "lcm",
    "mode",
    "vander",
]


# samples


def cov(
    input: Tensor, *, correction: int = 1, fweights: Tensor | None = None, aweights: Tensor | None = None
) -> Tensor:
    """The covariances of the rows of a matrix, whose columns are samples, or the variance of a vector. `fweights` says
    how often each sample counts, `aweights` how much; `correction` is taken from the number of samples."""
    if len(input.shape) > 2:
        raise ValueError(at_user_line(f"cov: expects at most two dimensions, got shape {tuple(input.shape)}"))
    x = reshape(input, [1, -1]) if len(input.shape) < 2 else input
    x = x if x.dtype.is_floating_point else cast(x, _dtypes.default())
    given = [cast(each, x.dtype) for each in (fweights, aweights) if each is not None]
    weights = given[0] * given[1] if len(given) == 2 else given[0] if given else ones_like(x[0])
    total = weights.sum()
    taken = correction if aweights is None else correction * (weights * cast(aweights, x.dtype)).sum() / total
    apart = x - unsqueeze((x * weights).sum(1) / total, 1)
    found = (apart * weights) @ transpose(apart, 0, 1) / _ops.clamp(total - taken, 0, None)
    return reshape(found, []) if len(input.shape) < 2 else found


def corrcoef(input: Tensor) -> Tensor:
    """The correlations of the rows of a matrix, whose columns are samples; of a vector, 1."""
    found = cov(input)
    if not found.shape:
        return found / found
    spread = _ops.sqrt(diagonal(found))
    return _ops.clamp(found / unsqueeze(spread, 1) / spread, -1, 1)


def mode(input: Tensor, dim: int = -1, keepdim: bool = False) -> ValuesAndIndices:
    """The values that are there most often along `dim`, of several such the smallest, and their last positions."""
    if not input.shape:
        return TYPES["mode"](input.clone(), zeros_like(input, dtype=_dtypes.int64))  # type: ignore[no-any-return]
    at = dimension(input, dim, "mode")
    values, indices = sort(movedim(input, at, -1), -1, stable=True)
    values = values.contiguous()
    counts = searchsorted(values, values, right=True) - searchsorted(values, values)
    counts = _ops.clamp(counts, 1, None)  # NaN is each time another one
    first = counts.argmax(-1, keepdim=True)
    last = first + gather(counts, -1, first) - 1
    found = (movedim(gather(x, -1, last), -1, at) for x in (values, indices))
    return TYPES["mode"](*(found if keepdim else (x.squeeze(at) for x in found)))  # type: ignore[no-any-return]


def histogram(
    input: Tensor,
    bins: int | Tensor,
    *,
    range: tuple[float, float] | None = None,
    weight: Tensor | None = None,
    density: bool = False,
) -> Histogram:
    """How many elements are in each of so many equal bins, or between the edges that a vector has: all but the last bin
    are without their upper edge. `range` is that of equal bins, or that of the elements, which inside `build` is not
    known. `weight` says how much each element counts. With `density` the bins have an area of 1."""
    if isinstance(bins, TensorBase):
        edges = bins
    elif range is None and _executor.current() is not None:
        raise ValueError(at_user_line("histogram: expects range or edges inside nn.Graph.build, got neither"))
    else:
        low, high = range or ((float(input.min()), float(input.max())) if input.numel() else (0.0, 1.0))
        low, high = (low - 0.5, high + 0.5) if low == high else (low, high)
        edges = linspace(low, high, bins + 1, dtype=input.dtype, device=input.device)
    x, count = flatten(input), edges.shape[0] - 1
    places = _ops.clamp(searchsorted(edges, x, right=True) - 1, None, count - 1)
    places = _ops.where((x >= edges[0]) & (x <= edges[-1]), places, count)
    amounts = ones_like(x) if weight is None else cast(flatten(weight), x.dtype)
    hist = bincount(places, amounts, minlength=count + 1)[:count]
    hist = hist / (hist.sum() * diff(edges)) if density else hist
    return TYPES["histogram"](hist, edges)  # type: ignore[no-any-return]


# integers


def gcd(input: Tensor, other: Tensor) -> Tensor:
    """The greatest common divisors of integers."""
    return _divisors("gcd", input, other)[0]


def lcm(input: Tensor, other: Tensor) -> Tensor:
    """The least common multiples of integers, none of which is negative."""
    divisor, x, y = _divisors("lcm", input, other)
    return _ops.where(divisor == 0, divisor, x // _ops.clamp(divisor, 1, None) * y)


def _divisors(function: str, *given: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    """The common divisors by Euclid's algorithm, and both numbers without their signs."""
    if any(x.dtype.is_floating_point or x.dtype is _dtypes.bool_ for x in given):
        got = " and ".join(x.dtype.name for x in given)
        raise TypeError(at_user_line(f"{function}: expects integers, got {got}"))
    dtype = _dtypes.common_dtype([x.dtype for x in given], [])
    numbers = [cast(each, dtype) for each in broadcast_tensors(*given)]
    # By numbers below 0, if there are any: the least one has none above 0 of its size.
    sign, limits = (1, (1, None)) if dtype is _dtypes.uint8 else (-1, (None, -1))
    a, b = x, y = [_ops.abs(each) * sign for each in numbers]
    bits = 8 * dtype.itemsize
    for _ in range(math.ceil(1.45 * bits)):  # of Fibonacci's numbers, the slowest, so many have this many bits
        if _executor.current() is None and not bool(b.any()):
            break
        a, b = _ops.where(b == 0, a, b), _ops.where(b == 0, b, _ops.fmod(a, _ops.clamp(b, *limits)))
    return a * sign, x * sign, y * sign


# functions at points


def vander(x: Tensor, N: int | None = None, increasing: bool = False) -> Tensor:
    """The powers of the elements of a vector, N of each or as many as there are elements: falling ones, or rising ones
    with `increasing`."""
    if len(x.shape) != 1:
        raise ValueError(at_user_line(f"vander: expects a vector, got shape {tuple(x.shape)}"))
    count = x.shape[0] if N is None else N
    column = unsqueeze(x if x.dtype.is_floating_point else cast(x, _dtypes.int64), 1)
    powers = cumprod(cat([ones_like(column), *[column] * (count - 1)], 1), 1)[:, :count]
    return powers if increasing else flip(powers, [1])


def gradient(
    input: Tensor, *, spacing: Any = 1, dim: int | Sequence[int] | None = None, edge_order: int = 1
) -> tuple[Tensor, ...]:
    """The derivatives along each dimension, or those of `dim`, of a function whose values at points these are: between
    two neighbours, and at both ends by one neighbour, or two with an `edge_order` of 2. `spacing` is the distance of
    points, or has for each dimension the distance or the points."""
    if edge_order not in (1, 2):
        raise ValueError(at_user_line(f"gradient: expects edge_order to be 1 or 2, got {edge_order!r}"))
    dims = [*range(len(input.shape))] if dim is None else [dim] if isinstance(dim, int) else [*dim]
    steps = [spacing] * len(dims) if not isinstance(spacing, (tuple, list)) else [*spacing]
    if len(steps) != len(dims):
        raise ValueError(at_user_line(f"gradient: expects spacing for {len(dims)} dimensions, got {len(steps)}"))
    places = [dimension(input, each, "gradient") for each in dims]
    if any(input.shape[d] <= edge_order for d in places):
        rule = f"expects at least {edge_order + 1} points along each dimension"
        raise ValueError(at_user_line(f"gradient: {rule}, got shape {tuple(input.shape)}"))
    return tuple(movedim(_slopes(movedim(input, d, -1), h, edge_order), -1, d) for d, h in zip(places, steps))


def _slopes(f: Tensor, spacing: Any, edge_order: int) -> Tensor:
    """The derivatives along the last dimension."""
    rise, count = diff(f), f.shape[-1] - 1
    is_even = not isinstance(spacing, TensorBase) or not spacing.shape
    if is_even:
        widths = full_like(rise, 1, dtype=rise.dtype if rise.dtype.is_floating_point else _dtypes.default()) * spacing
    else:
        widths = diff(spacing)
    slopes = rise / widths
    before, behind = (narrow(slopes, -1, start, count - 1) for start in (0, 1))
    left, right = (narrow(widths, -1, start, count - 1) for start in (0, 1))
    if is_even:  # what stands between does not count
        inner = (narrow(f, -1, 2, count - 1) - narrow(f, -1, 0, count - 1)) / (left + right)
    else:
        inner = (before * right + behind * left) / (left + right)
    first, last = slopes[..., :1], slopes[..., -1:]
    if edge_order == 2:  # as straight on as from the middle of one interval to that of the next
        turns = (behind - before) / (left + right)
        first = first - turns[..., :1] * widths[..., :1]
        last = last + turns[..., -1:] * widths[..., -1:]
    return cat([first, inner, last], -1)


# rounding


def fake_quantize_per_tensor_affine(
    input: Tensor, scale: float | Tensor, zero_point: int | Tensor, quant_min: int, quant_max: int
) -> Tensor:
    """The numbers that integers from `quant_min` to `quant_max` can stand for, `scale` apart, 0 being `zero_point`.
    Gradients pass as they are where the input is in their range."""
    whole = _ops.round(input.detach() * (1 / scale)) + zero_point
    kept = _ops.where(whole == whole, _ops.clamp(whole, quant_min, quant_max), quant_min)
    passing = _ops.where(kept == whole, input, 0)
    return cast((kept - zero_point) * scale + (passing - passing.detach()), input.dtype)
