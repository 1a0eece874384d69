"""Attention in PyTorch's words."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Sequence

import numpy as np

from .. import _joining, _ops, _random, _shape
from .._creation import zeros
from .._dispatch import dispatch
from .._dtypes import bool_, dtype as DType
from .._errors import at_user_line
from . import _functional_ops

if TYPE_CHECKING:
    from .._tensor import Tensor

__all__ = ["multi_head_attention_forward", "scaled_dot_product_attention"]


def scaled_dot_product_attention(
    query: Tensor,
    key: Tensor,
    value: Tensor,
    attn_mask: Tensor | None = None,
    dropout_p: float = 0.0,
    is_causal: bool = False,
    scale: float | None = None,
    enable_gqa: bool = False,
) -> Tensor:
    """softmax(query key^T * scale) value, for query (*, heads, L, E), key (*, heads, S, E) and value (*, heads, S, Ev);
    `scale` is 1 / sqrt(E) unless given. `attn_mask` broadcasts to (*, heads, L, S): a bool mask says which keys a query
    attends to, a float mask is added to the scores. With `is_causal`, position i of query attends to positions up to i
    of key. Weights are dropped with probability dropout_p. With `enable_gqa`, each head of key and value serves several
    heads of query. The result for a query that attends to nothing is 0. Vaswani et al., "Attention Is All You Need",
    2017."""
    stream = _random.draw_inside("scaled_dot_product_attention") if dropout_p else (None, None)
    options = {"is_causal": is_causal, "scale": scale, "enable_gqa": enable_gqa}
    operands = (*_agreeing(query, key, value, heads=1 if enable_gqa else 0), attn_mask, *stream)
    return dispatch(  # type: ignore[no-any-return]
        "attention", operands, function="scaled_dot_product_attention", dropout_p=dropout_p, **options
    )


def _agreeing(*tensors: Tensor, heads: int) -> Sequence[Tensor]:
    """The tensors (*, heads, length, embedding) with leading dimensions that they have all. What doesn't broadcast is
    left, as the op has the words for it."""
    leading = [tuple(x.shape[: -2 - heads]) for x in tensors]
    if len(set(leading)) == 1:
        return tensors
    try:
        shape = np.broadcast_shapes(*leading)
    except ValueError:
        return tensors
    return [_shape.expand(x, [*shape, *x.shape[-2 - heads :]]) for x in tensors]


def multi_head_attention_forward(
    query: Tensor,
    key: Tensor,
    value: Tensor,
    embed_dim_to_check: int,
    num_heads: int,
    in_proj_weight: Tensor | None,
    in_proj_bias: Tensor | None,
    bias_k: Tensor | None,
    bias_v: Tensor | None,
    add_zero_attn: bool,
    dropout_p: float,
    out_proj_weight: Tensor,
    out_proj_bias: Tensor | None,
    training: bool = True,
    key_padding_mask: Tensor | None = None,
    need_weights: bool = True,
    attn_mask: Tensor | None = None,
    use_separate_proj_weight: bool = False,
    q_proj_weight: Tensor | None = None,
    k_proj_weight: Tensor | None = None,
    v_proj_weight: Tensor | None = None,
    static_k: Tensor | None = None,
    static_v: Tensor | None = None,
    average_attn_weights: bool = True,
    is_causal: bool = False,
) -> tuple[Tensor, Tensor | None]:
    """Attention of several heads, each on a part of the embedding: query (L, N, E), key (S, N, Ek) and value (S, N, Ev)
    are projected, attended to and projected back. Bool masks say which keys do not take part, float masks are added to
    the scores: `key_padding_mask` (N, S), `attn_mask` (L, S) or (N * heads, L, S). Without a batch, N is missing. The
    result, and the weights, averaged over heads or not, or None."""
    if is_alone := len(query.shape) == 2:
        query, key, value = (_shape.unsqueeze(x, 1) for x in (query, key, value))
        key_padding_mask = None if key_padding_mask is None else _shape.unsqueeze(key_padding_mask, 0)
    length, batch, embed = query.shape
    if embed != embed_dim_to_check or embed % num_heads:
        facts = f"{embed_dim_to_check} of {num_heads} heads, got {tuple(query.shape)}"
        raise ValueError(at_user_line(f"multi_head_attention_forward: expects an embedding of {facts}"))
    separate = (q_proj_weight, k_proj_weight, v_proj_weight)
    weights_in = separate if use_separate_proj_weight else in_proj_weight.chunk(3)  # type: ignore[union-attr]
    biases = [None] * 3 if in_proj_bias is None else in_proj_bias.chunk(3)
    q, k, v = map(_functional_ops.linear, (query, key, value), weights_in, biases)
    if bias_k is not None and bias_v is not None:
        k, v = (_joining.cat([x, _shape.expand(extra, [1, batch, embed])]) for x, extra in ((k, bias_k), (v, bias_v)))
    added = int(bias_k is not None)
    q, k, v = (_heads(x, num_heads) for x in (q, k, v))
    k, v = (
        x if given is None else _shape.reshape(given, [batch, num_heads, *given.shape[1:]])
        for x, given in ((k, static_k), (v, static_v))
    )
    if add_zero_attn:
        k, v = (_joining.cat([x, zeros(batch, num_heads, 1, x.shape[3], dtype=x.dtype)], 2) for x in (k, v))
        added += 1
    mask = _mask(attn_mask, key_padding_mask, batch, num_heads, added, q.dtype)
    causal, dropped = is_causal and attn_mask is None, dropout_p if training else 0.0
    attended, weights = _attended(q, k, v, mask, dropped, causal, need_weights)
    joined = _shape.reshape(_shape.permute(attended, (2, 0, 1, 3)), [length, batch, embed])
    output = _functional_ops.linear(joined, out_proj_weight, out_proj_bias)
    if weights is not None and average_attn_weights:
        weights = _ops.mean(weights, 1)
    if is_alone:
        output, weights = _shape.squeeze(output, 1), None if weights is None else _shape.squeeze(weights, 0)
    return output, weights


def _attended(
    q: Tensor, k: Tensor, v: Tensor, mask: Tensor | None, dropout_p: float, is_causal: bool, need_weights: bool
) -> tuple[Tensor, Tensor | None]:
    if not need_weights:
        return scaled_dot_product_attention(q, k, v, mask, dropout_p, is_causal), None
    stream = _random.draw_inside("multi_head_attention_forward") if dropout_p else (None, None)
    options = {"dropout_p": dropout_p, "is_causal": is_causal}
    weights: Tensor = dispatch("attention_weights", (q, k, mask, *stream), **options)
    return _ops.matmul(weights, v), weights


def _heads(x: Tensor, heads: int) -> Tensor:
    """(L, N, E) as (N, heads, L, E / heads)."""
    length, batch, embed = x.shape
    return _shape.permute(_shape.reshape(x, [length, batch, heads, embed // heads]), (1, 2, 0, 3))


def _mask(
    attn_mask: Tensor | None, padding: Tensor | None, batch: int, heads: int, added: int, dtype: DType
) -> Tensor | None:
    """What is added to scores (N, heads, L, S), of both masks; keys that were added at the end take part."""
    parts = []
    if attn_mask is not None:
        shape = [batch, heads, *attn_mask.shape[1:]] if len(attn_mask.shape) == 3 else attn_mask.shape
        parts.append(_shape.reshape(attn_mask, shape))
    if padding is not None:
        parts.append(_shape.reshape(padding, [batch, 1, 1, padding.shape[1]]))
    total = None
    for part in parts:
        if part.dtype is bool_:
            part = _ops.where(part, -math.inf, zeros((), dtype=dtype))
        total = part if total is None else total + part
    if total is None or not added:
        return total
    *rest, keys = total.shape
    rank = len(total.shape)
    where = {"shape": (*rest, keys + added), "starts": (0,) * rank, "steps": (1,) * rank}
    return dispatch("pad", (total,), value=0.0, **where)  # type: ignore[no-any-return]
