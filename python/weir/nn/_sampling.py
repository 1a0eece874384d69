"""Elements of images at places that a grid says, in PyTorch's words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Sequence

from .._dispatch import dispatch

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
    options = {"size": size, "align_corners": bool(align_corners)}
    return dispatch("affine_grid", (theta,), **options)  # type: ignore[no-any-return]
