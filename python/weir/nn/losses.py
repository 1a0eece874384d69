"""Losses as modules; functional defines each."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import functional
from .function_module import FunctionModule
from .module import Module

if TYPE_CHECKING:
    from .._tensor import Tensor


class _Loss(FunctionModule):
    reduction: str = "mean"

    def extra_repr(self) -> str:
        return ""


class BCELoss(_Loss, function=functional.binary_cross_entropy):
    """Binary cross entropy of probabilities: -(target * log(input) + (1 - target) * log(1 - input)), where logarithms
    are at least -100. `reduction` is "mean", "sum" or "none"."""


class BCEWithLogitsLoss(Module):
    """Binary cross entropy of sigmoid(input). `pos_weight`, which becomes a buffer, multiplies the loss where the
    target is 1. `reduction` is "mean", "sum" or "none"."""

    def __init__(self, reduction: str = "mean", pos_weight: Tensor | None = None) -> None:
        super().__init__()
        self.reduction = reduction
        self.register_buffer("pos_weight", pos_weight)

    def forward(self, input: Tensor, target: Tensor) -> Tensor:
        return functional.binary_cross_entropy_with_logits(input, target, self.reduction, self.pos_weight)


class CrossEntropyLoss(_Loss, function=functional.cross_entropy):
    """The negative log-probability that softmax(input), of logits (N, C), gives to the classes target (N,). `reduction`
    is "mean", "sum" or "none"."""


class KLDivLoss(_Loss, function=functional.kl_div):
    """Kullback-Leibler divergence: target * (log(target) - input) for log-probabilities `input`; target holds
    logarithms too with `log_target`. `reduction` is "mean" over all elements, "batchmean", "sum" or "none"."""

    log_target: bool = False


class L1Loss(_Loss, function=functional.l1_loss):
    """|input - target|. `reduction` is "mean", "sum" or "none"."""


class MSELoss(_Loss, function=functional.mse_loss):
    """(input - target)^2. `reduction` is "mean", "sum" or "none"."""


class NLLLoss(_Loss, function=functional.nll_loss):
    """The negative of the log-probabilities input (N, C) at the classes target (N,). `reduction` is "mean", "sum" or
    "none"."""


class SmoothL1Loss(_Loss, function=functional.smooth_l1_loss):
    """With d = |input - target|: d^2 / (2 * beta) where d is below beta, else d - beta / 2. `reduction` is "mean",
    "sum" or "none"."""

    beta: float = 1.0
