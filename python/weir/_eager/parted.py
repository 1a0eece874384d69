"""Tensors that are taken apart along a dimension, as gradients see it: those of the parts are joined, once."""

from __future__ import annotations

from typing import Any, Callable, Sequence

from .. import _executor
from .._creation import zeros
from . import tape


class Parted(tape.Step):
    """All parts of a tensor."""

    __slots__ = ("_dim", "_join")

    def __init__(self, source: Any, parts: Sequence[Any], dim: int, join: Callable[[Sequence[Any], int], Any]):
        super().__init__([tape.edge_of(source)], parts)
        self._dim, self._join = dim, join

    def __repr__(self) -> str:
        return "<parts>"

    def gradients(self, of_results: Sequence[Any], device: Any, keeps: bool) -> Sequence[Any]:
        given = [
            zeros(shape, dtype=dtype, device=device) if gradient is None else gradient
            for gradient, (dtype, shape) in zip(of_results, self.results)
        ]
        return [self._join(given, self._dim)]


def note_parts(x: Any, parts: Sequence[Any], dim: int, join: Callable[[Sequence[Any], int], Any]) -> None:
    """See EagerExecutor. Each part by itself would have a gradient of the size of x, and they would be added up."""
    if not _executor.gradients_flow() or not x._requires_grad or x._held is not None or len(parts) < 2:
        return
    step = Parted(x, parts, dim, join)
    for number, part in enumerate(parts):
        tape.attach(part, step, number)
