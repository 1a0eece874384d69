"""The tape: how tensors outside of traces were computed.

A node is a call of a job's function. Its gradient is a job too, made of the same function: the trace of the function,
and of `gradient` behind it. What that job doesn't read is not kept, once it has been compiled."""

from __future__ import annotations

import itertools
from abc import ABC, abstractmethod
from typing import Any, Hashable, Sequence

from .. import _executor, _tracing
from .._creation import zeros
from .._errors import Location, at_user_line, location_of, user_place
from .._tensor_base import TensorBase, stored
from .._views import APART
from .jobs import Call, Job, Meta, job_of

_sequence = itertools.count()


def next_number() -> int:
    """The number of a step that would be taken now; later ones have larger numbers."""
    return next(_sequence)


Edge = tuple[Any, int]  # a node and the number of its result; or a leaf and -1


class Derived:
    """The function of gradients of a function's results with respect to some of its operands."""

    def __init__(self, call: Call, count: int, wanted: tuple[int, ...], of: tuple[int, ...]):
        self.call = Call(("gradient", call.key, wanted, of), call.name, self, call.amp, call.reads_sizes)
        self._function, self._count = call.function, count
        self._wanted, self._of = wanted, of  # numbers of operands, and of the results that gradients are given of
        self.read: set[int] | None = None  # numbers of operands that it reads, once that is known

    def __call__(self, *given: Any) -> list[Any]:
        """Of operands, and behind them gradients of results."""
        trace = _tracing.required("gradient")
        operands, gradients = given[: self._count], given[self._count :]
        for number in self._wanted:
            operands[number].requires_grad = True
        results = self._function(*operands)
        sums = [(results[number] * gradient).sum() for number, gradient in zip(self._of, gradients)]
        loss = sums[0]
        for more in sums[1:]:
            loss = loss + more
        wanted = [operands[number] for number in self._wanted]
        used = [trace.depends(loss, each) for each in wanted]
        needed = [each for each, is_used in zip(wanted, used) if is_used]
        found = iter(trace.gradient(loss, needed, create_graph=True) if needed else ())
        return [next(found) if is_used else None for is_used in used]

    def job(self, metas: Sequence[Any]) -> Job:
        job = job_of(self.call, metas)
        self.read = {number for number in job.read if number < self._count}
        return job


def _storage_of(operand: Any) -> Any:
    return getattr(operand, "_storage", None)


class Step(ABC):
    """What gradients of results pass on their way to those that `edges` say: leaves, or results of other steps."""

    __slots__ = ("edges", "results", "sequence", "hooks")

    def __init__(self, edges: Sequence[Edge], results: Sequence[Any]):
        self.edges = edges
        self.results = [(each.dtype, each.shape) for each in results]
        self.sequence = next(_sequence)
        self.hooks: dict[int, dict[int, Any]] | None = None  # by result: functions that gradients of it pass

    @abstractmethod
    def gradients(self, of_results: Sequence[Any], device: Any, keeps: bool) -> Sequence[Any]:
        """For each edge the gradient, or None. With `keeps` they may be asked for again."""


class Node(Step):
    """A call of a function. Gradients are given of the results of the numbers `of`."""

    __slots__ = ("derived", "operands", "writes", "of", "_place")

    def __init__(
        self,
        derived: Derived,
        operands: Sequence[Any],
        edges: Sequence[Edge],
        of: tuple[int, ...],
        results: Sequence[Any],
    ):
        super().__init__(edges, results)
        read = derived.read
        self.derived, self.of = derived, of
        self.operands: list[Any] | None = [
            each if read is None or number in read else Meta(each) for number, each in enumerate(operands)
        ]
        self.writes = [each if each is None else each.writes for each in map(_storage_of, self.operands)]
        self._place = user_place()

    @property
    def where(self) -> Location:
        """The line of the call."""
        return location_of(self._place)

    @property
    def name(self) -> str:
        """Of the function."""
        return self.derived.call.name

    def __repr__(self) -> str:
        return f"<{self.name} of {self.where}>"

    def keep_before_write(self, storage: Any) -> None:
        """Copies the operands that it needs in this memory, to which its result will be written."""
        for number, operand in enumerate(self.operands or ()):
            own = _storage_of(operand)
            if own is not None and own.shares_memory(storage) and self.operands is not None:
                copied = stored(own.clone())
                if operand._requires_grad:
                    follow(copied, operand, edge_of(operand))
                self.operands[number], self.writes[number] = copied, copied._storage.writes

    def gradients(self, of_results: Sequence[Any], device: Any, keeps: bool) -> list[Any]:
        """Of the wanted operands, None where there is none."""
        if self.operands is None:
            raise RuntimeError(
                at_user_line(
                    f"backward: expects retain_graph=True where gradients are asked for again, got {self.name} of "
                    f"{self.where} whose operands are gone"
                )
            )
        given = [of_results[number] for number in self.of]
        for place, number in enumerate(self.of):
            if given[place] is None:
                dtype, shape = self.results[number]
                given[place] = zeros(shape, dtype=dtype, device=device)
        operands = [*self.operands, *given]
        job = self.derived.job(operands)
        self._check(job)
        found = run(job, operands)
        if not keeps:
            self.operands = None
        return found

    def _check(self, job: Job) -> None:
        """That the operands which the job reads are what they were."""
        assert self.operands is not None
        for number, (operand, writes) in enumerate(zip(self.operands, self.writes)):
            if number not in job.read:
                continue
            assert isinstance(operand, TensorBase), "an operand that gradients need was not kept"
            if operand._storage.writes != writes:  # type: ignore[attr-defined]
                raise RuntimeError(
                    at_user_line(
                        f"backward: expects operands to be as they were, got operand {number} of {self.name}, which "
                        f"was written to after {self.where}"
                    )
                )


