"""Modules on several ranks, each of which has a batch of its own."""

from __future__ import annotations

from typing import Any

from .. import _executor, _world, comm
from .._errors import at_user_line
from .._grad_mode import no_grad
from .._tensor import Tensor
from .module import Module

__all__ = ["DistributedDataParallel"]


class DistributedDataParallel(Module):
    """A module whose gradients are the means of those that ranks find, each of a batch of its own: a leaf's is joined
    as soon as `backward` has found it, beside what is computed meanwhile. Parameters and buffers of the first rank
    become those of all; buffers do so again before each call that trains, unless `broadcast_buffers` is False. It is
    for ops outside of graphs; graphs take global tensors. All ranks call it."""

    def __init__(self, module: Module, *, broadcast_buffers: bool = True, **_: Any) -> None:
        super().__init__()
        if not isinstance(module, Module):
            rule = "expects a Module"
            raise TypeError(at_user_line(f"DistributedDataParallel: {rule}, got {type(module).__name__}"))
        self.module, self.broadcast_buffers = module, broadcast_buffers
        for tensor in (*module.parameters(), *module.buffers()) if _world.size > 1 else ():
            comm.broadcast(tensor)
        for parameter in module.parameters() if _world.size > 1 else ():
            if parameter.requires_grad:
                parameter.register_post_accumulate_grad_hook(_join)

    def forward(self, *args: Any, **kwargs: Any) -> Any:
        if _world.size > 1 and _executor.current() is not None:
            rule = "expects calls outside of graphs"
            advice = "to_global puts a module on ranks for them"
            raise RuntimeError(at_user_line(f"DistributedDataParallel: {rule}, got one in a graph's build; {advice}"))
        for buffer in self.module.buffers() if _world.size > 1 and self.training and self.broadcast_buffers else ():
            comm.broadcast(buffer)
        return self.module(*args, **kwargs)


def _join(parameter: Tensor) -> None:
    """Makes a leaf's gradient the mean of all ranks'."""
    with no_grad():
        comm.all_reduce(parameter.grad)  # type: ignore[arg-type]
        parameter.grad.div_(_world.size)  # type: ignore[union-attr]
