"""Where global tensors are."""

from __future__ import annotations

import math
from typing import Any, Sequence

import numpy as np

from . import _world
from ._device import device as Device, opened
from ._errors import at_user_line

_KINDS = ("cpu", "cuda", "sim")


class placement:
    """Ranks that hold a global tensor, each on its device of a type, "cpu", "cuda" or "sim": `placement("cpu",
    ranks=[0, 1])`, on two axes `placement("cpu", ranks=[[0, 1], [2, 3]])`, or as OneFlow had it `placement("cpu",
    {0: [0, 1]})`. A rank's GPU is the one of its number on its host; where there are fewer, ranks share them. Equal
    placements are equal. A rank that is not in it takes part in calls, and has no rows of the tensor. `order` are its
    ranks in row-major order, `mesh` has the sizes of axes."""

    __slots__ = ("type", "order", "mesh")
    type: str
    order: tuple[int, ...]
    mesh: tuple[int, ...]

    def __init__(self, type: str, ranks: Sequence[Any] | dict[int, Any]) -> None:
        if isinstance(ranks, dict):
            lists = [each if isinstance(each, (list, tuple, range)) else [each] for each in ranks.values()]
            ranks = [rank for each in lists for rank in each]
        if type not in _KINDS:
            raise ValueError(at_user_line(f"placement: expects a type of devices, {', '.join(_KINDS)}, got {type!r}"))
        try:
            numbers = np.asarray(ranks)
        except ValueError:  # lists of several lengths
            numbers = np.empty(0)
        found = numbers.flatten().tolist() if numbers.dtype.kind in "iu" and numbers.ndim else []
        if not found or len({*found}) < len(found) or not {*found} <= {*range(_world.size)}:
            rule = f"expects some of the {_world.size} ranks of the world, each once, in rows of one length"
            raise ValueError(at_user_line(f"placement: {rule}, got {ranks!r}"))
        self.type, self.order, self.mesh = type, tuple(found), numbers.shape

    @staticmethod
    def all(type: str = "cpu") -> placement:
        """All ranks of the world, on one axis."""
        return world(type)

    @property
    def ranks(self) -> np.ndarray:
        """The ranks as an array of the mesh's shape."""
        return np.reshape(self.order, self.mesh)

    @property
    def hierarchy(self) -> tuple[int, ...]:
        """OneFlow's name of `mesh`."""
        return self.mesh

    @property
    def device(self) -> Device:
        """This rank's device of the type. Raises RuntimeError or ValueError if the machine does not have it."""
        return own_device(self.type)

    @property
    def is_here(self) -> bool:
        """Whether this rank is in it."""
        return _world.rank in self.order

    @property
    def is_everywhere(self) -> bool:
        """Whether all ranks of the world are in it."""
        return len(self.order) == _world.size

    def on(self, type: str) -> placement:
        """The same ranks, each with its device of a type."""
        return placement(type, self.ranks.tolist())

    def place_of(self, rank: int) -> tuple[int, ...]:
        """The coordinate along each axis of a rank that is in it."""
        number, place = self.order.index(rank), []
        for axis in range(len(self.mesh)):
            inner = math.prod(self.mesh[axis + 1 :])
            place.append(number // inner % self.mesh[axis])
        return tuple(place)

    def __eq__(self, other: Any) -> bool:
        return isinstance(other, placement) and self._key == other._key

    @property
    def _key(self) -> tuple[Any, ...]:
        return self.type, self.order, self.mesh

    def __hash__(self) -> int:
        return hash(self._key)

    def __repr__(self) -> str:
        return f"weir.placement(type={self.type!r}, ranks={self.ranks.tolist()})"


_own: dict[str, Device] = {}  # this rank's devices, by type


def own_device(type: str) -> Device:
    """This rank's device of a type, for good: of GPUs that which "cuda" means when it is first asked for."""
    if type not in _own:
        _own[type] = opened(type, "placement")
    return _own[type]


def world(type: str = "cpu") -> placement:
    """All ranks, on one axis."""
    return placement(type, range(_world.size))
