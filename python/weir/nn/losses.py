"""Losses as modules; functional defines each."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .._spelling import with_older_reductions
from . import functional
from .function_module import FunctionModule
from .module import Module

if TYPE_CHECKING:
    from .._tensor import Tensor


class _Loss(Module):
    """The base of losses, also of users' own. `reduction` is what becomes of the losses of a batch."""

    reduction: str

    @with_older_reductions
    def __init__(self, reduction: str = "mean") -> None:
        super().__init__()
        self.reduction = reduction


class _WeightedLoss(_Loss):
    """`weight`, which has a factor for each class or element, becomes a buffer."""

    @with_older_reductions
    def __init__(self, weight: Tensor | None = None, reduction: str = "mean") -> None:
        super().__init__(reduction=reduction)
        self.register_buffer("weight", weight)


class _FunctionLoss(FunctionModule, _Loss):
    def extra_repr(self) -> str:
        return ""


class _ReducedLoss(_FunctionLoss):
    reduction: str = "mean"


class BCELoss(_WeightedLoss):
    """Binary cross entropy of probabilities: -(target * log(input) + (1 - target) * log(1 - input)), where logarithms
    are at least -100, times weight. `reduction` is "mean", "sum" or "none"."""

    def forward(self, input: Tensor, target: Tensor) -> Tensor:
        return functional.binary_cross_entropy(input, target, self.weight, self.reduction)


class BCEWithLogitsLoss(_WeightedLoss):
    """Binary cross entropy of sigmoid(input), times weight. `pos_weight`, which becomes a buffer, multiplies the loss
    where the target is 1. `reduction` is "mean", "sum" or "none"."""

    @with_older_reductions
    def __init__(
        self, weight: Tensor | None = None, reduction: str = "mean", pos_weight: Tensor | None = None
    ) -> None:
        super().__init__(weight, reduction)
        self.register_buffer("pos_weight", pos_weight)

    def forward(self, input: Tensor, target: Tensor) -> Tensor:
        return functional.binary_cross_entropy_with_logits(
            input, target, self.weight, self.reduction, self.pos_weight
        )


class CrossEntropyLoss(_WeightedLoss):
    """The negative log-probability that softmax(input), of logits (N, C, *), gives to the classes target (N, *), or to
    their probabilities. See `functional.cross_entropy`. `reduction` is "mean", "sum" or "none"."""

    @with_older_reductions
    def __init__(
        self,
        weight: Tensor | None = None,
        ignore_index: int = -100,
        reduction: str = "mean",
        label_smoothing: float = 0.0,
    ) -> None:
        super().__init__(weight, reduction)
        self.ignore_index = ignore_index
        self.label_smoothing = label_smoothing

    def forward(self, input: Tensor, target: Tensor) -> Tensor:
        return functional.cross_entropy(
            input, target, self.weight, self.ignore_index, self.reduction, self.label_smoothing
        )


class CTCLoss(_Loss):
    """Minus the log of the probability of targets under log-probabilities (T, N, C), summed over all ways to stretch
    them, with blanks between labels, to the lengths of the inputs. `reduction` is "mean", of each loss over its
    target's length, "sum" or "none"; with `zero_infinity` a target that doesn't fit loses nothing. Graves et al.,
    "Connectionist Temporal Classification", 2006."""

    def __init__(self, blank: int = 0, reduction: str = "mean", zero_infinity: bool = False) -> None:
        super().__init__(reduction=reduction)
        self.blank, self.zero_infinity = blank, zero_infinity

    def forward(self, log_probs: Tensor, targets: Tensor, input_lengths: Any, target_lengths: Any) -> Tensor:
        options = self.blank, self.reduction, self.zero_infinity
        return functional.ctc_loss(log_probs, targets, input_lengths, target_lengths, *options)


class KLDivLoss(_ReducedLoss, function=functional.kl_div):
    """Kullback-Leibler divergence: target * (log(target) - input) for log-probabilities `input`; target holds
    logarithms too with `log_target`. `reduction` is "mean" over all elements, "batchmean", "sum" or "none"."""

    log_target: bool = False


class L1Loss(_ReducedLoss, function=functional.l1_loss):
    """|input - target|. `reduction` is "mean", "sum" or "none"."""


class MSELoss(_ReducedLoss, function=functional.mse_loss):
    """(input - target)^2. `reduction` is "mean", "sum" or "none"."""


class NLLLoss(_WeightedLoss):
    """The negative of the log-probabilities input (N, C, *) at the classes target (N, *), of which those that equal
    ignore_index lose nothing, times the classes' weights. `reduction` is "mean", "sum" or "none"."""

    @with_older_reductions
    def __init__(self, weight: Tensor | None = None, ignore_index: int = -100, reduction: str = "mean") -> None:
        super().__init__(weight, reduction)
        self.ignore_index = ignore_index

    def forward(self, input: Tensor, target: Tensor) -> Tensor:
        return functional.nll_loss(input, target, self.weight, self.ignore_index, self.reduction)


class NLLLoss2d(NLLLoss):
    """PyTorch's older name of NLLLoss."""


class SmoothL1Loss(_ReducedLoss, function=functional.smooth_l1_loss):
    """With d = |input - target|: d^2 / (2 * beta) where d is below beta, else d - beta / 2. `reduction` is "mean",
    "sum" or "none"."""

    beta: float = 1.0
