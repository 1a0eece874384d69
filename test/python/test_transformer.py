"""Transformers against their definition in NumPy. Training with them is held against PyTorch's by the programs
translation and text_encoder."""

import re

import numpy as np
import pytest

import weir as flow
from traced_graphs import Function
from weir import nn, optim
from weir.nn import functional as F

D, HEADS, WIDE = 6, 2, 10
DRAWS = np.random.default_rng(12)
CAUSAL = np.triu(np.full((4, 4), -np.inf), 1)


def drawn(module):
    """The module in f64 with other weights, and these by name."""
    module.double()
    weights = {name: DRAWS.normal(size=tuple(p.shape)) / 2 for name, p in module.named_parameters()}
    module.load_state_dict({name: flow.tensor(value) for name, value in weights.items()})
    return module, weights


def below(weights, path):
    return {name[len(path) + 1 :]: value for name, value in weights.items() if name.startswith(path + ".")}


def attended(w, query, memory, mask):
    """Of batches (N, L, D), with a mask that is added to the scores."""
    rows = [
        x @ w["in_proj_weight"][i * D : (i + 1) * D].T + w["in_proj_bias"][i * D : (i + 1) * D]
        for i, x in enumerate((query, memory, memory))
    ]
    q, k, v = (x.reshape(*x.shape[:2], HEADS, -1).swapaxes(1, 2) for x in rows)
    scores = np.exp(q @ k.swapaxes(2, 3) / np.sqrt(D // HEADS) + mask)
    mixed = (scores / scores.sum(-1, keepdims=True) @ v).swapaxes(1, 2).reshape(query.shape)
    return mixed @ w["out_proj.weight"].T + w["out_proj.bias"]


def normalized(w, x):
    centred = x - x.mean(-1, keepdims=True)
    return centred / np.sqrt(x.var(-1, keepdims=True) + 1e-5) * w["weight"] + w["bias"]


def layer_of(w, x, mask, norm_first, memory=None):
    def feed(x):
        hidden = np.maximum(x @ w["linear1.weight"].T + w["linear1.bias"], 0)
        return hidden @ w["linear2.weight"].T + w["linear2.bias"]

    blocks = [lambda x: attended(below(w, "self_attn"), x, x, mask)]
    if memory is not None:
        blocks.append(lambda x: attended(below(w, "multihead_attn"), x, memory, 0))
    for number, block in enumerate([*blocks, feed], 1):
        norm = below(w, f"norm{number}")
        x = x + block(normalized(norm, x)) if norm_first else normalized(norm, x + block(x))
    return x


@pytest.mark.parametrize("norm_first", [False, True])
def test_layers(norm_first):
    options = {"dropout": 0.0, "norm_first": norm_first, "batch_first": True}
    encoder, e = drawn(nn.TransformerEncoderLayer(D, HEADS, WIDE, **options))
    decoder, d = drawn(nn.TransformerDecoderLayer(D, HEADS, WIDE, **options))
    source, target = DRAWS.normal(size=(3, 5, D)), DRAWS.normal(size=(3, 4, D))
    is_padding = np.arange(5) >= np.array([5, 2, 3])[:, None]

    def build(source, target, causal, is_padding):
        memory = encoder(source, src_key_padding_mask=is_padding)
        return memory, decoder(target, memory, tgt_mask=causal, tgt_is_causal=True)

    found = Function(build, encoder, decoder)(*map(flow.tensor, (source, target, CAUSAL, is_padding)))
    memory = layer_of(e, source, np.where(is_padding, -np.inf, 0)[:, None, None], norm_first)
    expected = memory, layer_of(d, target, CAUSAL, norm_first, memory)
    for one, other in zip(found, expected):
        assert np.abs(one.numpy() - other).max() < 1e-12


def test_whole():
    """Copies of layers have weights of their own; steps come first unless batches do."""
    model, w = drawn(nn.Transformer(D, HEADS, 2, 1, WIDE, dropout=0.0, activation="relu"))
    assert len(w) == 2 * 12 + 18 + 2 * 2
    source, target = DRAWS.normal(size=(5, 3, D)), DRAWS.normal(size=(4, 3, D))
    causal = nn.Transformer.generate_square_subsequent_mask(4, dtype=flow.float64)
    assert (causal.numpy() == CAUSAL).all()
    found = Function(lambda s, t, c: model(s, t, tgt_mask=c), model)(flow.tensor(source), flow.tensor(target), causal)
    memory = source.swapaxes(0, 1)
    for number in range(2):
        memory = layer_of(below(w, f"encoder.layers.{number}"), memory, 0, False)
    memory = normalized(below(w, "encoder.norm"), memory)
    expected = layer_of(below(w, "decoder.layers.0"), target.swapaxes(0, 1), CAUSAL, False, memory)
    expected = normalized(below(w, "decoder.norm"), expected)
    assert np.abs(found.numpy().swapaxes(0, 1) - expected).max() < 1e-12


def test_stacks():
    """A stack has copies of its layer, and a norm of its own if it is given one."""
    layers = {"d_model": D, "nhead": HEADS, "dim_feedforward": WIDE, "dropout": 0.0, "batch_first": True}
    encoder, e = drawn(nn.TransformerEncoder(nn.TransformerEncoderLayer(**layers), 2, nn.LayerNorm(D)))
    decoder, d = drawn(nn.TransformerDecoder(nn.TransformerDecoderLayer(**layers), 3))
    source, target = DRAWS.normal(size=(3, 5, D)), DRAWS.normal(size=(3, 4, D))

    def build(source, target, causal):
        memory = encoder(source)
        return memory, decoder(target, memory, tgt_mask=causal)

    found = Function(build, encoder, decoder)(*map(flow.tensor, (source, target, CAUSAL)))
    memory = source
    for number in range(2):
        memory = layer_of(below(e, f"layers.{number}"), memory, 0, False)
    memory, expected = normalized(below(e, "norm"), memory), target
    for number in range(3):
        expected = layer_of(below(d, f"layers.{number}"), expected, CAUSAL, False, memory)
    for one, other in zip(found, (memory, expected)):
        assert np.abs(one.numpy() - other).max() < 1e-12


def test_activations():
    layer, w = drawn(nn.TransformerEncoderLayer(D, HEADS, WIDE, dropout=0.0, activation=lambda x: -F.relu(-x)))
    x = flow.tensor(DRAWS.normal(size=(4, D)))
    by_function = Function(lambda x: layer(x), layer)(x).numpy()
    layer.activation = F.gelu
    by_gelu = Function(lambda x: layer(x), layer)(x).numpy()
    assert by_function.shape == (4, D) and np.abs(by_function - by_gelu).max() > 1e-3


class Training(nn.Graph):
    def __init__(self, dropout):
        super().__init__()
        self.model = nn.TransformerEncoder(nn.TransformerEncoderLayer(8, 2, 16, dropout=dropout), 6)
        self.add_optimizer(optim.SGD(self.model.parameters(), lr=0.1))

    def build(self, x):
        loss = (self.model(x) ** 2).sum()
        loss.backward()
        return loss


def kernels_with(dropout):
    graph = Training(dropout)
    graph(flow.ones(5, 2, 8))
    return len(re.findall(r"func\.func private @", graph.mlir("launch")))


def test_layers_share_kernels_though_each_draws_its_own_numbers():
    assert kernels_with(0.25) < kernels_with(0.0) + 10  # which are those of a layer, not of six


def test_bad_input():
    with pytest.raises(ValueError, match="TransformerEncoderLayer: expects activation to be relu, gelu or a function"):
        nn.TransformerEncoderLayer(D, HEADS, activation="swish")
    model = nn.Transformer(D, HEADS, 1, 1, WIDE)
    with pytest.raises(ValueError, match=r"Transformer: expects tgt to have 6 features, got shape \(4, 3, 5\)"):
        Function(model)(flow.zeros(5, 3, D), flow.zeros(4, 3, 5))
