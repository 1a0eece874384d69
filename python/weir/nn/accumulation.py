"""Gradient accumulation: a program that runs `build` on each part of a batch, adds up the gradients, and then steps."""

from __future__ import annotations

from typing import TYPE_CHECKING, Sequence

from .. import _tracing
from .._errors import at_user_line, warn
from .._tensor import Size, Tensor
from .._tensor_base import memory_of

if TYPE_CHECKING:
    from ..optim.optimizer import Optimizer


def check_parts(shapes: Sequence[tuple[int, ...]], parts: int) -> None:
    """Raises ValueError unless arguments of these shapes come in so many equal parts; scalars go to each."""
    for shape in shapes:
        if shape and shape[0] % parts:
            raise ValueError(
                at_user_line(
                    f"graph: expects first dimensions that are multiples of {parts} steps of gradient accumulation, "
                    f"got shape {tuple(shape)}"
                )
            )


def check_written(shapes: Sequence[tuple[int, ...]], parts: int) -> None:
    """Raises ValueError if a build writes to an argument that all parts get."""
    if parts > 1 and () in map(tuple, shapes):
        raise ValueError(at_user_line("graph: expects no write to a scalar argument with gradient accumulation"))


def stacked(trace: _tracing.Trace, values: Sequence[Tensor]) -> list[Tensor]:
    """Results of a part as they are put one behind the other: scalars become vectors."""
    return [value if value.shape or trace.parts == 1 else value.reshape(1) for value in values]


def whole(part: Size, parts: int) -> Size:
    """The shape of what so many parts give together."""
    return part if parts == 1 else Size((parts * part[0], *part[1:]))


def add_up(trace: _tracing.Trace, optimizers: Sequence[Optimizer]) -> list[Tensor]:
    """Adds the gradients of a build to those of the parts before; the parameters that have one."""
    if trace.stepped:
        raise RuntimeError(at_user_line("step: expects no call of it in build with gradient accumulation"))
    parameters = [parameter for optimizer in optimizers for parameter in optimizer.state]
    parameters = [parameter for parameter in parameters if trace.grad(parameter) is not None]
    for parameter in parameters:
        name = _sum_of(trace, parameter)
        if trace.is_written(parameter):
            raise RuntimeError(
                at_user_line(
                    "step: expects build to write to no parameter that an optimizer steps with gradient accumulation, "
                    f"got a write to '{memory_of(parameter).variable}'"
                )
            )
        trace.carry(name, trace.carried(name, parameter) + trace.grad(parameter))
    return parameters


def take_means(epilogue: _tracing.Trace, parameters: Sequence[Tensor], parts: int) -> None:
    """Gives the parameters the means of all parts' gradients."""
    for parameter in parameters:
        sums = epilogue.carried(_sum_of(epilogue, parameter), parameter)
        epilogue.set_grad(parameter, sums / parts)


def _sum_of(trace: _tracing.Trace, parameter: Tensor) -> str:
    """A name that no path of a module is."""
    trace.value(parameter)  # from here on it has a name
    return f"{memory_of(parameter).variable}$gradients"


def warn_of_idle(trace: _tracing.Trace, optimizers: Sequence[Optimizer], graph: str) -> None:
    """Warns of optimizers of a graph that change nothing, behind its build."""
    if optimizers and not trace.backward_ran:
        warn(f"{graph}: build calls backward on nothing, so that its optimizers change nothing")
    for optimizer in optimizers if trace.backward_ran and trace.parts == 1 else ():
        parameters = [each for group in optimizer.param_groups for each in group["params"]]
        if not any(trace.uses(each) and trace.is_written(each) for each in parameters):
            warn(f"{graph}: no parameter of its {type(optimizer).__name__} has a gradient")
