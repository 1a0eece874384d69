"""What a trace says of ranks: how they are to hold values, inputs, variables and results."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Sequence

from .sbp import broadcast, partial_sum

if TYPE_CHECKING:
    from ._placement import placement
    from ._tensor import Tensor
    from .sbp import sbp


def _held_while_adding(like: Tensor, axes: int, inputs: Sequence[Sequence[sbp]]) -> list[sbp]:
    """How sums of gradients of a tensor are held: where ranks have a batch of their own they are terms, which are
    joined once, behind the last."""
    held = like._held.axes if like._held is not None else [broadcast] * axes
    is_batch = [any(each[axis].is_split() for each in inputs) for axis in range(axes)]
    return [partial_sum if own.is_broadcast() and is_split else own for own, is_split in zip(held, is_batch)]


class TracedRanks:
    """Methods of a Trace."""

    def constrain(self: Any, tensor: Tensor, axes: Sequence[sbp]) -> Tensor:
        """The tensor, which is to be held so along the axes of the mesh."""
        value = self.value(tensor, "to_global")
        result = self._builder.constrain(value, [held.held for held in axes], self.where())
        made = (result, tensor.dtype.index, self.sizes.numbers(tensor.shape))
        reached = self._history.reached(value)
        self._flow.note([result], [value])
        return self._wrap(made, reached)  # type: ignore[no-any-return]

    def hold(self: Any, place: placement, inputs: Sequence[Sequence[sbp]]) -> None:
        """Puts the job, which has ended, on ranks, which hold inputs so, and variables as global tensors are held."""
        where = self.where()
        axes = [[held.held for held in each] for each in inputs]
        self._builder.hold(self._job, [*place.mesh], [*place.ranks], axes, [], where)
        for name, tensor in self.variables.items():
            if tensor._held is not None:
                self._builder.hold_variable(name, [held.held for held in tensor._held.axes], where)
        for name, tensor in self.carried_like.items():
            axes = _held_while_adding(tensor, len(place.mesh), inputs)
            self._builder.hold_variable(name, [held.held for held in axes], where)

    def hold_as_computed(self: Any) -> None:
        """Lets results be held as it comes to compute them."""
        self._builder.hold_as_computed(self._job, self.where())
