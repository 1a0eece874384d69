"""Functions in a trace whose gradients Python computes. Their results are leaves of the trace; gradients go on from
there to the operands through a sum that has those gradients."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Callable, NamedTuple, Sequence

from ._errors import at_user_line
from ._gradient_flow import gradients

if TYPE_CHECKING:
    from ._tensor import Tensor
    from ._tracing import Trace

# Of the gradients of results, None where nobody asks: those of operands, None where there are none.
Backward = Callable[[Sequence[Any]], Sequence[Any]]


class _Call(NamedTuple):
    name: str
    backward: Backward
    operands: list[Tensor]  # with the values that they had
    results: list[Tensor | None]  # None in the place of one that no gradients pass


class CalledFunctions:
    """Of one job, in order."""

    def __init__(self, trace: Trace) -> None:
        self._trace = trace
        self._calls: list[_Call] = []
        self._results: set[int] = set()  # ids

    def note(
        self, name: str, backward: Backward, operands: Sequence[Tensor], results: Sequence[Tensor | None]
    ) -> None:
        """Adds a call, whose results are leaves."""
        kept = [self._trace.snapshot(each) for each in operands]
        self._calls.append(_Call(name, backward, kept, [*results]))
        self._results.update(id(each) for each in results if each is not None)

    def gave(self, tensor: Tensor) -> bool:
        """Whether it is a result of a call: a leaf of the trace that nobody asked for."""
        return id(tensor) in self._results

    def passed(self, loss: Tensor, create_graph: bool) -> Tensor | None:
        """A scalar that has the gradients of `loss` also with respect to what operands of calls were computed from;
        None if it depends on no call."""
        trace, passes = self._trace, False
        for call in reversed(self._calls):
            used = [each for each in call.results if each is not None and trace.depends(loss, each, beyond_calls=False)]
            if not used:
                continue
            passes = True
            if create_graph:
                rule = "expects create_graph=False inside of nn.Graph.build"
                raise NotImplementedError(at_user_line(f"{call.name}: {rule}"))
            found = dict(zip(map(id, used), trace.gradient_of(loss, used)))
            with gradients(trace, flow=False):
                of_operands = call.backward([found.get(id(each)) for each in call.results])
            with gradients(trace, flow=True):
                for operand, gradient in zip(call.operands, of_operands):
                    if gradient is not None:
                        loss = loss + (operand * gradient.detach()).sum()
        return loss if passes else None
