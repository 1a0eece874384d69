"""Transformers: layers of attention, encoders and decoders. Vaswani et al., "Attention Is All You Need", 2017."""

from __future__ import annotations

import copy
import math
from typing import TYPE_CHECKING, Any, Callable

from .. import _dtypes
from .._creation import full
from .._errors import at_user_line
from .._ops import triu
from . import functional, init
from .attention import MultiheadAttention
from .dropout import Dropout
from .layers import Linear, ModuleList
from .module import Module
from .normalization import LayerNorm

if TYPE_CHECKING:
    from .._tensor import Tensor

Activation = Callable[["Tensor"], "Tensor"]


def _activation(kind: str, given: str | Activation) -> Activation:
    if callable(given):
        return given
    if given not in ("relu", "gelu"):
        raise ValueError(at_user_line(f"{kind}: expects activation to be relu, gelu or a function, got {given!r}"))
    chosen: Activation = getattr(functional, given)
    return chosen


class _Layer(Module):
    """What layers of encoders and decoders share: blocks, each added to what it is given, and normalized behind that
    or, with `norm_first`, before."""

    def __init__(self, batch_first: bool, norm_first: bool, activation: str | Activation) -> None:
        super().__init__()
        self.batch_first, self.norm_first = batch_first, norm_first
        self.activation = _activation(type(self).__name__, activation)

    def _add_feed_forward(self, d_model: int, hidden: int, dropout: float, bias: bool, place: dict[str, Any]) -> None:
        self.linear1 = Linear(d_model, hidden, bias, **place)
        self.dropout = Dropout(dropout)
        self.linear2 = Linear(hidden, d_model, bias, **place)

    def _added(self, x: Tensor, norm: Module, block: Activation) -> Tensor:
        added: Tensor = x + block(norm(x)) if self.norm_first else norm(x + block(x))
        return added

    def _feed_forward(self, x: Tensor) -> Tensor:
        hidden: Tensor = self.linear2(self.dropout(self.activation(self.linear1(x))))
        return hidden

    @staticmethod
    def _attending(
        attention: Module,
        dropout: Module,
        memory: Tensor | None,
        padding: Tensor | None,
        mask: Tensor | None,
        is_causal: bool,
    ) -> Activation:
        """The block that attends to a memory, or to its input."""

        def attend(x: Tensor) -> Tensor:
            to = x if memory is None else memory
            attended, _ = attention(x, to, to, padding, False, mask, is_causal=is_causal)
            dropped: Tensor = dropout(attended)
            return dropped

        return attend


class TransformerEncoderLayer(_Layer):
    """Attention of a sequence to itself and two linear layers, with what goes around each. Inputs are (L, N, d_model),
    or (N, L, d_model) with `batch_first`."""

    def __init__(
        self,
        d_model: int,
        nhead: int,
        dim_feedforward: int = 2048,
        dropout: float = 0.1,
        activation: str | Activation = functional.relu,
        layer_norm_eps: float = 1e-5,
        batch_first: bool = False,
        norm_first: bool = False,
        bias: bool = True,
        device: Any = None,
        dtype: _dtypes.dtype | None = None,
    ) -> None:
        super().__init__(batch_first, norm_first, activation)
        place = {"device": device, "dtype": dtype}
        self.self_attn = MultiheadAttention(d_model, nhead, dropout, bias, batch_first=batch_first, **place)
        self._add_feed_forward(d_model, dim_feedforward, dropout, bias, place)
        self.norm1, self.norm2 = (LayerNorm(d_model, layer_norm_eps, bias=bias, **place) for _ in range(2))
        self.dropout1, self.dropout2 = Dropout(dropout), Dropout(dropout)

    def forward(
        self,
        src: Tensor,
        src_mask: Tensor | None = None,
        src_key_padding_mask: Tensor | None = None,
        is_causal: bool = False,
    ) -> Tensor:
        """Masks are those of MultiheadAttention."""
        masks = src_key_padding_mask, src_mask
        attend = self._attending(self.self_attn, self.dropout1, None, *masks, is_causal)
        x = self._added(src, self.norm1, attend)
        return self._added(x, self.norm2, lambda x: self.dropout2(self._feed_forward(x)))


