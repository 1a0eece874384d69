"""Functions that OneFlow's programs call below its public names. Each is a public function here, or two of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Sequence

from . import _creation, _dispatch, _dtypes, _functions, _global, _indexing, _ops, _products, _shape
from .nn import functional as _functional

if TYPE_CHECKING:
    from ._tensor import Tensor

matmul, relu, reshape = _products.matmul, _ops.relu, _shape.reshape
one_hot, pad = _functional.one_hot, _functional.pad
broadcast_like, masked_fill = _shape.broadcast_like, _functions.masked_fill


def cast(x: Tensor, dtype: Any, pin_memory: bool = False) -> Tensor:
    """x in another dtype."""
    return _dispatch.cast(x, dtype)  # type: ignore[no-any-return]


def gather(x: Tensor, indices: Tensor, axis: int) -> Tensor:
    """The slices of x along `axis` at these positions, in the shape of the positions."""
    taken = _indexing.index_select(x, axis, _shape.reshape(indices, [-1]))
    axis %= len(x.shape)
    return _shape.reshape(taken, [*x.shape[:axis], *indices.shape, *x.shape[axis + 1 :]])


def global_arange(
    start: Any, end: Any = None, step: Any = 1, *, dtype: Any = None, placement: Any = None, sbp: Any = None
) -> Tensor:
    """`arange` of a global tensor."""
    given = (0, start) if end is None else (start, end)
    return _global.created(_creation.arange(*given, step, dtype=dtype), placement, sbp)


def transpose(x: Tensor, perm: Sequence[int]) -> Tensor:
    """x with its dimensions in another order."""
    return _shape.permute(x, perm)


def amp_white_identity(x: Tensor) -> Tensor:
    """x; which ops are narrowed follows from the ops."""
    return x


def amp_black_identity(x: Tensor) -> Tensor:
    """x; which ops are narrowed follows from the ops."""
    return x


def cross_entropy(
    input: Tensor,
    target: Tensor,
    weight: Tensor | None = None,
    ignore_index: int = -100,
    reduction: str = "mean",
    label_smoothing: float = 0.0,
) -> Tensor:
    """See `nn.functional.cross_entropy`."""
    options: dict[str, Any] = {}
    if weight is not None:
        options["weight"] = weight
    if ignore_index != -100:
        options["ignore_index"] = ignore_index
    if label_smoothing:
        options["label_smoothing"] = label_smoothing
    return _functional.cross_entropy(input, target, reduction=reduction, **options)  # type: ignore[arg-type]


def sparse_softmax_cross_entropy(logits: Tensor, label: Tensor) -> Tensor:
    """See `nn.functional.sparse_softmax_cross_entropy`."""
    return _functional.sparse_softmax_cross_entropy(label, logits)


def l1_loss(input: Tensor, target: Tensor, reduction: str = "mean") -> Tensor:
    """See `nn.functional.l1_loss`."""
    return _functional.l1_loss(input, target, reduction=reduction)  # type: ignore[arg-type]


def binary_cross_entropy_with_logits_loss(
    input: Tensor,
    target: Tensor,
    weight: Tensor | None = None,
    pos_weight: Tensor | None = None,
    reduction: str = "mean",
) -> Tensor:
    """See `nn.functional.binary_cross_entropy_with_logits`."""
    options = {} if weight is None else {"weight": weight}
    loss: Any = _functional.binary_cross_entropy_with_logits
    return loss(input, target, reduction=reduction, pos_weight=pos_weight, **options)  # type: ignore[no-any-return]


def rms_norm(x: Tensor, weight: Tensor, normalized_shape: Sequence[int], epsilon: float) -> Tensor:
    """See `nn.functional.rms_norm`."""
    return _functional.rms_norm(x, normalized_shape, weight, epsilon)


def layer_norm(x: Tensor, begin_norm_axis: int = 1, begin_params_axis: int = -1, epsilon: float = 1e-5) -> Tensor:
    """layer_norm over the dimensions from `begin_norm_axis` on."""
    return _functional.layer_norm(x, x.shape[begin_norm_axis:], None, None, epsilon)


def layer_norm_affine(
    x: Tensor,
    gamma: Tensor,
    beta: Tensor,
    begin_norm_axis: int = 1,
    begin_params_axis: int = -1,
    epsilon: float = 1e-5,
) -> Tensor:
    """layer_norm over the dimensions from `begin_norm_axis` on, times gamma, plus beta."""
    return _functional.layer_norm(x, x.shape[begin_norm_axis:], gamma, beta, epsilon)


def quick_gelu(x: Tensor) -> Tensor:
    """x * sigmoid(1.702 x)"""
    return x * _ops.sigmoid(x * 1.702)


def fast_gelu(x: Tensor) -> Tensor:
    """gelu by tanh."""
    return _functional.gelu(x, "tanh")


def dropout(
    input: Tensor, p: float = 0.5, training: bool = True, inplace: bool = False, *, addend: Tensor | None = None
) -> Tensor:
    """See `nn.functional.dropout`; `addend` is added to the result."""
    dropped: Tensor = _functional.dropout(input, p, training, inplace)
    return dropped if addend is None else dropped + addend


# of several at once


def fused_matmul_bias(
    x: Tensor,
    weight: Tensor,
    bias: Tensor,
    _add_to_output: Tensor | None = None,
    alpha: float = 1.0,
    beta: float = 0.0,
) -> Tensor:
    """alpha times the product of x and the transpose of weight, plus bias, plus beta times another tensor."""
    result = _functional.linear(x, weight, bias) if alpha == 1 else matmul(x, weight, False, True, alpha) + bias
    return result if _add_to_output is None or beta == 0 else result + _add_to_output * beta


def fused_fast_gelu_mul(x: Tensor, multiplier: Tensor) -> Tensor:
    """gelu by tanh, times another tensor."""
    return fast_gelu(x) * multiplier


def fused_self_attention(hidden_states: Tensor, head_size: int = 8, alpha: float = 1.0) -> tuple[Tensor, Tensor]:
    """Of queries, keys and values that stand beside each other for each head, (L, N, heads * 3 * head_size): the
    products of queries and keys, times alpha, (N, heads, L, L), and the values (N, heads, L, head_size)."""
    length, batch, width = hidden_states.shape
    parts = hidden_states.reshape(length, batch, width // (3 * head_size), 3, head_size)
    query, key, value = (parts[:, :, :, number].permute(1, 2, 0, 3) for number in range(3))
    return matmul(query, key.transpose(-2, -1)) * alpha, value


def _added(x: Tensor, bias: Tensor, axis: int) -> Tensor:
    axis %= len(x.shape)
    return x + _shape.reshape(bias, [-1, *[1] * (len(x.shape) - axis - 1)])


def fused_bias_add_gelu(x: Tensor, bias: Tensor, axis: int) -> Tensor:
    """gelu of x plus a bias along `axis`."""
    return _functional.gelu(_added(x, bias, axis))


def fused_bias_add_dropout(x: Tensor, bias: Tensor, p: float = 0.5, axis: int = 1) -> Tensor:
    """x plus a bias along `axis`, of which elements are dropped."""
    return _functional.dropout(_added(x, bias, axis), p)


def fused_scale_mask_softmax_dropout(
    x: Tensor, mask: Tensor, fill_value: float = 0.0, scale: float | None = 1.0, p: float = 0.5, train: bool = True
) -> tuple[Tensor, Tensor]:
    """softmax along the last dimension of scale * x, or fill_value where mask is false or 0, and that with elements
    dropped: (dropped, softmax). Without a scale it is 1."""
    is_kept = mask if mask.dtype is _dtypes.bool_ else mask != 0
    weights = _ops.softmax(_ops.where(is_kept, x if scale is None else x * scale, fill_value), -1)
    return _functional.dropout(weights, p, train), weights


def fused_bias_add_scale_mask_softmax_dropout(
    x: Tensor,
    bias: Tensor,
    mask: Tensor,
    fill_value: float = 0.0,
    scale: float | None = 1.0,
    p: float = 0.5,
    train: bool = True,
) -> tuple[Tensor, Tensor]:
    """fused_scale_mask_softmax_dropout of x plus a bias that broadcasts."""
    return fused_scale_mask_softmax_dropout(x + bias, mask, fill_value, scale, p, train)


def fused_scale_tril_softmax_mask_scale(
    x: Tensor, p: float = 0.5, diagonal: int = 0, tril_scale_value: float = 1.0, tril_fill_value: float = 0.0
) -> tuple[Tensor, Tensor]:
    """softmax along the last dimension of x times a scale up to a diagonal, and the fill value above it, and that with
    elements dropped: (dropped, softmax)."""
    is_kept = _ops.tril(_creation.ones_like(x), diagonal) > 0
    weights = _ops.softmax(_ops.where(is_kept, x * tril_scale_value, tril_fill_value), -1)
    return _functional.dropout(weights, p), weights
