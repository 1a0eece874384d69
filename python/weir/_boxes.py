"""Boxes in images: of those that are found twice one stays, and what an image has inside of one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Sequence

import numpy as np

from . import _core
from ._creation import arange, from_host, full_like, unless_traced
from ._dispatch import cast
from ._dtypes import int64
from ._errors import at_user_line
from ._found import require_values
from ._indexing import index_select
from ._joining import cat
from ._tensor_base import TensorBase
from ._values import as_one

if TYPE_CHECKING:
    from ._tensor import Tensor

__all__ = ["nms", "roi_align"]

_BLOCK = 64  # boxes that are compared with all others at once


def nms(boxes: Tensor, scores: Tensor, iou_threshold: float) -> Tensor:
    """The positions of the boxes that stay, by descending score, of boxes (N, 4) with corners (x1, y1, x2, y2), where
    x1 <= x2 and y1 <= y2, and scores (N,): each is dropped that shares more than `iou_threshold` of the area that they
    cover together with one that stays. Of equal scores the first counts as higher. Raises ValueError for other shapes
    and TypeError for what are no floats; inside of `build` it is refused with TypeError."""
    require_values("nms", "the scores of all boxes")
    for name, given in (("boxes", boxes), ("scores", scores)):
        if not isinstance(given, TensorBase) or not given.is_floating_point():
            got = given.dtype.name if isinstance(given, TensorBase) else type(given).__name__
            raise TypeError(at_user_line(f"nms: expects {name} to be a Tensor of a floating-point dtype, got {got}"))
    if not isinstance(iou_threshold, (int, float, np.number)):
        raise TypeError(at_user_line(f"nms: expects iou_threshold to be a number, got {iou_threshold!r}"))
    if tuple(boxes.shape) != (*scores.shape, 4) or len(scores.shape) != 1:
        facts = f"{tuple(boxes.shape)} and {tuple(scores.shape)}"
        raise ValueError(at_user_line(f"nms: expects boxes (N, 4) and scores (N,), got {facts}"))
    _core.count_op()
    corners, order = boxes._host_values("nms"), _descending(scores._host_values("nms"))
    kept = _kept(corners[order].astype(np.result_type(corners.dtype, np.float32)), iou_threshold)
    return from_host(order[kept], int64, device=boxes.device)


def _descending(scores: np.ndarray) -> np.ndarray:
    """Positions from the highest score on; NaN is above all, as where tensors are sorted."""
    return np.lexsort((-scores, ~np.isnan(scores)))


def _kept(boxes: np.ndarray, threshold: float) -> np.ndarray:
    """Which of boxes in the order of their scores stay."""
    sides, left, kept = np.ascontiguousarray(boxes.T), np.arange(len(boxes)), []
    while len(left):
        # Of a block's boxes that stay, rows say which others do not.
        rows = _shared(sides[:, left[:_BLOCK]], sides[:, left]) > np.array([threshold], np.float64)
        dropped = np.zeros(len(left), bool)
        for number, row in enumerate(rows):
            if not dropped[number]:
                kept.append(left[number])
                dropped |= row
        left = left[_BLOCK:][~dropped[_BLOCK:]]
    return np.array(kept, np.int64)


def _shared_lengths(few: np.ndarray, many: np.ndarray) -> np.ndarray:
    """Of pairs of ranges."""
    lengths: np.ndarray = np.minimum(few[1, :, None], many[1])
    lengths -= np.maximum(few[0, :, None], many[0])
    np.maximum(lengths, 0, out=lengths)
    return lengths


def _shared(few: np.ndarray, many: np.ndarray) -> np.ndarray:
    """The area that each pair of boxes shares, by that which it covers."""
    both = _shared_lengths(few[0::2], many[0::2])
    both *= _shared_lengths(few[1::2], many[1::2])
    of_few, of_many = ((each[2] - each[0]) * (each[3] - each[1]) for each in (few, many))
    with np.errstate(divide="ignore", invalid="ignore"):  # boxes without area share nothing
        shares: np.ndarray = both / (of_few[:, None] + of_many - both)
    return shares


def roi_align(
    input: Tensor,
    rois: Tensor,
    spatial_scale: float,
    pooled_h: int,
    pooled_w: int,
    sampling_ratio: int = -1,
    aligned: bool = False,
) -> Tensor:
    """The parts of images (N, C, H, W) inside of boxes (K, 5), each the number of an image and corners (x1, y1, x2, y2)
    that `spatial_scale` multiplies: (K, C, pooled_h, pooled_w). Each element is the mean of bilinear samples,
    `sampling_ratio` along each side, or without one as many as its part of the box has pixels. With `aligned`, pixels
    are points in the middle of squares. Gradients pass to the images. He et al., "Mask R-CNN", 2017."""
    if len(input.shape) != 4 or len(rois.shape) != 2 or rois.shape[1] != 5:
        facts = f"{tuple(input.shape)} and {tuple(rois.shape)}"
        raise ValueError(at_user_line(f"roi_align: expects input (N, C, H, W) and rois (K, 5), got {facts}"))
    if rois.dtype is not input.dtype or not input.is_floating_point():
        facts = f"{input.dtype.name} and {rois.dtype.name}"
        raise TypeError(at_user_line(f"roi_align: expects input and rois of one dtype of floats, got {facts}"))
    given, rois = (float(spatial_scale), (pooled_h, pooled_w), sampling_ratio, aligned), rois.detach()

    def inside(some: Tensor, counts: Any) -> Tensor:
        return as_one("roi_align", _inside, input, some, given=(*given, counts))[0]  # type: ignore[no-any-return]

    if sampling_ratio > 0:
        return inside(rois, (sampling_ratio,) * 2)
    counts = _sample_counts(rois, *given)
    kinds, kind_of = np.unique(counts, axis=0, return_inverse=True)
    if len(kinds) == 1:
        return inside(rois, tuple(kinds[0].tolist()))
    order = np.argsort(kind_of.reshape(-1), kind="stable")
    lots = np.split(order, np.cumsum(np.bincount(kind_of.reshape(-1)))[:-1])
    made = cat([inside(_rows(rois, lot), tuple(kind)) for lot, kind in zip(lots, kinds.tolist())])
    return _rows(made, np.argsort(order))


def _rows(x: Tensor, places: np.ndarray) -> Tensor:
    return index_select(x, 0, from_host(places, int64, device=x.device))


def _steps(rois: Any, scale: float, sizes: Sequence[int], aligned: bool) -> list[tuple[Any, Any]]:
    """Down and across, where boxes begin and how large their parts are (K, 1, 1)."""
    shift = 0.5 if aligned else 0.0
    begins, ends = ([rois[:, at].reshape(-1, 1, 1) * scale - shift for at in of] for of in ((2, 1), (4, 3)))
    lengths = [end - begin if aligned else (end - begin).clamp(min=1.0) for begin, end in zip(begins, ends)]
    return [(begin, length / size) for begin, length, size in zip(begins, lengths, sizes)]


def _sample_counts(rois: Tensor, scale: float, sizes: Sequence[int], _: int, aligned: bool) -> np.ndarray:
    """How many samples boxes take, down and across (K, 2), or up to twice as many: there are few jobs of other numbers,
    and no box pays for those of a larger one. At least one box."""
    require_values("roi_align", "a sampling_ratio above 0")
    steps = [step.reshape(-1)._host_values("roi_align") for _, step in _steps(rois, scale, sizes, aligned)]
    counts = np.stack(steps, 1) if rois.shape[0] else np.ones((1, 2))
    if not np.isfinite(counts).all():
        bad = int(np.flatnonzero(~np.isfinite(counts).all(1))[0])
        got = f"{rois[bad].tolist()} in row {bad}"
        raise ValueError(at_user_line(f"roi_align: expects boxes of finite numbers, got {got}"))
    return np.exp2(np.ceil(np.log2(np.maximum(np.ceil(counts), 1)))).astype(np.int64)  # type: ignore[no-any-return]


def _inside(
    scale: float, sizes: Sequence[int], ratio: int, aligned: bool, most: Sequence[int], input: Any, rois: Any
) -> Sequence[Any]:
    of_sides = zip(_steps(rois, scale, sizes, aligned), sizes, input.shape[2:], most)
    down, across = (_samples(*step, parts, size, ratio, count) for step, parts, size, count in of_sides)
    images, pixels = cast(rois[:, 0], int64).reshape(-1, 1, 1), input.permute(0, 2, 3, 1)
    made = sum(
        pixels[images, rows.unsqueeze(2), columns.unsqueeze(1)] * (high.unsqueeze(2) * wide.unsqueeze(1)).unsqueeze(-1)
        for rows, high in down
        for columns, wide in across
    )
    made = made.reshape(rois.shape[0], sizes[0], most[0], sizes[1], most[1], input.shape[1])
    return (made.sum((2, 4)).permute(0, 3, 1, 2),)


def _samples(begin: Any, step: Any, parts: int, size: int, ratio: int, most: int) -> list[tuple[Any, Any]]:
    """The pixels before and behind samples along a side of boxes (K, parts * most), and their weights in a mean."""
    counts = step.ceil() if ratio <= 0 else full_like(step, ratio)
    part, sample = (arange(count, dtype=begin.dtype, device=unless_traced(begin.device)) for count in (parts, most))
    places = begin + step * (part.reshape(1, -1, 1) + (sample + 0.5) / counts.clamp(min=1.0))
    counted = (sample < counts) & (places >= -1.0) & (places <= size)
    places = places.clamp(0.0, size - 1.0).flatten(1)
    weight = (cast(counted, begin.dtype) / counts.clamp(min=1.0)).flatten(1)
    before = places.floor()
    rest = places - before
    behind = cast((before + 1).clamp(max=size - 1.0), int64)
    return [(cast(before, int64), weight * (1 - rest)), (behind, weight * rest)]
