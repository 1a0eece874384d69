"""Sequences of unequal lengths: filled up to one length, or with their lengths for recurrent layers. PyTorch's
nn.utils.rnn."""

from __future__ import annotations

from typing import Any, Callable, Iterator, NamedTuple, Sequence

import numpy as np

from .. import _creation, _dtypes, _executor, _ops
from .._errors import at_user_line
from .._indexing import index_select
from .._joining import cat, narrow, stack, unbind
from .._sequence import argsort
from .._shape import reshape, transpose, unsqueeze
from .._tensor import Tensor, from_numpy
from . import functional

__all__ = [
    "PackedSequence",
    "invert_permutation",
    "pack_padded_sequence",
    "pack_sequence",
    "pad_packed_sequence",
    "pad_sequence",
    "unpack_sequence",
    "unpad_sequence",
]


class _Packed(NamedTuple):
    data: Tensor
    batch_sizes: Tensor
    sorted_indices: Tensor | None
    unsorted_indices: Tensor | None


class PackedSequence(_Packed):
    """Sequences of unequal lengths for recurrent layers: the valid steps alone as `data` (sum of lengths, *), all first
    steps, then all second ones, of longer sequences before shorter ones; how many sequences have a first step, a second
    one and so on; and where the sequences have been sorted, the order, and how to undo it."""

    def __new__(
        cls,
        data: Tensor,
        batch_sizes: Tensor | None = None,
        sorted_indices: Tensor | None = None,
        unsorted_indices: Tensor | None = None,
    ) -> PackedSequence:
        if not isinstance(data, Tensor) or not isinstance(batch_sizes, Tensor):
            kinds = f"{type(data).__name__} and {type(batch_sizes).__name__}"
            raise TypeError(at_user_line(f"PackedSequence: expects data and batch_sizes to be Tensors, got {kinds}"))
        if unsorted_indices is None:
            unsorted_indices = invert_permutation(sorted_indices)
        return super().__new__(cls, data, batch_sizes, sorted_indices, unsorted_indices)

    # beside PyTorch's: the sequences side by side, in the order in which they were given

    @property
    def padded(self) -> Tensor:
        """The steps (L, N, *), zero where a sequence has ended."""
        return self.filled(0.0)

    @property
    def lengths(self) -> Tensor:
        """Those of the sequences (N,), on the CPU."""
        return from_numpy(self._plan().lengths)

    @property
    def longest(self) -> int:
        return self.batch_sizes.shape[0]

    @property
    def running(self) -> Tensor:
        """Which sequences have which steps, (L, N, 1)."""
        plan = self._plan()
        return _creation.tensor((plan.places < len(plan.rows))[..., None], device=self.data.device)

    def filled(self, value: float) -> Tensor:
        """The steps (L, N, *), with this value for those that aren't valid."""
        x, places = self.data, self._plan().places
        fill = _creation.full((1, *x.shape[1:]), value, dtype=x.dtype, device=x.device)
        steps = index_select(cat([x, fill], 0), 0, _creation.tensor(places.reshape(-1), device=x.device))
        return reshape(steps, [*places.shape, *x.shape[1:]])

    def with_steps(self, padded: Tensor) -> PackedSequence:
        """The same sequences of other steps (L, N, *)."""
        return self._replace(data=self._plan().packed(padded))

    def as_parts(self) -> tuple[type, tuple[Any, ...]]:
        """What an argument of a graph is taken apart into: steps side by side and their lengths as a tensor, so that
        other lengths need no other program."""
        return _Padded, (self.padded, self.lengths, self.longest, ())

    def _plan(self) -> _Plan:
        if self.batch_sizes.is_lazy:
            rule = "expects batch_sizes that are known, got those that the graph computes"
            raise ValueError(at_user_line(f"PackedSequence: {rule}"))
        sizes = np.asarray(self.batch_sizes.tolist())
        lengths = (sizes[:, None] > np.arange(sizes[0])).sum(0)
        order = self.unsorted_indices
        if order is None:
            return _Plan(lengths)
        if order.is_lazy:
            rule = "expects unsorted_indices that are known, got those that the graph computes"
            raise ValueError(at_user_line(f"PackedSequence: {rule}"))
        return _Plan(lengths[np.asarray(order.tolist())], np.argsort(order.tolist()))

    # elsewhere and in other dtypes

    def _with_each(self, change: Callable[[Tensor], Tensor]) -> PackedSequence:
        data = change(self.data)
        if self.sorted_indices is None or self.unsorted_indices is None:
            return self._replace(data=data)
        orders = {"sorted_indices": self.sorted_indices, "unsorted_indices": self.unsorted_indices}
        return self._replace(data=data, **{name: order.to(data.device) for name, order in orders.items()})

    def to(self, *args: Any, **kwargs: Any) -> PackedSequence:
        """With the data as `Tensor.to` makes it, and the orders where it is."""
        return self._with_each(lambda x: x.to(*args, **kwargs))

    def cpu(self) -> PackedSequence:
        return self._with_each(lambda x: x.cpu())

    def cuda(self, *args: Any, **kwargs: Any) -> PackedSequence:
        return self._with_each(lambda x: x.cuda(*args, **kwargs))

    def pin_memory(self) -> PackedSequence:
        return self._with_each(lambda x: x.pin_memory())

    def float(self) -> PackedSequence:
        return self.to(_dtypes.float32)

    def double(self) -> PackedSequence:
        return self.to(_dtypes.float64)

    def half(self) -> PackedSequence:
        return self.to(_dtypes.float16)

    def long(self) -> PackedSequence:
        return self.to(_dtypes.int64)

    def int(self) -> PackedSequence:
        return self.to(_dtypes.int32)

    @property
    def is_cuda(self) -> bool:
        return self.data.is_cuda

    def is_pinned(self) -> bool:
        return self.data.is_pinned()


