"""Gradients as functions, and functions with gradients of their own, in PyTorch's words."""

from __future__ import annotations

from typing import Any, Sequence

from ._eager.functions import Function
from ._functions import grad
from ._grad_mode import *
from ._tensor_base import TensorBase

__all__ = ["Function", "backward", "enable_grad", "grad", "inference_mode", "is_grad_enabled", "no_grad"]


def backward(
    tensors: Any,
    grad_tensors: Any = None,
    retain_graph: bool | None = None,
    create_graph: bool = False,
    inputs: Any = None,
) -> None:
    """`backward` of a tensor, or of several with a gradient each, whose gradients are added up."""
    several: Sequence[Any] = [tensors] if isinstance(tensors, TensorBase) else list(tensors)
    given = [grad_tensors] * len(several) if not isinstance(grad_tensors, (list, tuple)) else list(grad_tensors)
    for number, (tensor, gradient) in enumerate(zip(several, given)):
        keeps = retain_graph or number + 1 < len(several)
        tensor.backward(gradient, keeps, create_graph, inputs)
