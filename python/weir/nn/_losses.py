"""Losses in PyTorch's words, where these differ from the op's: forms of reductions, shapes that broadcast, and
distances that the user writes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Callable, Literal, Sequence

import numpy as np

from .. import _core, _dtypes, _ops
from .._creation import ones_like, tensor, unless_traced
from .._dispatch import broadcast, cast, broadcast_shapes, dispatch, same_shape, splat
from .._errors import at_user_line, warn
from .._indexing import index_select
from .._shape import broadcast_tensors, expand, reshape, unsqueeze
from .._tensor_base import TensorBase
from .._values import as_one

if TYPE_CHECKING:
    from .._tensor import Tensor

__all__ = [
    "binary_cross_entropy_with_logits",
    "cdist",
    "cosine_embedding_loss",
    "cross_entropy",
    "gaussian_nll_loss",
    "hinge_embedding_loss",
    "huber_loss",
    "l1_loss",
    "margin_ranking_loss",
    "mse_loss",
    "multi_margin_loss",
    "multilabel_margin_loss",
    "nll_loss",
    "pairwise_distance",
    "pdist",
    "smooth_l1_loss",
    "sparse_softmax_cross_entropy",
    "triplet_margin_loss",
    "triplet_margin_with_distance_loss",
]


def checked_reduction(function: str, reduction: str) -> str:
    if reduction not in ("mean", "sum", "none"):
        raise ValueError(at_user_line(f"{function}: expects reduction to be mean, sum or none, got {reduction!r}"))
    return reduction


# distances


def _are_integers(*operands: Any) -> bool:
    """Of these PyTorch forms differences as integers: exact for large ones, and wrapping in narrow dtypes."""
    return all(isinstance(x, TensorBase) and not x.dtype.is_floating_point for x in operands)


def _together(function: str, *tensors: Tensor) -> tuple[Tensor, ...]:
    for x in tensors:
        if not isinstance(x, TensorBase):
            raise TypeError(at_user_line(f"{function}: expects tensors, got {type(x).__name__}"))
    return broadcast_tensors(*tensors)


def pairwise_distance(x1: Tensor, x2: Tensor, p: float = 2.0, eps: float = 1e-6, keepdim: bool = False) -> Tensor:
    """The p-norm of x1 - x2 + eps along the last dimension; x1 and x2 broadcast."""
    operands = _together("pairwise_distance", x1, x2)
    return dispatch("pairwise_distance", operands, p=p, eps=eps, keepdim=keepdim)  # type: ignore[no-any-return]


_COMPUTE_MODES = (
    "use_mm_for_euclid_dist_if_necessary",
    "use_mm_for_euclid_dist",
    "donot_use_mm_for_euclid_dist",
)


def _warn_of_sizes(function: str, input: Any, target: Any) -> bool:
    """Whether sizes differ and broadcast, which is seldom meant."""
    if not all(isinstance(x, TensorBase) for x in (input, target)) or same_shape(input.shape, target.shape):
        return False
    try:
        broadcast_shapes(input.shape, target.shape)
    except ValueError:
        return False  # as the op is going to say
    _core.count_op()  # each such call comes here
    got = f"{tuple(input.shape)} and {tuple(target.shape)}"
    warn(f"{function}: expects input and target of one shape, got {got}, which are broadcast")
    return True


def l1_loss(
    input: Tensor,
    target: Tensor,
    reduction: Literal["mean", "sum", "none"] = "mean",
    weight: Tensor | None = None,
) -> Tensor:
    """|input - target|, times `weight` of the shape of input, by the sum of which the mean is taken. Input and target
    broadcast. Of integers it is integers, but for their mean."""
    if weight is not None:
        losses = l1_loss(input, target, "none") * _weight_of("l1_loss", weight, input)
        return _reduced(losses, checked_reduction("l1_loss", reduction), weight)
    _warn_of_sizes("l1_loss", input, target)
    if reduction in ("sum", "none") and _are_integers(input, target):
        return _reduced((input - target).abs(), reduction)
    return dispatch("l1_loss", (input, target), reduction=reduction)  # type: ignore[no-any-return]


def mse_loss(
    input: Tensor,
    target: Tensor,
    reduction: Literal["mean", "sum", "none"] = "mean",
    weight: Tensor | None = None,
) -> Tensor:
    """(input - target)^2, times `weight` of the shape of input, by the sum of which the mean is taken. Input and target
    broadcast."""
    _warn_of_sizes("mse_loss", input, target)
    if weight is None:
        return _ops.mse_loss(input, target, reduction)
    losses = _ops.mse_loss(input, target, "none") * _weight_of("mse_loss", weight, input)
    return _reduced(losses, checked_reduction("mse_loss", reduction), weight)


def huber_loss(
    input: Tensor,
    target: Tensor,
    reduction: Literal["mean", "sum", "none"] = "mean",
    delta: float = 1.0,
    weight: Tensor | None = None,
) -> Tensor:
    """d^2 / 2 for d = |input - target| up to delta, else delta * (d - delta / 2); times `weight` of the shape of input.
    The mean is that of all elements, whatever they weigh, as PyTorch has it."""
    if _warn_of_sizes("huber_loss", input, target):
        input, target = broadcast_tensors(input, target)
    if weight is None:
        return _ops.huber_loss(input, target, reduction, delta)
    losses = _ops.huber_loss(input, target, "none", delta) * _weight_of("huber_loss", weight, input)
    return _reduced(losses, checked_reduction("huber_loss", reduction))


def smooth_l1_loss(
    input: Tensor, target: Tensor, reduction: Literal["mean", "sum", "none"] = "mean", beta: float = 1.0
) -> Tensor:
    """d^2 / (2 beta) for d = |input - target| below beta, else d - beta / 2. Input and target broadcast."""
    _warn_of_sizes("smooth_l1_loss", input, target)
    return _ops.smooth_l1_loss(input, target, reduction, beta)


def _weight_of(function: str, weight: Tensor, input: Tensor) -> Tensor:
    if tuple(weight.shape) != tuple(input.shape):
        facts = f"input's shape {tuple(input.shape)}, got {tuple(weight.shape)}"
        raise ValueError(at_user_line(f"{function}: expects weight to be of {facts}"))
    return weight


def _reduced(losses: Tensor, reduction: str, weight: Tensor | None = None) -> Tensor:
    """`weight` has what the losses were multiplied by, and the mean is taken by."""
    if reduction == "none":
        return losses
    if reduction == "sum":
        return _ops.sum(losses)
    return _ops.mean(losses) if weight is None else _ops.sum(losses) / _ops.sum(weight)


def cdist(x1: Tensor, x2: Tensor, p: float = 2.0, compute_mode: str | None = _COMPUTE_MODES[0]) -> Tensor:
    """The p-norms of the differences of each row of x1 (*, P, M) and each row of x2 (*, R, M): (*, P, R). Leading
    dimensions broadcast. Differences are formed in any `compute_mode`, as products would cancel digits."""
    if compute_mode is not None and compute_mode not in _COMPUTE_MODES:
        raise ValueError(
            at_user_line(f"cdist: expects compute_mode to be one of {_COMPUTE_MODES}, got {compute_mode!r}")
        )
    if min(len(x1.shape), len(x2.shape)) < 2:
        facts = f"{tuple(x1.shape)} and {tuple(x2.shape)}"
        raise ValueError(at_user_line(f"cdist: expects x1 (*, P, M) and x2 (*, R, M), got {facts}"))
    rank = max(len(x1.shape), len(x2.shape))
    leading = [[1] * (rank - len(x.shape)) + [*x.shape[:-2]] for x in (x1, x2)]
    if any(a != b and 1 not in (a, b) for a, b in zip(*leading)):
        facts = f"{tuple(x1.shape)} and {tuple(x2.shape)}"
        raise ValueError(at_user_line(f"cdist: expects leading dimensions that broadcast, got {facts}"))
    batch = [b if a == 1 else a for a, b in zip(*leading)]
    operands = tuple(broadcast(x, [*batch, *x.shape[-2:]]) for x in (x1, x2))
    return dispatch("cdist", operands, p=p)  # type: ignore[no-any-return]


def pdist(input: Tensor, p: float = 2.0) -> Tensor:
    """The p-norms of the differences of each two rows of a matrix (N, M): (N (N - 1) / 2,), those of the first row
    first."""
    if not isinstance(input, TensorBase) or len(input.shape) != 2:
        got = tuple(input.shape) if isinstance(input, TensorBase) else type(input).__name__
        raise ValueError(at_user_line(f"pdist: expects a matrix (N, M), got {got}"))
    return as_one("pdist", _of_each_two, input, given=(p,))[0]  # type: ignore[no-any-return]


def _of_each_two(p: float, rows: Any) -> Sequence[Any]:
    device, count = unless_traced(rows.device), rows.shape[0]
    pairs = [tensor(each, dtype=_dtypes.int64, device=device) for each in np.triu_indices(count, 1)]
    first, second = (unsqueeze(index_select(rows, 0, each), 1) for each in pairs)
    return (reshape(cdist(first, second, p), (-1,)),)


# losses


def hinge_embedding_loss(
    input: Tensor,
    target: Tensor,
    margin: float = 1.0,
    reduction: str = "mean",
) -> Tensor:
    """`input` where target is 1, max(0, margin - input) where it is -1."""
    way = checked_reduction("hinge_embedding_loss", reduction)
    operands = _together("hinge_embedding_loss", input, target)
    return dispatch("hinge_embedding_loss", operands, margin=margin, reduction=way)  # type: ignore[no-any-return]


def margin_ranking_loss(
    input1: Tensor,
    input2: Tensor,
    target: Tensor,
    margin: float = 0.0,
    reduction: str = "mean",
) -> Tensor:
    """max(0, margin - target * (input1 - input2)) for targets 1 and -1."""
    way = checked_reduction("margin_ranking_loss", reduction)
    operands = _together("margin_ranking_loss", input1, input2, target)
    return dispatch("margin_ranking_loss", operands, margin=margin, reduction=way)  # type: ignore[no-any-return]


def cosine_embedding_loss(
    input1: Tensor,
    input2: Tensor,
    target: Tensor,
    margin: float = 0.0,
    reduction: str = "mean",
) -> Tensor:
    """1 - cos(input1, input2) where target is 1, max(0, cos - margin) where it is -1; for vectors (N, D) and targets
    (N,), or one of each."""
    way = checked_reduction("cosine_embedding_loss", reduction)
    x1, x2 = _together("cosine_embedding_loss", input1, input2)
    if target.shape != x1.shape[:-1] and len(target.shape) <= len(x1.shape) - 1:
        target = expand(target, x1.shape[:-1])
    options: dict[str, Any] = {"margin": margin, "reduction": way}
    return dispatch("cosine_embedding_loss", (x1, x2, target), **options)  # type: ignore[no-any-return]


def triplet_margin_loss(
    anchor: Tensor,
    positive: Tensor,
    negative: Tensor,
    margin: float = 1.0,
    p: float = 2,
    eps: float = 1e-6,
    swap: bool = False,
    reduction: str = "mean",
) -> Tensor:
    """max(0, margin + d(anchor, positive) - d(anchor, negative)), where d is `pairwise_distance`. With `swap`, the
    distance of positive and negative counts instead of the last one if it is smaller."""
    way = checked_reduction("triplet_margin_loss", reduction)
    operands = _together("triplet_margin_loss", anchor, positive, negative)
    options = {"margin": margin, "p": p, "eps": eps, "swap": swap, "reduction": way}
    return dispatch("triplet_margin_loss", operands, **options)  # type: ignore[no-any-return]


def triplet_margin_with_distance_loss(
    anchor: Tensor,
    positive: Tensor,
    negative: Tensor,
    *,
    distance_function: Callable[[Tensor, Tensor], Tensor] | None = None,
    margin: float = 1.0,
    swap: bool = False,
    reduction: str = "mean",
) -> Tensor:
    """`triplet_margin_loss` with a distance of the user's own."""
    way = checked_reduction("triplet_margin_with_distance_loss", reduction)
    if not margin > 0:
        raise ValueError(
            at_user_line(f"triplet_margin_with_distance_loss: expects margin to be above 0, got {margin}")
        )
    if distance_function is None:
        return triplet_margin_loss(anchor, positive, negative, margin, swap=swap, reduction=way)
    near, far = distance_function(anchor, positive), distance_function(anchor, negative)
    if swap:
        far = _ops.minimum(far, distance_function(positive, negative))
    return margin_ranking_loss(far, near, ones_like(far), margin, reduction=way)


