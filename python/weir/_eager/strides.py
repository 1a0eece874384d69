"""Views of memory: which sizes, strides and first element an op's result has that shares its operand's elements."""

from __future__ import annotations

from typing import Any, NamedTuple, Sequence


class Place(NamedTuple):
    """Of elements in memory, all in elements."""

    sizes: tuple[int, ...]
    strides: tuple[int, ...]
    offset: int  # of the first one, behind that of the operand


def row_major(sizes: Sequence[int]) -> tuple[int, ...]:
    strides = [1] * len(sizes)
    for d in range(len(sizes) - 1, 0, -1):
        strides[d - 1] = strides[d] * max(sizes[d], 1)
    return tuple(strides)


def viewed(op: str, sizes: Sequence[int], strides: Sequence[int], attributes: dict[str, Any]) -> Place | None:
    """Where the elements of the op's result lie; None where they have to be copied."""
    if op == "reshape":
        return _reshaped(sizes, strides, attributes["shape"])
    if op == "transpose":
        order = attributes["permutation"]
        return Place(tuple(sizes[d] for d in order), tuple(strides[d] for d in order), 0)
    if op == "slice":
        starts, steps = attributes["starts"], attributes["steps"]
        offset = sum(start * stride for start, stride in zip(starts, strides))
        return Place(attributes["shape"], tuple(step * stride for step, stride in zip(steps, strides)), offset)
    if op == "broadcast":
        spread = [0] * len(attributes["shape"])
        for d, stride in zip(attributes["dims"], strides):
            spread[d] = stride
        return Place(attributes["shape"], tuple(spread), 0)
    assert op == "detach", op
    return Place(tuple(sizes), tuple(strides), 0)


def _reshaped(sizes: Sequence[int], strides: Sequence[int], new: tuple[int, ...]) -> Place | None:
    """Groups of dimensions, each as many elements as a group of the new ones, must lie row-major in themselves."""
    if 0 in new:
        return Place(new, row_major(new), 0)
    old = [(size, stride) for size, stride in zip(sizes, strides) if size != 1]
    made = [1] * len(new)
    d = len(new) - 1
    while old:
        size, inner = old.pop()
        count, step = size, inner
        # Join further dimensions until the group has as many elements as some of the new dimensions.
        place, wanted = d, 1
        while True:
            while wanted < count and place >= 0:
                wanted *= new[place]
                place -= 1
            if wanted == count:
                break
            if not old or place < -1:
                return None
            size, stride = old.pop()
            if stride != count * step:
                return None
            count *= size
        step = inner
        for n in range(d, place, -1):
            made[n] = step
            step *= new[n]
        d = place
    return Place(new, tuple(made), 0)
