"""Layers as functions."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from .. import _dtypes, _functions, _ops
from .._errors import at_user_line
from .._functions import log_softmax, softmax
from .._ops import relu, sigmoid, silu, tanh

if TYPE_CHECKING:
    from .._tensor import Tensor

__all__ = ["cross_entropy", "linear", "log_softmax", "relu", "sigmoid", "silu", "softmax", "tanh"]


def linear(input: Tensor, weight: Tensor, bias: Tensor | None = None) -> Tensor:
    """input times the transpose of weight, plus bias. Leading dimensions of input are kept."""
    _functions._require_trace("linear")
    if len(weight.shape) != 2 or not input.shape or input.shape[-1] != weight.shape[1]:
        raise ValueError(
            at_user_line(
                "linear: expects weight of shape (out, in) and input of shape (*, in), got "
                f"{tuple(weight.shape)} and {tuple(input.shape)}"
            )
        )
    rows = _functions.reshape(input, (math.prod(input.shape[:-1]), input.shape[-1]))
    product = _ops.matmul(rows, weight, transpose_b=True)
    if bias is not None:
        product = product + bias
    return _functions.reshape(product, (*input.shape[:-1], weight.shape[0]))


def cross_entropy(input: Tensor, target: Tensor, reduction: str = "mean") -> Tensor:
    """The negative log-probability that softmax(input) gives to the class `target`, for input of shape (N, C) or (C,).
    A class outside [0, C) is an error of the run."""
    _functions._require_trace("cross_entropy")
    if reduction not in ("mean", "sum", "none"):
        raise ValueError(at_user_line(f"cross_entropy: expects reduction to be mean, sum or none, got {reduction!r}"))
    if len(input.shape) not in (1, 2) or tuple(target.shape) != tuple(input.shape[:-1]):
        raise ValueError(
            at_user_line(
                "cross_entropy: expects input of shape (N, C) and target of shape (N,), got "
                f"{tuple(input.shape)} and {tuple(target.shape)}"
            )
        )
    if target.dtype is not _dtypes.int64:
        raise TypeError(at_user_line(f"cross_entropy: expects target to be of dtype int64, got {target.dtype.name}"))
    logarithms = log_softmax(input, -1)
    index = _functions.unsqueeze(target, -1)
    losses = -_functions.squeeze(_ops.gather(logarithms, -1, index), -1)
    if reduction == "none":
        return losses
    return _functions.mean(losses) if reduction == "mean" else _functions.sum(losses)
