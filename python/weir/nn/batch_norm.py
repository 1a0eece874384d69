"""Batch normalization as modules."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from .. import _dtypes, _ops, _values
from .._errors import at_user_line
from . import functional
from .normalization import _RunningNorm

if TYPE_CHECKING:
    from .._tensor import Tensor


class _BatchNorm(_RunningNorm):
    """In training, mean and variance are those of the batch, and the buffers running_mean and running_var collect them:
    new = (1 - momentum) * old + momentum * of the batch, or the means over all batches if momentum is None. In
    evaluation the buffers are used. weight and bias, one per channel, begin as 1 and 0."""

    ranks: ClassVar[tuple[int, ...]]
    shape: ClassVar[str]

    def __init__(
        self,
        num_features: int,
        eps: float = 1e-5,
        momentum: float | None = 0.1,
        affine: bool = True,
        track_running_stats: bool = True,
        dtype: _dtypes.dtype | None = None,
        device: Any = None,
    ) -> None:
        super().__init__(num_features, eps, momentum, affine, track_running_stats, dtype, device)

    def _check(self, input: Tensor) -> None:
        if len(input.shape) not in self.ranks or input.shape[1] != self.num_features:
            rule = f"expects input of shape {self.shape} with C = {self.num_features}, got {tuple(input.shape)}"
            raise ValueError(at_user_line(f"{type(self).__name__}: {rule}"))

    def forward(self, input: Tensor) -> Tensor:
        self._check(input)
        momentum: Any = self.momentum
        if self.training and self.track_running_stats:
            _values.write(self.num_batches_tracked, self.num_batches_tracked + 1)
            if momentum is None:
                momentum = 1 / self.num_batches_tracked.to(_dtypes.computed_in(input.dtype))
        by_batch = self.training or not self.track_running_stats
        return functional.batch_norm(
            input, self.running_mean, self.running_var, self.weight, self.bias, by_batch, momentum, self.eps
        )


class BatchNorm1d(_BatchNorm):
    """(x - mean) / sqrt(variance + eps) for each channel of inputs (N, C) or (N, C, L), times weight, plus bias. In
    training, mean and variance are those of the batch, in evaluation those collected in training. Ioffe and Szegedy,
    "Batch Normalization", 2015."""

    ranks, shape = (2, 3), "(N, C) or (N, C, L)"


class BatchNorm2d(_BatchNorm):
    """(x - mean) / sqrt(variance + eps) for each channel of inputs (N, C, H, W), times weight, plus bias. In training,
    mean and variance are those of the batch, in evaluation those collected in training. Ioffe and Szegedy, "Batch
    Normalization", 2015."""

    ranks, shape = (4,), "(N, C, H, W)"


class BatchNorm3d(_BatchNorm):
    """(x - mean) / sqrt(variance + eps) for each channel of inputs (N, C, D, H, W), times weight, plus bias. In
    training, mean and variance are those of the batch, in evaluation those collected in training. Ioffe and Szegedy,
    "Batch Normalization", 2015."""

    ranks, shape = (5,), "(N, C, D, H, W)"


class _FusedBatchNorm:
    """A batch norm with what often stands behind it."""

    def forward(self: Any, input: Tensor, addend: Tensor | None = None) -> Tensor:
        normalized = super().forward(input)  # type: ignore[misc]
        return _ops.relu(normalized if addend is None else normalized + addend)


class FusedBatchNorm1d(_FusedBatchNorm, BatchNorm1d):
    """relu(BatchNorm1d(x) + addend), of a call with x and, if need be, an addend of its shape. OneFlow's name."""


class FusedBatchNorm2d(_FusedBatchNorm, BatchNorm2d):
    """relu(BatchNorm2d(x) + addend), of a call with x and, if need be, an addend of its shape. OneFlow's name."""


class FusedBatchNorm3d(_FusedBatchNorm, BatchNorm3d):
    """relu(BatchNorm3d(x) + addend), of a call with x and, if need be, an addend of its shape. OneFlow's name."""
