"""Gradients as functions, in PyTorch's words."""

from __future__ import annotations

from ._functions import grad
from ._grad_mode import *

__all__ = ["enable_grad", "grad", "inference_mode", "is_grad_enabled", "no_grad"]
