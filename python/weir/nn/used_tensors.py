"""Which tensors programs of graphs have as variables. What steps outside of graphs use is not among them: these look
anew at what a parameter is."""

from __future__ import annotations

import weakref
from typing import Any

_known: weakref.WeakSet[UsedTensors] = weakref.WeakSet()


class UsedTensors:
    """What builds of one graph have used, by id, as long as the graph is there."""

    def __init__(self) -> None:
        self._members: dict[Any, Any] = {}
        _known.add(self)

    def uses(self, tensor: Any) -> bool:
        return id(tensor) in self._members


def is_used(tensor: Any) -> bool:
    """Whether a graph that is there has been called with the tensor among its variables."""
    return any(each.uses(tensor) for each in list(_known))
