"""Sequences of unequal lengths: filled up to one length, or with their lengths for recurrent layers. PyTorch's
nn.utils.rnn."""

from __future__ import annotations

from typing import Any, NamedTuple, Sequence

import numpy as np

from .. import _creation, _dtypes, _ops
from .._errors import at_user_line
from .._indexing import index_select
from .._joining import narrow, stack
from .._shape import reshape, transpose, unsqueeze
from .._tensor import Tensor, from_numpy
from . import functional

__all__ = ["PackedSequence", "pack_padded_sequence", "pack_sequence", "pad_packed_sequence", "pad_sequence"]


class PackedSequence(NamedTuple):
    """Sequences of unequal lengths for recurrent layers: the steps (L, N, *) of all, of which the first are valid that
    `lengths` (N,) says. Nothing is sorted."""

    padded: Tensor
    lengths: Tensor
    longest: int  # of the lengths, or L where a tensor has them
    listed: tuple[int, ...] = ()  # the lengths, where a list said them inside a build, whose tensors have no values

    @property
    def data(self) -> Tensor:
        """The valid steps alone (sum of lengths, *), as PyTorch packs them: all first steps, then all second ones, of
        longer sequences before shorter ones. Raises ValueError in a graph that computes the lengths, as their sum is
        known only when it runs."""
        lengths, count = self._known_lengths("data"), self.padded.shape[1]
        order = sorted(range(count), key=lambda sequence: -lengths[sequence])
        places = [step * count + n for step in range(max(lengths)) for n in order if lengths[n] > step]
        shape = [len(self.padded) * count, *self.padded.shape[2:]]
        if self.padded.is_lazy:
            return index_select(reshape(self.padded, shape), 0, _creation.tensor(places, device=self.padded.device))
        return from_numpy(self.padded.cpu().numpy().reshape(shape)[places]).to(self.padded.device)

    @property
    def batch_sizes(self) -> Tensor:
        """How many sequences have a first step, a second one and so on. Raises ValueError as `data` does."""
        lengths = self._known_lengths("batch_sizes")
        return _creation.tensor([sum(each > step for each in lengths) for step in range(max(lengths))])

    def _known_lengths(self, what: str) -> list[int]:
        if self.listed:
            return [*self.listed]
        if self.lengths.is_lazy:
            rule = "expects lengths that are known, got those that the graph computes; use padded and lengths"
            raise ValueError(at_user_line(f"PackedSequence.{what}: {rule}"))
        return list(self.lengths.tolist())

    @property
    def running(self) -> Tensor:
        """Which sequences have which steps, (L, N, 1)."""
        steps = _creation.arange(self.padded.shape[0], device=self.padded.device)
        return unsqueeze(unsqueeze(steps, 1) < unsqueeze(self.lengths, 0), 2)

    def filled(self, value: float) -> Tensor:
        """The steps, with this value for those that aren't valid, so that a NaN there reaches nothing."""
        x = self.padded
        running = self.running.reshape(*x.shape[:2], *[1] * (len(x.shape) - 2))
        return _ops.where(running, x, value)  # type: ignore[no-any-return]


def pack_padded_sequence(
    input: Tensor, lengths: Any, batch_first: bool = False, enforce_sorted: bool = True
) -> PackedSequence:
    """Sequences of an input (L, N, *), or (N, L, *) with batch_first, whose first `lengths` steps are valid. Raises
    ValueError for lengths in a list that are outside [1, L], or, with enforce_sorted, don't fall. A tensor of lengths
    is not looked at: other lengths need no other program."""
    x = transpose(input, 0, 1) if batch_first else input
    steps, count = x.shape[:2]
    known = None if isinstance(lengths, Tensor) else [int(each) for each in lengths]
    if known is not None:
        if len(known) != count or any(not 1 <= each <= steps for each in known):
            rule = f"{count} lengths from 1 to {steps}"
            raise ValueError(at_user_line(f"pack_padded_sequence: expects {rule}, got {known}"))
        if enforce_sorted and known != sorted(known, reverse=True):
            rule = "lengths that fall, or enforce_sorted=False"
            raise ValueError(at_user_line(f"pack_padded_sequence: expects {rule}, got {known}"))
        lengths = _creation.tensor(known, device=x.device)
    elif tuple(lengths.shape) != (count,) or lengths.dtype not in (_dtypes.int32, _dtypes.int64):
        facts = f"{lengths.dtype} {tuple(lengths.shape)}"
        raise ValueError(at_user_line(f"pack_padded_sequence: expects {count} lengths that are integers, got {facts}"))
    if known is None:
        return PackedSequence(x, lengths, steps)
    return PackedSequence(x, lengths, max(known), tuple(known) if lengths.is_lazy else ())


def pad_packed_sequence(
    sequence: PackedSequence, batch_first: bool = False, padding_value: float = 0.0, total_length: int | None = None
) -> tuple[Tensor, Tensor]:
    """The steps (L, N, *), or (N, L, *) with batch_first, filled up with padding_value, and the lengths. L is the
    longest length if a list had them, that of the input if a tensor had them, or total_length."""
    x, length = sequence.filled(padding_value), sequence.longest if total_length is None else total_length
    if length < sequence.longest:
        rule = f"total_length of at least {sequence.longest}"
        raise ValueError(at_user_line(f"pad_packed_sequence: expects {rule}, got {total_length}"))
    if length <= x.shape[0]:
        x = narrow(x, 0, 0, length)
    else:
        fill = [0, 0] * (len(x.shape) - 1) + [0, length - x.shape[0]]
        x = functional.pad(x, fill, value=padding_value)
    return (transpose(x, 0, 1) if batch_first else x), sequence.lengths


def pad_sequence(
    sequences: Sequence[Tensor], batch_first: bool = False, padding_value: float = 0.0, padding_side: str = "right"
) -> Tensor:
    """Sequences (L_i, *) as one tensor (L, N, *), or (N, L, *) with batch_first, of the longest length L: the rest of
    each is padding_value. Outside of a build, too, where batches are put together."""
    if padding_side not in ("left", "right"):
        raise ValueError(at_user_line(f"pad_sequence: expects padding_side to be left or right, got {padding_side!r}"))
    if not sequences:
        raise ValueError(at_user_line("pad_sequence: expects at least one sequence, got none"))
    longest = max(each.shape[0] for each in sequences)
    is_left, dim = padding_side == "left", 0 if batch_first else 1

    def beside(each: Tensor) -> tuple[int, int]:
        missing = longest - each.shape[0]
        return (missing, 0) if is_left else (0, missing)

    if any(each.is_lazy for each in sequences):
        filled = [
            functional.pad(each, [0, 0] * (len(each.shape) - 1) + [*beside(each)], value=padding_value)
            for each in sequences
        ]
        return stack(filled, dim)
    arrays = [
        np.pad(each.numpy(), [beside(each)] + [(0, 0)] * (len(each.shape) - 1), constant_values=padding_value)
        for each in sequences
    ]
    return from_numpy(np.stack(arrays, dim))


def pack_sequence(sequences: Sequence[Tensor], enforce_sorted: bool = True) -> PackedSequence:
    """Sequences (L_i, *) for recurrent layers."""
    lengths = [each.shape[0] for each in sequences]
    return pack_padded_sequence(pad_sequence(sequences), lengths, enforce_sorted=enforce_sorted)
