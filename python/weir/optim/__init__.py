"""Optimizers. Their steps are ops of a graph."""

from .adamw import AdamW
from .optimizer import Optimizer

__all__ = ["AdamW", "Optimizer"]