class TransformerDecoderLayer(_Layer):
    """Attention of a sequence to itself and to a memory, and two linear layers, with what goes around each. Inputs are
    (L, N, d_model), or (N, L, d_model) with `batch_first`."""

    def __init__(
        self,
        d_model: int,
        nhead: int,
        dim_feedforward: int = 2048,
        dropout: float = 0.1,
        activation: str | Activation = functional.relu,
        layer_norm_eps: float = 1e-5,
        batch_first: bool = False,
        norm_first: bool = False,
        bias: bool = True,
        device: Any = None,
        dtype: _dtypes.dtype | None = None,
    ) -> None:
        super().__init__(batch_first, norm_first, activation)
        place = {"device": device, "dtype": dtype}
        self.self_attn = MultiheadAttention(d_model, nhead, dropout, bias, batch_first=batch_first, **place)
        self.multihead_attn = MultiheadAttention(d_model, nhead, dropout, bias, batch_first=batch_first, **place)
        self._add_feed_forward(d_model, dim_feedforward, dropout, bias, place)
        norms = (LayerNorm(d_model, layer_norm_eps, bias=bias, **place) for _ in range(3))
        self.norm1, self.norm2, self.norm3 = norms
        self.dropout1, self.dropout2, self.dropout3 = (Dropout(dropout) for _ in range(3))

    def forward(
        self,
        tgt: Tensor,
        memory: Tensor,
        tgt_mask: Tensor | None = None,
        memory_mask: Tensor | None = None,
        tgt_key_padding_mask: Tensor | None = None,
        memory_key_padding_mask: Tensor | None = None,
        tgt_is_causal: bool = False,
        memory_is_causal: bool = False,
    ) -> Tensor:
        """Masks are those of MultiheadAttention."""
        masks = tgt_key_padding_mask, tgt_mask
        attend = self._attending(self.self_attn, self.dropout1, None, *masks, tgt_is_causal)
        masks = memory_key_padding_mask, memory_mask
        recall = self._attending(self.multihead_attn, self.dropout2, memory, *masks, memory_is_causal)
        x = self._added(tgt, self.norm1, attend)
        x = self._added(x, self.norm2, recall)
        return self._added(x, self.norm3, lambda x: self.dropout3(self._feed_forward(x)))


def _copies(layer: Module, count: int) -> ModuleList:
    return ModuleList([copy.deepcopy(layer) for _ in range(count)])


class TransformerEncoder(Module):
    """`num_layers` copies of a layer, one behind another, and `norm` behind them."""

    def __init__(
        self,
        encoder_layer: TransformerEncoderLayer,
        num_layers: int,
        norm: Module | None = None,
        enable_nested_tensor: bool = True,
        mask_check: bool = True,
    ) -> None:
        super().__init__()
        self.layers = _copies(encoder_layer, num_layers)
        self.num_layers, self.norm = num_layers, norm

    def forward(
        self,
        src: Tensor,
        mask: Tensor | None = None,
        src_key_padding_mask: Tensor | None = None,
        is_causal: bool | None = None,
    ) -> Tensor:
        """Masks are those of MultiheadAttention."""
        for layer in self.layers:
            src = layer(src, mask, src_key_padding_mask, bool(is_causal))
        return src if self.norm is None else self.norm(src)


