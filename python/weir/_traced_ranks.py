"""What a trace says of ranks: how they are to hold values, inputs, variables and results."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Sequence

if TYPE_CHECKING:
    from ._placement import placement
    from ._tensor import Tensor
    from .sbp import sbp


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

    def hold_as_computed(self: Any) -> None:
        """Lets results be held as it comes to compute them."""
        self._builder.hold_as_computed(self._job, self.where())
