"""Losses. Each is a mean or a sum over all elements, or one number per element."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .. import _dtypes, _functions, _ops, _shape
from .._errors import at_user_line
from .._functions import log_softmax

if TYPE_CHECKING:
    from .._tensor import Tensor

__all__ = [
    "binary_cross_entropy",
    "binary_cross_entropy_with_logits",
    "cross_entropy",
    "kl_div",
    "l1_loss",
    "mse_loss",
    "nll_loss",
    "smooth_l1_loss",
]


def _check(loss: str, reduction: str) -> None:
    _functions._require_trace(loss)
    if reduction not in ("mean", "sum", "none"):
        raise ValueError(at_user_line(f"{loss}: expects reduction to be mean, sum or none, got {reduction!r}"))


def _check_alike(loss: str, input: Tensor, target: Tensor, reduction: str) -> None:
    _check(loss, reduction)
    if tuple(input.shape) != tuple(target.shape):
        raise ValueError(
            at_user_line(
                f"{loss}: expects input and target of one shape, got {tuple(input.shape)} and {tuple(target.shape)}"
            )
        )


def _reduced(losses: Tensor, reduction: str) -> Tensor:
    if reduction == "none":
        return losses
    return _functions.mean(losses) if reduction == "mean" else _functions.sum(losses)


def mse_loss(input: Tensor, target: Tensor, reduction: str = "mean") -> Tensor:
    """(input - target)^2"""
    _check_alike("mse_loss", input, target, reduction)
    difference = input - target
    return _reduced(difference * difference, reduction)


def l1_loss(input: Tensor, target: Tensor, reduction: str = "mean") -> Tensor:
    """|input - target|"""
    _check_alike("l1_loss", input, target, reduction)
    return _reduced(_ops.abs(input - target), reduction)


def smooth_l1_loss(input: Tensor, target: Tensor, reduction: str = "mean", beta: float = 1.0) -> Tensor:
    """d^2 / (2 beta) for d = |input - target| below beta, else d - beta / 2."""
    _check_alike("smooth_l1_loss", input, target, reduction)
    if beta < 0:
        raise ValueError(at_user_line(f"smooth_l1_loss: expects beta to be at least 0, got {beta}"))
    difference = _ops.abs(input - target)
    if beta == 0:
        return _reduced(difference, reduction)
    losses = _ops.where(difference < beta, difference * difference * (0.5 / beta), difference - 0.5 * beta)
    return _reduced(losses, reduction)


def binary_cross_entropy(input: Tensor, target: Tensor, reduction: str = "mean") -> Tensor:
    """-(target * log(input) + (1 - target) * log(1 - input)) for probabilities; logarithms are at least -100."""
    _check_alike("binary_cross_entropy", input, target, reduction)
    on, off = _ops.maximum(_ops.log(input), -100.0), _ops.maximum(_ops.log1p(-input), -100.0)
    return _reduced(-(target * on + (1 - target) * off), reduction)


def binary_cross_entropy_with_logits(
    input: Tensor, target: Tensor, reduction: str = "mean", pos_weight: Tensor | None = None
) -> Tensor:
    """Binary cross entropy of sigmoid(input), which overflows for no input. `pos_weight` multiplies what is lost where
    the target is 1."""
    _check_alike("binary_cross_entropy_with_logits", input, target, reduction)
    # log(sigmoid(-x)) is log(sigmoid(x)) - x.
    softplus = _ops.maximum(-input, 0.0) + _ops.log1p(_ops.exp(-_ops.abs(input)))
    weight = 1 if pos_weight is None else target * (pos_weight - 1) + 1
    return _reduced((1 - target) * input + weight * softplus, reduction)


def kl_div(input: Tensor, target: Tensor, reduction: str = "mean", log_target: bool = False) -> Tensor:
    """target * (log(target) - input) for log-probabilities `input`; `target` is of logarithms too if log_target. The
    mean is over all elements; "batchmean" divides the sum by the first dimension."""
    _check_alike("kl_div", input, target, "mean" if reduction == "batchmean" else reduction)
    if log_target:
        losses = _ops.exp(target) * (target - input)
    else:
        # 0 log 0 is 0.
        logarithms = _ops.log(_ops.where(target > 0, target, 1.0))
        losses = target * (logarithms - input)
    if reduction == "batchmean":
        return _functions.sum(losses) / (input.shape[0] if input.shape else 1)
    return _reduced(losses, reduction)


def _check_classes(loss: str, input: Tensor, target: Tensor, reduction: str) -> None:
    _check(loss, reduction)
    if len(input.shape) not in (1, 2) or tuple(target.shape) != tuple(input.shape[:-1]):
        raise ValueError(
            at_user_line(
                f"{loss}: expects input of shape (N, C) and target of shape (N,), got "
                f"{tuple(input.shape)} and {tuple(target.shape)}"
            )
        )
    if target.dtype is not _dtypes.int64:
        raise TypeError(at_user_line(f"{loss}: expects target to be of dtype int64, got {target.dtype.name}"))


def _of_class(logarithms: Tensor, target: Tensor) -> Tensor:
    return -_shape.squeeze(_ops.gather(logarithms, -1, _shape.unsqueeze(target, -1)), -1)


def nll_loss(input: Tensor, target: Tensor, reduction: str = "mean") -> Tensor:
    """The negative of the log-probabilities `input` at the class `target`, for input of shape (N, C) or (C,). A class
    outside [0, C) is an error of the run."""
    _check_classes("nll_loss", input, target, reduction)
    return _reduced(_of_class(input, target), reduction)


def cross_entropy(input: Tensor, target: Tensor, reduction: str = "mean") -> Tensor:
    """The negative log-probability that softmax(input) gives to the class `target`, for input of shape (N, C) or (C,).
    A class outside [0, C) is an error of the run."""
    _check_classes("cross_entropy", input, target, reduction)
    return _reduced(_of_class(log_softmax(input, -1), target), reduction)
