"""Dropout of elements and of channels, in PyTorch's words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .. import _random
from .._dispatch import dispatch, overwritten
from .._errors import at_user_line

if TYPE_CHECKING:
    from .._tensor import Tensor

__all__ = ["dropout", "dropout1d", "dropout2d", "dropout3d"]


def _dropped(function: str, x: Tensor, p: float, training: bool, inplace: bool, shared_dims: int = 0) -> Tensor:
    if not 0 <= p <= 1:
        raise ValueError(at_user_line(f"{function}: expects p in [0, 1], got {p}"))
    if not x.dtype.is_floating_point:
        raise TypeError(at_user_line(f"{function}: expects input of a floating-point dtype, got {x.dtype.name}"))
    if not training or p == 0:
        return x
    if p == 1:
        return overwritten(x, x * 0.0, inplace)  # type: ignore[no-any-return]
    operands = (x, *_random.draw_inside(function))
    y = dispatch("dropout", operands, function=function, p=p, shared_dims=shared_dims)
    return overwritten(x, y, inplace)  # type: ignore[no-any-return]


def _dropped_channels(function: str, x: Tensor, p: float, training: bool, inplace: bool, spatial: int) -> Tensor:
    if len(x.shape) not in (spatial + 1, spatial + 2):
        expected = f"{spatial + 1} or {spatial + 2} dimensions"
        raise ValueError(at_user_line(f"{function}: expects input of {expected}, got shape {tuple(x.shape)}"))
    return _dropped(function, x, p, training, inplace, spatial)


def dropout(input: Tensor, p: float = 0.5, training: bool = True, inplace: bool = False) -> Tensor:
    """In training, each element is 0 with probability p and input / (1 - p) otherwise, drawn anew in each run; else the
    input. Srivastava et al., "Dropout: A Simple Way to Prevent Neural Networks from Overfitting", 2014."""
    return _dropped("dropout", input, p, training, inplace)


def dropout1d(input: Tensor, p: float = 0.5, training: bool = True, inplace: bool = False) -> Tensor:
    """dropout of whole channels of an input (N, C, L) or (C, L)."""
    return _dropped_channels("dropout1d", input, p, training, inplace, 1)


def dropout2d(input: Tensor, p: float = 0.5, training: bool = True, inplace: bool = False) -> Tensor:
    """dropout of whole channels of an input (N, C, H, W) or (C, H, W)."""
    return _dropped_channels("dropout2d", input, p, training, inplace, 2)


def dropout3d(input: Tensor, p: float = 0.5, training: bool = True, inplace: bool = False) -> Tensor:
    """dropout of whole channels of an input (N, C, D, H, W) or (C, D, H, W)."""
    return _dropped_channels("dropout3d", input, p, training, inplace, 3)
