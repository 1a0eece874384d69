"""Graphs for any sizes: one program serves calls that differ in sizes, and its numbers are those of known sizes."""

import math

import numpy as np
import pytest
import weir as flow
import weir.nn as nn
import weir.nn.functional as F
from weir import _size_patterns

pytestmark = pytest.mark.sampled(8)

CALLS = [(3, 9), (4, 10), (5, 12), (6, 33), (2, 2), (7, 7), (4, 64)]


class Of(nn.Graph):
    """A function of tensors, and its gradients."""

    def __init__(self, function, module=None):
        super().__init__()
        self.function, self.module = function, module

    def build(self, *tensors):
        for each in tensors:
            if each.dtype.is_floating_point:
                each.requires_grad = True
        y = self.function(*tensors) if self.module is None else self.function(self.module, *tensors)
        leaves = [each for each in tensors if each.requires_grad]
        if not leaves or not y.requires_grad:
            return (y,)
        return (y, *flow.autograd.grad((y * y).sum(), leaves))


def numbers(rng, shape):
    return flow.tensor(rng.standard_normal(shape))


def of_size(*sizes):
    """Operands whose sizes are numbers and functions of b and t."""

    def make(rng, b, t):
        return [numbers(rng, [size(b, t) if callable(size) else size for size in shape]) for shape in sizes]

    return make


B, T = (lambda b, t: b), (lambda b, t: t)


class Recurrent(nn.Module):
    def __init__(self):
        super().__init__()
        self.cell = nn.LSTM(6, 8, batch_first=True)
        self.out = nn.Linear(8, 3)

    def forward(self, x):
        return self.out(self.cell(x)[0][:, -1])


