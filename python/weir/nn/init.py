"""Initial values, written in place. Numbers come from the default generator, so `weir.manual_seed` fixes them."""

from __future__ import annotations

import math

import numpy as np

from .. import _random
from .._errors import at_user_line
from .._tensor import Tensor


def _fans(tensor: Tensor) -> tuple[int, int]:
    if len(tensor.shape) < 2:
        raise ValueError(at_user_line(f"init: expects at least 2 dimensions, got shape {tuple(tensor.shape)}"))
    field = math.prod(tensor.shape[2:])
    return tensor.shape[1] * field, tensor.shape[0] * field


def constant_(tensor: Tensor, val: float) -> Tensor:
    return tensor.fill_(val)


def zeros_(tensor: Tensor) -> Tensor:
    return tensor.fill_(0)


def ones_(tensor: Tensor) -> Tensor:
    return tensor.fill_(1)


def uniform_(tensor: Tensor, a: float = 0.0, b: float = 1.0) -> Tensor:
    units = _random.uniform(tuple(tensor.shape), tensor.dtype)
    return tensor.copy_(units * units.dtype.type(b - a) + units.dtype.type(a))


def normal_(tensor: Tensor, mean: float = 0.0, std: float = 1.0) -> Tensor:
    values = _random.normal(tuple(tensor.shape), tensor.dtype)
    return tensor.copy_(values * values.dtype.type(std) + values.dtype.type(mean))


def xavier_uniform_(tensor: Tensor, gain: float = 1.0) -> Tensor:
    bound = gain * math.sqrt(6.0 / sum(_fans(tensor)))
    return uniform_(tensor, -bound, bound)


def xavier_normal_(tensor: Tensor, gain: float = 1.0) -> Tensor:
    return normal_(tensor, 0.0, gain * math.sqrt(2.0 / sum(_fans(tensor))))


def calculate_gain(nonlinearity: str, param: float | None = None) -> float:
    if nonlinearity == "relu":
        return math.sqrt(2.0)
    if nonlinearity == "leaky_relu":
        return math.sqrt(2.0 / (1 + (0.01 if param is None else param) ** 2))
    if nonlinearity in ("linear", "sigmoid"):
        return 1.0
    if nonlinearity == "tanh":
        return 5.0 / 3
    raise ValueError(
        at_user_line(f"calculate_gain: expects one of relu, leaky_relu, linear, sigmoid, tanh, got {nonlinearity!r}")
    )


def kaiming_uniform_(tensor: Tensor, a: float = 0.0, mode: str = "fan_in", nonlinearity: str = "leaky_relu") -> Tensor:
    bound = calculate_gain(nonlinearity, a) * math.sqrt(3.0 / _fan(tensor, mode))
    return uniform_(tensor, -bound, bound)


def kaiming_normal_(tensor: Tensor, a: float = 0.0, mode: str = "fan_in", nonlinearity: str = "leaky_relu") -> Tensor:
    return normal_(tensor, 0.0, calculate_gain(nonlinearity, a) / math.sqrt(_fan(tensor, mode)))


def _fan(tensor: Tensor, mode: str) -> int:
    if mode not in ("fan_in", "fan_out"):
        raise ValueError(at_user_line(f"init: expects mode to be fan_in or fan_out, got {mode!r}"))
    return max(1, _fans(tensor)[mode == "fan_out"])


def eye_(tensor: Tensor) -> Tensor:
    if len(tensor.shape) != 2:
        raise ValueError(at_user_line(f"eye_: expects 2 dimensions, got shape {tuple(tensor.shape)}"))
    return tensor.copy_(np.eye(*tensor.shape))
