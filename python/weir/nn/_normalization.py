"""instance_norm and rms_norm in PyTorch's words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Sequence

from .. import _dtypes, _values
from .._dispatch import dispatch, splat
from .._errors import at_user_line
from .._grad_mode import no_grad
from .._limits import finfo

if TYPE_CHECKING:
    from .._tensor import Tensor


def instance_norm(
    input: Tensor,
    running_mean: Tensor | None = None,
    running_var: Tensor | None = None,
    weight: Tensor | None = None,
    bias: Tensor | None = None,
    use_input_stats: bool = True,
    momentum: float = 0.1,
    eps: float = 1e-5,
) -> Tensor:
    """Each channel of an input (N, C, *) by its own mean and variance, times weight, plus bias, which have shape (C,)
    as running_mean and running_var do. These are written, if they are there: (1 - momentum) * old + momentum * the mean
    over samples, of the unbiased variance. Without `use_input_stats` they are what all is normalized by. Ulyanov,
    Vedaldi and Lempitsky, "Instance Normalization", 2016."""
    if not use_input_stats:
        if running_mean is None or running_var is None:
            raise ValueError(
                at_user_line("instance_norm: expects running_mean and running_var unless use_input_stats, got None")
            )
        operands = (input, running_mean, running_var, weight, bias)
        return dispatch("batch_norm", operands, function="instance_norm", eps=eps)  # type: ignore[no-any-return]
    if running_mean is None and running_var is None:
        return dispatch("instance_norm", (input, weight, bias), eps=eps)  # type: ignore[no-any-return]
    given = (input, splat(momentum, (), _dtypes.computed_in(input.dtype)), weight, bias, running_mean, running_var)
    y, *collected = dispatch("instance_norm_training", given, function="instance_norm", eps=eps)
    with no_grad():
        for running, new in zip((running_mean, running_var), collected):
            if running is not None:
                _values.write(running, new)
    return y  # type: ignore[no-any-return]


def rms_norm(
    input: Tensor, normalized_shape: Sequence[int], weight: Tensor | None = None, eps: float | None = None
) -> Tensor:
    """input / sqrt(mean of input^2 + eps) over the last dimensions, which are `normalized_shape`, times weight, which
    has that shape; eps is what the input's dtype adds to 1 unless given. Zhang and Sennrich, "Root Mean Square Layer
    Normalization", 2019."""
    least = finfo(input.dtype).eps if eps is None else eps
    operands = (input, weight)
    return dispatch("rms_norm", operands, normalized_shape=normalized_shape, eps=least)  # type: ignore[no-any-return]