class _Padded(PackedSequence):
    """The same inside a build, where the lengths may be values that the graph computes: the steps (L, N, *) of all, of
    which the first `lengths` (N,) are valid, and what PyTorch's form has on demand."""

    def __new__(cls, padded: Tensor, lengths: Tensor, longest: int, listed: tuple[int, ...] = ()) -> _Padded:
        """`longest` is that of the lengths, or L where a tensor has them; `listed` are the lengths, where a list said
        them inside a build, whose tensors have no values."""
        return tuple.__new__(cls, (padded, lengths, longest, listed))

    padded = property(lambda self: self.as_parts()[1][0])  # type: ignore[assignment]
    lengths = property(lambda self: self.as_parts()[1][1])  # type: ignore[assignment]
    longest = property(lambda self: self.as_parts()[1][2])  # type: ignore[assignment]

    def as_parts(self) -> tuple[type, tuple[Any, ...]]:
        return _Padded, tuple(tuple.__iter__(self))

    @property
    def data(self) -> Tensor:  # type: ignore[override]
        """Raises ValueError in a graph that computes the lengths, as their sum is known only when it runs."""
        return self._plan("data").packed(self.padded)

    @property
    def batch_sizes(self) -> Tensor:  # type: ignore[override]
        """Raises ValueError as `data` does."""
        return from_numpy(self._plan("batch_sizes").sizes)

    @property
    def sorted_indices(self) -> Tensor:  # type: ignore[override]
        return from_numpy(self._plan("sorted_indices").order).to(self.padded.device)

    @property
    def unsorted_indices(self) -> Tensor:  # type: ignore[override]
        return from_numpy(np.argsort(self._plan("unsorted_indices").order)).to(self.padded.device)

    def __iter__(self) -> Iterator[Any]:
        return (getattr(self, name) for name in self._fields)

    def __getitem__(self, key: Any) -> Any:
        return tuple(self)[key]

    def __repr__(self) -> str:
        return f"PackedSequence(padded={self.padded!r}, lengths={self.lengths!r})"

    def _replace(self, **changes: Any) -> PackedSequence:  # type: ignore[override]
        """With another `data`, or inside a build other `padded` steps."""
        if "padded" not in changes:
            return PackedSequence(*self)._replace(**changes)
        return _Padded(**dict(zip(("padded", "lengths", "longest", "listed"), self.as_parts()[1])) | changes)

    @property
    def running(self) -> Tensor:
        steps = _creation.arange(self.padded.shape[0], device=self.padded.device)
        return unsqueeze(unsqueeze(steps, 1) < unsqueeze(self.lengths, 0), 2)

    def filled(self, value: float) -> Tensor:
        """The steps, with this value for those that aren't valid, so that a NaN there reaches nothing."""
        x = self.padded
        running = self.running.reshape(*x.shape[:2], *[1] * (len(x.shape) - 2))
        return _ops.where(running, x, value)  # type: ignore[no-any-return]

    def with_steps(self, padded: Tensor) -> PackedSequence:
        return self._replace(padded=padded)

    def _with_each(self, change: Callable[[Tensor], Tensor]) -> PackedSequence:
        return self._replace(padded=change(self.padded))

    @property
    def is_cuda(self) -> bool:
        return self.padded.is_cuda

    def _plan(self, what: str = "data") -> _Plan:
        *_, listed = self.as_parts()[1]
        if not listed and self.lengths.is_lazy:
            rule = "expects lengths that are known, got those that the graph computes; use padded and lengths"
            raise ValueError(at_user_line(f"PackedSequence.{what}: {rule}"))
        return _Plan(listed or self.lengths.tolist())


