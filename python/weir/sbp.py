"""How global tensors are held on ranks: `split(dim)` in balanced parts along a dimension, `broadcast` as a whole by
each, `partial_sum` as terms whose sum the tensor is."""

from __future__ import annotations

from typing import Any

from ._errors import at_user_line

__all__ = ["broadcast", "partial_sum", "sbp", "split"]

_BROADCAST, _SPLIT, _PARTIAL = 0, 1, 2


class sbp:
    """One of `split`, `broadcast` and `partial_sum`. Equal ones are equal. Of a dimension that consists of several
    equal blocks, `blocks`, each may be split."""

    __slots__ = ("_kind", "_dim", "_blocks")

    def __init__(self, kind: int, dim: int = 0, blocks: int = 1) -> None:
        self._kind, self._dim, self._blocks = kind, dim, blocks

    def __call__(self) -> sbp:
        """Itself: OneFlow's programs write `broadcast` and `broadcast()`."""
        return self

    @property
    def held(self) -> tuple[int, int, int]:
        """As the compiler takes it."""
        return self._kind, self._dim, self._blocks

    def is_split(self) -> bool:
        return self._kind == _SPLIT

    def is_broadcast(self) -> bool:
        return self._kind == _BROADCAST

    def is_partial(self) -> bool:
        return self._kind == _PARTIAL

    @property
    def dim(self) -> int:
        """The dimension of a split."""
        if self._kind != _SPLIT:
            raise AttributeError(at_user_line(f"dim: expects a split, got {self!r}"))
        return self._dim

    def in_blocks(self, blocks: int) -> sbp:
        """Of a split that of each of so many blocks of its dimension."""
        return sbp(self._kind, self._dim, blocks)

    def __eq__(self, other: Any) -> bool:
        return isinstance(other, sbp) and self.held == other.held

    def __hash__(self) -> int:
        return hash(self.held)

    def __repr__(self) -> str:
        if self._kind == _SPLIT:
            blocks = "" if self._blocks == 1 else f", blocks={self._blocks}"
            return f"weir.sbp.split(dim={self._dim}{blocks})"
        return f"weir.sbp.{'broadcast' if self._kind == _BROADCAST else 'partial_sum'}"


broadcast, partial_sum = sbp(_BROADCAST), sbp(_PARTIAL)


def split(dim: int) -> sbp:
    """In balanced parts along a dimension. Raises ValueError unless it is an integer of at least 0."""
    if not isinstance(dim, int) or isinstance(dim, bool) or dim < 0:
        raise ValueError(at_user_line(f"split: expects a dimension of at least 0, got {dim!r}"))
    return sbp(_SPLIT, dim)


def axes_of(given: Any, count: int, what: str) -> tuple[sbp, ...]:
    """What is given for a placement of so many axes: a list of an sbp for each, or of one axis the sbp itself."""
    axes = tuple(given) if isinstance(given, (tuple, list)) else (given,)
    if len(axes) != count or not all(isinstance(each, sbp) for each in axes):
        expected = "one sbp, such as weir.sbp.split(0)" if count == 1 else f"a list of {count} sbp, one for each axis"
        raise TypeError(at_user_line(f"{what}: expects {expected}, got {given!r}"))
    return axes
