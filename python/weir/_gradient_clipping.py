"""Limits on gradients, between `backward` and an optimizer's step. PyTorch's nn.utils."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Iterable

from . import _tracing
from ._creation import zeros
from ._dispatch import cast
from ._errors import at_user_line
from ._grad_mode import no_grad
from ._gradient_norm import clipped, norm_and_scale
from ._spelling import older_name
from ._tensor_base import TensorBase

if TYPE_CHECKING:
    from ._tensor import Tensor

__all__ = ["clip_grad_norm", "clip_grad_norm_", "clip_grad_value_", "get_total_norm"]


def clip_grad_norm_(
    parameters: Tensor | Iterable[Tensor],
    max_norm: float,
    norm_type: float = 2.0,
    error_if_nonfinite: bool = False,
    foreach: bool | None = None,
) -> Tensor:
    """Scales the gradients of the parameters so that the norm of all of them together, of order norm_type, is at most
    max_norm. The result is the norm before, 0 where no parameter has a gradient. Raises RuntimeError, with
    `error_if_nonfinite` and outside of `build`, for a norm that is infinite or NaN. `foreach` has no effect."""
    _check_can_raise("clip_grad_norm_", error_if_nonfinite)
    owners = _with_gradients(parameters)
    if not owners:
        return zeros(())
    gradients = [owner.grad for owner in owners]
    if _tracing.current() is not None:
        norm, scaled = clipped(gradients, max_norm, norm_type)
        for owner, gradient in zip(owners, scaled):
            owner.grad = gradient
        return norm
    with no_grad():
        norm, scale = norm_and_scale(gradients, max_norm, norm_type)
    _check_finite("clip_grad_norm_", norm, error_if_nonfinite)
    with no_grad():
        for gradient in gradients:
            gradient.mul_(cast(scale, gradient.dtype))
    return norm


clip_grad_norm = older_name(clip_grad_norm_)


def get_total_norm(
    tensors: Tensor | Iterable[Tensor],
    norm_type: float = 2.0,
    error_if_nonfinite: bool = False,
    foreach: bool | None = None,
) -> Tensor:
    """The norm of order norm_type of all tensors together, 0 of none. Raises RuntimeError, with `error_if_nonfinite`
    and outside of `build`, for a norm that is infinite or NaN. `foreach` has no effect."""
    _check_can_raise("get_total_norm", error_if_nonfinite)
    listed: list[Any] = [tensors] if isinstance(tensors, TensorBase) else list(tensors)
    if not listed:
        return zeros(())
    norm, _ = norm_and_scale(listed, 1.0, norm_type)
    _check_finite("get_total_norm", norm, error_if_nonfinite)
    return norm


def _check_can_raise(function: str, error_if_nonfinite: bool) -> None:
    if error_if_nonfinite and _tracing.current() is not None:
        rule = "expects error_if_nonfinite=False; a graph's run raises for no value"
        raise NotImplementedError(at_user_line(f"{function}: {rule}"))


def _check_finite(function: str, norm: Tensor, error_if_nonfinite: bool) -> None:
    if error_if_nonfinite and not math.isfinite(norm.item()):
        raise RuntimeError(at_user_line(f"{function}: expects gradients of a finite norm, got {norm.item()}"))


def clip_grad_value_(
    parameters: Tensor | Iterable[Tensor], clip_value: float, foreach: bool | None = None
) -> None:
    """Clamps each element of the gradients to [-clip_value, clip_value]. `foreach` has no effect."""
    for owner in _with_gradients(parameters):
        owner.grad = owner.grad.clamp(-clip_value, clip_value)


def _with_gradients(parameters: Tensor | Iterable[Tensor]) -> list[Tensor]:
    every = [parameters] if isinstance(parameters, TensorBase) else list(parameters)
    return [parameter for parameter in every if parameter.grad is not None]
