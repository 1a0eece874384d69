"""Images of other sizes: forms of the arguments of the op."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Sequence

from .._counting import counted
from .._dispatch import cast, dispatch
from .._errors import at_user_line
from .._ops import where
from .._products import matmul
from .._values import as_one

if TYPE_CHECKING:
    from .._tensor import Tensor

__all__ = ["interpolate", "upsample", "upsample_bilinear", "upsample_nearest"]

# By mode: the spatial dimensions it is for, and the op's mode; means over areas are an op of their own.
_MODES: dict[str, tuple[Sequence[int], str | None]] = {
    "nearest": ((1, 2, 3), "nearest"),
    "nearest-exact": ((1, 2, 3), "nearest_exact"),
    "linear": ((1,), "linear"),
    "bilinear": ((2,), "linear"),
    "bicubic": ((2,), "cubic"),
    "trilinear": ((3,), "linear"),
    "area": ((1, 2, 3), None),
}


def _sizes(input: Tensor, size: Any, scale_factor: Any) -> tuple[list[int], list[float] | None]:
    """The new size of each spatial dimension, and its factor if that was given."""
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
        return [int(to) for to in per_dim], None
    sizes = [math.floor(old * factor) for old, factor in zip(have, per_dim)]
    if 0 in sizes:
        raise ValueError(at_user_line(f"interpolate: expects sizes of at least 1, got {sizes} by factors {per_dim}"))
    return sizes, per_dim


def interpolate(
    input: Tensor,
    size: int | Sequence[int] | None = None,
    scale_factor: float | Sequence[float] | None = None,
    mode: str = "nearest",
    align_corners: bool | None = None,
    recompute_scale_factor: bool | None = None,
    antialias: bool = False,
) -> Tensor:
    """input (N, C, *) with other spatial sizes, given or scaled. The mode is "nearest", "nearest-exact", "linear",
    "bilinear", "bicubic", "trilinear" or "area". With `antialias`, which is for "bilinear" and "bicubic", pixels of
    what shrinks are means of all that lie below them."""
    ranks, of_op = _MODES.get(mode, ((), None))
    if len(input.shape) - 2 not in ranks:
        known = ", ".join(_MODES)
        raise ValueError(
            at_user_line(
                f"interpolate: expects a mode of {known} that is for input of shape {tuple(input.shape)}, got {mode!r}"
            )
        )
    sizes, factors = _sizes(input, size, scale_factor)
    if antialias:
        if mode not in ("bilinear", "bicubic"):
            rule = "expects mode to be bilinear or bicubic with antialias"
            raise ValueError(at_user_line(f"interpolate: {rule}, got {mode!r}"))
        steps = [*map(_step, input.shape[2:], sizes, factors or [None, None], [bool(align_corners)] * 2)]
        if recompute_scale_factor and not align_corners:
            steps = [have / to for have, to in zip(input.shape[2:], sizes)]
        return as_one("interpolate", _smoothed, input, given=(*sizes, *steps, mode == "bicubic"))[0]  # type: ignore
    y: Tensor
    if of_op is None:
        y = dispatch("adaptive_average_pool", (input,), function="interpolate", size=sizes)
    else:
        scale = {} if recompute_scale_factor else {"scale_factors": factors}
        y = dispatch("interpolate", (input,), size=sizes, mode=of_op, align_corners=bool(align_corners), **scale)
    return y


def _step(have: int, to: int, factor: float | None, align_corners: bool) -> float:
    """How far pixels of the result are apart in the image."""
    if align_corners:
        return (have - 1) / (to - 1) if to > 1 else 0.0
    return have / to if factor is None else 1 / factor


def _smoothed(height: int, width: int, down: float, across: float, is_cubic: bool, image: Tensor) -> list[Tensor]:
    """The image times the weights of its rows and columns."""
    rows, columns = (
        cast(_weights(have, to, step, is_cubic), image.dtype)
        for have, to, step in ((image.shape[2], height, down), (image.shape[3], width, across))
    )
    return [matmul(matmul(rows, image), columns, transpose_b=True)]


def _weights(have: int, to: int, step: float, is_cubic: bool) -> Tensor:
    """What pixels of the image (have) weigh in those of the result (to): in proportion to a kernel that is as wide as
    their distance, or as one pixel, about its middle. Keys, "Cubic convolution interpolation for digital image
    processing", 1981, with a = -1/2."""
    middles = (counted(to).double() + 0.5) * step
    distance = ((counted(have).double() + 0.5) - middles.unsqueeze(1)).abs() / max(step, 1.0)
    if is_cubic:
        near = (1.5 * distance - 2.5) * distance * distance + 1
        far = ((-0.5 * distance + 2.5) * distance - 4) * distance + 2
        weights = where(distance < 1, near, where(distance < 2, far, 0.0))
    else:
        weights = (1 - distance).clamp(min=0)
    return weights / weights.sum(1, keepdim=True)


def upsample(
    input: Tensor,
    size: int | Sequence[int] | None = None,
    scale_factor: float | Sequence[float] | None = None,
    mode: str = "nearest",
    align_corners: bool | None = None,
) -> Tensor:
    """See interpolate."""
    return interpolate(input, size, scale_factor, mode, align_corners)


def upsample_nearest(
    input: Tensor, size: int | Sequence[int] | None = None, scale_factor: float | Sequence[float] | None = None
) -> Tensor:
    """interpolate with mode "nearest"."""
    return interpolate(input, size, scale_factor)


def upsample_bilinear(
    input: Tensor, size: int | Sequence[int] | None = None, scale_factor: float | Sequence[float] | None = None
) -> Tensor:
    """interpolate with mode "bilinear" and align_corners."""
    return interpolate(input, size, scale_factor, "bilinear", True)
