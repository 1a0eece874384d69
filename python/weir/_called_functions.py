"""Functions in a trace whose gradients Python computes. Their results are leaves of the trace; gradients go on from
there to the operands through a sum that has those gradients."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Callable, NamedTuple, Sequence

from ._errors import at_user_line

if TYPE_CHECKING:
    from ._tensor import Tensor
    from ._tracing import Trace

# Of the gradients of results, None where nobody asks: those of operands, without history; None where there are none.
Backward = Callable[[Sequence[Any]], Sequence[Any]]


class _Call(NamedTuple):
    name: str
    backward: Backward
    operands: list[Tensor]  # with the values that they had
    results: list[Tensor]


class CalledFunctions:
    """Of one job, in order."""

    def __init__(self, trace: Trace) -> None:
        self._trace = trace
        self._calls: list[_Call] = []
        self._results: set[int] = set()  # ids

    def note(self, name: str, backward: Backward, operands: Sequence[Tensor], results: Sequence[Tensor]) -> None:
        """Adds a call, whose results are leaves."""
        kept = [self._trace.snapshot(each) for each in operands]
        self._calls.append(_Call(name, backward, kept, [*results]))
        self._results.update(map(id, results))

    def without(self, leaves: Sequence[Tensor]) -> list[Tensor]:
        """The leaves but for results of calls."""
        return [leaf for leaf in leaves if id(leaf) not in self._results]

    def passed(self, loss: Tensor, create_graph: bool) -> Tensor:
        """A scalar that has the gradients of `loss` also with respect to what operands of calls were computed from."""
        for call in reversed(self._calls):
            used = [each for each in call.results if self._trace.depends(loss, each)]
            if not used:
                continue
            if create_graph:
                raise NotImplementedError(
                    at_user_line(f"{call.name}: expects create_graph=False inside of nn.Graph.build")
                )
            found = dict(zip(map(id, used), self._trace.gradient_of(loss, used)))
            gradients = call.backward([found.get(id(each)) for each in call.results])
            for operand, gradient in zip(call.operands, gradients):
                if gradient is not None:
                    loss = loss + (operand * gradient).sum()
        return loss
