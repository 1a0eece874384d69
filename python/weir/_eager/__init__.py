"""Eager mode: what happens to tensors outside of traces. An op is a small compiled job, found by its signature
(`jobs`, `execution`); views share memory (`strides`); gradients go backwards along a tape (`tape`)."""

from __future__ import annotations

from .. import _executor
from .execution import Eager

_executor.set_eager(Eager())
