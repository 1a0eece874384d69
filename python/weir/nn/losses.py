"""Losses as modules; functional says what each is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import functional
from .module import Module

if TYPE_CHECKING:
    from .._tensor import Tensor


class BCELoss(Module):
    """Binary cross entropy of probabilities."""

    def __init__(self, reduction: str = "mean") -> None:
        super().__init__()
        self.reduction = reduction

    def forward(self, input: Tensor, target: Tensor) -> Tensor:
        return functional.binary_cross_entropy(input, target, self.reduction)


class BCEWithLogitsLoss(Module):
    """Binary cross entropy of logits. `pos_weight` is a buffer."""

    def __init__(self, reduction: str = "mean", pos_weight: Tensor | None = None) -> None:
        super().__init__()
        self.reduction = reduction
        self.register_buffer("pos_weight", pos_weight)

    def forward(self, input: Tensor, target: Tensor) -> Tensor:
        return functional.binary_cross_entropy_with_logits(input, target, self.reduction, self.pos_weight)


class CrossEntropyLoss(Module):
    """Cross entropy of logits (N, C) with class numbers (N,)."""

    def __init__(self, reduction: str = "mean") -> None:
        super().__init__()
        self.reduction = reduction

    def forward(self, input: Tensor, target: Tensor) -> Tensor:
        return functional.cross_entropy(input, target, self.reduction)


class KLDivLoss(Module):
    """Kullback-Leibler divergence of log-probabilities from probabilities."""

    def __init__(self, reduction: str = "mean", log_target: bool = False) -> None:
        super().__init__()
        self.reduction = reduction
        self.log_target = log_target

    def forward(self, input: Tensor, target: Tensor) -> Tensor:
        return functional.kl_div(input, target, self.reduction, self.log_target)


class L1Loss(Module):
    """|input - target|"""

    def __init__(self, reduction: str = "mean") -> None:
        super().__init__()
        self.reduction = reduction

    def forward(self, input: Tensor, target: Tensor) -> Tensor:
        return functional.l1_loss(input, target, self.reduction)


class MSELoss(Module):
    """(input - target)^2"""

    def __init__(self, reduction: str = "mean") -> None:
        super().__init__()
        self.reduction = reduction

    def forward(self, input: Tensor, target: Tensor) -> Tensor:
        return functional.mse_loss(input, target, self.reduction)


class NLLLoss(Module):
    """The negative of log-probabilities (N, C) at class numbers (N,)."""

    def __init__(self, reduction: str = "mean") -> None:
        super().__init__()
        self.reduction = reduction

    def forward(self, input: Tensor, target: Tensor) -> Tensor:
        return functional.nll_loss(input, target, self.reduction)


class SmoothL1Loss(Module):
    """Squares below beta, magnitudes above it."""

    def __init__(self, reduction: str = "mean", beta: float = 1.0) -> None:
        super().__init__()
        self.reduction = reduction
        self.beta = beta

    def forward(self, input: Tensor, target: Tensor) -> Tensor:
        return functional.smooth_l1_loss(input, target, self.reduction, self.beta)
