"""Calls that differ in sizes: a family is compiled three times, and its numbers are those of known sizes."""

import numpy as np
import pytest
import weir as flow
import weir.nn.functional as F
from weir import _size_patterns
from weir._eager import job_table

pytestmark = pytest.mark.sampled(8)

SIZES = (33, 37, 41, 45, 2, 49, 53, 1)  # beside 6, 7 and 8


def layers(x, w, b):
    return F.layer_norm(F.linear(x, w, b), (7,))


def labels(size):
    return flow.arange(size) % 7


CASES = {
    "arithmetic": (lambda x, b: (x * b + 2.5).exp(), [("n", 7), (7,)]),
    "rows": (lambda x: x.softmax(-1) * x.amax(0), [(6, "n")]),
    "sums": (lambda x: x.sum(1) / x.mean(), [("n", 7)]),
    "linear": (layers, [(6, "n", 8), (7, 8), (7,)]),
    "product": (lambda x, y: x @ y, [(6, "n", 7), (6, 7, "n")]),
    "convolution": (lambda x, w: F.conv2d(x, w, padding=1), [("n", 6, 8, 8), (7, 6, 3, 3)]),
    "pool": (lambda x: F.max_pool2d(x, 2), [("n", 6, 8, 8)]),
    "strided convolution": (lambda x, w: F.conv2d(x, w, stride=2, padding=1), [(2, 6, "n", "n+7"), (7, 6, 3, 3)]),
    "transposed convolution": (lambda x, w: F.conv_transpose2d(x, w, stride=2), [(2, 6, "n", 9), (6, 7, 2, 3)]),
    "dilated line": (lambda x, w: F.conv1d(x, w, stride=3, padding=4, dilation=2), [(2, 6, "n"), (7, 6, 3)]),
    "pool of images": (lambda x: F.max_pool2d(x, 3, 2, 1), [(2, 6, "n", "n")]),
    "means of images": (lambda x: F.avg_pool2d(x, 2, padding=1), [(2, 6, "n+7", "n")]),
    "batch_norm": (lambda x: F.batch_norm(x, None, None, training=True), [("n", 6, 8)]),
    "attention": (lambda q, k, v: F.scaled_dot_product_attention(q, k, v, is_causal=True), [(6, 7, "n", 8)] * 3),
    "loss": (lambda x: F.cross_entropy(x, labels(x.shape[0])), [("n", 7)]),
    "transposed": (lambda x: x.t().contiguous() + x.t(), [("n", 7)]),
    "rows of a table": (lambda w: F.embedding(labels(5), w), [("n+7", 6)]),
    "dropout": (lambda x: F.dropout(x, 0.0), [("n", 7)]),
    "joined": (lambda x, y: flow.cat([x, y]), [("n", 6), (7, 6)]),
}


def computed(function, shapes, size):
    rng = np.random.default_rng(size)
    sizes = {"n": size, "n+7": size + 7}
    arrays = [rng.standard_normal([sizes.get(size, size) for size in shape]) for shape in shapes]
    tensors = [flow.tensor(a, requires_grad=True) for a in arrays]
    y = function(*tensors)
    (y * y).sum().backward()
    return [y.detach().numpy(), *(x.grad.numpy() for x in tensors)]


def _forget(monkeypatch):
    for table in ("_sizes", "_known", "_jobs"):
        monkeypatch.setattr(job_table, table, {})
    flow._core.forget_plans()


@pytest.fixture
def families(monkeypatch):
    _forget(monkeypatch)
    return job_table


@pytest.mark.sampled(6)
@pytest.mark.parametrize("name", CASES)
def test_any_sizes(name, families, monkeypatch):
    function, shapes = CASES[name]
    results = {size: computed(function, shapes, size) for size in SIZES}
    general = [known for known in families._known.values() if known.served]
    assert general or name == "dropout"
    _forget(monkeypatch)
    monkeypatch.setattr(_size_patterns, "_SEEN_APART", 1000)
    for size, found in results.items():
        for general, known in zip(found, computed(function, shapes, size)):
            np.testing.assert_allclose(general, known, rtol=1e-11, atol=1e-12)


def test_sizes_compile_nothing_more(families, monkeypatch):
    made = []
    compiled = job_table.Job.__init__
    monkeypatch.setattr(job_table.Job, "__init__", lambda job, *args: (made.append(job), compiled(job, *args))[1])
    model = flow.nn.Sequential(flow.nn.Linear(8, 7), flow.nn.GELU(), flow.nn.LayerNorm(7))
    for size in range(20, 60):
        y = model(flow.ones(size, 8))
        y[1:3] *= 2
        y.t()[0].fill_(1)
        (y.t() * y[:, :1].reshape(1, -1)).sum().backward()
        if size == 22:
            after_three = len(made)
    assert len(made) == after_three


def test_images_of_any_sizes_compile_nothing_more(families, monkeypatch):
    made = []
    compiled = job_table.Job.__init__
    monkeypatch.setattr(job_table.Job, "__init__", lambda job, *args: (made.append(job), compiled(job, *args))[1])
    model = flow.nn.Sequential(
        flow.nn.Conv2d(3, 4, 3, stride=2, padding=1),
        flow.nn.ReLU(),
        flow.nn.MaxPool2d(2),
        flow.nn.ConvTranspose2d(4, 2, 2, stride=2),
        flow.nn.AvgPool2d(3, 2),
    )
    counts = []
    for size in (16, 19, 22, 25, 30, 33, 47, 50):
        x = flow.ones(2, 3, size, size + 5, requires_grad=True)
        model(x).sum().backward()
        counts.append(len(made))
    assert counts[-1] == counts[4]  # sizes that were equal at first have come apart by then


def test_gradients_ask_for_sizes_that_follow(families):
    """The size of a gradient stands for what a convolution computes: another one, of as many rows, has its own."""
    w = flow.tensor(np.arange(9.0).reshape(1, 1, 3, 3))
    for size in (9, 12, 17, 20, 24, 31):
        for stride in (2, 3):
            x = flow.ones(1, 1, size, size, dtype=flow.float64, requires_grad=True)
            y = F.conv2d(x, w, stride=stride)
            y.sum().backward()
            rows = (size - 3) // stride + 1
            assert y.shape == (1, 1, rows, rows) and float(x.grad.sum()) == 36 * rows * rows


def test_what_needs_its_sizes_is_compiled_for_them(families):
    for size in (5, 6, 9, 11, 13):
        x = flow.arange(size)
        assert flow.unique(x // 2).tolist() == sorted({n // 2 for n in range(size)})
        assert x.unfold(0, 3, 1).tolist() == [[n, n + 1, n + 2] for n in range(size - 2)]
