"""The norm of several gradients together, and gradients scaled to limit it."""

from __future__ import annotations

import functools
import math
from typing import TYPE_CHECKING, Sequence

from . import _dtypes, _ops
from ._dispatch import cast
from ._dtypes import dtype as DType
from ._errors import at_user_line
from ._reductions import norm
from ._values import as_one

if TYPE_CHECKING:
    from ._tensor import Tensor


def clipped(gradients: Sequence[Tensor], max_norm: float, norm_type: float = 2.0) -> tuple[Tensor, list[Tensor]]:
    """The norm of the gradients together, and the gradients scaled so that it is at most max_norm."""
    total, scale = norm_and_scale(gradients, max_norm, norm_type)
    return total, [gradient * cast(scale, gradient.dtype) for gradient in gradients]


def norm_and_scale(gradients: Sequence[Tensor], max_norm: float, norm_type: float = 2.0) -> tuple[Tensor, Tensor]:
    """The norm of the gradients together, and what scales them so that it is at most max_norm; in their widest dtype.
    Outside of traces a job for each gradient, and one for all."""
    norm_type = float(norm_type)
    if not max_norm > 0:
        raise ValueError(at_user_line(f"clip_grad_norm: expects max_norm above 0, got {max_norm}"))
    if not norm_type > 0:
        raise ValueError(at_user_line(f"clip_grad_norm: expects norm_type above 0, got {norm_type}"))
    widest = _dtypes.common_dtype([gradient.dtype for gradient in gradients], [])
    norms = [norm(gradient, norm_type) for gradient in gradients]
    (total,) = as_one("clip_grad_norm", _joined, *norms, given=(norm_type, widest))
    return total, _ops.minimum(max_norm / (total + 1e-6), 1.0)


def _joined(norm_type: float, widest: DType, *norms: Tensor) -> list[Tensor]:
    """The norm of the norms."""
    parts = [cast(each, widest) for each in norms]
    if math.isinf(norm_type):
        total = functools.reduce(_ops.maximum, parts)
    elif norm_type == 2:
        total = _ops.sqrt(functools.reduce(_ops.add, [each * each for each in parts]))
    else:
        total = _ops.pow(functools.reduce(_ops.add, [_ops.pow(each, norm_type) for each in parts]), 1 / norm_type)
    return [total]
