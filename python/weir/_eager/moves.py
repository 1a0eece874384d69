"""Elements in other places: gradients of views and of writes to them, tensors behind one another."""

from __future__ import annotations

from itertools import accumulate
from typing import Any, Sequence

from .. import _core, _dispatch, _executor, _ops
from .._creation import empty, zeros
from .._device import CPU
from .._job_room import make_room
from .tape import Edge, Step, attach, edge_of


_OFTEN, _LARGE = 256, 1 << 20  # calls, and bytes
_calls: dict[Any, int] = {}  # how often there has been one of a kind


def _is_rare(*kind: Any) -> bool:
    """Of a call for which a job would take fewer steps: whether there were too few of its kind to compile one, which
    takes as long as some hundreds of such calls. What loops slice and collect is of another kind each time."""
    make_room(_calls)
    _calls[kind] = _calls.get(kind, 0) + 1
    return _calls[kind] <= _OFTEN


def _bytes_of(tensors: Sequence[Any]) -> int:
    return sum(each.numel() for each in tensors) * tensors[0].dtype.itemsize  # type: ignore[no-any-return]


def with_part(whole: Any, part: Any, attributes: dict[str, Any]) -> Any:
    """`whole`, which nobody else has, with a slice of it replaced."""
    places = {name: attributes[name] for name in ("starts", "steps")}
    kind = (tuple(whole.shape), tuple(part.shape), *map(tuple, places.values()), whole.dtype)
    if whole._device is CPU and (_bytes_of([whole]) >= _LARGE or _is_rare("part", *kind)):
        view = _executor.eager().viewed("slice", whole, {**places, "shape": tuple(part.shape)})
        if _core.write(view, part):
            return whole
    return _dispatch.dispatch("slice_scatter", (whole, part), **places)


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
        return [with_part(whole, gradient, attributes)]


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
        return with_part(_executor.eager().copied(gradient), zeros(self._shape, **kind), self._attributes)


class Joined(Step):
    """Tensors behind one another along a dimension."""

    __slots__ = ("_dim", "_parts")

    def __init__(self, edges: Sequence[Edge], dim: int, parts: Sequence[tuple[int, int]], result: Any):
        """`parts`: for each edge where its tensor begins, and how much there is of it."""
        super().__init__(edges, [result])
        self._dim, self._parts = dim, parts

    def __repr__(self) -> str:
        return "<cat>"

    def gradients(self, of_results: Sequence[Any], device: Any, keeps: bool) -> Sequence[Any]:
        (gradient,) = of_results
        executor = _executor.eager()
        return [executor.copied(_part(gradient, self._dim, begin, size)) for begin, size in self._parts]


def _part(x: Any, dim: int, begin: int, size: int) -> Any:
    rank = len(x.shape)
    shape = (*x.shape[:dim], size, *x.shape[dim + 1 :])
    starts = (0,) * dim + (begin,) + (0,) * (rank - dim - 1)
    return _executor.eager().viewed("slice", x, {"shape": shape, "starts": starts, "steps": (1,) * rank})


def pays_to_join(tensors: Sequence[Any], dim: int) -> bool:
    """Whether to join tensors by copies of each: no job, as one is compiled for each number of tensors."""
    first = tensors[0]
    if len(tensors) < 3 or any(each._device is not CPU or each._held is not None for each in tensors):
        return False
    return _bytes_of(tensors) < _LARGE and _is_rare("join", len(tensors), dim, len(first.shape), first.dtype)


def joined(tensors: Sequence[Any], dim: int) -> Any:
    """Tensors of one dtype, behind one another along a dimension."""
    return _core.one_op(lambda: _joined(tensors, dim))


def _joined(tensors: Sequence[Any], dim: int) -> Any:
    sizes = [each.shape[dim] for each in tensors]
    begins = [0, *accumulate(sizes)]
    shape = list(tensors[0].shape)
    shape[dim] = begins.pop()
    parts = list(zip(begins, sizes))
    for each in tensors:
        _executor.eager().follow(each)
    with _executor.gradients(False):
        result = empty(*shape, dtype=tensors[0].dtype, device=CPU)
        _core.join_tensors(result, tensors, dim)
    wanted = [number for number, each in enumerate(tensors) if each._requires_grad]
    if wanted and _executor.gradients_flow():
        edges = [edge_of(tensors[number]) for number in wanted]
        attach(result, Joined(edges, dim, [parts[number] for number in wanted], result), 0)
    return result
