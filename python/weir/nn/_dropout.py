"""Functions that draw in training: dropout of elements and of channels, slopes and choices by chance."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .. import _ops, _random
from .._dispatch import dispatch, overwritten
from .._errors import at_user_line

if TYPE_CHECKING:
    from .._tensor import Tensor

__all__ = [
    "alpha_dropout",
    "dropout",
    "dropout1d",
    "dropout2d",
    "dropout3d",
    "feature_alpha_dropout",
    "gumbel_softmax",
    "rrelu",
]


def _dropped(
    function: str, x: Tensor, p: float, training: bool, inplace: bool, shared_dims: int = 0, op: str = "dropout"
) -> Tensor:
    if not 0 <= p <= 1:
        raise ValueError(at_user_line(f"{function}: expects p in [0, 1], got {p}"))
    if not x.dtype.is_floating_point:
        raise TypeError(at_user_line(f"{function}: expects input of a floating-point dtype, got {x.dtype.name}"))
    if not training or p == 0:
        return x
    if p == 1:
        return overwritten(x, x * 0.0, inplace)  # type: ignore[no-any-return]
    operands = (x, *_random.draw_inside(function))
    y = dispatch(op, operands, function=function, p=p, shared_dims=shared_dims)
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


def alpha_dropout(input: Tensor, p: float = 0.5, training: bool = False, inplace: bool = False) -> Tensor:
    """In training, each element is the least of selu with probability p; all are then moved and scaled, which keeps
    mean 0 and variance 1. Else the input. Klambauer et al., "Self-Normalizing Neural Networks", 2017."""
    return _dropped("alpha_dropout", input, p, training, inplace, op="alpha_dropout")


def feature_alpha_dropout(input: Tensor, p: float = 0.5, training: bool = False, inplace: bool = False) -> Tensor:
    """alpha_dropout of whole channels of an input (N, C, *)."""
    if len(input.shape) < 2:
        got = f"got shape {tuple(input.shape)}"
        raise ValueError(at_user_line(f"feature_alpha_dropout: expects input of at least 2 dimensions, {got}"))
    shared = len(input.shape) - 2
    return _dropped("feature_alpha_dropout", input, p, training, inplace, shared, op="alpha_dropout")


def rrelu(
    input: Tensor, lower: float = 1 / 8, upper: float = 1 / 3, training: bool = False, inplace: bool = False
) -> Tensor:
    """The input where it is positive, else the input times a slope: in training one for each element, drawn from
    [lower, upper), else their mean. Xu et al., "Empirical Evaluation of Rectified Activations in Convolutional
    Network", 2015."""
    if not training:
        return overwritten(input, _ops.leaky_relu(input, (lower + upper) / 2), inplace)  # type: ignore[no-any-return]
    y = dispatch("rrelu", (input, *_random.draw_inside("rrelu")), lower=lower, upper=upper)
    return overwritten(input, y, inplace)  # type: ignore[no-any-return]


def gumbel_softmax(logits: Tensor, tau: float = 1, hard: bool = False, eps: float = 1e-10, dim: int = -1) -> Tensor:
    """A sample of the relaxed categorical distribution along `dim`: softmax((logits + g) / tau) with numbers g of
    Gumbel's distribution. With `hard` 1 for the largest and 0 for others, with the gradient of the softmax. `eps` has
    no effect. Jang, Gu and Poole, "Categorical Reparameterization with Gumbel-Softmax", 2017."""
    operands = (logits, *_random.draw_inside("gumbel_softmax"))
    return dispatch("gumbel_softmax", operands, tau=tau, hard=int(hard), dim=dim)  # type: ignore[no-any-return]