def multi_margin_loss(
    input: Tensor,
    target: Tensor,
    p: int = 1,
    margin: float = 1.0,
    weight: Tensor | None = None,
    reduction: str = "mean",
) -> Tensor:
    """The mean over classes of max(0, margin - input[target] + input)^p, for inputs (N, C) and targets (N,). `weight`
    has a factor for each class."""
    way = checked_reduction("multi_margin_loss", reduction)
    if len(input.shape) < 2:  # one target is of one row, which a scalar is, too
        input = input.reshape(1, -1) if target.shape else input.reshape(-1)
    options = {"p": p, "margin": margin, "reduction": way}
    return dispatch("multi_margin_loss", (input, target, weight), **options)  # type: ignore[no-any-return]


def multilabel_margin_loss(
    input: Tensor,
    target: Tensor,
    reduction: str = "mean",
) -> Tensor:
    """The mean over classes of the sum over labels of max(0, 1 - input[label] + input), without the labels' own, for
    inputs (N, C) and as many targets, which hold the labels before the first -1."""
    way = checked_reduction("multilabel_margin_loss", reduction)
    operands = tuple(x if x.shape else x.reshape(1) for x in (input, target))
    return dispatch("multilabel_margin_loss", operands, reduction=way)  # type: ignore[no-any-return]


