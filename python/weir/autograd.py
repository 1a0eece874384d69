"""Gradients as functions, and functions with gradients of their own, in PyTorch's words."""

from __future__ import annotations

from typing import Any, Sequence

from . import _executor
from ._anomaly import *
from ._eager.functions import Function
from ._errors import at_user_line
from ._functions import grad
from ._grad_mode import *
from ._gradient_check import GradcheckError, gradcheck, gradgradcheck
from ._tensor_base import TensorBase

__all__ = [
    "Function",
    "GradcheckError",
    "Variable",
    "backward",
    "detect_anomaly",
    "enable_grad",
    "grad",
    "gradcheck",
    "gradgradcheck",
    "inference_mode",
    "is_anomaly_enabled",
    "is_grad_enabled",
    "no_grad",
    "set_detect_anomaly",
    "set_grad_enabled",
]


def Variable(data: Any, requires_grad: bool = False) -> Any:
    """The tensor itself, with gradients if `requires_grad`: what older programs write."""
    if not isinstance(data, TensorBase):
        raise TypeError(at_user_line(f"Variable: expects a Tensor, got {type(data).__name__}"))
    return data.requires_grad_() if requires_grad else data


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
    wanted = [inputs] if isinstance(inputs, TensorBase) else inputs
    if _executor.current() is None:
        keeps = create_graph if retain_graph is None else retain_graph
        _executor.eager().backward(several, given, wanted, create_graph, keeps)
        return
    for tensor, gradient in zip(several, given):
        tensor.backward(gradient, retain_graph, create_graph, wanted)
