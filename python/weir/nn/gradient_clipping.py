"""Limits on gradients, between `backward` and an optimizer's step. PyTorch's nn.utils."""

from __future__ import annotations

import functools
import math
from typing import TYPE_CHECKING, Iterable, Sequence

from .. import _dtypes, _ops, _tracing
from .._dispatch import cast
from .._errors import at_user_line

if TYPE_CHECKING:
    from .._tensor import Tensor

__all__ = ["clip_grad_norm_", "clip_grad_value_"]


def clip_grad_norm_(
    parameters: Tensor | Iterable[Tensor], max_norm: float, norm_type: float = 2.0, error_if_nonfinite: bool = False
) -> Tensor:
    """Scales the gradients, if the norm of all of them together is above max_norm, so that it is max_norm; the norm
    that they had."""
    if error_if_nonfinite:
        raise NotImplementedError(
            at_user_line("clip_grad_norm_: expects error_if_nonfinite=False; a graph's run raises for no value")
        )
    owners = _with_gradients(parameters)
    if not owners:
        raise ValueError(at_user_line("clip_grad_norm_: expects parameters with gradients, got none"))
    norm, gradients = clipped([owner.grad for owner in owners], max_norm, norm_type)
    for owner, gradient in zip(owners, gradients):
        owner.grad = gradient
    return norm


def clip_grad_value_(parameters: Tensor | Iterable[Tensor], clip_value: float) -> None:
    """Brings each element of the gradients into [-clip_value, clip_value]."""
    for owner in _with_gradients(parameters):
        owner.grad = owner.grad.clamp(-clip_value, clip_value)


def clipped(gradients: Sequence[Tensor], max_norm: float, norm_type: float = 2.0) -> tuple[Tensor, list[Tensor]]:
    """The norm of the gradients together, and the gradients scaled so that it is at most max_norm."""
    if not max_norm > 0:
        raise ValueError(at_user_line(f"clip_grad_norm: expects max_norm above 0, got {max_norm}"))
    if not norm_type > 0:
        raise ValueError(at_user_line(f"clip_grad_norm: expects norm_type above 0, got {norm_type}"))
    norm = _norm(gradients, float(norm_type))
    scale = _ops.minimum(max_norm / (norm + 1e-6), 1.0)
    return norm, [gradient * cast(scale, gradient.dtype) for gradient in gradients]


def _norm(gradients: Sequence[Tensor], norm_type: float) -> Tensor:
    """In the widest dtype of the gradients."""
    widest = _dtypes.common_dtype([gradient.dtype for gradient in gradients], [])
    magnitudes = [_ops.abs(gradient) for gradient in gradients]
    if math.isinf(norm_type):
        return functools.reduce(_ops.maximum, (cast(each.amax(), widest) for each in magnitudes))
    powers = [each * each if norm_type == 2 else _ops.pow(each, norm_type) for each in magnitudes]
    total = functools.reduce(_ops.add, (cast(each.sum(), widest) for each in powers))
    return _ops.sqrt(total) if norm_type == 2 else _ops.pow(total, 1 / norm_type)


def _with_gradients(parameters: Tensor | Iterable[Tensor]) -> list[Tensor]:
    every = [parameters] if isinstance(parameters, _tracing.TensorBase) else list(parameters)
    return [parameter for parameter in every if parameter.grad is not None]
