"""What the builds of a graph depend on besides their arguments."""

from __future__ import annotations

from typing import Any

from .._tensor import Tensor
from .module import Module


class Dependencies:
    """Modules and tensors that builds of a graph have used. They are kept, so that an id stands for one of them."""

    def __init__(self) -> None:
        self._members: dict[int, Module | Tensor] = {}

    def add(self, member: Module | Tensor) -> None:
        """A tensor, or a module with all that it owns."""
        for each in member.modules() if isinstance(member, Module) else [member]:
            self._members[id(each)] = each
            if isinstance(each, Module):
                self._members.update({id(tensor): tensor for tensor in each.own_tensors()})

    def state(self) -> tuple[Any, ...]:
        """Equal as long as the modules have their members and modes, and the tensors require gradients or don't, have
        their dtypes and are where they were."""
        for member in list(self._members.values()):
            if isinstance(member, Module):
                self.add(member)
        return tuple(map(_state_of, self._members.values()))


def _state_of(member: Module | Tensor) -> Any:
    if isinstance(member, Tensor):
        return member.requires_grad, member.dtype, member._device
    members = (*map(id, member.own_tensors()), *map(id, member.children()))
    return member.training, member._graph_options.activation_checkpointing, *members
