"""Which values of a trace gradients flow between, and the scalars whose gradients are asked for."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Iterable, Iterator, Sequence

from ._errors import at_user_line

if TYPE_CHECKING:
    from ._tensor import Tensor
    from ._tracing import Trace


class GradientFlow:
    """Of values by number."""

    def __init__(self) -> None:
        self._made_of: dict[int, Sequence[int]] = {}
        self._called_with: dict[int, Sequence[int]] = {}

    def note(self, results: Iterable[int], operands: Sequence[int]) -> None:
        """Says that gradients flow from each of the results to the operands."""
        self._made_of.update((result, operands) for result in results)

    def note_call(self, result: int, operands: Sequence[int]) -> None:
        """The same of a result of a function whose gradients Python computes."""
        self._called_with[result] = operands

    def reaches(self, y: int, x: int, beyond_calls: bool) -> bool:
        """Whether gradients flow from y to x."""
        found, seen = [y], {y}
        while found:
            value = found.pop()
            if value == x:
                return True
            new = set(self._made_of.get(value, ())) - seen
            if beyond_calls:
                new |= set(self._called_with.get(value, ())) - seen
            seen |= new
            found += new
        return False


def check_scalar(loss: Tensor) -> None:
    if tuple(loss.shape) != () or not loss.dtype.is_floating_point:
        facts = f"got {loss.dtype.name} of shape {tuple(loss.shape)}"
        raise ValueError(at_user_line(f"backward: expects a floating-point scalar, {facts}"))


@contextmanager
def gradients(trace: Trace, flow: bool) -> Iterator[None]:
    """Whether they pass what is computed inside, wherever `backward` is called."""
    before = trace.gradients_flow, trace.keeps_history
    trace.gradients_flow = trace.keeps_history = flow
    try:
        yield
    finally:
        trace.gradients_flow, trace.keeps_history = before


def scalar(trace: Trace, y: Tensor, gradient: Tensor | None) -> Tensor:
    """What has the gradients of y times `gradient`; y itself without one."""
    if gradient is None:
        return y
    if tuple(gradient.shape) != tuple(y.shape):
        facts = f"{tuple(y.shape)}, got {tuple(gradient.shape)}"
        raise ValueError(at_user_line(f"backward: expects a gradient of the tensor's shape {facts}"))
    with gradients(trace, flow=True):
        return (y * gradient.detach()).sum()  # type: ignore[no-any-return]
