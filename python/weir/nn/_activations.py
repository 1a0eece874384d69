"""Activations made of several ops."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from .. import _functions, _ops
from .._errors import at_user_line

if TYPE_CHECKING:
    from .._tensor import Tensor

__all__ = [
    "elu",
    "gelu",
    "hardsigmoid",
    "hardswish",
    "hardtanh",
    "leaky_relu",
    "logsigmoid",
    "mish",
    "relu6",
    "softplus",
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
