"""Losses as modules; functional says what each is."""

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
    """Binary cross entropy of probabilities."""


class BCEWithLogitsLoss(Module):
    """Binary cross entropy of logits. `pos_weight` is a buffer."""

    def __init__(self, reduction: str = "mean", pos_weight: Tensor | None = None) -> None:
        super().__init__()
        self.reduction = reduction
        self.register_buffer("pos_weight", pos_weight)

    def forward(self, input: Tensor, target: Tensor) -> Tensor:
        return functional.binary_cross_entropy_with_logits(input, target, self.reduction, self.pos_weight)


class CrossEntropyLoss(_Loss, function=functional.cross_entropy):
    """Cross entropy of logits (N, C) with class numbers (N,)."""


class KLDivLoss(_Loss, function=functional.kl_div):
    """Kullback-Leibler divergence of log-probabilities from probabilities."""

    log_target: bool = False


class L1Loss(_Loss, function=functional.l1_loss):
    """|input - target|"""


class MSELoss(_Loss, function=functional.mse_loss):
    """(input - target)^2"""


class NLLLoss(_Loss, function=functional.nll_loss):
    """The negative of log-probabilities (N, C) at class numbers (N,)."""


class SmoothL1Loss(_Loss, function=functional.smooth_l1_loss):
    """Squares below beta, magnitudes above it."""

    beta: float = 1.0
