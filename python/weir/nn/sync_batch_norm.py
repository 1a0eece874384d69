"""Batch normalization by the batches of all ranks together."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .. import _dtypes, _executor, _ops, _world, comm
from .._errors import at_user_line
from .._grad_mode import no_grad
from .._joining import cat
from ..autograd import Function
from .batch_norm import BatchNorm1d, BatchNorm2d, BatchNorm3d, _BatchNorm, _FusedBatchNorm
from .module import Module

if TYPE_CHECKING:
    from .._tensor import Tensor


class _SumOfRanks(Function):
    """The sum of all ranks' tensors. Each of them has a part in all ranks' losses: so has its gradient."""

    @staticmethod
    def forward(ctx: Any, x: Tensor) -> Tensor:
        return comm.all_reduce(x.detach().clone())

    @staticmethod
    def backward(ctx: Any, gradient: Tensor) -> Tensor:
        return comm.all_reduce(gradient.clone())


class SyncBatchNorm(_BatchNorm):
    """Batch normalization of inputs (N, C, *) whose mean and variance are in training those of all ranks' batches
    together, which may differ in size. All ranks call it in the same order. On one rank, and for tensors on a
    placement, which are whole batches already, it is BatchNorm. `convert_sync_batchnorm` puts it in the place of batch
    norms. Raises NotImplementedError for a process group of some ranks, and in the `build` of a graph on several
    ranks."""

    def __init__(
        self,
        num_features: int,
        eps: float = 1e-5,
        momentum: float | None = 0.1,
        affine: bool = True,
        track_running_stats: bool = True,
        process_group: Any = None,
        dtype: _dtypes.dtype | None = None,
        device: Any = None,
    ) -> None:
        if process_group is not None:
            rule = f"expects process_group to be None, all ranks, got {process_group!r}"
            raise NotImplementedError(at_user_line(f"SyncBatchNorm: {rule}"))
        super().__init__(num_features, eps, momentum, affine, track_running_stats, dtype, device)

    def forward(self, input: Tensor) -> Tensor:
        self._check(input)
        by_batch = self.training or not self.track_running_stats
        if _world.size == 1 or not by_batch or input._held is not None:
            return super().forward(input)
        if _executor.current() is not None:
            rule = "expects to be outside of build on several ranks; tensors on a placement need no SyncBatchNorm"
            raise NotImplementedError(at_user_line(f"SyncBatchNorm: {rule}"))
        x = input.to(_dtypes.computed_in(input.dtype))
        dims = [dim for dim in range(len(x.shape)) if dim != 1]
        shape = [1, -1, *[1] * (len(x.shape) - 2)]
        own = x.new_full((1,), x.numel() // x.shape[1])
        sums = _SumOfRanks.apply(cat([x.sum(dims), own]))
        count = sums[-1].detach()
        mean = sums[:-1] / count
        distance = x - mean.reshape(shape)
        variance = _SumOfRanks.apply((distance * distance).sum(dims)) / count
        self._collect(mean, variance * (count / (count - 1)))
        scale = _ops.rsqrt(variance + self.eps)
        if self.weight is not None:
            scale = scale * self.weight
        made = distance * scale.reshape(shape)
        return (made if self.bias is None else made + self.bias.reshape(shape)).to(input.dtype)

    def _collect(self, mean: Tensor, variance: Tensor) -> None:
        if not self.training or not self.track_running_stats:
            return
        with no_grad():
            self.num_batches_tracked.add_(1)
            momentum = 1 / self.num_batches_tracked.item() if self.momentum is None else self.momentum
            for kept, found in ((self.running_mean, mean), (self.running_var, variance)):
                kept.copy_(kept + momentum * (found - kept))

    def _check(self, input: Tensor) -> None:
        if len(input.shape) < 2 or input.shape[1] != self.num_features:
            rule = f"expects input of shape (N, C, *) with C = {self.num_features}, got {tuple(input.shape)}"
            raise ValueError(at_user_line(f"SyncBatchNorm: {rule}"))

    @classmethod
    def convert_sync_batchnorm(cls, module: Module, process_group: Any = None) -> Any:
        """The module with its batch norms, itself if it is one, replaced by ones that have the same parameters and
        buffers."""
        converted = module
        if isinstance(module, (BatchNorm1d, BatchNorm2d, BatchNorm3d)):
            facts = (module.num_features, module.eps, module.momentum, module.affine, module.track_running_stats)
            kind = _FusedSyncBatchNorm if isinstance(module, _FusedBatchNorm) else cls
            converted = kind(*facts, process_group)
            converted.training = module.training
            for own, given in ((converted._parameters, module._parameters), (converted._buffers, module._buffers)):
                own.update(given)
        for name, child in module.named_children():
            replaced = cls.convert_sync_batchnorm(child, process_group)
            if replaced is not child:
                converted.add_module(name, replaced)
        return converted


class _FusedSyncBatchNorm(_FusedBatchNorm, SyncBatchNorm):
    """What FusedBatchNorm is of BatchNorm."""
