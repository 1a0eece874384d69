"""Padding as a function."""

from __future__ import annotations

from typing import TYPE_CHECKING, Sequence

from .._dispatch import as_number, dispatch
from .._errors import at_user_line
from .._values import copied

if TYPE_CHECKING:
    from .._tensor import Tensor


def pad(input: Tensor, pad: Sequence[int], mode: str = "constant", value: float | None = None) -> Tensor:
    """input with elements before and behind its last dimensions: `pad` has two numbers for each, the last dimension
    first. They hold `value`, or by mode "reflect", "replicate" or "circular" what input has nearby. Negative numbers
    cut off."""
    rank, pad = len(input.shape), [as_number(number) for number in pad]
    if len(pad) % 2 or len(pad) > 2 * rank:
        raise ValueError(
            at_user_line(f"pad: expects two numbers for each of at most {rank} dimensions, got {tuple(pad)}")
        )
    around = [(pad[2 * i], pad[2 * i + 1]) for i in range(len(pad) // 2)]
    if mode == "constant":
        return _constant(input, around, 0.0 if value is None else float(value))
    if value is not None and value != 0:
        raise ValueError(at_user_line(f"pad: expects a value for mode 'constant' alone, got {value} for {mode!r}"))
    if mode not in ("reflect", "replicate", "circular"):
        raise ValueError(
            at_user_line(f"pad: expects mode to be 'constant', 'reflect', 'replicate' or 'circular', got {mode!r}")
        )
    cut = [(min(before, 0), min(behind, 0)) for before, behind in around]
    around = [(max(before, 0), max(behind, 0)) for before, behind in around]
    if mode == "circular":  # goes on at the end of what is left
        input = _constant(input, cut, 0.0)
    sides = [(0, 0)] * (rank - len(around)) + around[::-1]
    low, high = [before for before, _ in sides], [behind for _, behind in sides]
    result: Tensor = dispatch("pad_by_mode", (input,), function="pad", padding_low=low, padding_high=high, mode=mode)
    return result if mode == "circular" else _constant(result, cut, 0.0)


def _constant(x: Tensor, around: Sequence[tuple[int, int]], value: float) -> Tensor:
    if not x.dtype.is_floating_point and value != int(value):
        raise ValueError(at_user_line(f"pad: expects an integer for a tensor of {x.dtype.name}, got {value}"))
    starts, shape = [0] * len(x.shape), [*x.shape]
    for i, (before, behind) in enumerate(around):
        starts[-1 - i] = before
        shape[-1 - i] += before + behind
    if shape == [*x.shape] and not any(starts):
        return copied(x, x)
    if any(size < 0 for size in shape):
        raise ValueError(at_user_line(f"pad: expects no more to be cut off than there is of {tuple(x.shape)}"))
    result: Tensor = dispatch("pad", (x,), shape=tuple(shape), starts=starts, steps=[1] * len(starts), value=value)
    return result
