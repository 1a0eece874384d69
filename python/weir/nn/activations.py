"""Activations as modules."""

from __future__ import annotations

from . import functional
from .function_module import FunctionModule


class ELU(FunctionModule, function=functional.elu):
    """x where it is positive, else alpha * (exp(x) - 1)."""

    alpha: float = 1.0
    inplace: bool = False


class GELU(FunctionModule, function=functional.gelu):
    """x times the normal distribution's function at x; by tanh if approximate is "tanh"."""

    approximate: str = "none"


class Hardsigmoid(FunctionModule, function=functional.hardsigmoid):
    """relu6(x + 3) / 6"""

    inplace: bool = False


class Hardswish(FunctionModule, function=functional.hardswish):
    """x * hardsigmoid(x)"""

    inplace: bool = False


class Hardtanh(FunctionModule, function=functional.hardtanh):
    """x, but no less than min_val and no more than max_val."""

    min_val: float = -1.0
    max_val: float = 1.0
    inplace: bool = False


class LeakyReLU(FunctionModule, function=functional.leaky_relu):
    """x where it is positive, else negative_slope * x."""

    negative_slope: float = 0.01
    inplace: bool = False


class LogSigmoid(FunctionModule, function=functional.logsigmoid):
    """log(sigmoid(x))"""


class LogSoftmax(FunctionModule, function=functional.log_softmax):
    """log(softmax(x)) along `dim`."""

    dim: int = -1


class Mish(FunctionModule, function=functional.mish):
    """x * tanh(softplus(x))"""

    inplace: bool = False


class ReLU(FunctionModule, function=functional.relu):
    """max(x, 0)"""

    inplace: bool = False


class ReLU6(FunctionModule, function=functional.relu6):
    """min(max(x, 0), 6)"""

    inplace: bool = False


class Sigmoid(FunctionModule, function=functional.sigmoid):
    """1 / (1 + exp(-x))"""


class SiLU(FunctionModule, function=functional.silu):
    """x * sigmoid(x)"""

    inplace: bool = False


class Softmax(FunctionModule, function=functional.softmax):
    """exp(x) / sum(exp(x)) along `dim`."""

    dim: int = -1


class Softplus(FunctionModule, function=functional.softplus):
    """log(1 + exp(beta * x)) / beta; x itself where beta * x is above the threshold."""

    beta: float = 1.0
    threshold: float = 20.0


class Tanh(FunctionModule, function=functional.tanh):
    """The hyperbolic tangent."""