class TransformerDecoder(Module):
    """`num_layers` copies of a layer, one behind another, and `norm` behind them."""

    def __init__(self, decoder_layer: TransformerDecoderLayer, num_layers: int, norm: Module | None = None) -> None:
        super().__init__()
        self.layers = _copies(decoder_layer, num_layers)
        self.num_layers, self.norm = num_layers, norm

    def forward(
        self,
        tgt: Tensor,
        memory: Tensor,
        tgt_mask: Tensor | None = None,
        memory_mask: Tensor | None = None,
        tgt_key_padding_mask: Tensor | None = None,
        memory_key_padding_mask: Tensor | None = None,
        tgt_is_causal: bool | None = None,
        memory_is_causal: bool = False,
    ) -> Tensor:
        """Masks are those of MultiheadAttention."""
        masks = tgt_mask, memory_mask, tgt_key_padding_mask, memory_key_padding_mask
        for layer in self.layers:
            tgt = layer(tgt, memory, *masks, bool(tgt_is_causal), memory_is_causal)
        return tgt if self.norm is None else self.norm(tgt)


class Transformer(Module):
    """An encoder of sequences and a decoder that attends to what it gives."""

    def __init__(
        self,
        d_model: int = 512,
        nhead: int = 8,
        num_encoder_layers: int = 6,
        num_decoder_layers: int = 6,
        dim_feedforward: int = 2048,
        dropout: float = 0.1,
        activation: str | Activation = functional.relu,
        custom_encoder: Module | None = None,
        custom_decoder: Module | None = None,
        layer_norm_eps: float = 1e-5,
        batch_first: bool = False,
        norm_first: bool = False,
        bias: bool = True,
        device: Any = None,
        dtype: _dtypes.dtype | None = None,
    ) -> None:
        super().__init__()
        place = {"device": device, "dtype": dtype}
        sizes = d_model, nhead, dim_feedforward, dropout
        options = activation, layer_norm_eps, batch_first, norm_first, bias
        self.encoder: Module = custom_encoder or TransformerEncoder(
            TransformerEncoderLayer(*sizes, *options, **place),
            num_encoder_layers,
            LayerNorm(d_model, layer_norm_eps, bias=bias, **place),
        )
        self.decoder: Module = custom_decoder or TransformerDecoder(
            TransformerDecoderLayer(*sizes, *options, **place),
            num_decoder_layers,
            LayerNorm(d_model, layer_norm_eps, bias=bias, **place),
        )
        self.d_model, self.nhead, self.batch_first = d_model, nhead, batch_first
        for parameter in self.parameters():
            if len(parameter.shape) > 1:
                init.xavier_uniform_(parameter)

    def forward(
        self,
        src: Tensor,
        tgt: Tensor,
        src_mask: Tensor | None = None,
        tgt_mask: Tensor | None = None,
        memory_mask: Tensor | None = None,
        src_key_padding_mask: Tensor | None = None,
        tgt_key_padding_mask: Tensor | None = None,
        memory_key_padding_mask: Tensor | None = None,
        src_is_causal: bool | None = None,
        tgt_is_causal: bool | None = None,
        memory_is_causal: bool = False,
    ) -> Tensor:
        """What the decoder makes of `tgt` and of what the encoder makes of `src`. Masks are those of
        MultiheadAttention."""
        for name, x in (("src", src), ("tgt", tgt)):
            if x.shape[-1] != self.d_model:
                facts = f"expects {name} to have {self.d_model} features, got shape {tuple(x.shape)}"
                raise ValueError(at_user_line(f"Transformer: {facts}"))
        memory = self.encoder(src, src_mask, src_key_padding_mask, src_is_causal)
        masks = tgt_mask, memory_mask, tgt_key_padding_mask, memory_key_padding_mask
        decoded: Tensor = self.decoder(tgt, memory, *masks, tgt_is_causal, memory_is_causal)
        return decoded

    @staticmethod
    def generate_square_subsequent_mask(
        sz: int, device: Any = None, dtype: _dtypes.dtype | None = None
    ) -> Tensor:
        """A float mask (sz, sz) by which each position attends to itself and those before: 0 there, else -inf."""
        return triu(full((sz, sz), -math.inf, dtype=dtype, device=device), 1)
