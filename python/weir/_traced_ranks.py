"""What a trace says of ranks: how they are to hold values, inputs, variables and results."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Iterable, Sequence

from ._errors import at_user_line
from .sbp import axes_of, broadcast, partial_sum

if TYPE_CHECKING:
    from ._held_arguments import HeldArguments
    from ._placement import placement
    from ._tensor import Tensor
    from .sbp import sbp

Axes = tuple["sbp", ...]


def _held_while_adding(like: Tensor, axes: int, inputs: Sequence[Sequence[sbp]]) -> list[sbp]:
    """How sums of gradients of a tensor are held: where ranks have a batch of their own they are terms, which are
    joined once, behind the last."""
    held = like._held.axes if like._held is not None else [broadcast] * axes
    is_batch = [any(each[axis].is_split() for each in inputs) for axis in range(axes)]
    return [partial_sum if own.is_broadcast() and is_split else own for own, is_split in zip(held, is_batch)]


def _held_by_result(result: Tensor, operands: Sequence[tuple[Axes, Sequence[Any]]]) -> Axes:
    """As far as sizes tell: along each axis as the first operand that is split there along a dimension which the result
    has, too; else whole."""

    def on(axis: int) -> sbp:
        for axes, shape in operands:
            held = axes[axis]
            if held.is_split() and held.dim < len(result.shape) and result.shape[held.dim] == shape[held.dim]:
                return held
        return broadcast

    return tuple(map(on, range(len(operands[0][0]))))


class TracedRanks:
    """Methods of a Trace."""

    def __init__(self) -> None:
        self.place: placement | None = None  # of what ranks hold together, as far as the trace has come to it
        self.places: list[tuple[placement, str]] = []  # on which values are to be held, and who says so
        self.axes: dict[int, Axes] = {}  # of values, of which it is known how they are held; the planner decides

    def note_arguments(
        self, inputs: Sequence[Tensor], held: HeldArguments | None, variables: Iterable[tuple[str, Tensor]]
    ) -> None:
        """Notes of the inputs of a call how they are held, beside variables that ranks may have together."""
        self.place = next((each._held.place for _, each in variables if each._held is not None), None)
        if held is not None:
            self.place = held.place
            self.axes |= {inputs[number]._value: axes for number, axes, _ in held.tensors}

    def note_results(self, results: Sequence[Tensor], operands: Sequence[Tensor | None]) -> None:
        """Notes of what was computed from operands how it may be held."""
        known = [
            (axes, each.shape) for each in operands if each is not None and (axes := self.axes_of(each)) is not None
        ]
        if known and len({len(axes) for axes, _ in known}) == 1:
            self.axes |= {each._value: _held_by_result(each, known) for each in results}

    def axes_of(self, tensor: Tensor) -> Axes | None:
        """How a tensor is held, as far as that is known before the whole program is."""
        if tensor._held is None:
            return self.axes.get(tensor._value)
        self.place = self.place or tensor._held.place
        return tensor._held.axes  # type: ignore[no-any-return]

    def to_global(self, tensor: Tensor, place: placement | None, given: Any) -> Tensor:
        """The tensor, which is to be on a placement, and held so; as it is where that isn't said."""
        if place is not None and not place.is_everywhere:
            rule = "placements of some of the ranks in nn.Graph.build"
            raise ValueError(at_user_line(f"to_global: not supported yet: {rule}, got {place}"))
        if place is not None:
            self.places.append((place, at_user_line("")))
            self.place = self.place or place
        if given is None:
            return tensor
        axes = tuple(given) if isinstance(given, (tuple, list)) else (given,)
        return self.constrain(tensor, axes_of(axes, len(axes), "to_global"))

    def constrain(self: Any, tensor: Tensor, axes: Axes) -> Tensor:
        """The tensor, which is to be held so along the axes of the mesh."""
        value = self.value(tensor, "to_global")
        result = self._builder.constrain(value, [held.held for held in axes], self.where())
        made = (result, tensor.dtype.index, self.sizes.numbers(tensor.shape))
        reached = self._history.reached(value)
        self._flow.note([result], [value])
        self.axes[result] = axes
        return self._wrap(made, reached)  # type: ignore[no-any-return]

    def hold(self: Any, place: placement, inputs: Sequence[Sequence[sbp]]) -> None:
        """Puts the job, which has ended, on ranks, which hold inputs so, and variables as global tensors are held."""
        where = self.where()
        axes = [[held.held for held in each] for each in inputs]
        self._builder.hold(self._job, [*place.mesh], [*place.order], axes, [], where)
        for name, tensor in self.variables.items():
            if tensor._held is not None:
                self._builder.hold_variable(name, [held.held for held in tensor._held.axes], where)
        for name, tensor in self.carried_like.items():
            axes = _held_while_adding(tensor, len(place.mesh), inputs)
            self._builder.hold_variable(name, [held.held for held in axes], where)

    def hold_as_computed(self: Any) -> None:
        """Lets results be held as it comes to compute them."""
        self._builder.hold_as_computed(self._job, self.where())


def _trace_on_ranks(tensor: Any) -> Any:
    """The trace that a value is of, if that is of all ranks; else None."""
    trace = tensor._trace
    return trace if isinstance(trace, TracedRanks) and trace.place is not None else None


class OfTracedValues:
    """Of values in `nn.Graph.build`, and of local tensors, which have no placement."""

    @property
    def is_global(self: Any) -> bool:
        return _trace_on_ranks(self) is not None

    @property
    def is_local(self: Any) -> bool:
        return not self.is_global

    @property
    def placement(self: Any) -> placement:
        """The ranks of the graph."""
        return self._on_ranks("placement").place

    @property
    def sbp(self: Any) -> Axes:
        """How ranks are to hold it, as far as that is known before the whole graph is: of arguments, variables and
        what `to_global` has made; of what is computed from these as sizes tell. The compiler decides."""
        trace = self._on_ranks("sbp")
        return trace.axes_of(self) or (broadcast,) * len(trace.place.mesh)

    def _on_ranks(self: Any, name: str) -> Any:
        trace = _trace_on_ranks(self)
        if trace is None:
            raise AttributeError(at_user_line(f"{name}: expects a global tensor, got a local one"))
        return trace
