"""Functions of mathematics by the names of PyTorch's torch.special."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from . import _ops
from ._ops import digamma, erf, erfc, erfinv, exp2, expm1, log1p, log_softmax, logit, logsumexp, sinc, softmax, xlogy
from ._functions import round
from ._spelling import spell_all as _spell_all

if TYPE_CHECKING:
    from ._functions import Operand
    from ._tensor import Tensor

__all__ = [
    "digamma",
    "entr",
    "erf",
    "erfc",
    "erfinv",
    "exp2",
    "expit",
    "expm1",
    "gammaln",
    "log1p",
    "log_softmax",
    "logit",
    "logsumexp",
    "psi",
    "round",
    "sinc",
    "softmax",
    "xlog1py",
    "xlogy",
]

expit, gammaln, psi = _ops.sigmoid, _ops.lgamma, digamma


def entr(input: Tensor) -> Tensor:
    """-input * log(input), which is 0 at 0 and minus infinity below."""
    return _ops.where(input < 0, float("-inf"), 0 - xlogy(input, input))


def xlog1py(input: Operand, other: Operand) -> Tensor:
    """input * log(1 + other), which is 0 where input is 0, unless other is NaN."""
    has_no_limit: Any = _ops.compare(other, -1, "le") | _ops.compare(other, float("inf"), "eq")
    return input * _ops.log1p(_ops.where(_ops.compare(input, 0, "eq") & has_no_limit, 0.0, other))


_spell_all(globals())
