"""Layers as functions."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from .. import _functions, _ops, _shape
from .._errors import at_user_line
from .._functions import log_softmax, softmax
from .._ops import relu, sigmoid, silu, tanh
from ._activations import (
    celu,
    elu,
    gelu,
    glu,
    hardshrink,
    hardsigmoid,
    hardswish,
    hardtanh,
    leaky_relu,
    logsigmoid,
    mish,
    prelu,
    relu6,
    selu,
    softplus,
    softshrink,
    softsign,
    threshold,
)
from ._batch_norm import batch_norm
from ._convolution import conv1d, conv2d, conv3d, conv_transpose1d, conv_transpose2d, conv_transpose3d
from ._dropout import dropout, dropout1d, dropout2d, dropout3d
from ._embedding import embedding, one_hot
from ._losses import (
    binary_cross_entropy,
    binary_cross_entropy_with_logits,
    cross_entropy,
    kl_div,
    l1_loss,
    mse_loss,
    nll_loss,
    smooth_l1_loss,
)
from ._normalization import cosine_similarity, group_norm, instance_norm, layer_norm, normalize, rms_norm
from ._padding import pad
from ._patches import fold, pixel_shuffle, pixel_unshuffle, unfold
from ._pooling import (
    adaptive_avg_pool1d,
    adaptive_avg_pool2d,
    adaptive_avg_pool3d,
    adaptive_max_pool1d,
    adaptive_max_pool2d,
    adaptive_max_pool3d,
    avg_pool1d,
    avg_pool2d,
    avg_pool3d,
    max_pool1d,
    max_pool2d,
    max_pool3d,
)
from ._resizing import interpolate

if TYPE_CHECKING:
    from .._tensor import Tensor

__all__ = [
    "adaptive_avg_pool1d",
    "adaptive_avg_pool2d",
    "adaptive_avg_pool3d",
    "adaptive_max_pool1d",
    "adaptive_max_pool2d",
    "adaptive_max_pool3d",
    "avg_pool1d",
    "avg_pool2d",
    "avg_pool3d",
    "batch_norm",
    "binary_cross_entropy",
    "binary_cross_entropy_with_logits",
    "celu",
    "conv1d",
    "conv2d",
    "conv3d",
    "conv_transpose1d",
    "conv_transpose2d",
    "conv_transpose3d",
    "cosine_similarity",
    "cross_entropy",
    "dropout",
    "dropout1d",
    "dropout2d",
    "dropout3d",
    "elu",
    "embedding",
    "fold",
    "gelu",
    "glu",
    "group_norm",
    "hardshrink",
    "hardsigmoid",
    "hardswish",
    "hardtanh",
    "instance_norm",
    "interpolate",
    "kl_div",
    "l1_loss",
    "layer_norm",
    "leaky_relu",
    "linear",
    "log_softmax",
    "logsigmoid",
    "max_pool1d",
    "max_pool2d",
    "max_pool3d",
    "mish",
    "mse_loss",
    "nll_loss",
    "normalize",
    "one_hot",
    "pad",
    "pixel_shuffle",
    "pixel_unshuffle",
    "prelu",
    "relu",
    "relu6",
    "rms_norm",
    "selu",
    "sigmoid",
    "silu",
    "smooth_l1_loss",
    "softmax",
    "softplus",
    "softshrink",
    "softsign",
    "tanh",
    "threshold",
    "unfold",
]


def linear(input: Tensor, weight: Tensor, bias: Tensor | None = None) -> Tensor:
    """input times the transpose of weight, plus bias. Leading dimensions of input are kept."""
    _functions._require_trace("linear")
    if len(weight.shape) != 2 or not input.shape or input.shape[-1] != weight.shape[1]:
        raise ValueError(
            at_user_line(
                "linear: expects weight of shape (out, in) and input of shape (*, in), got "
                f"{tuple(weight.shape)} and {tuple(input.shape)}"
            )
        )
    rows = _shape.reshape(input, (math.prod(input.shape[:-1]), input.shape[-1]))
    product = _ops.matmul(rows, weight, transpose_b=True)
    if bias is not None:
        product = product + bias
    return _shape.reshape(product, (*input.shape[:-1], weight.shape[0]))