def gaussian_nll_loss(
    input: Tensor,
    target: Tensor,
    var: Tensor | float,
    full: bool = False,
    eps: float = 1e-6,
    reduction: str = "mean",
) -> Tensor:
    """The negative log-likelihood of targets with mean `input` and variance `var`, which counts as `eps` at least: a
    number, or a tensor of the shape of input, or with a last size of 1, or without the last dimension."""
    way = checked_reduction("gaussian_nll_loss", reduction)
    mean, goal = _together("gaussian_nll_loss", input, target)
    if not isinstance(var, TensorBase):
        var = splat(var, mean.shape, mean.dtype, mean)
    if len(var.shape) == len(mean.shape) - 1 and var.shape == mean.shape[:-1]:
        var = unsqueeze(var, -1)
    options: dict[str, Any] = {"full": full, "eps": eps, "reduction": way}
    return dispatch("gaussian_nll_loss", (mean, goal, var), **options)  # type: ignore[no-any-return]


def binary_cross_entropy_with_logits(
    input: Tensor,
    target: Tensor,
    weight: Tensor | None = None,
    reduction: Literal["mean", "sum", "none"] = "mean",
    pos_weight: Tensor | None = None,
) -> Tensor:
    """Binary cross entropy of sigmoid(input), which overflows for no input. `pos_weight`, which broadcasts to the shape
    of target, multiplies what is lost where the target is 1, and `weight` all. Raises TypeError for a target of
    integers."""
    if isinstance(target, TensorBase) and not target.dtype.is_floating_point:
        rule = f"expects target to be of a floating-point dtype, got {target.dtype.name}; use target.float()"
        raise TypeError(at_user_line(f"binary_cross_entropy_with_logits: {rule}"))
    return _ops.binary_cross_entropy_with_logits(input, target, weight, reduction, pos_weight)


