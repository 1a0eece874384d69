"""Gradients of views and of writes to them: the same elements in other places, or sums of them."""

from __future__ import annotations

from typing import Any, Sequence

from .. import _dispatch, _executor, _ops
from .._creation import zeros
from .tape import Edge, Step


class Moved(Step):
    """A view that an op has made of a tensor of some shape."""

    __slots__ = ("_op", "_attributes", "_shape")

    def __init__(self, edge: Edge, op: str, attributes: dict[str, Any], shape: Sequence[int], result: Any):
        super().__init__([edge], [result])
        self._op, self._attributes, self._shape = op, attributes, shape

    def __repr__(self) -> str:
        return f"<{self._op}>"

    def gradients(self, of_results: Sequence[Any], device: Any, keeps: bool) -> Sequence[Any]:
        (gradient,) = of_results
        attributes = self._attributes
        if self._op == "reshape":
            return [_dispatch.reshape(gradient, self._shape)]
        if self._op == "transpose":
            order = attributes["permutation"]
            return [_ops.permute(gradient, sorted(range(len(order)), key=order.__getitem__))]
        if self._op == "broadcast":
            repeated = [d for d in range(len(attributes["shape"])) if d not in attributes["dims"]]
            return [_ops.sum(gradient, repeated) if repeated else gradient]
        assert self._op == "slice", self._op
        whole = zeros(self._shape, dtype=gradient.dtype, device=gradient.device)
        places = {name: attributes[name] for name in ("starts", "steps")}
        return [_dispatch.dispatch("slice_scatter", (whole, gradient), **places)]


class Put(Step):
    """A tensor of which a view has been written to, by the op that made the view: where gradients go of what it was,
    and of what was written."""

    __slots__ = ("_before", "_new", "_op", "_attributes", "_shape")

    def __init__(
        self, before: Edge | None, new: Edge | None, op: str, attributes: dict[str, Any], shape: Any, source: Any
    ):
        super().__init__([edge for edge in (before, new) if edge is not None], [source])
        self._before, self._new, self._op, self._attributes, self._shape = before, new, op, attributes, shape

    def __repr__(self) -> str:
        return f"<write to {self._op}>"

    def gradients(self, of_results: Sequence[Any], device: Any, keeps: bool) -> Sequence[Any]:
        (gradient,) = of_results
        found = []
        if self._before is not None:
            found.append(self._without(gradient))
        if self._new is not None:
            found.append(_executor.eager().viewed(self._op, gradient, self._attributes))
        return found

    def _without(self, gradient: Any) -> Any:
        """The gradient but for the elements of the view; other views than slices have all."""
        kind = {"dtype": gradient.dtype, "device": gradient.device}
        if self._op != "slice":
            return None if self._new is not None else zeros(gradient.shape, **kind)
        nothing = zeros(self._shape, **kind)
        places = {name: self._attributes[name] for name in ("starts", "steps")}
        return _dispatch.dispatch("slice_scatter", (gradient, nothing), **places)
