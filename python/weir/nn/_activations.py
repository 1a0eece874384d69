"""Activations made of several ops."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from .. import _functions, _ops, _pieces, _shape
from .._errors import at_user_line

if TYPE_CHECKING:
    from .._tensor import Tensor

__all__ = [
    "celu",
    "elu",
    "gelu",
    "glu",
    "hardshrink",
    "hardsigmoid",
    "hardswish",
    "hardtanh",
    "leaky_relu",
    "logsigmoid",
    "mish",
    "prelu",
    "relu6",
    "selu",
    "softplus",
    "softshrink",
    "softsign",
    "threshold",
]


def leaky_relu(input: Tensor, negative_slope: float = 0.01) -> Tensor:
    """x where it is positive, else negative_slope * x."""
    _functions._require_trace("leaky_relu")
    return _ops.where(input > 0, input, input * negative_slope)


def elu(input: Tensor, alpha: float = 1.0) -> Tensor:
    """x where it is positive, else alpha * (exp(x) - 1)."""
    _functions._require_trace("elu")
    # Of large numbers, exp and its gradient would be infinite, which times 0 is NaN.
    return _ops.where(input > 0, input, _ops.expm1(_ops.minimum(input, 0.0)) * alpha)


def gelu(input: Tensor, approximate: str = "none") -> Tensor:
    """x times the normal distribution's function at x; by tanh instead of erf if approximate is "tanh". Hendrycks and
    Gimpel, "Gaussian Error Linear Units", 2016."""
    _functions._require_trace("gelu")
    if approximate not in ("none", "tanh"):
        raise ValueError(at_user_line(f'gelu: expects approximate to be "none" or "tanh", got {approximate!r}'))
    if approximate == "tanh":
        inner = (input + input * input * input * 0.044715) * math.sqrt(2 / math.pi)
        return input * (_ops.tanh(inner) + 1) * 0.5
    return input * (_ops.erf(input * math.sqrt(0.5)) + 1) * 0.5


def softplus(input: Tensor, beta: float = 1.0, threshold: float = 20.0) -> Tensor:
    """log(1 + exp(beta * x)) / beta; x itself where beta * x is above the threshold."""
    _functions._require_trace("softplus")
    scaled = input * beta
    smooth = (_ops.maximum(scaled, 0.0) + _ops.log1p(_ops.exp(-_ops.abs(scaled)))) / beta
    return _ops.where(scaled > threshold, input, smooth)


def logsigmoid(input: Tensor) -> Tensor:
    """log(sigmoid(x))"""
    _functions._require_trace("logsigmoid")
    return _ops.minimum(input, 0.0) - _ops.log1p(_ops.exp(-_ops.abs(input)))


def mish(input: Tensor) -> Tensor:
    """x * tanh(softplus(x))"""
    return input * _ops.tanh(softplus(input))


def hardtanh(input: Tensor, min_val: float = -1.0, max_val: float = 1.0) -> Tensor:
    """x, but no less than min_val and no more than max_val."""
    return _functions.clamp(input, min_val, max_val)


def relu6(input: Tensor) -> Tensor:
    """min(max(x, 0), 6)"""
    return hardtanh(input, 0.0, 6.0)


def hardsigmoid(input: Tensor) -> Tensor:
    """relu6(x + 3) / 6"""
    return relu6(input + 3) / 6


def hardswish(input: Tensor) -> Tensor:
    """x * hardsigmoid(x)"""
    return input * hardsigmoid(input)


def celu(input: Tensor, alpha: float = 1.0) -> Tensor:
    """x where it is positive, else alpha * (exp(x / alpha) - 1)."""
    _functions._require_trace("celu")
    return _ops.where(input > 0, input, _ops.expm1(_ops.minimum(input, 0.0) / alpha) * alpha)


def selu(input: Tensor) -> Tensor:
    """elu times a factor, which together keep mean 0 and variance 1. Klambauer et al., "Self-Normalizing Neural
    Networks", 2017."""
    return elu(input, 1.6732632423543772) * 1.0507009873554805


def softsign(input: Tensor) -> Tensor:
    """x / (1 + |x|)"""
    _functions._require_trace("softsign")
    return input / (_ops.abs(input) + 1)


def softshrink(input: Tensor, lambd: float = 0.5) -> Tensor:
    """x moved towards 0 by lambd, and 0 where that passes it."""
    _functions._require_trace("softshrink")
    return input - _functions.clamp(input, -lambd, lambd)


def hardshrink(input: Tensor, lambd: float = 0.5) -> Tensor:
    """x, but 0 where its magnitude is at most lambd."""
    _functions._require_trace("hardshrink")
    return _ops.where(_ops.abs(input) <= lambd, 0.0, input)


def threshold(input: Tensor, threshold: float, value: float) -> Tensor:
    """x where it is above the threshold, else value."""
    _functions._require_trace("threshold")
    return _ops.where(input <= threshold, value, input)


def prelu(input: Tensor, weight: Tensor) -> Tensor:
    """x where it is positive, else x times weight, which holds one number or one for each channel of (N, C, *)."""
    _functions._require_trace("prelu")
    channels = input.shape[1] if len(input.shape) > 1 else 1
    if tuple(weight.shape) not in ((1,), (channels,)):
        expected = f"weight of shape (1,) or ({channels},)"
        raise ValueError(at_user_line(f"prelu: expects {expected}, got {tuple(weight.shape)}"))
    slopes = _shape.reshape(weight, (*weight.shape, *(1 for _ in input.shape[2:])))
    return _ops.where(input > 0, input, input * slopes)


def glu(input: Tensor, dim: int = -1) -> Tensor:
    """The first half along `dim` times the sigmoid of the second. Dauphin et al., "Language Modeling with Gated
    Convolutional Networks", 2017."""
    _functions._require_trace("glu")
    if input.shape[dim] % 2:
        raise ValueError(at_user_line(f"glu: expects an even size of dimension {dim}, got {tuple(input.shape)}"))
    values, gates = _pieces.chunk(input, 2, dim)
    return values * _ops.sigmoid(gates)
