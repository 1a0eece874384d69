"""Probabilities as logits, logits as probabilities, and parameters as tensors of one shape."""

from __future__ import annotations

from typing import Any

from .. import _ops
from .._limits import finfo
from .distribution import Distribution

__all__ = ["broadcast_all", "clamp_probs", "logits_to_probs", "probs_to_logits"]


def broadcast_all(*values: Any) -> tuple[Any, ...]:
    """Numbers and tensors as tensors of one shape."""
    return Distribution()._of_one_shape(*values)


def clamp_probs(probs: Any) -> Any:
    """Probabilities whose logits are finite."""
    eps = finfo(probs.dtype).eps
    return probs.clamp(eps, 1 - eps)


def logits_to_probs(logits: Any, is_binary: bool = False) -> Any:
    """The probabilities of choices along the last dimension, or with `is_binary` that of 1 for each number."""
    return _ops.sigmoid(logits) if is_binary else _ops.softmax(logits, -1)


def probs_to_logits(probs: Any, is_binary: bool = False) -> Any:
    """Logits that have these probabilities."""
    inner = clamp_probs(probs)
    return inner.log() - (-inner).log1p() if is_binary else inner.log()
