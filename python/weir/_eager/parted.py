"""Tensors that are taken apart along a dimension, as gradients see it: those of the parts are joined, once."""

from __future__ import annotations

from typing import Any, Callable, Sequence

from .. import _executor
from .._creation import zeros
from . import tape

Join = Callable[[Sequence[Any], int], Any]


class Parted(tape.Step):
    """All parts of a tensor."""

    __slots__ = ("_dim", "_join")

    def __init__(self, source: Any, parts: Sequence[Any], dim: int, join: Join):
        super().__init__([tape.edge_of(source)], parts)
        self._dim, self._join = dim, join

    def __repr__(self) -> str:
        return "<parts>"

    def gradients(self, of_results: Sequence[Any], device: Any, keeps: bool) -> Sequence[Any]:
        lacking = {kind for each, kind in zip(of_results, self.results) if each is None}
        none = {kind: zeros(kind[1], dtype=kind[0], device=device) for kind in lacking}
        given = [none[kind] if each is None else each for each, kind in zip(of_results, self.results)]
        return [self._join(given, self._dim)]


def parted(x: Any, dim: int, join: Join, cut: Callable[[], tuple[Any, ...]]) -> tuple[Any, ...]:
    """See EagerExecutor. Each part by itself would have a gradient of the size of x, and they would be added up."""
    if not _executor.gradients_flow() or not x._requires_grad or x._held is not None:
        return cut()
    tape.edge_of(x)
    with _executor.gradients(False):
        parts = cut()
    step = Parted(x, parts, dim, join)
    for number, part in enumerate(parts):
        _attach(part, x, step, number)
    return parts


def _attach(part: Any, x: Any, step: Parted, number: int) -> None:
    """Lets a view, made of x by one op or several, follow x as others do, by one step."""
    view, made_from = part._view, x._node
    if view.source is not x:
        _attach(view.source, x, step, number)
        made_from = step
    part._view = view._replace(value=made_from)
    tape.attach(part, step, number)
