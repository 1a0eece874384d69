"""Attention of several heads against NumPy."""

import numpy as np
import pytest

import weir as flow
from traced_graphs import Function, assert_close
from weir import nn
from weir.nn import functional as F

pytestmark = pytest.mark.sampled(6)

random = np.random.default_rng(4)
LENGTH, KEYS, BATCH, EMBED, HEADS = 3, 5, 2, 8, 2
QUERY, KEY, VALUE = (random.normal(size=(n, BATCH, EMBED)) for n in (LENGTH, KEYS, KEYS))


def softmax(x):
    shifted = np.exp(x - x.max(-1, keepdims=True))
    return shifted / shifted.sum(-1, keepdims=True)


def expected(module, mask=0.0):
    weight, bias = module.in_proj_weight.numpy(), module.in_proj_bias.numpy()

    def heads(x, part):
        rows = slice(part * EMBED, (part + 1) * EMBED)
        y = x @ weight[rows].T + bias[rows]
        return y.reshape(*y.shape[:2], HEADS, -1).transpose(1, 2, 0, 3)

    q, k, v = heads(QUERY, 0), heads(KEY, 1), heads(VALUE, 2)
    weights = softmax(q @ k.swapaxes(-1, -2) / np.sqrt(EMBED // HEADS) + mask)
    joined = (weights @ v).transpose(2, 0, 1, 3).reshape(LENGTH, BATCH, EMBED)
    return joined @ module.out_proj.weight.numpy().T + module.out_proj.bias.numpy(), weights.mean(1)


@pytest.fixture
def module():
    flow.manual_seed(3)
    return nn.MultiheadAttention(EMBED, HEADS, dtype=flow.float64)


def test_attends(module):
    def build(*given):
        return (*module(*given), module(*given, need_weights=False)[0])

    result, weights, alone = Function(build, module)(*map(flow.tensor, (QUERY, KEY, VALUE)))
    wanted, shares = expected(module)
    assert_close(result.numpy(), wanted, flow.float64, terms=40)
    assert_close(alone.numpy(), wanted, flow.float64, terms=40)
    assert_close(weights.numpy(), shares, flow.float64, terms=20)


def test_masks(module):
    padding = np.array([[False] * 4 + [True], [False] * 5])
    added = random.normal(size=(LENGTH, KEYS))

    def build(q, k, v, mask):
        return module(q, k, v, key_padding_mask=flow.tensor(padding), attn_mask=mask)[0]

    result = Function(build, module)(*map(flow.tensor, (QUERY, KEY, VALUE, added)))
    mask = added + np.where(padding, -np.inf, 0.0)[:, None, None]
    assert_close(result.numpy(), expected(module, mask)[0], flow.float64, terms=40)


def test_batches_first_and_no_batch(module):
    first = nn.MultiheadAttention(EMBED, HEADS, batch_first=True, dtype=flow.float64)
    first.load_state_dict(module.state_dict())

    def build(q, k, v):
        turned = first(*(x.transpose(0, 1) for x in (q, k, v)))[0]
        one, weights = module(q[:, 0], k[:, 0], v[:, 0], average_attn_weights=False)
        return turned, one, weights

    turned, one, weights = Function(build, module, first)(*map(flow.tensor, (QUERY, KEY, VALUE)))
    wanted, _ = expected(module)
    assert_close(turned.numpy(), wanted.swapaxes(0, 1), flow.float64, terms=40)
    assert_close(one.numpy(), wanted[:, 0], flow.float64, terms=40)
    assert weights.shape == (HEADS, LENGTH, KEYS)


def test_keys_of_their_own_are_added():
    module = nn.MultiheadAttention(
        EMBED, HEADS, add_bias_kv=True, add_zero_attn=True, kdim=6, vdim=4, dtype=flow.float64
    )
    key, value = random.normal(size=(KEYS, BATCH, 6)), random.normal(size=(KEYS, BATCH, 4))
    result, weights = Function(lambda *given: module(*given), module)(*map(flow.tensor, (QUERY, key, value)))
    assert result.shape == (LENGTH, BATCH, EMBED)
    assert weights.shape == (BATCH, LENGTH, KEYS + 2)
    assert_close(weights.numpy().sum(-1), np.ones((BATCH, LENGTH)), flow.float64, terms=10)


def test_gradients_reach_the_projections(module):
    class Step(nn.Graph):
        def __init__(self):
            super().__init__()
            self.module = module

        def build(self, q):
            self.module(q, q, q)[0].sum().backward()
            return self.module.in_proj_weight.grad, self.module.out_proj.weight.grad

    for gradient in Step()(flow.tensor(QUERY)):
        assert np.isfinite(gradient.numpy()).all() and np.abs(gradient.numpy()).max() > 0


def test_a_wrong_embedding_is_refused(module):
    with pytest.raises(ValueError, match="multi_head_attention_forward: expects an embedding of 8 of 2 heads"):
        Function(lambda x: module(x, x, x)).traced(flow.tensor(QUERY[..., :6]))
    with pytest.raises(ValueError, match="MultiheadAttention: expects a multiple of the heads"):
        nn.MultiheadAttention(7, 2)


@pytest.mark.parametrize(
    "rows, keys, width", [(49, 49, 32), (100, 77, 48), (200, 1500, 64), (320, 320, 64), (640, 640, 64)]
)
@pytest.mark.parametrize("causal", [False, True])
@pytest.mark.parametrize("dtype", [flow.float32, flow.float64, flow.bfloat16])
def test_long_sequences(rows, keys, width, causal, dtype):
    """Rows of scores pass through blocks of scratch: as many as fit, the last block with fewer."""
    draws = np.random.default_rng(rows)
    narrow = np.float64 if dtype is flow.float64 else np.float32
    given = [draws.normal(size=(2, 3, n, width)).astype(narrow) for n in (rows, keys, keys)]
    mask = draws.normal(size=(rows, keys)).astype(narrow)

    def build(q, k, v, mask):
        q, k, v = q.to(dtype), k.to(dtype), v.to(dtype)
        attend = nn.functional.scaled_dot_product_attention
        y = attend(q, k, v, is_causal=True) if causal else attend(q, k, v, attn_mask=mask.to(dtype))
        return [t.to(flow.float64) for t in (y, q, k, v, mask.to(dtype))]

    y, q, k, v, mask = (t.numpy() for t in Function(build)(*map(flow.tensor, (*given, mask))))
    seen = np.where(np.tri(rows, keys), 0.0, -np.inf) if causal else mask
    weights = softmax(q @ k.swapaxes(-1, -2) / np.sqrt(width) + seen)
    assert_close(y, weights @ v, dtype, terms=8 if dtype is flow.bfloat16 else 60)


def test_weights_of_what_is_not_seen():
    """Weights other than a softmax's may remember -infinity: then all columns take part."""
    draws = np.random.default_rng(1)
    q, k, v = (draws.normal(size=(n, 32)) for n in (200, 160, 160))

    def build(q, k, v):
        seen = flow.ones(200, 160).tril().to(flow.bool)
        scores = (q @ k.t()).masked_fill(~seen, float("-inf"))
        weights = flow.tanh(scores)
        return (weights / weights.abs().sum(-1, keepdim=True)) @ v

    weights = np.tanh(np.where(np.tri(200, 160), q @ k.T, -np.inf))
    expected = weights / np.abs(weights).sum(-1, keepdims=True) @ v
    assert_close(Function(build)(*map(flow.tensor, (q, k, v))).numpy(), expected, flow.float64, terms=200)


def test_rows_that_are_reduced_beside_the_scores():
    """What is not seen counts in sums of other tensors."""
    draws = np.random.default_rng(2)
    q, k, v, u = (draws.normal(size=shape) for shape in ((96, 32), (96, 32), (96, 32), (96, 96)))

    def build(q, k, v, u):
        seen = flow.ones(96, 96).tril().to(flow.bool)
        weights = flow.softmax((q @ k.t()).masked_fill(~seen, float("-inf")), -1)
        gate = flow.sigmoid(u)
        return (weights * gate / gate.sum(-1, keepdim=True)) @ v

    gate = 1 / (1 + np.exp(-u))
    weights = softmax(np.where(np.tri(96), q @ k.T, -np.inf)) * gate / gate.sum(-1, keepdims=True)
    result = Function(build)(*map(flow.tensor, (q, k, v, u)))
    assert_close(result.numpy(), weights @ v, flow.float64, terms=200)


def gradients(q, k, v, w, seen):
    """Of sum(w * y * y) by q, k and v, where y is what they attend to; and by what is added to the scores."""
    p = softmax(q @ k.swapaxes(-1, -2) / np.sqrt(q.shape[-1]) + seen)
    dy = 2 * (p @ v) * w
    dp = dy @ v.swapaxes(-1, -2)
    ds = p * (dp - (dp * p).sum(-1, keepdims=True))
    scaled = ds / np.sqrt(q.shape[-1])
    return scaled @ k, scaled.swapaxes(-1, -2) @ q, p.swapaxes(-1, -2) @ dy, ds


class Attention(nn.Module):
    def __init__(self, q, k, v, bias=None):
        super().__init__()
        self.q, self.k, self.v = (nn.Parameter(flow.tensor(x)) for x in (q, k, v))
        self.bias = None if bias is None else nn.Parameter(flow.tensor(bias))

    def forward(self, causal=False):
        attend = nn.functional.scaled_dot_product_attention
        return attend(self.q, self.k, self.v, attn_mask=self.bias, is_causal=causal)


def trained(module, w, causal=False):
    """What a step of rate 1 has taken from each parameter: its gradient."""

    class Step(nn.Graph):
        def __init__(self):
            super().__init__()
            self.module = module
            self.add_optimizer(flow.optim.SGD([p for p in module.parameters() if p.requires_grad], lr=1.0))

        def build(self, w):
            y = self.module(causal)
            loss = (y * y * w).sum()
            loss.backward()
            return loss

    before = {name: p.numpy().copy() for name, p in module.named_parameters()}
    Step()(flow.tensor(w))
    return {name: before[name] - p.numpy() for name, p in module.named_parameters()}


@pytest.mark.parametrize("batch", [(), (2,), (4, 5)])
@pytest.mark.parametrize(("rows", "keys", "width"), [(200, 160, 32), (64, 64, 16), (33, 130, 40)])
@pytest.mark.parametrize("causal", [False, True])
def test_gradients_of_long_sequences(batch, rows, keys, width, causal):
    """Scores, weights and their gradients pass from product to product; where matrices are few, parts of one are summed
    apart."""
    draws = np.random.default_rng(3)
    q, k, v, w = (draws.normal(size=(*batch, n, width)) for n in (rows, keys, keys, rows))
    found = trained(Attention(q, k, v), w, causal)
    seen = np.where(np.tri(rows, keys), 0.0, -np.inf) if causal else 0.0
    for name, gradient in zip("qkv", gradients(q, k, v, w, seen)):
        assert_close(found[name], gradient, flow.float64, terms=400)


@pytest.mark.parametrize("frozen", ["q", "k", "v", "qk", "kv", "qv"])
def test_gradients_of_some(frozen):
    draws = np.random.default_rng(5)
    q, k, v, w = (draws.normal(size=(9, 48, 32)) for _ in range(4))
    module = Attention(q, k, v)
    for name in frozen:
        getattr(module, name).requires_grad = False
    found = trained(module, w, causal=True)
    seen = np.where(np.tri(48), 0.0, -np.inf)
    for name, gradient in zip("qkv", gradients(q, k, v, w, seen)):
        wanted = np.zeros_like(gradient) if name in frozen else gradient
        assert_close(found[name], wanted, flow.float64, terms=400)


@pytest.mark.parametrize("shape", [(12, 40, 56), (1, 40, 56), (12, 1, 56)])
def test_gradients_of_what_is_added_to_scores(shape):
    """Those of the scores themselves are then read by a sum, too."""
    draws = np.random.default_rng(6)
    q, k, v, w = (draws.normal(size=(12, n, 32)) for n in (40, 56, 56, 40))
    bias = draws.normal(size=shape)
    found = trained(Attention(q, k, v, bias), w)
    *expected, ds = gradients(q, k, v, w, bias)
    dims = tuple(d for d in range(3) if shape[d] == 1)
    for name, gradient in zip(("q", "k", "v", "bias"), (*expected, ds.sum(dims, keepdims=True))):
        assert_close(found[name], gradient, flow.float64, terms=1000)


@pytest.mark.sampled(6)
@pytest.mark.parametrize("dtype", [flow.float32, flow.bfloat16, flow.float16])
@pytest.mark.parametrize(("batch", "causal"), [(20, False), (20, True), (1, False), (3, True)])
def test_narrow_gradients(dtype, batch, causal):
    """Sums over blocks of rows, and over parts of them, are wider than what they are rounded to at the end."""
    draws = np.random.default_rng(7)
    given = [flow.tensor(draws.normal(size=(batch, 230, 32)) / 4, dtype=dtype) for _ in range(3)]
    w = draws.normal(size=(batch, 230, 32))

    class Gradients(nn.Graph):
        def build(self, q, k, v, w):
            q, k, v = (x.requires_grad_() for x in (q, k, v))
            y = nn.functional.scaled_dot_product_attention(q, k, v, is_causal=causal).to(flow.float32)
            found = flow.autograd.grad((y * y * w).sum(), (q, k, v))
            return [x.to(flow.float64) for x in (*found, q, k, v)]

    *found, q, k, v = (x.numpy() for x in Gradients()(*given, flow.tensor(w, dtype=flow.float32)))
    seen = np.where(np.tri(230), 0.0, -np.inf) if causal else 0.0
    rounding = {flow.float32: 2.0**-23, flow.bfloat16: 2.0**-7, flow.float16: 2.0**-10}[dtype]
    bound = 4 * rounding + 16 * 2.0**-23  # all sums are in f32, and those of weights and shares cancel
    for result, gradient in zip(found, gradients(q, k, v, w, seen)):
        distance = np.abs(result - gradient).max()
        assert distance <= bound * np.abs(gradient).max()


def test_how_others_compute_attention():
    from weir.nn.attention import SDPBackend, sdpa_kernel

    with sdpa_kernel(SDPBackend.MATH), sdpa_kernel([SDPBackend.FLASH_ATTENTION, SDPBackend.EFFICIENT_ATTENTION]):
        with flow.backends.cuda.sdp_kernel(enable_flash=False):
            assert F.scaled_dot_product_attention(*[flow.ones(1, 2, 2)] * 3).tolist() == [[[1, 1], [1, 1]]]
    with pytest.raises(TypeError, match="sdpa_kernel: expects SDPBackend or several, got str"):
        sdpa_kernel("math")
    with pytest.raises(ValueError, match="sdpa_kernel: expects one SDPBackend at least, got none"):
        sdpa_kernel([])
