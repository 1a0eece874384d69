"""Attention of several heads as a module, and PyTorch's words for ways to compute attention."""

from __future__ import annotations

from contextlib import AbstractContextManager, contextmanager
from enum import Enum
from typing import TYPE_CHECKING, Any, Iterable, Iterator

from .. import _dtypes
from .._creation import empty, zeros
from .._errors import at_user_line
from .._shape import transpose
from . import functional, init
from .layers import Linear
from .module import Module
from .parameter import Parameter

if TYPE_CHECKING:
    from .._tensor import Tensor


class MultiheadAttention(Module):
    """Attention of num_heads heads, each on a part of the embedding; query (L, N, E), key (S, N, kdim) and value
    (S, N, vdim), or batches first with `batch_first`. Vaswani et al., "Attention Is All You Need", 2017."""

    def __init__(
        self,
        embed_dim: int,
        num_heads: int,
        dropout: float = 0.0,
        bias: bool = True,
        add_bias_kv: bool = False,
        add_zero_attn: bool = False,
        kdim: int | None = None,
        vdim: int | None = None,
        batch_first: bool = False,
        device: Any = None,
        dtype: _dtypes.dtype | None = None,
    ) -> None:
        super().__init__()
        if embed_dim <= 0 or num_heads <= 0 or embed_dim % num_heads:
            facts = f"embed_dim {embed_dim} and num_heads {num_heads}"
            raise ValueError(at_user_line(f"MultiheadAttention: expects a multiple of the heads, got {facts}"))
        self.embed_dim, self.num_heads, self.dropout = embed_dim, num_heads, dropout
        self.head_dim = embed_dim // num_heads
        self.kdim, self.vdim = kdim or embed_dim, vdim or embed_dim
        self.batch_first, self.add_zero_attn = batch_first, add_zero_attn

        def parameter(*shape: int) -> Parameter:
            return Parameter(empty(*shape, dtype=dtype, device=device))

        has_one = self.kdim == self.vdim == embed_dim
        self._qkv_same_embed_dim = has_one
        self.in_proj_weight = parameter(3 * embed_dim, embed_dim) if has_one else None
        self.q_proj_weight = None if has_one else parameter(embed_dim, embed_dim)
        self.k_proj_weight = None if has_one else parameter(embed_dim, self.kdim)
        self.v_proj_weight = None if has_one else parameter(embed_dim, self.vdim)
        self.in_proj_bias = Parameter(zeros(3 * embed_dim, dtype=dtype, device=device)) if bias else None
        self.out_proj = Linear(embed_dim, embed_dim, bias, dtype=dtype, device=device)
        self.bias_k = parameter(1, 1, embed_dim) if add_bias_kv else None
        self.bias_v = parameter(1, 1, embed_dim) if add_bias_kv else None
        self.reset_parameters()

    def reset_parameters(self) -> None:
        """Draws the weights anew, by Xavier's rule; biases of projections are zeros."""
        for weight in (self.in_proj_weight, self.q_proj_weight, self.k_proj_weight, self.v_proj_weight):
            if weight is not None:
                init.xavier_uniform_(weight)
        for bias in (self.in_proj_bias, self.out_proj.bias):
            if bias is not None:
                init.zeros_(bias)
        for extra in (self.bias_k, self.bias_v):
            if extra is not None:
                init.xavier_normal_(extra)

    def forward(
        self,
        query: Tensor,
        key: Tensor,
        value: Tensor,
        key_padding_mask: Tensor | None = None,
        need_weights: bool = True,
        attn_mask: Tensor | None = None,
        average_attn_weights: bool = True,
        is_causal: bool = False,
    ) -> tuple[Tensor, Tensor | None]:
        """What is attended to, and the weights unless `need_weights` is false. See
        `functional.multi_head_attention_forward`."""
        turns = self.batch_first and len(query.shape) == 3
        if turns:
            query, key, value = (transpose(x, 0, 1) for x in (query, key, value))
        attended, weights = functional.multi_head_attention_forward(
            query,
            key,
            value,
            self.embed_dim,
            self.num_heads,
            self.in_proj_weight,
            self.in_proj_bias,
            self.bias_k,
            self.bias_v,
            self.add_zero_attn,
            self.dropout,
            self.out_proj.weight,
            self.out_proj.bias,
            self.training,
            key_padding_mask,
            need_weights,
            attn_mask,
            not self._qkv_same_embed_dim,
            self.q_proj_weight,
            self.k_proj_weight,
            self.v_proj_weight,
            average_attn_weights=average_attn_weights,
            is_causal=is_causal,
        )
        return (transpose(attended, 0, 1) if turns else attended), weights


class SDPBackend(Enum):
    """Ways in which PyTorch computes attention."""

    ERROR = -1
    MATH = 0
    FLASH_ATTENTION = 1
    EFFICIENT_ATTENTION = 2
    CUDNN_ATTENTION = 3
    OVERRIDEABLE = 4


@contextmanager
def _as_ever() -> Iterator[None]:
    yield


def sdpa_kernel(
    backends: SDPBackend | Iterable[SDPBackend], set_priority: bool = False
) -> AbstractContextManager[None]:
    """Changes nothing: the compiler chooses how attention is computed."""
    several = [backends] if isinstance(backends, SDPBackend) else list(backends)
    for each in several:
        if not isinstance(each, SDPBackend):
            raise TypeError(at_user_line(f"sdpa_kernel: expects SDPBackend or several, got {type(each).__name__}"))
    if not several:
        raise ValueError(at_user_line("sdpa_kernel: expects one SDPBackend at least, got none"))
    return _as_ever()
