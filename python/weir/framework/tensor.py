"""The class of tensors, by OneFlow's path."""

from .._tensor import Tensor

__all__ = ["Tensor"]
