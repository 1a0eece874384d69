"""Images of other sizes. Where the elements of a result come from, and how much of each, is known while tracing."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Callable, Sequence

import numpy as np

from .. import _creation, _indexing, _shape
from .._errors import at_user_line
from ._pooling import adaptive_avg_pool1d, adaptive_avg_pool2d, adaptive_avg_pool3d

if TYPE_CHECKING:
    from .._tensor import Tensor

__all__ = ["interpolate"]

# Positions along a dimension, and the share of each; None is all.
_Taps = list[tuple[np.ndarray, np.ndarray | None]]


def _nearest(size: int, count: int, step: float, align_corners: bool) -> _Taps:
    return [(np.floor(np.arange(count) * step), None)]


def _sources(size: int, count: int, step: float, align_corners: bool) -> np.ndarray:
    """Where along a dimension the results lie: the middles of elements are at whole numbers. The ends are in line if
    align_corners, else the borders are."""
    numbers = np.arange(count)
    return numbers * ((size - 1) / max(count - 1, 1)) if align_corners else (numbers + 0.5) * step - 0.5


def _linear(size: int, count: int, step: float, align_corners: bool) -> _Taps:
    source = np.maximum(_sources(size, count, step, align_corners), 0)
    low = np.floor(source)
    share = source - low
    return [(low, 1 - share), (low + 1, share)]


def _cubic(size: int, count: int, step: float, align_corners: bool) -> _Taps:
    """Keys, "Cubic Convolution Interpolation for Digital Image Processing", 1981, with a = -3/4."""
    source = _sources(size, count, step, align_corners)
    low = np.floor(source)
    share = source - low

    def near(x: np.ndarray) -> np.ndarray:
        return (1.25 * x - 2.25) * x * x + 1

    def far(x: np.ndarray) -> np.ndarray:
        return ((-0.75 * x + 3.75) * x - 6) * x + 3

    return [
        (low - 1, far(share + 1)),
        (low, near(share)),
        (low + 1, near(1 - share)),
        (low + 2, far(2 - share)),
    ]


# By mode: the spatial dimensions it is for, and the taps.
_MODES: dict[str, tuple[Sequence[int], Callable[[int, int, float, bool], _Taps]]] = {
    "nearest": ((1, 2, 3), _nearest),
    "linear": ((1,), _linear),
    "bilinear": ((2,), _linear),
    "bicubic": ((2,), _cubic),
    "trilinear": ((3,), _linear),
}
_AREA = {1: adaptive_avg_pool1d, 2: adaptive_avg_pool2d, 3: adaptive_avg_pool3d}


def _resized(x: Tensor, dim: int, taps: _Taps) -> Tensor:
    """The sum of what the taps take along a dimension; beyond its ends, elements repeat."""
    last = x.shape[dim] - 1
    shape = [-1 if d == dim else 1 for d in range(len(x.shape))]
    result: Any = None
    for positions, share in taps:
        index = _creation.tensor(np.clip(positions, 0, last).astype(np.int64))
        part = _indexing.take(x, dim, index)
        if share is not None:
            part = part * _shape.reshape(_creation.tensor(share, dtype=x.dtype), shape)
        result = part if result is None else result + part
    return result  # type: ignore[no-any-return]


def _sizes(input: Tensor, size: Any, scale_factor: Any, recompute: bool | None) -> list[tuple[int, float]]:
    """Of each spatial dimension: the new size, and how far apart in input neighbours in the result lie."""
    have = input.shape[2:]
    if (size is None) == (scale_factor is None):
        raise ValueError(at_user_line("interpolate: expects one of size and scale_factor, got both or none"))
    given = size if scale_factor is None else scale_factor
    per_dim = [given] * len(have) if isinstance(given, (int, float)) else list(given)
    if len(per_dim) != len(have) or any(number <= 0 for number in per_dim):
        what = "size" if scale_factor is None else "scale_factor"
        expected = f"a number above 0, or {len(have)} of them"
        raise ValueError(at_user_line(f"interpolate: expects {what} to be {expected}, got {given!r}"))
    if scale_factor is None:
        return [(int(to), old / to) for old, to in zip(have, per_dim)]
    counts = [math.floor(old * factor) for old, factor in zip(have, per_dim)]
    return [(to, old / to if recompute else 1 / factor) for old, to, factor in zip(have, counts, per_dim)]


def interpolate(
    input: Tensor,
    size: int | Sequence[int] | None = None,
    scale_factor: float | Sequence[float] | None = None,
    mode: str = "nearest",
    align_corners: bool | None = None,
    recompute_scale_factor: bool | None = None,
) -> Tensor:
    """input (N, C, *) with other spatial sizes, given or scaled. The mode is "nearest", "linear", "bilinear",
    "bicubic", "trilinear" or "area"."""
    rank = len(input.shape) - 2
    ranks, taps_of = _MODES.get(mode, ((1, 2, 3) if mode == "area" else (), _nearest))
    if rank not in ranks:
        known = ", ".join([*_MODES, "area"])
        raise ValueError(
            at_user_line(
                f"interpolate: expects a mode of {known} that is for input of shape {tuple(input.shape)}, got {mode!r}"
            )
        )
    sizes = _sizes(input, size, scale_factor, recompute_scale_factor)
    if mode == "area":
        return _AREA[rank](input, [count for count, _ in sizes])
    for dim, (count, step) in enumerate(sizes, 2):
        have = input.shape[dim]
        if count == have and step == 1:
            continue
        if mode == "nearest" and count % have == 0 and step == have / count:
            input = _shape.repeat_interleave(input, count // have, dim)
        else:
            input = _resized(input, dim, taps_of(have, count, step, bool(align_corners)))
    return input
