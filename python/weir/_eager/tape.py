"""The tape: how tensors outside of traces were computed.

A node, which C++ makes and walks over, is a run of a job. Its gradient is a job too, made of the same function: the
trace of the function, and of `gradient` behind it. What that job doesn't read is not kept, once it has been compiled.
All other steps are classes here."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, Callable, NamedTuple, Sequence

from .. import _core, _executor, _tracing
from .._creation import zeros
from .._errors import Location, at_user_line, location_of
from .._tensor_base import APART, TensorBase, stored
from . import formers, waiting
from .calls import Call
from .job_table import job_of
from .jobs import Job

# The number of a step that would be taken now; later ones have larger numbers.
next_number: Callable[[], int] = _core.next_step


Edge = tuple[Any, int]  # a node and the number of its result; or a leaf and -1


class Derived:
    """The function of gradients of a function's results with respect to some of its operands."""

    def __init__(self, call: Call, count: int, wanted: tuple[int, ...], of: tuple[int, ...]):
        self.call = Call(("gradient", call.key, wanted, of), call.name, self, call.amp)
        self._of, self.count = call, count
        self.wanted, self._results = wanted, of  # numbers of operands, and of the results that gradients are given of

    def __call__(self, *given: Any) -> list[Any]:
        """Of operands, and behind them gradients of results."""
        trace = _tracing.required("gradient")
        operands, gradients = given[: self.count], given[self.count :]
        for number in self.wanted:
            operands[number].requires_grad = True
        results = self._of.function(*operands)
        sums = [(results[number] * gradient).sum() for number, gradient in zip(self._results, gradients)]
        loss = sums[0]
        for more in sums[1:]:
            loss = loss + more
        wanted = [operands[number] for number in self.wanted]
        used = [trace.depends(loss, each) for each in wanted]
        needed = [each for each, is_used in zip(wanted, used) if is_used]
        found = iter(trace.gradient(loss, needed, create_graph=True) if needed else ())
        return [next(found) if is_used else None for is_used in used]

    def results_given(self) -> tuple[Call, int, tuple[int, ...]]:
        """Which call's results the last operands are gradients of: how many operands it has, and the results'
        numbers."""
        return self._of, self.count, self._results

    def data(self) -> list[Any] | None:
        """See Call."""
        made = self._of.data()
        return None if made is None else ["gradient", made, self.count, [*self.wanted], [*self._results]]

    def first(self, operands: Sequence[Any], are_written: bool) -> tuple[list[Any], list[int] | None]:
        """The gradients, None where there are none, and the numbers of the operands that are read, if that is known by
        now; it is, where some were written to since. Calls like this one run without Python from then on."""
        try:
            job = job_of(self.call, operands)
        except ValueError:
            if not are_written:
                raise
            rule = "expects operands to be as they were"
            got = f"one of {self._of.name} that was written to or has another shape"
            raise RuntimeError(at_user_line(f"backward: {rule}, got {got}")) from None
        results = run(job, operands)
        if not job.is_ready and not are_written:
            return results, None
        _core.keep_plan(job, job.program, job.read, job.are_there)
        return results, [number for number in job.read if number < self.count]


class AccumulateGrad(NamedTuple):
    """Where gradients of a leaf go, as who walks along `next_functions` sees it."""

    variable: Any
    next_functions: tuple[Any, ...] = ()

    def name(self) -> str:
        """What it is called in PyTorch."""
        return "torch::autograd::AccumulateGrad"


def _next(step: Any) -> tuple[tuple[Any, int], ...]:
    """Where its gradients go: steps and the numbers of their results, or leaves."""
    return tuple((AccumulateGrad(owner), 0) if number < 0 else (owner, number) for owner, number in step.edges)


def _next_of_operands(node: Any) -> tuple[tuple[Any, int], ...]:
    """The same for each operand of a run; (None, 0) for one that takes no gradients."""
    derived = _core.node_derived(node)
    found: list[tuple[Any, int]] = [(None, 0)] * derived.count
    for number, there in zip(derived.wanted, _next(node)):
        found[number] = there
    return tuple(found)


def _class_like(function: str) -> str:
    """The name of the gradient of a function, as PyTorch makes it."""
    return "".join(word.capitalize() for word in function.split("_")) + "Backward0"


