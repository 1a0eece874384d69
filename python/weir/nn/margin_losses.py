"""Losses by margins and distances, and likelihoods, as modules; functional defines each."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Callable

from .._spelling import with_older_reductions
from . import functional
from .function_module import FunctionModule
from .losses import _FunctionLoss, _Loss, _WeightedLoss

if TYPE_CHECKING:
    from .._tensor import Tensor

    Distance = Callable[[Tensor, Tensor], Tensor]


class SoftMarginLoss(_FunctionLoss, function=functional.soft_margin_loss):
    """log(1 + exp(-target * input)) for targets 1 and -1. `reduction` is "mean", "sum" or "none"."""

    reduction: str = "mean"


class HuberLoss(_FunctionLoss, function=functional.huber_loss):
    """With d = |input - target|: d^2 / 2 up to delta, else delta * (d - delta / 2). `reduction` is "mean", "sum" or
    "none"."""

    reduction: str = "mean"
    delta: float = 1.0


class PoissonNLLLoss(_FunctionLoss, function=functional.poisson_nll_loss):
    """The negative log-likelihood of counts whose rate, or its logarithm with `log_input`, is input. With `full`, the
    approximated logarithm of target! is added. `reduction` is "mean", "sum" or "none"."""

    log_input: bool = True
    full: bool = False
    eps: float = 1e-8
    reduction: str = "mean"


class GaussianNLLLoss(_FunctionLoss, function=functional.gaussian_nll_loss):
    """The negative log-likelihood of targets with mean `input` and variance `var`, the third input, which counts as
    `eps` at least. `reduction` is "mean", "sum" or "none"."""

    full: bool = False
    eps: float = 1e-6
    reduction: str = "mean"

    def forward(self, input: Tensor, target: Tensor, var: Tensor | float) -> Tensor:  # type: ignore[override]
        return functional.gaussian_nll_loss(input, target, var, **self.arguments())


class MultiLabelMarginLoss(_FunctionLoss, function=functional.multilabel_margin_loss):
    """For inputs (N, C) and labels (N, C), which count up to the first -1: the sum over labels of max(0, 1 -
    input[label] + input) over the other classes, divided by C. `reduction` is "mean", "sum" or "none"."""

    reduction: str = "mean"


class MultiLabelSoftMarginLoss(_WeightedLoss):
    """The mean over classes of the binary cross entropy of sigmoid(input), times `weight`, which becomes a buffer.
    `reduction` is "mean", "sum" or "none"."""

    def forward(self, input: Tensor, target: Tensor) -> Tensor:
        return functional.multilabel_soft_margin_loss(input, target, self.weight, self.reduction)


class MultiMarginLoss(_WeightedLoss):
    """For inputs (N, C) and classes (N,): the mean over the other classes of max(0, margin - input[target] + input)^p,
    times the target's `weight`, which becomes a buffer. `reduction` is "mean", "sum" or "none"."""

    @with_older_reductions
    def __init__(
        self,
        p: int = 1,
        margin: float = 1.0,
        weight: Tensor | None = None,
        reduction: str = "mean",
    ) -> None:
        super().__init__(weight, reduction)
        self.p, self.margin = p, margin

    def forward(self, input: Tensor, target: Tensor) -> Tensor:
        options = self.p, self.margin, self.weight, self.reduction
        return functional.multi_margin_loss(input, target, *options)


class HingeEmbeddingLoss(_FunctionLoss, function=functional.hinge_embedding_loss):
    """`input` where target is 1, max(0, margin - input) where it is -1. `reduction` is "mean", "sum" or "none"."""

    margin: float = 1.0
    reduction: str = "mean"


class MarginRankingLoss(_FunctionLoss, function=functional.margin_ranking_loss):
    """max(0, margin - target * (input1 - input2)) for targets 1 and -1. `reduction` is "mean", "sum" or "none"."""

    margin: float = 0.0
    reduction: str = "mean"


class CosineEmbeddingLoss(_FunctionLoss, function=functional.cosine_embedding_loss):
    """1 less the cosine of two vectors where target is 1, what the cosine exceeds the margin by where it is -1.
    `reduction` is "mean", "sum" or "none"."""

    margin: float = 0.0
    reduction: str = "mean"


class TripletMarginLoss(_FunctionLoss, function=functional.triplet_margin_loss):
    """max(0, margin + d(anchor, positive) - d(anchor, negative)), where d is the p-norm of the difference. With `swap`,
    the distance of positive and negative counts instead of the last one if it is smaller. `reduction` is "mean",
    "sum" or "none"."""

    margin: float = 1.0
    p: float = 2.0
    eps: float = 1e-6
    swap: bool = False
    reduction: str = "mean"


class TripletMarginWithDistanceLoss(_Loss):
    """`TripletMarginLoss` with a distance of the user's own. `reduction` is "mean", "sum" or "none"."""

    def __init__(
        self,
        *,
        distance_function: Distance | None = None,
        margin: float = 1.0,
        swap: bool = False,
        reduction: str = "mean",
    ) -> None:
        super().__init__(reduction=reduction)
        self.distance_function = distance_function
        self.margin, self.swap = margin, swap

    def forward(self, anchor: Tensor, positive: Tensor, negative: Tensor) -> Tensor:
        options: dict[str, Any] = {"margin": self.margin, "swap": self.swap, "reduction": self.reduction}
        distance = self.distance_function
        return functional.triplet_margin_with_distance_loss(
            anchor, positive, negative, distance_function=distance, **options
        )


# distances


class PairwiseDistance(FunctionModule, function=functional.pairwise_distance):
    """The p-norm of x1 - x2 + eps along the last dimension."""

    p: float = 2.0
    eps: float = 1e-6
    keepdim: bool = False

    def extra_repr(self) -> str:
        return ""


class CosineSimilarity(FunctionModule, function=functional.cosine_similarity):
    """The cosine of the angle between vectors along `dim`, whose lengths count as `eps` at least."""

    dim: int = 1
    eps: float = 1e-8

    def extra_repr(self) -> str:
        return ""
