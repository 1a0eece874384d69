"""Where global tensors are."""

from __future__ import annotations

from typing import Any, Sequence

from . import _world
from ._errors import at_user_line


class placement:
    """Ranks that hold a global tensor, each on its device of a type: `placement("cpu", ranks=[0, 1])`, or as OneFlow
    had it `placement("cpu", {0: [0, 1]})`. Equal placements are equal. All ranks of the world have to be in it."""

    __slots__ = ("type", "ranks")
    type: str
    ranks: tuple[int, ...]

    def __init__(self, type: str, ranks: Sequence[int] | dict[int, Any]) -> None:
        if isinstance(ranks, dict):
            lists = [each if isinstance(each, (list, tuple, range)) else [each] for each in ranks.values()]
            ranks = [rank for each in lists for rank in each]
        if type != "cpu":
            raise ValueError(at_user_line(f"placement: not supported yet: ranks on {type!r}; expects 'cpu'"))
        numbers = tuple(ranks)
        are_numbers = all(isinstance(rank, int) and not isinstance(rank, bool) for rank in numbers)
        if not are_numbers or sorted(numbers) != [*range(_world.size)]:
            rule = f"expects all {_world.size} ranks of the world, each once, on one axis"
            raise ValueError(at_user_line(f"placement: {rule}, got {list(numbers)}"))
        self.type, self.ranks = type, numbers

    def __eq__(self, other: Any) -> bool:
        return isinstance(other, placement) and (self.type, self.ranks) == (other.type, other.ranks)

    def __hash__(self) -> int:
        return hash((self.type, self.ranks))

    def __repr__(self) -> str:
        return f"weir.placement(type={self.type!r}, ranks={list(self.ranks)})"