class Step(ABC):
    """What gradients of results pass on their way to those that `edges` say: leaves, or results of other steps."""

    __slots__ = ("edges", "results", "sequence", "hooks")

    def __init__(self, edges: Sequence[Edge], results: Sequence[Any]):
        self.edges = edges
        self.results = [(each.dtype, each.shape) for each in results]
        self.sequence = next_number()
        self.hooks: dict[int, dict[int, Any]] | None = None  # by result: functions that gradients of it pass

    next_functions = property(_next)

    def name(self) -> str:
        """In PyTorch's style, such as MulBackward0."""
        return _class_like(repr(self).strip("<>").replace(" ", "_"))

    @abstractmethod
    def gradients(self, of_results: Sequence[Any], device: Any, keeps: bool) -> Sequence[Any]:
        """For each edge the gradient, or None. With `keeps` they may be asked for again."""


class Unread(_core.TensorFields):  # type: ignore[misc]
    """Stands for an operand of a node whose elements nobody needs: it has dtype and shape."""

    __slots__ = ()


class Node(_core.NodeFields):  # type: ignore[misc]
    """A run of a job, as gradients see it."""

    __slots__ = ()

    edges = property(_core.node_edges)
    results = property(_core.node_results)
    next_functions = property(_next_of_operands)
    sequence = property(_core.node_sequence)
    hooks = property(_core.node_hooks, _core.set_node_hooks)

    @property
    def where(self) -> Location:
        """The line of the call."""
        return location_of(_core.node_place(self))

    @property
    def function(self) -> str:
        """The function's name."""
        return _core.node_derived(self).call.name  # type: ignore[no-any-return]

    def name(self) -> str:
        """In PyTorch's style, such as MulBackward0."""
        return _class_like(self.function)

    def __repr__(self) -> str:
        return f"<{self.function} of {self.where}>"

    def keep_before_write(self, storage: Any) -> None:
        """Copies the operands that it needs in this memory, to which its result will be written."""
        for number, operand in _core.node_operands(self):
            if operand._storage.shares_memory(storage):
                copied = stored(operand._storage.clone())
                if operand._requires_grad:
                    follow(copied, operand, edge_of(operand))
                _core.keep_operand(self, number, copied)


Step.register(Node)  # to programs that ask whether something is a step


def refuse_used(node: Node) -> None:
    """Raises, as the operands of the node are gone."""
    rule = "expects retain_graph=True where gradients are asked for again"
    raise RuntimeError(at_user_line(f"backward: {rule}, got {node.function} of {node.where} whose operands are gone"))


def refuse_overwritten(node: Node, number: int) -> None:
    """Raises, as an operand of the node that gradients need is no longer what it was."""
    got = f"operand {number} of {node.function}, which was written to after {node.where}"
    raise RuntimeError(at_user_line(f"backward: expects operands to be as they were, got {got}"))


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
    if isinstance(tensor, TensorBase):
        return _core.edge_of(tensor)  # type: ignore[no-any-return]
    return (tensor, -1) if tensor._node is None else (tensor._node, tensor._value)


def follow_source(view: Any) -> None:
    """Gives a view the node that it has since its source was written to."""
    formers.settle(view)
    source, made_from = view._view.source, view._view.value
    edge_of(source)
    if made_from is APART or (source._node is made_from and source._requires_grad == view._requires_grad):
        return
    if view._view.op is None:
        rule = "expects no write to a tensor between as_strided and the use of what it gives"
        raise RuntimeError(at_user_line(f"{rule}, got one that gradients pass"))
    with _executor.gradients(True):
        again = _executor.eager().view_again(view)
    view._node, view._value, view._view = again._node, again._value, again._view
    view._requires_grad = again._requires_grad


def run(job: Job, tensors: Sequence[Any]) -> list[Any]:
    """The results of a job; on the tape, if gradients flow."""
    if _executor.gradients_flow():
        for each in tensors:
            if each._view is not None and _core.has_history(each):
                edge_of(each)
    results = waiting.run(job, tensors)
    if _executor.gradients_flow():
        wanted = tuple([n for n, each in enumerate(tensors) if each._requires_grad])
        if wanted:
            _core.note(backward_of(job, wanted), tensors, [each for each in results if each is not None])
    return results


def backward_of(job: Job, wanted: tuple[int, ...]) -> Any:
    """What nodes know of the gradients of a job with respect to operands of these numbers. Those of gradients have none
    by what they don't read, such as a layer's bias: what is asked for twice is as PyTorch has it."""
    if isinstance(job.call.function, Derived):
        wanted = tuple(number for number in wanted if number in job.read)
    known = job.derived.get(wanted)
    if known is None:
        of = tuple(n for n, reached in enumerate(job.reached_from) if not reached.isdisjoint(wanted))
        numbers = [n for n, is_there in enumerate(job.are_there) if is_there]
        derived = Derived(job.call, job.count, wanted, tuple(numbers[n] for n in of))
        known = job.derived[wanted] = _core.Backward.of(derived, wanted, of)
    return known


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