def _classes(target: Tensor) -> Tensor:
    """Classes as the op takes them: bytes are classes, too."""
    return cast(target, _dtypes.int64) if target.dtype is _dtypes.uint8 else target


def nll_loss(
    input: Tensor,
    target: Tensor,
    weight: Tensor | None = None,
    ignore_index: int = -100,
    reduction: Literal["mean", "sum", "none"] = "mean",
) -> Tensor:
    """The negative of the log-probabilities `input`, (N, C, *) or (C,), at the classes `target`, (N, *) or (). `weight`
    has a factor for each class, by the sum of which the mean is taken; classes that equal `ignore_index` lose
    nothing."""
    return _ops.nll_loss(input, _classes(target), weight, ignore_index, reduction)


def cross_entropy(
    input: Tensor,
    target: Tensor,
    weight: Tensor | None = None,
    ignore_index: int = -100,
    reduction: str = "mean",
    label_smoothing: float = 0.0,
) -> Tensor:
    """The negative log-probability that softmax(input), of logits (N, C, *) or (C,), gives to the classes `target`, of
    shape (N, *) or (), or to their probabilities, of the shape of input. `weight` has a factor for each class, by the
    sum of which the mean is taken; classes that equal `ignore_index` lose nothing. `label_smoothing` is the part of
    each target that all classes share."""
    if not 0 <= label_smoothing <= 1:
        raise ValueError(at_user_line(f"cross_entropy: expects label_smoothing in [0, 1], got {label_smoothing}"))
    operands, by = (input, _classes(target), weight), {"reduction": reduction, "label_smoothing": label_smoothing}
    loss: Tensor
    if target.dtype.is_floating_point and len(target.shape) == len(input.shape) - 1:
        rule = f"expects classes in target to be integers such as int64, got {target.dtype.name}; use target.long()"
        raise TypeError(at_user_line(f"cross_entropy: {rule}"))
    if target.dtype.is_floating_point:
        loss = dispatch("class_probabilities_loss", operands, function="cross_entropy", **by)
    else:
        loss = dispatch("cross_entropy", operands, ignore_index=ignore_index, **by)
    return loss


def sparse_softmax_cross_entropy(labels: Tensor, logits: Tensor) -> Tensor:
    """The cross entropies of the classes `labels` and the logits along the last dimension, in the shape of labels."""
    rows = reshape(logits, (-1, logits.shape[-1]))
    return reshape(cross_entropy(rows, reshape(labels, (-1,)), reduction="none"), labels.shape)
