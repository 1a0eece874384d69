"""Attention in PyTorch's words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .. import _random
from .._dispatch import dispatch

if TYPE_CHECKING:
    from .._tensor import Tensor

__all__ = ["scaled_dot_product_attention"]


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
    operands = (query, key, value, attn_mask, *stream)
    return dispatch(  # type: ignore[no-any-return]
        "attention", operands, function="scaled_dot_product_attention", dropout_p=dropout_p, **options
    )
