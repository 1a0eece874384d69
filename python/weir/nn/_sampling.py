"""Elements of images at places that a grid says, in PyTorch's words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Sequence

from .. import _ops
from .._creation import linspace, ones
from .._dispatch import dispatch
from .._errors import at_user_line
from .._joining import stack
from .._shape import expand, reshape, transpose

if TYPE_CHECKING:
    from .._tensor import Tensor

__all__ = ["affine_grid", "grid_sample"]


def grid_sample(
    input: Tensor,
    grid: Tensor,
    mode: str = "bilinear",
    padding_mode: str = "zeros",
    align_corners: bool | None = None,
) -> Tensor:
    """The elements of images (N, C, H, W) or (N, C, D, H, W) at the places (x, y) or (x, y, z) of a grid (N, H', W', 2)
    or (N, D', H', W', 3). -1 and 1 are the centers of the outer elements with `align_corners`, else their outer edges.
    The mode is "bilinear", "nearest" or "bicubic"; what is outside is "zeros", the nearest element ("border") or the
    mirrored image ("reflection")."""
    options = {"mode": mode, "padding_mode": padding_mode, "align_corners": bool(align_corners)}
    return dispatch("grid_sample", (input, grid), **options)  # type: ignore[no-any-return]


def affine_grid(theta: Tensor, size: Sequence[int], align_corners: bool | None = None) -> Tensor:
    """The grid for `grid_sample` by which images of `size` (N, C, H, W) or (N, C, D, H, W) are seen through the affine
    maps theta, (N, 2, 3) or (N, 3, 4)."""
    count, spatial = int(size[0]), [int(n) for n in size[2:]]
    dims = len(spatial)
    if dims not in (2, 3) or tuple(theta.shape) != (count, dims, dims + 1):
        facts = f"{tuple(theta.shape)} and {tuple(size)}"
        raise ValueError(
            at_user_line(f"affine_grid: expects theta (N, 2, 3) or (N, 3, 4) and a size that fits, got {facts}")
        )
    coordinates = []
    for place in reversed(range(dims)):
        n = spatial[place]
        # The centers of elements: those of the outer ones are at 1, or half an element inside.
        edge = 1.0 if align_corners else (n - 1) / n
        along = linspace(-edge if n > 1 else 0, edge if n > 1 else 0, n, dtype=theta.dtype)
        coordinates.append(expand(reshape(along, [n if d == place else 1 for d in range(dims)]), spatial))
    base = stack([*coordinates, ones(spatial, dtype=theta.dtype)], -1)
    points = expand(reshape(base, [1, -1, dims + 1]), [count, -1, -1])
    return reshape(_ops.matmul(points, transpose(theta, 1, 2)), [count, *spatial, dims])