class _Plan:
    """Which row of the packed steps is which step of which sequence."""

    def __init__(self, lengths: Any, order: Any = None) -> None:
        """Of the lengths of sequences in the order given, and the order in which they are packed, longer ones first."""
        self.lengths = np.asarray(lengths, np.int64)
        self.order = np.argsort(-self.lengths, kind="stable") if order is None else order
        is_step = np.arange(self.lengths.max())[:, None] < self.lengths[self.order]
        self.sizes = is_step.sum(1)  # how many sequences have a first step, a second one and so on
        steps, ranks = np.nonzero(is_step)
        self.rows = steps * len(self.lengths) + self.order[ranks]  # of steps and sequences, the places of packed steps
        self.places = np.full(is_step.shape, len(self.rows))  # the packed steps (L, N), behind them where there is none
        self.places.reshape(-1)[self.rows] = np.arange(len(self.rows))

    def packed(self, padded: Tensor) -> Tensor:
        """The valid ones of steps (L, N, *)."""
        steps = reshape(padded, [padded.shape[0] * padded.shape[1], *padded.shape[2:]])
        return index_select(steps, 0, _creation.tensor(self.rows, device=padded.device))


def invert_permutation(permutation: Tensor | None) -> Tensor | None:
    """Where each number from 0 on stands among these, each of which stands there once."""
    return None if permutation is None else argsort(permutation)


def pack_padded_sequence(
    input: Tensor, lengths: Any, batch_first: bool = False, enforce_sorted: bool = True
) -> PackedSequence:
    """Sequences of an input (L, N, *), or (N, L, *) with batch_first, whose first `lengths` steps are valid. Raises
    ValueError for lengths outside [1, L], or, with enforce_sorted, that don't fall. Inside a build a tensor of lengths
    is not looked at: other lengths need no other program."""
    x = transpose(input, 0, 1) if batch_first else input
    steps, count = x.shape[:2]
    is_tensor, is_traced = isinstance(lengths, Tensor), _executor.current() is not None
    if is_tensor and (tuple(lengths.shape) != (count,) or lengths.dtype not in (_dtypes.int32, _dtypes.int64)):
        facts = f"{lengths.dtype} {tuple(lengths.shape)}"
        raise ValueError(at_user_line(f"pack_padded_sequence: expects {count} lengths that are integers, got {facts}"))
    if is_tensor and is_traced:
        return _Padded(x, lengths, steps)
    known = [int(each) for each in (lengths.tolist() if is_tensor else lengths)]
    if len(known) != count or any(not 1 <= each <= steps for each in known):
        rule = f"{count} lengths from 1 to {steps}"
        raise ValueError(at_user_line(f"pack_padded_sequence: expects {rule}, got {known}"))
    if enforce_sorted and known != sorted(known, reverse=True):
        rule = "lengths that fall, or enforce_sorted=False"
        raise ValueError(at_user_line(f"pack_padded_sequence: expects {rule}, got {known}"))
    if is_traced:
        return _Padded(x, _creation.tensor(known, device=x.device), max(known), tuple(known))
    return _packed(_Plan(known), x, enforce_sorted)


def _packed(plan: _Plan, padded: Tensor, is_sorted: bool) -> PackedSequence:
    order = None if is_sorted else from_numpy(plan.order).to(padded.device)
    return PackedSequence(plan.packed(padded), from_numpy(plan.sizes), order)


def pad_packed_sequence(
    sequence: PackedSequence, batch_first: bool = False, padding_value: float = 0.0, total_length: int | None = None
) -> tuple[Tensor, Tensor]:
    """The steps (L, N, *), or (N, L, *) with batch_first, filled up with padding_value, and the lengths. L is the
    longest length, or inside a build that of the input if a tensor had the lengths, or total_length."""
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


def unpad_sequence(padded_sequences: Tensor, lengths: Any, batch_first: bool = False) -> list[Tensor]:
    """The first `lengths` steps of each sequence of (L, N, *), or (N, L, *) with batch_first."""
    steps = padded_sequences if batch_first else transpose(padded_sequences, 0, 1)
    known = lengths.tolist() if isinstance(lengths, Tensor) else lengths
    return [narrow(each, 0, 0, int(length)) for each, length in zip(unbind(steps, 0), known)]


def unpack_sequence(packed_sequences: PackedSequence) -> list[Tensor]:
    """The sequences (L_i, *), each alone."""
    return unpad_sequence(*pad_packed_sequence(packed_sequences))


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

    if any(each.is_lazy or each.requires_grad or each.is_cuda for each in sequences):
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
