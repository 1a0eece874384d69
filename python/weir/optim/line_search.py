"""How far to go along a direction: a search over numbers, which knows neither parameters nor what the loss is of."""

from __future__ import annotations

import math
from typing import Any, Callable, NamedTuple, Sequence

_ENOUGH = 1e-4  # of the loss that the slope promises
_FLATTER = 0.9  # of the slope at the start
_SAME = 1e-9  # distances below this end the search


class Point(NamedTuple):
    """A place along the direction."""

    step: float
    loss: float
    slope: float  # of the loss along the direction
    gradient: Any


def strong_wolfe(evaluate: Callable[[float], Point], start: Point, step: float, most: int, reach: float) -> Point:
    """A point at which the loss is below that at `start` by as much as the slope there promises, but for a factor, and
    the slope is flatter; the best one of `most` + 1 if they are too few. `step` is the first to try, and `reach` the
    largest change of an element in a step of 1. Nocedal and Wright, "Numerical Optimization", 2006, algorithms 3.5 and
    3.6; steps and bounds are those of PyTorch."""

    def is_too_high(point: Point) -> bool:
        return point.loss > start.loss + _ENOUGH * point.step * start.slope

    def is_flat(point: Point) -> bool:
        return abs(point.slope) <= -_FLATTER * start.slope

    before, point, tried = start, evaluate(step), 0
    while tried < most and not is_too_high(point) and not (tried > 1 and point.loss >= before.loss):
        if is_flat(point):
            return point
        if point.slope >= 0:
            break
        step = _lowest(before, point, point.step + 0.01 * (point.step - before.step), 10 * point.step)
        before, point, tried = point, evaluate(step), tried + 1
    ends = [before if tried < most else start, point]
    was_near = False
    for _ in range(tried, most):
        first, last = sorted(end.step for end in ends)
        if (last - first) * reach < _SAME:
            break
        step, was_near = _between(ends, first, last, was_near)
        point = evaluate(step)
        low, high = _by_loss(ends)
        if is_too_high(point) or point.loss >= ends[low].loss:
            ends[high] = point
        elif is_flat(point):
            return point
        else:
            if point.slope * (ends[high].step - ends[low].step) >= 0:
                ends[high] = ends[low]
            ends[low] = point
    return ends[_by_loss(ends)[0]]


def _by_loss(ends: Sequence[Point]) -> tuple[int, int]:
    return (0, 1) if ends[0].loss <= ends[1].loss else (1, 0)


def _between(ends: Sequence[Point], first: float, last: float, was_near: bool) -> tuple[float, bool]:
    """The next step to try inside of an interval, and whether it is near an end. It keeps a tenth away from ends if the
    one before was near one, too: the interval would hardly become smaller."""
    step, margin = _lowest(ends[0], ends[1], first, last), 0.1 * (last - first)
    is_near = min(last - step, step - first) < margin
    if is_near and (was_near or not first < step < last):
        return (last - margin if last - step < step - first else first + margin), False
    return step, is_near


def _lowest(one: Point, other: Point, least: float, most: float) -> float:
    """Where the cubic through two points is lowest, within bounds; the middle of these if it is so nowhere."""
    left, right = sorted((one, other), key=lambda point: point.step)
    if left.step < right.step:
        bend = left.slope + right.slope - 3 * (left.loss - right.loss) / (left.step - right.step)
        square = bend * bend - left.slope * right.slope
        root = math.sqrt(square) if square >= 0 else math.nan
        divisor = right.slope - left.slope + 2 * root
        share = (right.slope + root - bend) / divisor if divisor else math.nan
        if math.isfinite(share):
            return min(max(right.step - (right.step - left.step) * share, least), most)
    return (least + most) / 2
