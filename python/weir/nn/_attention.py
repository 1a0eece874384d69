"""Attention in PyTorch's words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Sequence

import numpy as np

from .. import _random, _shape
from .._dispatch import broadcast_shapes, dispatch
from .._errors import at_user_line

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
    if all(each == leading[0] for each in leading):
        return tensors
    try:
        shape = broadcast_shapes(*leading)
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
    embed = query.shape[2]
    if embed != embed_dim_to_check or embed % num_heads:
        facts = f"{embed_dim_to_check} of {num_heads} heads, got {tuple(query.shape)}"
        raise ValueError(at_user_line(f"multi_head_attention_forward: expects an embedding of {facts}"))
    separate = (q_proj_weight, k_proj_weight, v_proj_weight)
    weights_in = separate if use_separate_proj_weight else in_proj_weight.chunk(3)  # type: ignore[union-attr]
    if bias_k is None or bias_v is None:
        bias_k = bias_v = None
    else:
        bias_k, bias_v = (_shape.reshape(extra, [1, 1, embed]) for extra in (bias_k, bias_v))
    dropped = dropout_p if training else 0.0
    stream = _random.draw_inside("multi_head_attention_forward") if dropped else (None, None)
    beside = (in_proj_bias, out_proj_bias, bias_k, bias_v, static_k, static_v, attn_mask, key_padding_mask, *stream)
    options: dict[str, Any] = {"num_heads": num_heads, "add_zero_attn": add_zero_attn, "is_causal": is_causal}
    options |= {"dropout_p": dropped} | ({"average": average_attn_weights} if need_weights else {})
    output = dispatch(
        "multi_head_attention_weights" if need_weights else "multi_head_attention",
        (query, key, value, *weights_in, out_proj_weight, *beside),
        function="multi_head_attention_forward",
        **options,
    )
    output, weights = output if need_weights else (output, None)
    if is_alone:
        output, weights = _shape.squeeze(output, 1), None if weights is None else _shape.squeeze(weights, 0)
    return output, weights
