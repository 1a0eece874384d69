"""Tensors that lie in the memory of others by strides of their own."""

from __future__ import annotations

from typing import Any, Sequence

import numpy as np

from .. import _core, _executor
from .._creation import from_host, zeros
from .._dtypes import int64
from .._errors import at_user_line
from .._indexing import index_select
from .._shape import reshape
from .._tensor import Size, Tensor
from .._tensor_base import APART
from .._updating import index_add
from .._values import check_own_memory
from .._views import View
from . import tape


class Strided(tape.Step):
    """A tensor whose elements are at some positions of the memory of another."""

    __slots__ = ("_positions", "_own", "_shape", "_extent")

    def __init__(self, source: Any, result: Any):
        super().__init__([tape.edge_of(source)], [result])
        positions, own = _positions(result), _positions(source)
        first = min((each.min() for each in (positions, own) if each.size), default=0)
        self._positions, self._own, self._shape = positions - first, own - first, source.shape
        self._extent = max((int(each.max()) + 1 for each in (self._positions, self._own) if each.size), default=0)

    def __repr__(self) -> str:
        return "<as_strided>"

    def gradients(self, of_results: Sequence[Any], device: Any, keeps: bool) -> Sequence[Any]:
        (gradient,) = of_results
        places, own = (from_host(each, int64, device=gradient.device) for each in (self._positions, self._own))
        memory = zeros(self._extent, dtype=gradient.dtype, device=gradient.device)
        memory = index_add(memory, 0, places, reshape(gradient, (-1,)))
        return [reshape(index_select(memory, 0, own), self._shape)]


def _positions(x: Any) -> Any:
    """Of the elements in the memory, in row-major order."""
    places = np.full((), x._storage.offset, np.int64)
    for size, stride in zip(x.shape, _core.strides_of(x)):
        places = places[..., None] + np.arange(size) * stride
    return places.reshape(-1)


def strided(x: Any, sizes: Sequence[int], strides: Sequence[int], offset: int | None) -> Any:
    """See EagerExecutor."""
    if x._held is not None:
        raise RuntimeError(at_user_line("as_strided: expects a tensor of one rank, got one that ranks have together"))
    _core.count_op()
    tape.edge_of(x)
    root = x
    while root._view is not None:
        root = root._view.source
    first = x._storage.offset if offset is None else offset
    try:
        storage = root._storage.view(list(sizes), list(strides), first - root._storage.offset)
    except ValueError:
        got = f"sizes {tuple(sizes)}, strides {tuple(strides)} and offset {first}"
        raise ValueError(at_user_line(f"as_strided: expects elements of the tensor's memory, got {got}")) from None
    made: Any = _core.make_tensor(Tensor, storage, x._device, x.dtype, Size(sizes))
    flows = _executor.gradients_flow()
    made._view = View(x, x._node if flows else APART, None, ())
    if flows and x._requires_grad:
        check_own_memory(x, "as_strided")
        tape.attach(made, Strided(x, made), 0)
    return made
