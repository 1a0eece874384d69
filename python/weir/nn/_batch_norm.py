"""batch_norm in PyTorch's words: by the batch with `training`, else by what training has collected."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .. import _values
from .._dispatch import dispatch, splat
from .._dtypes import computed_in
from .._errors import at_user_line
from .._grad_mode import no_grad

if TYPE_CHECKING:
    from .._tensor import Tensor

__all__ = ["batch_norm"]


def batch_norm(
    input: Tensor,
    running_mean: Tensor | None,
    running_var: Tensor | None,
    weight: Tensor | None = None,
    bias: Tensor | None = None,
    training: bool = False,
    momentum: float | Tensor = 0.1,
    eps: float = 1e-5,
) -> Tensor:
    """(x - mean) / sqrt(variance + eps) for each channel of (N, C, *), times weight, plus bias, which have shape (C,).
    With `training`, mean and variance are those of the batch, and running_mean and running_var are written: (1 -
    momentum) * old + momentum * of the batch, where the variance is the unbiased one. Without it, they are running_mean
    and running_var; ValueError is raised if those are None. Ioffe and Szegedy, "Batch Normalization", 2015."""
    if not training:
        if running_mean is None or running_var is None:
            raise ValueError(at_user_line("batch_norm: expects running_mean and running_var unless training, got None"))
        operands = (input, running_mean, running_var, weight, bias)
        return dispatch("batch_norm", operands, eps=eps)  # type: ignore[no-any-return]
    part = splat(momentum, (), computed_in(input.dtype)) if isinstance(momentum, (int, float)) else momentum
    training_operands = (input, part, weight, bias, running_mean, running_var)
    y, *collected = dispatch("batch_norm_training", training_operands, function="batch_norm", eps=eps)
    with no_grad():
        for running, new in zip((running_mean, running_var), collected):
            if running is not None:
                _values.write(running, new)
    return y  # type: ignore[no-any-return]
