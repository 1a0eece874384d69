"""Modules on several ranks, each of which has a batch of its own."""

from __future__ import annotations

import json
from contextlib import contextmanager
from typing import Any, Iterator

from .. import _executor, _world, comm
from .._creation import zeros_like
from .._eager import hooks
from .._errors import at_user_line
from .._global import GlobalTensor
from .._grad_mode import no_grad
from .._tensor import Tensor
from .module import Module

__all__ = ["DistributedDataParallel"]

_OF_NO_ACCOUNT = {"device_ids", "output_device", "dim", "bucket_cap_mb", "check_reduction", "gradient_as_bucket_view"}
_OF_NO_ACCOUNT |= {"static_graph", "bucket_size", "use_bucket"}


class DistributedDataParallel(Module):
    """A module whose gradients are the means of those that ranks find, each of a batch of its own: a leaf's is joined
    as soon as `backward` has found it, beside what is computed meanwhile. `module` is the one that it wraps, whose
    attributes and methods it has, too. Parameters and buffers of the first rank become those of all, parameters unless
    `broadcast_parameters` is False; buffers do so again before each call that trains, unless `broadcast_buffers` is. It
    is for ops outside of graphs; graphs take global tensors. All ranks call it, and find gradients of the same
    parameters: the next call that trains raises RuntimeError where they have not. With `find_unused_parameters` ranks
    may find others: they tell each other at the end of `backward`, and who has found no gradient that another one has
    counts as one of zeros. Options of buckets and devices, PyTorch's and OneFlow's, change nothing."""

    def __init__(
        self,
        module: Module,
        *,
        broadcast_buffers: bool = True,
        broadcast_parameters: bool = True,
        find_unused_parameters: bool = False,
        **options: Any,
    ) -> None:
        super().__init__()
        if not isinstance(module, Module):
            rule = "expects a Module"
            raise TypeError(at_user_line(f"DistributedDataParallel: {rule}, got {type(module).__name__}"))
        for name in options:
            if name not in _OF_NO_ACCOUNT:
                raise TypeError(at_user_line(f"DistributedDataParallel: unexpected keyword argument {name!r}"))
        self.module, self.broadcast_buffers = module, broadcast_buffers
        self.find_unused_parameters = find_unused_parameters
        self._joins, self._joined = True, list[int]()
        self._found = set[int]()  # in the `backward` that goes on, where parameters may be unused
        if _world.size == 1:
            return
        self._check_equal()
        for tensor in (*(module.parameters() if broadcast_parameters else ()), *module.buffers()):
            comm.broadcast(tensor)
        self._hear()

    def forward(self, *args: Any, **kwargs: Any) -> Any:
        if _world.size > 1 and _executor.current() is not None:
            rule = "expects calls outside of graphs"
            advice = "to_global puts a module on ranks for them"
            raise RuntimeError(at_user_line(f"DistributedDataParallel: {rule}, got one in a graph's build; {advice}"))
        if _world.size > 1 and self.training:
            self._check_joined()
            for buffer in self.module.buffers() if self.broadcast_buffers else ():
                comm.broadcast(buffer)
        return self.module(*args, **kwargs)

    def __getattr__(self, name: str) -> Any:
        """What the module has, as OneFlow's is the module itself."""
        modules = vars(self).get("_modules", {})
        if name not in modules and "module" in modules and hasattr(modules["module"], name):
            return getattr(modules["module"], name)
        return super().__getattr__(name)

    @contextmanager
    def no_sync(self) -> Iterator[None]:
        """Gradients that are found inside are added up on each rank, and joined with those of the next `backward`."""
        before, self._joins = self._joins, False
        try:
            yield
        finally:
            self._joins = before

    def __setstate__(self, state: dict[str, Any]) -> None:
        """A copy's parameters are heard of, too."""
        self.__dict__.update(state)
        if _world.size > 1:
            self._hear()

    def _hear(self) -> None:
        for number, parameter in enumerate(self.module.parameters()):
            if parameter.requires_grad:
                parameter.register_post_accumulate_grad_hook(lambda leaf, number=number: self._heard(leaf, number))

    def _heard(self, parameter: Tensor, number: int) -> None:
        """A parameter's gradient is there."""
        if not self._joins:
            return
        if not self.find_unused_parameters:
            self._joined.append(number)
            self._join(parameter)
            return
        if not self._found:
            hooks.at_end(self._join_found)
        self._found.add(number)

    def _join_found(self) -> None:
        """Joins the gradients that some rank has found, in the order of parameters."""
        own, self._found = self._found, set()
        all_of = _world.gather(json.dumps([*own]).encode(), "DistributedDataParallel")
        found = set().union(*map(json.loads, all_of))
        for number, parameter in enumerate(self.module.parameters()):
            if number not in found:
                continue
            if parameter.grad is None:
                parameter.grad = zeros_like(parameter)
            self._join(parameter)

    def _check_equal(self) -> None:
        """Raises where the module is another one than other ranks have."""
        tensors = [*self.module.named_parameters(), *self.module.named_buffers()]
        if any(isinstance(tensor, GlobalTensor) for _, tensor in tensors):
            raise TypeError(at_user_line("DistributedDataParallel: expects a module of local tensors, got global ones"))
        own = [[name, tensor.dtype.name, [*tensor.shape], tensor.requires_grad] for name, tensor in tensors]
        all_of = _world.gather(json.dumps(own).encode(), "DistributedDataParallel")
        for rank, other in enumerate(map(json.loads, all_of)):
            if other != own:
                differ = next((mine[0] for mine, its in zip(own, other) if mine != its), "their number")
                rule = "expects the same parameters and buffers on all ranks"
                got = f"rank {rank} and rank {_world.rank} differ in {differ}"
                raise ValueError(at_user_line(f"DistributedDataParallel: {rule}, got ones in which {got}"))

    def _check_joined(self) -> None:
        """Raises where ranks have joined gradients of other parameters since the last call."""
        own, self._joined = self._joined, []
        all_of = [json.loads(each) for each in _world.gather(json.dumps(own).encode(), "DistributedDataParallel")]
        if any(other != own for other in all_of):
            used = ", ".join(f"{len(each)} on rank {rank}" for rank, each in enumerate(all_of))
            rule = "expects all ranks to find gradients of the same parameters in one order"
            raise RuntimeError(at_user_line(f"DistributedDataParallel: {rule}, got {used}, of which some differ"))

    def _join(self, parameter: Tensor) -> None:
        """Makes a leaf's gradient the mean of all ranks'."""
        with no_grad():
            comm.all_reduce(parameter.grad)  # type: ignore[arg-type]
            parameter.grad.div_(_world.size)  # type: ignore[union-attr]
