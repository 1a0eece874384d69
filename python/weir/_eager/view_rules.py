"""Which elements of its operand an op's result has that shares memory with it."""

from __future__ import annotations

from typing import Any, Sequence

from .. import _core


def view_rule(op: str, shape: Sequence[int], attributes: dict[str, Any]) -> Any:
    """The rule of an op with these attributes, on an operand of some shape."""
    rank = len(shape)
    dims, steps, starts = range(rank), [1] * rank, [0] * rank
    if op == "reshape":
        return _core.ViewRule.reshaped(attributes["shape"])
    if op == "transpose":
        dims = attributes["permutation"]
        shape = [shape[d] for d in dims]
    elif op == "slice":
        shape, steps, starts = attributes["shape"], attributes["steps"], attributes["starts"]
    elif op == "broadcast":
        shape = attributes["shape"]
        places = {place: d for d, place in enumerate(attributes["dims"])}
        dims = [places.get(d, -1) for d in range(len(shape))]
        steps = [1] * len(shape)
    else:
        assert op == "detach", op
    return _core.ViewRule.along(shape, list(dims), steps, starts)
