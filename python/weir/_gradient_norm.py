"""The norm of several gradients together, and gradients scaled to limit it."""

from __future__ import annotations

import functools
import math
from typing import TYPE_CHECKING, Sequence

from . import _dtypes, _ops
from ._dispatch import cast
from ._errors import at_user_line

if TYPE_CHECKING:
    from ._tensor import Tensor


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