class Passing(Step):
    """What gradients pass as they are: a copy."""

    __slots__ = ("_device",)

    def __init__(self, edges: Sequence[Edge], like: Any):
        super().__init__(edges, [like])
        self._device = like._device

    def __repr__(self) -> str:
        return "<copy>"

    def gradients(self, of_results: Sequence[Any], device: Any, keeps: bool) -> Sequence[Any]:
        return [each.to(self._device) for each in of_results]


class Written:
    """What a tensor is once a view of it has been written to, as the tape sees it: its elements are in place."""

    __slots__ = ("dtype", "shape", "_device", "_node", "_value", "_requires_grad", "_view")

    def __init__(self, like: Any):
        self.dtype, self.shape, self._device, self._view = like.dtype, like.shape, like._device, None


def edge_of(tensor: Any) -> Edge:
    """Where gradients of a tensor go."""
    if tensor._view is not None:
        _follow_source(tensor)
    return (tensor, -1) if tensor._node is None else (tensor._node, tensor._value)


def _follow_source(view: Any) -> None:
    """Gives a view the node that it has since its source was written to."""
    source, made_from = view._view.source, view._view.value
    edge_of(source)
    if made_from is APART or (source._node is made_from and source._requires_grad == view._requires_grad):
        return
    with _executor.gradients(True):
        again = _executor.eager().view_again(view)
    view._node, view._value, view._view = again._node, again._value, again._view
    view._requires_grad = again._requires_grad


def run(job: Job, tensors: Sequence[Any]) -> list[Any]:
    """The results of a job; on the tape, if gradients flow."""
    results = job.run(tensors)
    if _executor.gradients_flow():
        for each in tensors:
            if each._view is not None and each._storage.has_history:
                edge_of(each)
        if any([each._requires_grad for each in tensors]):
            note(job, tensors, results)
    return results


def note(job: Job, tensors: Sequence[Any], results: Sequence[Any]) -> None:
    """Notes a run on these tensors, some of which require gradients."""
    wanted = tuple([n for n, each in enumerate(tensors) if each._requires_grad])
    made = results if job.gives_all else [each for each in results if each is not None]
    known = job.derived.get(wanted)
    if known is None:
        of = tuple(n for n, reached in enumerate(job.reached_from) if not reached.isdisjoint(wanted))
        numbers = [n for n, each in enumerate(results) if each is not None]
        known = job.derived[wanted] = of, Derived(job.call, len(tensors), wanted, tuple(numbers[n] for n in of))
    of, derived = known
    if not of:
        return
    node = Node(derived, tensors, [edge_of(tensors[n]) for n in wanted], of, made)
    for number in of:
        attach(made[number], node, number)


def attach(tensor: Any, node: Any, number: int) -> None:
    tensor._node, tensor._value, tensor._requires_grad = node, number, True


class Ended(Step):
    """A tensor that has been overwritten by what gradients don't pass: those of what it was are zeros."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "<overwritten>"

    def gradients(self, of_results: Sequence[Any], device: Any, keeps: bool) -> Sequence[Any]:
        ((dtype, shape),) = self.results
        return [zeros(shape, dtype=dtype, device=device) for _ in self.edges]


def follow(tensor: Any, new: Any, edge: Edge | None) -> None:
    """Lets the gradients of a tensor go where those of its new value go."""
    if edge is None or not new._requires_grad:
        attach(tensor, Ended([edge_of(tensor)] if tensor._requires_grad else [], [tensor]), 0)
    elif edge[1] >= 0:
        attach(tensor, *edge)
    else:
        attach(tensor, Passing([edge], tensor), 0)
