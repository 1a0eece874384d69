"""Activations as modules."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .. import _dtypes
from .._creation import full
from .._errors import at_user_line
from . import functional
from .function_module import FunctionModule
from .module import Module
from .parameter import Parameter

if TYPE_CHECKING:
    from .._tensor import Tensor


class CELU(FunctionModule, function=functional.celu):
    """x where it is positive, else alpha * (exp(x / alpha) - 1)."""

    alpha: float = 1.0
    inplace: bool = False


class ELU(FunctionModule, function=functional.elu):
    """x where it is positive, else alpha * (exp(x) - 1)."""

    alpha: float = 1.0
    inplace: bool = False


class GELU(FunctionModule, function=functional.gelu):
    """x times the normal distribution's function at x; by tanh if approximate is "tanh"."""

    approximate: str = "none"


class GLU(FunctionModule, function=functional.glu):
    """The first half along `dim` times the sigmoid of the second."""

    dim: int = -1


class Hardshrink(FunctionModule, function=functional.hardshrink):
    """x, but 0 where its magnitude is at most lambd."""

    lambd: float = 0.5

    def extra_repr(self) -> str:
        return f"{self.lambd}"


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


class PReLU(Module):
    """x where it is positive, else x times a parameter, one for all or one for each channel of (N, C, *). He et al.,
    "Delving Deep into Rectifiers", 2015."""

    def __init__(
        self,
        num_parameters: int = 1,
        init: float = 0.25,
        dtype: _dtypes.dtype | None = None,
        device: Any = None,
    ) -> None:
        super().__init__()
        self.num_parameters = num_parameters
        self.weight = Parameter(full((num_parameters,), float(init), dtype=dtype, device=device))

    def forward(self, input: Tensor) -> Tensor:
        return functional.prelu(input, self.weight)

    def extra_repr(self) -> str:
        return f"num_parameters={self.num_parameters}"


class ReLU(FunctionModule, function=functional.relu):
    """max(x, 0)"""

    inplace: bool = False


class ReLU6(FunctionModule, function=functional.relu6):
    """min(max(x, 0), 6)"""

    inplace: bool = False


class SELU(FunctionModule, function=functional.selu):
    """elu times a factor, which together keep mean 0 and variance 1."""

    inplace: bool = False


class Sigmoid(FunctionModule, function=functional.sigmoid):
    """1 / (1 + exp(-x))"""


class SiLU(FunctionModule, function=functional.silu):
    """x * sigmoid(x)"""

    inplace: bool = False


class Softmax(FunctionModule, function=functional.softmax):
    """exp(x) / sum(exp(x)) along `dim`."""

    dim: int = -1


class Softmax2d(Module):
    """exp(x) / sum(exp(x)) over the channels of (N, C, H, W) or (C, H, W)."""

    def forward(self, input: Tensor) -> Tensor:
        if len(input.shape) not in (3, 4):
            raise ValueError(at_user_line(f"Softmax2d: expects 3 or 4 dimensions, got shape {tuple(input.shape)}"))
        return functional.softmax(input, -3)


class Softmin(FunctionModule, function=functional.softmin):
    """exp(-x) / sum(exp(-x)) along `dim`."""

    dim: int = -1


class Softplus(FunctionModule, function=functional.softplus):
    """log(1 + exp(beta * x)) / beta; x itself where beta * x is above the threshold."""

    beta: float = 1.0
    threshold: float = 20.0


class Softshrink(FunctionModule, function=functional.softshrink):
    """x moved towards 0 by lambd, and 0 where that passes it."""

    lambd: float = 0.5

    def extra_repr(self) -> str:
        return f"{self.lambd}"


class Softsign(FunctionModule, function=functional.softsign):
    """x / (1 + |x|)"""


class Tanh(FunctionModule, function=functional.tanh):
    """The hyperbolic tangent."""


class Tanhshrink(FunctionModule, function=functional.tanhshrink):
    """x - tanh(x)"""


class Threshold(FunctionModule, function=functional.threshold):
    """x where it is above the threshold, else value."""

    threshold: float
    value: float
    inplace: bool = False
