"""Normalization by statistics of a batch, or by those that training has collected."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from .. import _dtypes, _ops, _reductions, _shape, _tracing
from .._call import cast, require_trace
from .._errors import at_user_line

if TYPE_CHECKING:
    from .._tensor import Tensor

__all__ = ["batch_norm"]


def batch_norm(
    input: Tensor,
    running_mean: Tensor | None,
    running_var: Tensor | None,
    weight: Tensor | None = None,
    bias: Tensor | None = None,
    training: bool = False,
    momentum: float | Tensor = 0.1,
    eps: float = 1e-5,
) -> Tensor:
    """(x - mean) / sqrt(variance + eps) for each channel of (N, C, *), times weight, plus bias. With `training`, of the
    batch's own mean and variance, of which the running ones take up `momentum`, the variance without bias. Ioffe and
    Szegedy, "Batch Normalization", 2015."""
    require_trace("batch_norm")
    if len(input.shape) < 2:
        raise ValueError(at_user_line(f"batch_norm: expects input of shape (N, C, *), got {tuple(input.shape)}"))
    if not training and (running_mean is None or running_var is None):
        raise ValueError(at_user_line("batch_norm: expects running_mean and running_var unless training, got None"))
    dtype = input.dtype
    x = cast(input, _dtypes.float32) if dtype in (_dtypes.float16, _dtypes.bfloat16) else input
    scale_and_shift = [None if tensor is None else _per_channel(cast(tensor, x.dtype), x) for tensor in (weight, bias)]
    if training:
        y = _by_batch(x, running_mean, running_var, momentum, eps, *scale_and_shift)
    else:
        assert running_mean is not None and running_var is not None
        y = _by_statistics(x, cast(running_mean, x.dtype), cast(running_var, x.dtype), eps, *scale_and_shift)
    result: Tensor = cast(y, dtype)
    return result


def _per_channel(tensor: Tensor, x: Tensor) -> Tensor:
    return _shape.reshape(tensor, (x.shape[1], *(1 for _ in x.shape[2:])))


def _by_statistics(
    x: Tensor, mean: Tensor, variance: Tensor, eps: float, weight: Tensor | None, bias: Tensor | None
) -> Tensor:
    """One product and one sum for each element."""
    scale = _ops.rsqrt(_per_channel(variance, x) + eps)
    if weight is not None:
        scale = scale * weight
    shift = -_per_channel(mean, x) * scale
    return x * scale + (shift if bias is None else shift + bias)


def _by_batch(
    x: Tensor,
    running_mean: Tensor | None,
    running_var: Tensor | None,
    momentum: float | Tensor,
    eps: float,
    weight: Tensor | None,
    bias: Tensor | None,
) -> Tensor:
    count = x.shape[0] * math.prod(x.shape[2:])
    if count <= 1:
        raise ValueError(
            at_user_line(f"batch_norm: expects more than one value for each channel in training, got {tuple(x.shape)}")
        )
    dims = [0, *range(2, len(x.shape))]
    mean = _reductions.mean(x, dims)
    centered = x - _per_channel(mean, x)
    variance = _reductions.mean(centered * centered, dims)
    _collect(running_mean, mean, momentum)
    _collect(running_var, variance * (count / (count - 1)), momentum)
    y = centered * _ops.rsqrt(_per_channel(variance, x) + eps)
    if weight is not None:
        y = y * weight
    return y if bias is None else y + bias


def _collect(running: Tensor | None, new: Tensor, momentum: float | Tensor) -> None:
    if running is None:
        return
    trace = _tracing.current()
    assert trace is not None
    trace.write(running, running + (cast(_ops.detach(new), running.dtype) - running) * momentum)
