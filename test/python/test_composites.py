"""Composite ops: one op in a trace, computed in float32 inside, with errors in the user's words."""

import json

import numpy as np
import pytest
import weir as flow
import weir.nn.functional as F
from traced_graphs import Function, ops_of, traced

RANDOM = np.random.default_rng(7)


def attention(query, key, value, mask=None, scale=None):
    scores = query @ np.swapaxes(key, -1, -2) * (scale or query.shape[-1] ** -0.5)
    if mask is not None:
        scores = np.where(mask, scores, -np.inf)
    most = scores.max(-1, keepdims=True)
    powers = np.exp(scores - np.where(np.isinf(most), 0, most))
    total = powers.sum(-1, keepdims=True)
    return powers / np.where(total == 0, 1, total) @ value


@pytest.mark.parametrize("causal", [False, True])
@pytest.mark.parametrize("scale", [None, 0.3])
def test_attention(causal, scale):
    query, key, value = (RANDOM.normal(size=(2, 3, n, 8)) for n in (5, 7, 7))
    tensors = [flow.tensor(x) for x in (query, key, value)]
    graph = Function(lambda q, k, v: F.scaled_dot_product_attention(q, k, v, is_causal=causal, scale=scale))
    mask = np.tril(np.ones((5, 7), bool)) if causal else None
    np.testing.assert_allclose(graph(*tensors).numpy(), attention(query, key, value, mask, scale), rtol=1e-6)


def test_attention_with_masks():
    query, key, value = (RANDOM.normal(size=(2, 4, 8)) for _ in range(3))
    seen = np.array([[1, 1, 0, 0], [0, 0, 0, 0], [1, 1, 1, 1], [0, 1, 0, 1]], bool)
    tensors = [flow.tensor(x) for x in (query, key, value)]
    graph = Function(
        lambda q, k, v, m: (
            F.scaled_dot_product_attention(q, k, v, m),
            F.scaled_dot_product_attention(q, k, v, flow.where(m, 0.0, -np.inf)),
        )
    )
    expected = attention(query, key, value, seen)
    assert (expected[:, 1] == 0).all()
    for result in graph(*tensors, flow.tensor(seen)):
        np.testing.assert_allclose(result.numpy(), expected, rtol=1e-6)


def test_attention_with_grouped_heads():
    query, key, value = RANDOM.normal(size=(2, 6, 5, 8)), *RANDOM.normal(size=(2, 2, 2, 5, 8))
    graph = Function(lambda q, k, v: F.scaled_dot_product_attention(q, k, v, enable_gqa=True))
    repeated = [np.repeat(x, 3, axis=1) for x in (key, value)]
    result = graph(*(flow.tensor(x) for x in (query, key, value))).numpy()
    np.testing.assert_allclose(result, attention(query, *repeated), rtol=1e-6)


@pytest.mark.parametrize("shared", [False, True])
def test_attention_broadcasts_what_is_in_front(shared):
    query, key, value = RANDOM.normal(size=(3, 5, 8)), RANDOM.normal(size=(2, 1, 6, 8)), RANDOM.normal(size=(6, 8))
    if shared:
        key, value = RANDOM.normal(size=(2, 2, 1, 6, 8))
        query = RANDOM.normal(size=(2, 5, 8))
    graph = Function(lambda q, k, v: F.scaled_dot_product_attention(q, k, v, enable_gqa=shared))
    repeated = [np.repeat(x, 2, axis=1) for x in (key, value)] if shared else (key, value)
    result = graph(*(flow.tensor(x) for x in (query, key, value))).numpy()
    np.testing.assert_allclose(result, attention(query, *repeated), rtol=1e-6)


def test_a_trace_says_what_the_program_said():
    def build(x, w, target):
        return F.cross_entropy(F.linear(F.layer_norm(F.gelu(x), 8), w), target) + F.softmax(x, 1).var()

    text = traced(build, flow.zeros(4, 8), flow.zeros(3, 8), flow.zeros(4, dtype=flow.int64))
    assert ops_of(text) == ["gelu", "layer_norm", "linear", "cross_entropy", "softmax", "var", "add"]


def test_a_trace_says_what_was_done_to_images():
    def build(x):
        x = F.interpolate(F.pad(F.max_pool2d(x, 2), (1, 1), "reflect"), (5, 5), mode="bicubic")
        x = F.adaptive_avg_pool2d(F.fold(F.unfold(x, 2), (5, 5), 2), 2) + F.adaptive_max_pool2d(x, 2)
        return flow.einsum("nchw,nc,h->w", x, flow.randn(1, 2), flow.bernoulli(flow.rand(2)))

    ops = ops_of(traced(build, flow.zeros(1, 2, 8, 8)))
    images = ["max_pool", "pad_by_mode", "interpolate", "unfold", "fold", "adaptive_average_pool", "adaptive_max_pool"]
    draws = ["random_normal", "random_uniform", "bernoulli"]
    assert [op for op in ops if op in images + draws] == images + draws
    assert ops[-1] == "einsum" and not {"gather", "random_bits", "window_max", "matmul"} & {*ops}


