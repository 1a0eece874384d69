"""Jobs that are traced and compiled: the only part of them that needs the compiler."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, Sequence

from .._errors import NOWHERE, Location, at_user_line
from .._size_patterns import Opening, Pattern
from .._tensor import Size
from .._tracing import Trace
from .facts import Facts
from .jobs import JOB

if TYPE_CHECKING:
    from .._device import device as Device
    from .._placement import placement
    from .._spec import Op
    from ..sbp import sbp
    from .calls import Call


class _JobTrace(Trace):
    """A job serves calls in many places, so that it has no line of its own."""

    def __init__(self, device: Device):
        super().__init__(JOB, JOB, _unexpected, _unexpected, device)

    def where(self) -> Location:
        return NOWHERE

    def donate_inputs(self) -> None:
        """Lets methods that write to a tensor be computed in its place."""
        self._builder.donate_inputs(NOWHERE)

    def emit(self, op: Op, operands: Sequence[Any], attributes: Sequence[tuple[str, Any]]) -> list[Any]:
        try:
            return super().emit(op, operands, attributes)
        except ValueError as error:  # which says no line, as there is none
            raise ValueError(at_user_line(str(error))) from None


def _unexpected(*_: Any) -> Any:
    raise AssertionError("the operands of a job are its inputs")


class TracedJob(NamedTuple):
    text: str
    facts: Facts


def matching(call: Call, metas: Sequence[Any], device: Device, opening: Opening) -> Opening:
    """The same, where gradients of a call's results have what stands for the results' sizes."""
    results_given = getattr(call.function, "results_given", None)
    if results_given is None:
        return opening
    of, count, numbers = results_given()
    trace = _JobTrace(device)
    names = [f"x{number}" for number in range(count)]
    shapes = opening.open(trace.sizes, [meta.shape for meta in metas], names)
    with trace.recording():
        results = of.function(*[trace.add_input(*each) for each in zip(names, metas, shapes)])
        computed = [trace.sizes.numbers(results[number].shape) for number in numbers]
    return opening._replace(pattern=opening.pattern.matching(computed))


def traced(
    call: Call,
    metas: Sequence[Any],
    device: Device,
    opening: Opening | None = None,
    held: tuple[placement, Sequence[Sequence[sbp]]] | None = None,
) -> TracedJob:
    """A call for operands of these dtypes and shapes, or for any sizes in the places that `opening` says; or on ranks,
    which hold operands so."""
    trace = _JobTrace(device)
    shapes = [meta.shape for meta in metas]
    pattern: Pattern | None = None
    names = [f"x{number}" for number in range(len(metas))]
    if opening is not None:
        shapes, pattern = opening.open(trace.sizes, shapes, names), opening.pattern
    with trace.recording():
        inputs = [trace.add_input(*each) for each in zip(names, metas, shapes)]
        for each in inputs:
            if each.dtype.is_floating_point:
                each.requires_grad = True
        results = list(call.function(*inputs))
        made = [result for result in results if result is not None]
        if held is None:
            trace.donate_inputs()
        trace.end((f"y{number}", result) for number, result in enumerate(made))
    if held is not None:
        trace.hold(*held)
        trace.hold_as_computed()
    numbers = {id(each): number for number, each in enumerate(inputs)}
    reached = [frozenset(numbers[id(leaf)] for leaf in trace.leaves_of(result)) for result in made]
    text = trace.finish()
    known = [None if each is None else (each.dtype, None if opening else Size(each.shape)) for each in results]
    return TracedJob(text, Facts(pattern, known, reached, trace.sizes.finish()))
