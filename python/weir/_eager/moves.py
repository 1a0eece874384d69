"""Gradients of views: the same elements in other places, or sums of them."""

from __future__ import annotations

from typing import Any, Sequence

from .. import _dispatch, _ops
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
