"""Steps of an optimizer outside of traces: one program over all its parameters that have gradients, which are its
inputs. Parameters and state are the program's variables, as they are a graph's. Where the compiler can't be loaded, a
step is made op by op, by jobs of the pack."""

from __future__ import annotations

import itertools
import threading
from typing import TYPE_CHECKING, Any, Iterable, Sequence

from .. import _extension
from .._compiler import Program
from .._errors import at_user_line
from .._global import GlobalTensor, own_placement
from .._held_arguments import HeldArguments, hold, localized
from .._random_stream import Stream
from .._structure import flatten
from .._tracing import Trace

if TYPE_CHECKING:
    from .._placement import placement
    from .._tensor import Tensor
    from .optimizer import Optimizer

_MOST_PROGRAMS = 16
_JOB = "step"
_COMPILING = threading.RLock()


class Steps:
    """The programs of one optimizer."""

    def __init__(self) -> None:
        self._programs: dict[Any, Program] = {}  # by what a step depends on; each holds its parameters

    def run(self, optimizer: Optimizer) -> None:
        """Updates the parameters that have gradients, those of each placement by a program of theirs; returns before
        that has happened."""
        owners = [
            parameter for group in optimizer.param_groups for parameter in group["params"] if parameter.grad is not None
        ]
        if not owners:
            return
        for each in _by_placement(optimizer, owners) if GlobalTensor.are_there else [owners]:
            program, gradients = self._program(optimizer, each)
            if program is None:
                optimizer.step_by_ops()
                return
            program.run(gradients)

    def _program(self, optimizer: Optimizer, owners: Sequence[Tensor]) -> tuple[Program | None, Sequence[Tensor]]:
        """What updates these, and their gradients; None where nothing compiles it."""
        gradients, _, held = localized([owner.grad for owner in owners], {})
        key = optimizer.variants(), optimizer.splits, tuple(map(id, owners)), held
        program = self._programs.get(key)
        if program is None or program.is_stale():
            if not _extension.is_available():
                return None, ()
            with _COMPILING:
                self._programs = {known: each for known, each in self._programs.items() if not each.is_stale()}
                program = self._compiled(optimizer, owners, held)
                key = optimizer.variants(), optimizer.splits, *key[2:]  # tracing may split scalars
                while len(self._programs) >= _MOST_PROGRAMS:
                    del self._programs[next(iter(self._programs))]
                self._programs[key] = program
        return program, gradients

    def _compiled(self, optimizer: Optimizer, owners: Sequence[Tensor], held: HeldArguments | None) -> Program:
        kind = type(optimizer).__name__
        parameters = itertools.chain(*(group["params"] for group in optimizer.param_groups))
        names = {id(parameter): f"{kind}.{number}" for number, parameter in enumerate(parameters)}
        names.update({id(tensor): f"{kind}.{name}" for name, tensor in optimizer.named_tensors(names)})

        def name_of(tensor: Tensor) -> str:
            if id(tensor) not in names:  # made while the step is traced
                names.update({id(made): f"{kind}.{name}" for name, made in optimizer.take_new(names)})
            return names.get(id(tensor)) or kind

        trace = Trace(kind, _JOB, name_of, Stream, owners[0].device)
        with trace.recording():
            for number, owner in enumerate(owners):
                gradient = owner._grad
                trace.set_grad(owner, trace.add_input(f"gradient.{number}", gradient, tuple(owner.shape)))
            optimizer._traced_step()
            trace.end([])
        place = hold(trace, held, len(owners))
        structure, _ = flatten(None)
        return Program(
            trace.finish(),
            _JOB,
            (structure, []),
            dict(trace.variables),
            written=trace.written,
            prepare=[optimizer.write_hyper_parameters],
            device=trace.device,
            place=place,
        )


def _by_placement(optimizer: Optimizer, owners: Sequence[Tensor]) -> Iterable[Sequence[Tensor]]:
    """Those of each placement; local ones, of which each rank has the same, with those of all ranks."""
    lots: dict[placement | None, list[Tensor]] = {}
    of_all = {each.placement for each in owners if isinstance(each, GlobalTensor) and each.placement.is_everywhere}
    of_local = next(iter(of_all)) if len(of_all) == 1 else None
    for owner in owners:
        place = own_placement(owner)
        lots.setdefault(owner.placement if isinstance(owner, GlobalTensor) else of_local, []).append(owner)
        if own_placement(owner.grad) != place:
            rule = "expects parameters where their gradients are"
            got = f"a gradient on {own_placement(owner.grad) or 'all ranks'} of one on {place or 'all ranks'}"
            raise ValueError(at_user_line(f"step: {rule}, got {got}"))
    if len(lots) > 1 and any(group.get("clip_grad_max_norm") is not None for group in optimizer.param_groups):
        rule = "not supported yet: clip_grad_max_norm over several placements"
        got = " and ".join(str(place or "all ranks") for place in lots)
        raise ValueError(at_user_line(f"step: {rule}, got {got}"))
    return lots.values()
