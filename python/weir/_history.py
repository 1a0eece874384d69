"""Which gradients pass the values of a trace: what each value depends on, and where gradients end although ops would
let them pass."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from ._tensor import Tensor


class Leaf(NamedTuple):
    """A tensor that requires gradients, and a value that it had when it was used: what is written to has several."""

    tensor: Tensor
    value: int


class History:
    """Of the values of one job, by their numbers."""

    def __init__(self) -> None:
        self._leaves: list[Leaf] = []
        self._numbers: dict[tuple[int, int], int] = {}  # of leaves, by id and value
        self._values: defaultdict[int, list[int]] = defaultdict(list)  # of leaves, by id
        self._reached: dict[int, int] = {}  # bit n of a value's number: it depends on leaf n
        self._ended: set[int] = set()

    def reached(self, value: int) -> int:
        """The leaves that a value depends on, a bit each."""
        return self._reached.get(value, 0)

    def add(self, value: int, reached: int) -> None:
        self._reached[value] = reached

    def mark(self, tensor: Tensor, value: int) -> None:
        """Makes a tensor a leaf that has this value."""
        number = self._numbers.setdefault((id(tensor), value), len(self._leaves))
        if number == len(self._leaves):
            self._leaves.append(Leaf(tensor, value))
            self._values[id(tensor)].append(value)
        self._reached[value] = self.reached(value) | 1 << number

    def is_leaf(self, tensor: Tensor) -> bool:
        """Whether gradients were asked for a traced tensor."""
        return (id(tensor), tensor._value) in self._numbers

    def leaves_of(self, value: int) -> list[Leaf]:
        """Those that a value depends on and that still require gradients."""
        reached = self.reached(value)
        return [leaf for n, leaf in enumerate(self._leaves) if reached >> n & 1 and leaf.tensor.requires_grad]

    def values_of(self, tensor: Tensor, value: int) -> list[int]:
        """Those that a tensor had as a leaf and that a value depends on."""
        reached, had = self.reached(value), self._values.get(id(tensor), [])
        return [each for each in had if tensor.requires_grad and reached >> self._numbers[id(tensor), each] & 1]

    def end(self, value: int) -> None:
        """Says that gradients must not pass a value, such as a gradient itself. It is detached where it meets one that
        they do pass: most never do."""
        self._ended.add(value)

    def has_ended(self, value: int) -> bool:
        return value in self._ended
