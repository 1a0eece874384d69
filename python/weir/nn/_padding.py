"""Padding as a function."""

from __future__ import annotations

from typing import TYPE_CHECKING, Sequence

from .. import _joining
from .._dispatch import dispatch
from .._errors import at_user_line

if TYPE_CHECKING:
    from .._tensor import Tensor


def pad(input: Tensor, pad: Sequence[int], mode: str = "constant", value: float | None = None) -> Tensor:
    """input with elements before and behind its last dimensions: `pad` has two numbers for each, the last dimension
    first. They hold `value`, or by mode "reflect", "replicate" or "circular" what input has nearby. Constant padding by
    negative numbers cuts off."""
    rank = len(input.shape)
    if len(pad) % 2 or len(pad) > 2 * rank:
        raise ValueError(
            at_user_line(f"pad: expects two numbers for each of at most {rank} dimensions, got {tuple(pad)}")
        )
    around = [(pad[2 * i], pad[2 * i + 1]) for i in range(len(pad) // 2)]
    if mode == "constant":
        return _constant(input, around, 0.0 if value is None else float(value))
    if value is not None and value != 0:
        raise ValueError(at_user_line(f"pad: expects a value for mode 'constant' alone, got {value} for {mode!r}"))
    extended = {"reflect": _reflected, "replicate": _replicated, "circular": _circular}.get(mode)
    if extended is None:
        raise ValueError(
            at_user_line(f"pad: expects mode to be 'constant', 'reflect', 'replicate' or 'circular', got {mode!r}")
        )
    for i, (before, behind) in enumerate(around):
        if before < 0 or behind < 0:
            raise ValueError(at_user_line(f"pad: expects numbers of at least 0 for mode {mode!r}, got {tuple(pad)}"))
        dim = rank - 1 - i
        parts = extended(input, dim, before, behind)
        input = _joining.cat([part for part in parts if part.shape[dim]], dim) if before or behind else input
    return input


def _constant(x: Tensor, around: Sequence[tuple[int, int]], value: float) -> Tensor:
    if not x.dtype.is_floating_point and value != int(value):
        raise ValueError(at_user_line(f"pad: expects an integer for a tensor of {x.dtype.name}, got {value}"))
    starts, shape = [0] * len(x.shape), [*x.shape]
    for i, (before, behind) in enumerate(around):
        starts[-1 - i] = before
        shape[-1 - i] += before + behind
    if any(size < 0 for size in shape):
        raise ValueError(at_user_line(f"pad: expects no more to be cut off than there is of {tuple(x.shape)}"))
    result: Tensor = dispatch("pad", (x,), shape=tuple(shape), starts=starts, steps=[1] * len(starts), value=value)
    return result


def _reflected(x: Tensor, dim: int, before: int, behind: int) -> tuple[Tensor, Tensor, Tensor]:
    size = x.shape[dim]
    if max(before, behind) >= size:
        raise ValueError(
            at_user_line(f"pad: expects less than the {size} elements of dimension {dim}, got {before} and {behind}")
        )
    first = _joining.flip(_joining.narrow(x, dim, 1, before), dim)
    return first, x, _joining.flip(_joining.narrow(x, dim, size - 1 - behind, behind), dim)


def _replicated(x: Tensor, dim: int, before: int, behind: int) -> tuple[Tensor, Tensor, Tensor]:
    size = x.shape[dim]
    if size == 0:
        raise ValueError(at_user_line(f"pad: expects an element to repeat in dimension {dim}, got {tuple(x.shape)}"))

    def repeated(at: int, times: int) -> Tensor:
        return _joining.narrow(x, dim, at, 1).expand(*x.shape[:dim], times, *x.shape[dim + 1 :])

    return repeated(0, before), x, repeated(size - 1, behind)


def _circular(x: Tensor, dim: int, before: int, behind: int) -> tuple[Tensor, Tensor, Tensor]:
    size = x.shape[dim]
    if max(before, behind) > size:
        raise ValueError(
            at_user_line(f"pad: expects at most the {size} elements of dimension {dim}, got {before} and {behind}")
        )
    return _joining.narrow(x, dim, size - before, before), x, _joining.narrow(x, dim, 0, behind)
