"""Functions of `nn.functional` that PyTorch has at the top, too, where a few take their arguments in another order."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .nn import functional as F
from .nn.functional import (
    adaptive_avg_pool1d,
    alpha_dropout,
    avg_pool1d,
    bilinear,
    binary_cross_entropy_with_logits,
    celu,
    channel_shuffle,
    conv1d,
    conv2d,
    conv3d,
    conv_transpose1d,
    conv_transpose2d,
    conv_transpose3d,
    cosine_embedding_loss,
    cosine_similarity,
    dropout,
    feature_alpha_dropout,
    hinge_embedding_loss,
    kl_div,
    margin_ranking_loss,
    max_pool1d,
    max_pool2d,
    max_pool3d,
    pixel_shuffle,
    pixel_unshuffle,
    rms_norm,
    rrelu,
    triplet_margin_loss,
)

if TYPE_CHECKING:
    from ._tensor import Tensor

__all__ = [
    "adaptive_avg_pool1d",
    "alpha_dropout",
    "avg_pool1d",
    "batch_norm",
    "bilinear",
    "binary_cross_entropy_with_logits",
    "celu",
    "channel_shuffle",
    "conv1d",
    "conv2d",
    "conv3d",
    "conv_transpose1d",
    "conv_transpose2d",
    "conv_transpose3d",
    "cosine_embedding_loss",
    "cosine_similarity",
    "dropout",
    "embedding",
    "feature_alpha_dropout",
    "group_norm",
    "hinge_embedding_loss",
    "instance_norm",
    "kl_div",
    "layer_norm",
    "margin_ranking_loss",
    "max_pool1d",
    "max_pool2d",
    "max_pool3d",
    "pixel_shuffle",
    "pixel_unshuffle",
    "rms_norm",
    "rrelu",
    "triplet_margin_loss",
]


def batch_norm(
    input: Tensor,
    weight: Tensor | None,
    bias: Tensor | None,
    running_mean: Tensor | None,
    running_var: Tensor | None,
    training: bool,
    momentum: float,
    eps: float,
    cudnn_enabled: bool = True,
) -> Tensor:
    """See `nn.functional.batch_norm`; `cudnn_enabled` has no effect."""
    return F.batch_norm(input, running_mean, running_var, weight, bias, training, momentum, eps)


def instance_norm(
    input: Tensor,
    weight: Tensor | None,
    bias: Tensor | None,
    running_mean: Tensor | None,
    running_var: Tensor | None,
    use_input_stats: bool,
    momentum: float,
    eps: float,
    cudnn_enabled: bool = True,
) -> Tensor:
    """See `nn.functional.instance_norm`; `cudnn_enabled` has no effect."""
    return F.instance_norm(input, running_mean, running_var, weight, bias, use_input_stats, momentum, eps)


def layer_norm(
    input: Tensor,
    normalized_shape: tuple[int, ...],
    weight: Tensor | None = None,
    bias: Tensor | None = None,
    eps: float = 1e-5,
    cudnn_enable: bool = True,
) -> Tensor:
    """See `nn.functional.layer_norm`; `cudnn_enable` has no effect."""
    return F.layer_norm(input, normalized_shape, weight, bias, eps)


def group_norm(
    input: Tensor,
    num_groups: int,
    weight: Tensor | None = None,
    bias: Tensor | None = None,
    eps: float = 1e-5,
    cudnn_enabled: bool = True,
) -> Tensor:
    """See `nn.functional.group_norm`; `cudnn_enabled` has no effect."""
    return F.group_norm(input, num_groups, weight, bias, eps)


def embedding(
    weight: Tensor,
    indices: Tensor,
    padding_idx: int = -1,
    scale_grad_by_freq: bool = False,
    sparse: bool = False,
) -> Tensor:
    """See `nn.functional.embedding`: the table is the first argument here, and a `padding_idx` of -1 is none."""
    padded = None if padding_idx == -1 else padding_idx
    return F.embedding(indices, weight, padded, scale_grad_by_freq=scale_grad_by_freq, sparse=sparse)
