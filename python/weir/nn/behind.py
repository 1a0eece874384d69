"""What becomes of a run's results behind those that a call returns: arguments that the build wrote to, and what it left
in attributes."""

from __future__ import annotations

from typing import Any, Callable, Sequence, TypeAlias

from .. import _session, _tracing
from .._assigned import leave
from .._tensor import Tensor

Taker: TypeAlias = Callable[[Sequence[Tensor], Tensor], None]  # of the arguments and a result


def overwriting(number: int) -> Taker:
    """Writes the result to the argument of this number; nobody waits for the run."""

    def take(arguments: Sequence[Tensor], result: Tensor) -> None:
        storage = arguments[number]._storage
        storage.copy_from(result._storage)
        _session.wrote(storage)

    return take


def keeping(table: dict[str, Any], name: str) -> Taker:
    """Lets an attribute be the result."""

    def take(arguments: Sequence[Tensor], result: Tensor) -> None:
        if not isinstance(table.get(name), Tensor):
            _tracing.something_changed()
        leave(table, name, result)

    return take