class Convolutions(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.Sequential(
            nn.Conv2d(3, 8, 3, padding=1), nn.BatchNorm2d(8), nn.ReLU(), nn.MaxPool2d(2), nn.Conv2d(8, 8, 3, padding=1)
        )
        self.out = nn.Linear(8, 5)

    def forward(self, x):
        x = self.layers(x)
        return self.out(F.adaptive_avg_pool2d(x, 1).flatten(1))


def by_hand(x):
    """A mean and a deviation, which use sizes as numbers."""
    batch, length, width = x.shape
    mean = x.sum() / (batch * length * width)
    return (x - mean) * math.pi / length + 1.0 / batch + x * batch**2


def branches(x):
    return x * 2 if x.shape[1] > 20 else x.exp()


def causal(x):
    length = x.shape[1]
    scores = x @ x.transpose(1, 2) / x.shape[2] ** 0.5
    mask = flow.ones(length, length, dtype=flow.bool).tril()
    return scores.masked_fill(~mask, -1e9).softmax(-1) @ x


def cached(module, x, past):
    keys = flow.cat([past, x], dim=1)
    return F.scaled_dot_product_attention(x, keys, keys) * keys.shape[1] + keys[:, -x.shape[1] :]


def windows(x):
    return x.view(x.shape[0], -1, 2, x.shape[2]).mean(2) if x.shape[1] % 2 == 0 else x[:, ::2]


def attention(q, k, v):
    return F.scaled_dot_product_attention(q, k, v, is_causal=True)


def flattened(x):
    return (x.view(-1, 4) @ flow.ones(4, 3, dtype=x.dtype)).view(x.shape[0], x.shape[1], -1)


def normalized(x):
    return F.layer_norm(x, (4,)) + F.batch_norm(x.transpose(1, 2), None, None, training=True).mean()


def gathered(x):
    rows = flow.arange(x.shape[0] - 1)
    return x[rows] + F.embedding(rows, x)


FUNCTIONS = {
    "arithmetic": (lambda x, y: (x * y + 2.5).exp() - y.sum(0, keepdim=True), of_size((B, T), (T,))),
    "sizes as numbers": (by_hand, of_size((B, T, 4))),
    "branches": (branches, of_size((B, T))),
    "causal attention": (causal, of_size((B, T, 8))),
    "fused attention": (attention, of_size(*[(B, 2, T, 8)] * 3)),
    "the last": (lambda x: x[:, -1] + x[:, 0], of_size((B, T, 4))),
    "all but": (lambda x: x[:, 1:] * x[:, :-1], of_size((B, T))),
    "pooled": (lambda x: F.max_pool1d(x, 3, 2, padding=1) + F.avg_pool1d(x, 2).mean(), of_size((B, 4, T))),
    "every other": (lambda x: x[:, ::2].sum(1), of_size((B, T))),
    "windows": (windows, of_size((B, T, 4))),
    "flattened": (flattened, of_size((B, T, 4))),
    "joined": (lambda x, y: flow.cat([x, y, flow.zeros(2, 4, dtype=x.dtype)]).softmax(0), of_size((B, 4), (T, 4))),
    "stacked": (lambda x: flow.stack([x, x + 1], dim=1).reshape(2 * x.shape[0], -1), of_size((B, T))),
    "repeated": (lambda x: x.repeat(2, 1) + x.expand(3, -1, -1).sum(), of_size((B, T))),
    "positions": (lambda x: x + flow.arange(x.shape[1]) * flow.linspace(0, 1, 4)[1], of_size((B, T))),
    "sorted": (lambda x: x.sort(-1)[0] + x.cumsum(1) + x.topk(2, dim=1)[0].sum(), of_size((B, T))),
    "padded": (lambda x: F.pad(x, (1, 2)).sum(0) * F.pad(x, (1, 2)).shape[1], of_size((B, T))),
    "convolved": (lambda x: F.conv1d(x, flow.ones(5, 4, 3, dtype=x.dtype), padding=1), of_size((B, 4, T))),
    "normalized": (normalized, of_size((B, T, 4))),
    "gathered": (gathered, of_size((T, 4))),
    "variance": (lambda x: x.var(1) + x.std() + x.norm(dim=1), of_size((B, T))),
    "turned": (lambda x: x.flip(1) + x.tril(), of_size((B, T))),
    "loss": (lambda x: F.cross_entropy(x, flow.arange(x.shape[0]) % 4), of_size((B, 4))),
}


def computed(graph, make):
    results = []
    for number, sizes in enumerate(CALLS):
        given = make(np.random.default_rng(number), *sizes)
        results.append([each.numpy() for each in graph(*given)])
    return results


def check(make_graph, make, monkeypatch, most=6):
    graph = make_graph()
    found = computed(graph, make)
    assert "?" in graph.explain(), graph.explain()
    assert len(graph._programs) <= most, graph.explain()
    monkeypatch.setattr(_size_patterns, "_SEEN_APART", 10**9)
    apart = make_graph()
    for call, some, others in zip(CALLS, found, computed(apart, make)):
        for a, b in zip(some, others):
            np.testing.assert_allclose(a, b, rtol=1e-9, atol=1e-10 * (1 + np.abs(b).max()), err_msg=str(call))


@pytest.mark.parametrize("name", FUNCTIONS)
def test_functions(name, monkeypatch):
    function, make = FUNCTIONS[name]
    check(lambda: Of(function), make, monkeypatch)


def written(x):
    y = x.clone()
    y[-1] = 2.0
    last = y[:, -1]
    last += 1
    y[1:-1].mul_(3)
    return y * y.shape[0]


MODULES = {
    "linear": (lambda: nn.Sequential(nn.Linear(4, 8), nn.GELU(), nn.LayerNorm(8)), of_size((B, T, 4))),
    "convolutions": (Convolutions, of_size((B, 3, 12, 14))),
    "transformer": (lambda: nn.TransformerEncoderLayer(8, 2, 16, dropout=0.0, batch_first=True), of_size((B, T, 8))),
}


def test_writes_to_parts():
    graph = Of(written)
    for number, (b, t) in enumerate(CALLS):
        x = numbers(np.random.default_rng(number), (b, t))
        np.testing.assert_array_equal(graph(x)[0].numpy(), written(x.detach()).numpy())


@pytest.mark.parametrize("name", MODULES)
def test_modules(name, monkeypatch):
    make_module, make = MODULES[name]

    def make_graph():
        flow.manual_seed(0)
        return Of(lambda module, x: module(x), make_module().double())

    check(make_graph, make, monkeypatch)


def test_cache_that_grows(monkeypatch):
    check(lambda: Of(cached, nn.Identity()), of_size((B, 3, 4), (B, T, 4)), monkeypatch)


class Train(nn.Graph):
    def __init__(self, model):
        super().__init__()
        self.model = model
        self.add_optimizer(flow.optim.AdamW(model.parameters(), lr=1e-2))

    def build(self, x, labels):
        loss = F.cross_entropy(self.model(x), labels)
        loss.backward()
        return loss


def losses(make_model, make_batch):
    flow.manual_seed(0)
    train, found = Train(make_model().double()), []
    for step, (b, t) in enumerate(2 * CALLS):
        rng = np.random.default_rng(step)
        found.append(train(make_batch(rng, b, t), flow.tensor(rng.integers(0, 3, b))).item())
    return found, train


def test_training(monkeypatch):
    def make_batch(rng, b, t):
        return numbers(rng, (b, t * 4 - t % 4, 6))[:, ::4]

    class Pooled(nn.Module):
        def __init__(self):
            super().__init__()
            self.attention = nn.MultiheadAttention(6, 2, batch_first=True)
            self.dropout, self.out = nn.Dropout(0.2), nn.Linear(6, 3)

        def forward(self, x):
            x = x + self.attention(x, x, x, need_weights=False)[0]
            return self.out(self.dropout(x.mean(1)))

    found, train = losses(Pooled, make_batch)
    assert len(train._programs) <= 4, train.explain()
    monkeypatch.setattr(_size_patterns, "_SEEN_APART", 10**9)
    np.testing.assert_allclose(found, losses(Pooled, make_batch)[0], rtol=1e-9)


def test_loops_over_time_are_for_one_length():
    graph = Of(lambda module, x: module(x), Recurrent())
    for length in (2, 3, 4, 5):
        for batch in (2, 3, 4, 5, 6):
            graph(flow.ones(batch, length, 6))
    assert "x.shape" not in graph.explain() and "tensors.0.shape[1]" in graph.explain()
    assert len(graph._programs) <= 8, graph.explain()


def test_answers_are_guarded():
    graph = Of(branches)
    for length in (5, 6, 7, 30, 31, 8, 40):
        x = flow.randn(3, length)
        (y, _) = graph(x)
        np.testing.assert_allclose(y.numpy(), branches(x).numpy(), rtol=1e-5)
    assert len(graph._programs) == 4, graph.explain()  # two for their sizes, and one for each branch
    assert "tensors.0.shape[1] > 20 was False, is True" in graph.explain()


class Marked(nn.Graph):
    def __init__(self):
        super().__init__()
        self.mark_dynamic("x", 0)
        self.mark_dynamic("more.1", 1)

    def build(self, x, more):
        return x.sum() * more[0] + more[1].sum(1)


def test_marked_sizes():
    graph = Marked()
    for n in (3, 6, 5, 8):
        result = graph(flow.ones(n, 2), [flow.ones(1), flow.ones(4, 2 * n + 1)])
        assert result.tolist() == [2 * n + 2 * n + 1] * 4
    assert len(graph._programs) == 1, graph.explain()
    assert "tensor<?x2xf32>" in graph.traced(flow.ones(7, 2), [flow.ones(1), flow.ones(4, 3)])
    assert "x float32[?, 2]" in repr(graph)
    assert graph(flow.ones(1, 2), [flow.ones(1), flow.ones(3, 0)]).tolist() == [2.0] * 3
    with pytest.raises(ValueError, match=r"mark_dynamic: expects dims to be integers of at least 0, got -1"):
        graph.mark_dynamic("x", -1)


def test_convolutions_of_images_prefer_known_sizes():
    convolution = nn.Conv2d(3, 4, 3, padding=1)
    graph, marked = (Of(lambda module, x: module(x), convolution) for _ in range(2))
    marked.mark_dynamic("tensors.0", 2, 3)
    for size in (8, 9, 10, 11):
        for batch in (2, 4, 5, 6):
            x = flow.randn(batch, 3, size, size + 4)
            expected = convolution(x).detach().numpy()
            for each in (graph, marked):
                np.testing.assert_allclose(each(x)[0].numpy(), expected, rtol=1e-4, atol=1e-5)
    assert "float32[?, 3, 10, 14]" in graph.explain()
    assert "float32[?, 3, ?, ?]" in marked.explain()


GEOMETRIES = [
    {"padding": 1},
    {"padding": 0},
    {"padding": 1, "stride": 2},
    {"padding": (2, 0), "stride": (3, 2), "dilation": (1, 2)},
    {"padding": 2, "dilation": 2, "groups": 2},
    {"padding": 1, "stride": 2, "groups": 4},
    {"padding": 3, "stride": 1},  # more than the window
]


@pytest.mark.parametrize("geometry", GEOMETRIES, ids=str)
def test_images_of_any_sizes(geometry):
    def convolved(x, w):
        y = F.conv2d(x, w, **geometry)
        turned = F.conv_transpose2d(x[:, :2], w[:2, :1], stride=geometry.get("stride", 1))
        return y.sum() * y + turned.mean()

    graph = Of(convolved)
    graph.mark_dynamic("tensors.0", 0, 2, 3)
    rng = np.random.default_rng(0)
    w = numbers(rng, (8, 4 // geometry.get("groups", 1), 3, 3))
    for sizes in ((6, 9, 11), (3, 10, 12), (4, 13, 7), (2, 8, 8), (5, 15, 31)):
        x = numbers(rng, (sizes[0], 4, *sizes[1:]))
        alone = Of(convolved)
        for some, others in zip(graph(x, w), alone(x, w)):
            np.testing.assert_allclose(some.numpy(), others.numpy(), rtol=1e-9, atol=1e-8)
    assert len(graph._programs) == 1, graph.explain()


def test_sizes_that_are_equal_by_chance():
    convolution = nn.Conv2d(3, 4, 3)
    graph = Of(lambda module, x: module(x), convolution)
    graph.mark_dynamic("tensors.0", 0)
    for batch in (3, 2, 4, 5, 6):
        x = flow.randn(batch, 3, 8, 9)
        np.testing.assert_allclose(graph(x)[0].numpy(), convolution(x).detach().numpy(), rtol=1e-4, atol=1e-5)
    assert len(graph._programs) == 1 and "float32[?, 3, 8, 9]" in repr(graph), graph.explain()


def test_programs_that_cannot_be_compiled_for_any_sizes(monkeypatch):
    compiled = nn.Graph._compile

    def compile_known(graph, build):
        if build.opening is not None:
            raise flow.CompileError("expects known sizes")
        return compiled(graph, build)

    monkeypatch.setattr(nn.Graph, "_compile", compile_known)
    graph = Of(lambda x: x * 2)
    for n in (2, 3, 4, 5):
        assert graph(flow.ones(n))[0].tolist() == [2.0] * n
    assert len(graph._programs) == 4


def test_errors_are_those_of_known_sizes():
    graph = Of(lambda x, y: x @ y)
    for n in (2, 3, 4, 5):
        graph(flow.ones(2, n), flow.ones(n, 3))
    with pytest.raises(ValueError) as open_error:
        graph(flow.ones(2, 7), flow.ones(8, 3))
    with pytest.raises(ValueError) as error:
        Of(lambda x, y: x @ y)(flow.ones(2, 7), flow.ones(8, 3))
    assert str(open_error.value).split(" (")[0] == str(error.value).split(" (")[0]
    assert graph(flow.ones(2, 9), flow.ones(9, 3))[0].tolist() == [[9.0] * 3] * 2


def test_attributes_that_keep_a_size_know_it():
    class Keeps(nn.Graph):
        def build(self, x):
            self.length = x.shape[0]
            return x * self.length

    graph = Keeps()
    for n in (2, 3, 4, 5):
        assert graph(flow.ones(n)).tolist() == [float(n)] * n
        assert graph.length == n


def test_both_sizes_and_numbers_vary():
    class Scaled(nn.Graph):
        def build(self, x, rate):
            return (x * rate).sum() + x.shape[0]

    graph = Scaled()
    for n in range(2, 12):
        assert graph(flow.ones(n), 0.5 * n).item() == 0.5 * n * n + n
    assert len(graph._programs) <= 4, graph.explain()


def test_any_sizes_in_artifacts(tmp_path):
    graph = Of(lambda x: x.softmax(-1))
    graph.mark_dynamic("tensors.0", 0, 1)
    graph(flow.ones(2, 3))
    graph.save(str(tmp_path / "softmax.weir"))
    loaded = flow.load_artifact(str(tmp_path / "softmax.weir"), trust=True)
    y, *_ = loaded.run(flow.ones(5, 4))
    assert y.tolist() == [[0.25] * 4] * 5


def test_sizes_that_are_equal_for_some_sizes_alone():
    """(n + 2) // 4 and (n + 3) // 4, which are equal for most n."""

    class Pooled(nn.Graph):
        def build(self, x):
            y, z = F.max_pool1d(x, 2, 4), F.max_pool1d(x, 1, 4)
            return y * 1, z / z.shape[-1], flow.zeros(z.shape[-1]) + 1

    graph = Pooled()
    for size in (8, 10, 12, 14, 16, 9, 13, 11, 17):
        x = flow.from_numpy(np.random.default_rng(size).standard_normal((1, 1, size), dtype=np.float32))
        y, z = F.max_pool1d(x, 2, 4), F.max_pool1d(x, 1, 4)
        pooled, divided, ones = graph(x)
        assert pooled.tolist() == y.tolist() and ones.shape == z.shape[-1:]
        np.testing.assert_allclose(divided.numpy(), z.numpy() / z.shape[-1], rtol=1e-6)
