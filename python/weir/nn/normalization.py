"""Normalization as modules."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Sequence

from .. import _dtypes
from .._creation import ones, zeros
from .._errors import at_user_line
from .._grad_mode import no_grad
from . import functional
from ._windows import batched
from .function_module import FunctionModule
from .module import Module
from .parameter import Parameter

if TYPE_CHECKING:
    from .._tensor import Tensor


class _Norm(Module):
    """Has weight and bias of one shape, or none; weights begin as 1 and biases as 0."""

    def _add(self, shape: Sequence[int], weight: bool, bias: bool, dtype: _dtypes.dtype | None, device: Any) -> None:
        for name, wanted, create in (("weight", weight, ones), ("bias", bias, zeros)):
            self.register_parameter(name, Parameter(create(*shape, dtype=dtype, device=device)) if wanted else None)

    def reset_parameters(self) -> None:
        """Makes weights 1 and biases 0, as they began."""
        with no_grad():
            for name, each in self._parameters.items():
                if each is not None:
                    each.fill_(int(name == "weight"))


class _LastDimsNorm(_Norm):
    """Normalizes the last dimensions, whose sizes are normalized_shape."""

    def __init__(
        self,
        normalized_shape: int | Sequence[int],
        eps: float | None,
        elementwise_affine: bool,
        bias: bool,
        dtype: _dtypes.dtype | None,
        device: Any,
    ) -> None:
        super().__init__()
        self.normalized_shape = (normalized_shape,) if isinstance(normalized_shape, int) else tuple(normalized_shape)
        self.eps = eps
        self.elementwise_affine = elementwise_affine
        self._add(self.normalized_shape, elementwise_affine, elementwise_affine and bias, dtype, device)

    def extra_repr(self) -> str:
        return f"{self.normalized_shape}, eps={self.eps}, elementwise_affine={self.elementwise_affine}"


class LayerNorm(_LastDimsNorm):
    """(x - mean) / sqrt(variance + eps), where both are over the last dimensions, whose sizes are normalized_shape;
    times weight, plus bias, which have that shape and begin as 1 and 0. Ba, Kiros and Hinton, "Layer Normalization",
    2016."""

    def __init__(
        self,
        normalized_shape: int | Sequence[int],
        eps: float = 1e-5,
        elementwise_affine: bool = True,
        bias: bool = True,
        dtype: _dtypes.dtype | None = None,
        device: Any = None,
    ) -> None:
        super().__init__(normalized_shape, eps, elementwise_affine, bias, dtype, device)

    def extra_repr(self) -> str:
        return f"{super().extra_repr()}, bias={self.bias is not None}"

    def forward(self, input: Tensor) -> Tensor:
        eps: Any = self.eps
        return functional.layer_norm(input, self.normalized_shape, self.weight, self.bias, eps)


class RMSNorm(_LastDimsNorm):
    """x / sqrt(mean(x^2) + eps), where the mean is over the last dimensions, whose sizes are normalized_shape; times
    weight, which has that shape and begins as 1; eps is what the input's dtype adds to 1 unless given. Zhang and
    Sennrich, "Root Mean Square Layer Normalization", 2019."""

    def __init__(
        self,
        normalized_shape: int | Sequence[int],
        eps: float | None = None,
        elementwise_affine: bool = True,
        dtype: _dtypes.dtype | None = None,
        device: Any = None,
    ) -> None:
        super().__init__(normalized_shape, eps, elementwise_affine, False, dtype, device)

    def forward(self, input: Tensor) -> Tensor:
        return functional.rms_norm(input, self.normalized_shape, self.weight, self.eps)


class GroupNorm(_Norm):
    """(x - mean) / sqrt(variance + eps) for inputs (N, C, *), where both are over each of num_groups groups of channels
    and their positions; times weight, plus bias, one per channel, which begin as 1 and 0. Raises ValueError unless
    num_channels is a multiple of num_groups. Wu and He, "Group Normalization", 2018."""

    def __init__(
        self,
        num_groups: int,
        num_channels: int,
        eps: float = 1e-5,
        affine: bool = True,
        dtype: _dtypes.dtype | None = None,
        device: Any = None,
    ) -> None:
        super().__init__()
        if num_groups < 1 or num_channels % num_groups:
            got = f"{num_channels} and {num_groups}"
            raise ValueError(at_user_line(f"GroupNorm: expects num_channels to be a multiple of num_groups, got {got}"))
        self.num_groups = num_groups
        self.num_channels = num_channels
        self.eps = eps
        self.affine = affine
        self._add((num_channels,), affine, affine, dtype, device)

    def forward(self, input: Tensor) -> Tensor:
        return functional.group_norm(input, self.num_groups, self.weight, self.bias, self.eps)

    def extra_repr(self) -> str:
        channels = f"{self.num_groups}, {self.num_channels}"
        return f"{channels}, eps={self.eps}, affine={self.affine}, bias={self.bias is not None}"


class _RunningNorm(_Norm):
    """Has weight and bias, one per channel, with `affine`; and with `track_running_stats` buffers that collect means
    and variances in training."""

    _version = 2
    _since = {"num_batches_tracked": 2}

    def __init__(
        self,
        num_features: int,
        eps: float,
        momentum: float | None,
        affine: bool,
        track_running_stats: bool,
        dtype: _dtypes.dtype | None,
        device: Any,
    ) -> None:
        super().__init__()
        self.num_features = num_features
        self.eps = eps
        self.momentum = momentum
        self.affine = affine
        self.track_running_stats = track_running_stats
        self._add((num_features,), affine, affine, dtype, device)
        for name, create, shape, kind in (
            ("running_mean", zeros, (num_features,), dtype),
            ("running_var", ones, (num_features,), dtype),
            ("num_batches_tracked", zeros, (), _dtypes.int64),
        ):
            self.register_buffer(name, create(*shape, dtype=kind, device=device) if track_running_stats else None)

    def reset_running_stats(self) -> None:
        """Makes means and counts 0 and variances 1, as they began."""
        for name, each in self._buffers.items():
            if each is not None:
                each.fill_(int(name == "running_var"))

    def reset_parameters(self) -> None:
        """Makes weights 1 and biases 0, and resets the running statistics."""
        self.reset_running_stats()
        super().reset_parameters()

    def extra_repr(self) -> str:
        return (
            f"{self.num_features}, eps={self.eps}, momentum={self.momentum}, affine={self.affine}, "
            f"bias={self.bias is not None}, track_running_stats={self.track_running_stats}"
        )


class _InstanceNorm(_RunningNorm):
    """With track_running_stats, training collects means over samples of mean and variance in buffers, and evaluation
    uses these."""

    rank = 0
    momentum: float

    def __init__(
        self,
        num_features: int,
        eps: float = 1e-5,
        momentum: float = 0.1,
        affine: bool = False,
        track_running_stats: bool = False,
        dtype: _dtypes.dtype | None = None,
        device: Any = None,
    ) -> None:
        super().__init__(num_features, eps, momentum, affine, track_running_stats, dtype, device)

    def forward(self, input: Tensor) -> Tensor:
        name = type(self).__name__
        batch, is_single = batched(name, input, self.rank)
        if batch.shape[1] != self.num_features:
            raise ValueError(at_user_line(f"{name}: expects {self.num_features} channels, got {tuple(input.shape)}"))
        by_input = self.training or not self.track_running_stats
        y = functional.instance_norm(
            batch, self.running_mean, self.running_var, self.weight, self.bias, by_input, self.momentum, self.eps
        )
        return y.squeeze(0) if is_single else y


class InstanceNorm1d(_InstanceNorm):
    """(x - mean) / sqrt(variance + eps) for inputs (N, C, L) or (C, L), where both are over the positions of each
    channel of each sample; with `affine`, times weight, plus bias, one per channel. Ulyanov, Vedaldi and Lempitsky,
    "Instance Normalization: The Missing Ingredient for Fast Stylization", 2016."""

    rank = 1


class InstanceNorm2d(_InstanceNorm):
    """(x - mean) / sqrt(variance + eps) for inputs (N, C, H, W) or (C, H, W), where both are over the positions of each
    channel of each sample; with `affine`, times weight, plus bias, one per channel. Ulyanov, Vedaldi and Lempitsky,
    "Instance Normalization: The Missing Ingredient for Fast Stylization", 2016."""

    rank = 2


class InstanceNorm3d(_InstanceNorm):
    """(x - mean) / sqrt(variance + eps) for inputs (N, C, D, H, W) or (C, D, H, W), where both are over the positions
    of each channel of each sample; with `affine`, times weight, plus bias, one per channel. Ulyanov, Vedaldi and
    Lempitsky, "Instance Normalization: The Missing Ingredient for Fast Stylization", 2016."""

    rank = 3


class LocalResponseNorm(FunctionModule, function=functional.local_response_norm):
    """x / (k + alpha * the mean of the squares of `size` neighbouring channels)^beta, for inputs (N, C, *)."""

    size: int
    alpha: float = 0.0001
    beta: float = 0.75
    k: float = 1.0

    def extra_repr(self) -> str:
        return super().extra_repr().removeprefix("size=")
