"""Normalization by statistics of the input itself."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Sequence

from .. import _functions, _ops, _reductions, _shape
from .._errors import at_user_line

if TYPE_CHECKING:
    from .._tensor import Tensor

__all__ = ["cosine_similarity", "group_norm", "instance_norm", "layer_norm", "normalize", "rms_norm"]


def _last_dims(norm: str, input: Tensor, normalized_shape: int | Sequence[int]) -> list[int]:
    shape = (normalized_shape,) if isinstance(normalized_shape, int) else tuple(normalized_shape)
    if not shape or tuple(input.shape[-len(shape) :]) != shape:
        sizes = ", ".join(str(size) for size in shape)
        raise ValueError(at_user_line(f"{norm}: expects input of shape (*, {sizes}), got {tuple(input.shape)}"))
    return list(range(len(input.shape) - len(shape), len(input.shape)))


def _scaled(y: Tensor, weight: Tensor | None, bias: Tensor | None) -> Tensor:
    if weight is not None:
        y = y * weight
    return y if bias is None else y + bias


def _standardized(x: Tensor, dims: Sequence[int], eps: float) -> Tensor:
    """x with mean 0 and variance 1 over `dims`."""
    centered = x - _reductions.mean(x, dims, keepdim=True)
    variance = _reductions.mean(centered * centered, dims, keepdim=True)
    return centered * _ops.rsqrt(variance + eps)


def layer_norm(
    input: Tensor,
    normalized_shape: int | Sequence[int],
    weight: Tensor | None = None,
    bias: Tensor | None = None,
    eps: float = 1e-5,
) -> Tensor:
    """(x - mean) / sqrt(variance + eps) over the last dimensions, which are `normalized_shape`, times weight, plus
    bias. Ba, Kiros and Hinton, "Layer Normalization", 2016."""
    _functions._require_trace("layer_norm")
    return _scaled(_standardized(input, _last_dims("layer_norm", input, normalized_shape), eps), weight, bias)


def rms_norm(
    input: Tensor, normalized_shape: int | Sequence[int], weight: Tensor | None = None, eps: float = 1e-6
) -> Tensor:
    """x / sqrt(mean of x^2 + eps) over the last dimensions, which are `normalized_shape`, times weight. Zhang and
    Sennrich, "Root Mean Square Layer Normalization", 2019."""
    _functions._require_trace("rms_norm")
    dims = _last_dims("rms_norm", input, normalized_shape)
    return _scaled(input * _ops.rsqrt(_reductions.mean(input * input, dims, keepdim=True) + eps), weight, None)


def group_norm(
    input: Tensor, num_groups: int, weight: Tensor | None = None, bias: Tensor | None = None, eps: float = 1e-5
) -> Tensor:
    """layer_norm over each of num_groups groups of channels of an input (N, C, *); weight and bias are of shape (C,).
    Wu and He, "Group Normalization", 2018."""
    _functions._require_trace("group_norm")
    if len(input.shape) < 2 or num_groups < 1 or input.shape[1] % num_groups:
        expected = f"input of shape (N, C, *) with C a multiple of {num_groups}"
        raise ValueError(at_user_line(f"group_norm: expects {expected}, got {tuple(input.shape)}"))
    batch, channels, *rest = input.shape
    groups = _shape.reshape(input, (batch, num_groups, channels // num_groups * math.prod(rest)))
    y = _shape.reshape(_standardized(groups, [2], eps), input.shape)
    per_channel = (channels, *(1 for _ in rest))
    return _scaled(
        y,
        None if weight is None else _shape.reshape(weight, per_channel),
        None if bias is None else _shape.reshape(bias, per_channel),
    )


def instance_norm(
    input: Tensor, weight: Tensor | None = None, bias: Tensor | None = None, eps: float = 1e-5
) -> Tensor:
    """Each channel of an input (N, C, *) by its own mean and variance; weight and bias are of shape (C,). Ulyanov,
    Vedaldi and Lempitsky, "Instance Normalization", 2016."""
    _functions._require_trace("instance_norm")
    if len(input.shape) < 3:
        raise ValueError(at_user_line(f"instance_norm: expects input of shape (N, C, *), got {tuple(input.shape)}"))
    return group_norm(input, input.shape[1], weight, bias, eps)


def normalize(input: Tensor, p: float = 2.0, dim: int | Sequence[int] = 1, eps: float = 1e-12) -> Tensor:
    """input divided by its p-norm over `dim`, or by eps if that is larger."""
    _functions._require_trace("normalize")
    return input / _ops.maximum(_reductions.norm(input, p, dim, keepdim=True), eps)


def cosine_similarity(x1: Tensor, x2: Tensor, dim: int = 1, eps: float = 1e-8) -> Tensor:
    """The cosine of the angle between vectors along `dim`, whose lengths count as eps at least."""
    return _reductions.sum(normalize(x1, 2.0, dim, eps) * normalize(x2, 2.0, dim, eps), dim)
