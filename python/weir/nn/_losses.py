"""cross_entropy in PyTorch's words: by classes, or by their probabilities."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._dispatch import dispatch
from .._errors import at_user_line

if TYPE_CHECKING:
    from .._tensor import Tensor


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
    operands, by = (input, target, weight), {"reduction": reduction, "label_smoothing": label_smoothing}
    loss: Tensor
    if target.dtype.is_floating_point:
        loss = dispatch("class_probabilities_loss", operands, function="cross_entropy", **by)
    else:
        loss = dispatch("cross_entropy", operands, ignore_index=ignore_index, **by)
    return loss
