"""What is known of a job beside its program, and what tells jobs apart: as data that other processes read."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, Sequence

from .. import _dtypes
from .._device import CPU
from .._size_patterns import Pattern
from .._size_rules import Guard, from_data, is_data
from .._tensor import Size

if TYPE_CHECKING:
    from .calls import Call

Result = tuple[Any, Size | None]  # dtype, and shape; None for one that a run says


class Facts(NamedTuple):
    """Of one job."""

    pattern: Pattern | None  # of the sizes of operands; None where all are known
    results: list[Result | None]  # None of what doesn't depend on the operands
    reached_from: list[frozenset[int]]  # of results that there are: numbers of the operands that gradients flow to
    guards: list[Guard]

    def data(self) -> dict[str, Any] | None:
        """Made of what JSON has; None where the guards can't be."""
        if not all(is_data(guard.rule) for guard in self.guards):
            return None
        return {
            "pattern": None if self.pattern is None else self.pattern.data(),
            "results": [None if each is None else (each[0].index, each[1]) for each in self.results],
            "reached_from": [sorted(each) for each in self.reached_from],
            "guards": self.guards,
        }

    @classmethod
    def of_data(cls, made: dict[str, Any]) -> Facts:
        pattern = made["pattern"]
        return cls(
            None if pattern is None else Pattern.of_data(*pattern),
            [None if each is None else _result(*each) for each in made["results"]],
            [*map(frozenset, made["reached_from"])],
            [Guard(text, answer, from_data(rule), expected) for text, answer, rule, expected in made["guards"]],
        )


def _result(dtype: int, shape: list[int] | None) -> Result:
    return _dtypes.ALL[dtype], None if shape is None else Size(shape)


class Family(NamedTuple):
    """What calls have in common that differ in the sizes of operands alone, for people and other processes."""

    call: list[Any]
    operands: list[tuple[str, int]]  # dtype and rank of each
    device: str

    @classmethod
    def of(cls, call: Call, metas: Sequence[Any]) -> Family | None:
        """None for a call that only this process knows."""
        made = call.data()
        if made is None:
            return None
        device = metas[0]._device if metas else CPU
        return cls(made, [(each.dtype.name, len(each.shape)) for each in metas], device.type)


def shown(name: str, metas: Sequence[Any]) -> str:
    """A call for people: add of float32 (4, 5) and float32 (5,)."""
    operands = " and ".join(f"{meta.dtype.name} {tuple(meta.shape)}" for meta in metas)
    return f"{name} of {operands}" if operands else name