def test_attention_drops_weights():
    query, key = (flow.tensor(RANDOM.normal(size=(1, 64, 8))) for _ in range(2))
    graph = Function(lambda q, k, v: F.scaled_dot_product_attention(q, k, v, dropout_p=0.5))
    rows = graph(query, key, flow.ones(1, 64, 1, dtype=flow.float64)).numpy()
    assert 0.8 < rows.mean() < 1.2 and rows.std() > 0


@pytest.mark.parametrize(
    "function, expected",
    [
        (lambda x: x.mean(-1), lambda x: x.mean(-1)),
        (lambda x: x.var(-1), lambda x: x.var(-1, ddof=1)),
        (lambda x: x.norm(2, -1), lambda x: np.sqrt((x * x).sum(-1))),
        (lambda x: F.layer_norm(x, x.shape[-1]), lambda x: (x - x.mean(-1, keepdims=True)) / x.std(-1, keepdims=True)),
        (lambda x: F.mse_loss(x, x * 0), lambda x: (x * x).mean()),
        (
            lambda x: F.interpolate(x[None], 130, mode="linear")[0, :, 1:-1:2],
            lambda x: x[:, :-1] * 0.75 + x[:, 1:] * 0.25,
        ),
    ],
)
def test_narrow_floats_are_computed_in_float32(function, expected):
    x = (RANDOM.normal(size=(3, 65)) * 300).astype(np.float16)
    result = Function(function)(flow.tensor(x)).numpy()
    wanted = expected(x.astype(np.float64))
    assert result.dtype == np.float16
    with np.errstate(over="ignore"):
        np.testing.assert_allclose(result, wanted.astype(np.float16), rtol=1e-3)


@pytest.mark.parametrize(
    "call, error, message",
    [
        (lambda x: F.layer_norm(x, 4), ValueError, r"layer_norm: expects input of shape \(\*, 4\), got \(2, 3\)"),
        (lambda x: F.softmax(x, 2), IndexError, r"softmax: expects dim to be in \[-2, 2\), got 2"),
        (lambda x: F.gelu(x.long()), TypeError, "gelu: expects input to be of a floating-point dtype, got int64"),
        (lambda x: F.elu(x, "large"), TypeError, "elu: expects alpha to be a number, got 'large'"),
        (lambda x: F.mse_loss(x, x, "max"), ValueError, "mse_loss: expects reduction to be mean, sum or none, got"),
        (lambda x: flow.isnan(None), TypeError, "isnan: expects input to be a Tensor or a number, got NoneType"),
        (
            lambda x: F.scaled_dot_product_attention(x, x, x[:1]),
            ValueError,
            r"scaled_dot_product_attention: .* that agree, got \(2, 3\), \(2, 3\) and \(1, 3\)",
        ),
    ],
)
def test_errors(call, error, message):
    with pytest.raises(error, match=message):
        Function(call)(flow.zeros(2, 3))


# What the user wrote, after it has been expanded.


def normalized(x):
    return F.layer_norm(F.softmax(x, 1) * 2, (4,))


def test_kernels_have_the_names_of_composites(tmp_path):
    graph, path = Function(normalized), tmp_path / "trace.json"
    graph(flow.ones(3, 4))
    with flow.profile(str(path)):
        graph(flow.ones(3, 4))
    events = json.loads(path.read_text())["traceEvents"]
    assert {event["name"] for event in events if event.get("cat") == "kernel"} == {"softmax_mul_layer_norm"}
    assert [line.strip() for line in repr(graph).splitlines() if " in " in line] == [
        f"{op} -> float32[3, 4] in softmax_mul_layer_norm" for op in ("softmax", "mul", "layer_norm")
    ]


def test_kernels_of_gradients_have_them_too():
    def gradient(x):
        return flow.grad((F.softmax(x, 1) * x).sum(), [x])[0]

    graph = Function(gradient)
    graph(flow.ones(3, 4))
    assert "softmax_grad" in graph.mlir("launch")


@pytest.mark.parametrize("device", ["cpu", "sim"])
def test_a_fault_names_the_composite(device):
    graph = Function(lambda x, t: F.cross_entropy(x, t))
    with pytest.raises(flow.WeirError, match="expects an index from 0 to 2, got 3") as raised:
        graph(flow.ones(1, 3, device=device), flow.tensor([3], device=device)).item()
    assert raised.value.op == "gather of cross_entropy" and raised.value.file == __file__
