"""Optimizers. Their steps are ops of a graph."""

from . import lr_scheduler
from .adamw import AdamW
from .optimizer import Optimizer

__all__ = ["AdamW", "Optimizer", "lr_scheduler"]
