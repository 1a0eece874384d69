"""Losses by margins and distances, and likelihoods, as functions and modules against NumPy; images by grids; bags."""

import numpy as np
import pytest

import weir as flow
from traced_graphs import Function, assert_close
from weir import nn
from weir.nn import functional as F

random = np.random.default_rng(9)
A, B, C = (random.normal(size=(3, 4)) for _ in range(3))
SIGNS = np.where(random.uniform(size=(3, 4)) > 0.5, 1.0, -1.0)
COUNTS = random.integers(0, 5, (3, 4)).astype(np.float64)
CLASSES = np.array([0, 3, 1])
LABELS = np.array([[0, 2, -1, 1], [-1, 1, 2, 3], [3, 0, 1, 2]])


def hinge(x):
    return np.maximum(x, 0)


def huber(x, y, delta=1.0):
    d = np.abs(x - y)
    return np.where(d <= delta, d * d / 2, delta * (d - delta / 2))


def distance(x, y):
    return np.sqrt(((x - y + 1e-6) ** 2).sum(-1))


def gaussian(x, y, var):
    var = np.maximum(var, 1e-6)
    return (np.log(var) + (x - y) ** 2 / var) / 2


def multi_margin(x, classes):
    rows = hinge(1 - x[np.arange(3), classes][:, None] + x)
    rows[np.arange(3), classes] = 0
    return rows.mean(1)


def multilabel(x, labels):
    losses = []
    for row, names in zip(x, labels.tolist()):
        named = names[: names.index(-1)] if -1 in names else names
        losses.append(sum(hinge(1 - row[j] + row[i]) for j in named for i in range(4) if i not in named) / 4)
    return np.array(losses)


def cosine(x, y):
    return (x * y).sum(-1) / np.sqrt((x * x).sum(-1) * (y * y).sum(-1))


def embedded(x, y, t):
    lengths = ((x * x).sum(-1) + 1e-12) * ((y * y).sum(-1) + 1e-12)  # as PyTorch has it
    angle = (x * y).sum(-1) / np.sqrt(lengths)
    return np.where(t == 1, 1 - angle, hinge(angle))


CASES = {
    "huber": (F.huber_loss, nn.HuberLoss, (A, B), huber),
    "poisson": (F.poisson_nll_loss, nn.PoissonNLLLoss, (A, COUNTS), lambda x, t: np.exp(x) - t * x),
    "gaussian": (F.gaussian_nll_loss, nn.GaussianNLLLoss, (A, B, np.abs(C)), gaussian),
    "gaussian of rows": (
        F.gaussian_nll_loss,
        nn.GaussianNLLLoss,
        (A, B, np.abs(C[:, 0])),
        lambda x, y, v: gaussian(x, y, v[:, None]),
    ),
    "soft margin": (F.soft_margin_loss, nn.SoftMarginLoss, (A, SIGNS), lambda x, t: np.logaddexp(0, -t * x)),
    "hinge": (
        F.hinge_embedding_loss,
        nn.HingeEmbeddingLoss,
        (A, SIGNS),
        lambda x, t: np.where(t == 1, x, hinge(1 - x)),
    ),
    "ranking": (F.margin_ranking_loss, nn.MarginRankingLoss, (A, B, SIGNS), lambda x, y, t: hinge(-t * (x - y))),
    "cosine": (F.cosine_embedding_loss, nn.CosineEmbeddingLoss, (A, B, SIGNS[:, 0]), embedded),
    "triplet": (
        F.triplet_margin_loss,
        nn.TripletMarginLoss,
        (A, B, C),
        lambda a, p, n: hinge(1 + distance(a, p) - distance(a, n)),
    ),
    "triplet by a function": (
        F.triplet_margin_with_distance_loss,
        nn.TripletMarginWithDistanceLoss,
        (A, B, C),
        lambda a, p, n: hinge(1 + distance(a, p) - distance(a, n)),
    ),
    "multi margin": (F.multi_margin_loss, nn.MultiMarginLoss, (A, CLASSES), multi_margin),
    "multilabel": (F.multilabel_margin_loss, nn.MultiLabelMarginLoss, (A, LABELS), multilabel),
    "multilabel soft": (
        F.multilabel_soft_margin_loss,
        nn.MultiLabelSoftMarginLoss,
        (A, (SIGNS + 1) / 2),
        lambda x, t: (t * np.logaddexp(0, -x) + (1 - t) * np.logaddexp(0, x)).mean(1),
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_losses(name):
    function, module, args, expected = CASES[name]
    losses = expected(*args)

    def build(*given):
        reductions = [function(*given, reduction=word) for word in ("none", "sum", "mean")]
        return (*reductions, module()(*given), module(reduction="sum")(*given))

    results = Function(build)(*map(flow.tensor, args))
    wanted = (losses, losses.sum(), losses.mean(), losses.mean(), losses.sum())
    for result, value in zip(results, wanted):
        assert_close(result.numpy(), value, flow.float64, terms=20)


def test_distances():
    def build(x, y):
        rows = flow.cdist(x, y, 1.0)
        return rows, F.pairwise_distance(x, y, keepdim=True), nn.PairwiseDistance()(x, y), nn.CosineSimilarity()(x, y)

    rows, kept, pairs, angles = Function(build)(flow.tensor(A), flow.tensor(B))
    assert_close(rows.numpy(), np.abs(A[:, None] - B).sum(-1), flow.float64, terms=10)
    assert_close(kept.numpy(), distance(A, B)[:, None], flow.float64, terms=10)
    assert_close(pairs.numpy(), distance(A, B), flow.float64, terms=10)
    assert_close(angles.numpy(), cosine(A, B), flow.float64, terms=10)


def test_distances_of_bytes_wrap_as_their_differences_do():
    x, y, z = (flow.tensor(np.array([row], np.uint8)) for row in ([0, 3], [1, 3], [0, 0]))
    distance = Function(lambda x, y: F.pairwise_distance(x, y, eps=0))(x, y)
    loss = Function(lambda x, y, z: F.triplet_margin_loss(x, y, z, eps=0))(x, y, z)
    assert distance.tolist() == [255]
    assert loss.item() == 255 - 3 + 1


def test_older_words_for_reductions():
    def build(x, t):
        sums = F.hinge_embedding_loss(x, t, size_average=False)
        return (
            sums,
            F.margin_ranking_loss(x, x, t, reduce=False),
            nn.CosineEmbeddingLoss(size_average=False)(x, x, t[:, 0]),
        )

    sums, each, _ = Function(build)(flow.tensor(A), flow.tensor(SIGNS))
    assert_close(sums.numpy(), np.where(SIGNS == 1, A, hinge(1 - A)).sum(), flow.float64, terms=20)
    assert each.shape == (3, 4)


OF_MARGINS = [
    (F.hinge_embedding_loss, nn.HingeEmbeddingLoss, (A, SIGNS), (1.0,)),
    (F.margin_ranking_loss, nn.MarginRankingLoss, (A, B, SIGNS), (0.0,)),
    (F.cosine_embedding_loss, nn.CosineEmbeddingLoss, (A, B, SIGNS[:, 0]), (0.0,)),
    (F.soft_margin_loss, nn.SoftMarginLoss, (A, SIGNS), ()),
    (F.multi_margin_loss, nn.MultiMarginLoss, (A, CLASSES), (1, 1.0, None)),
    (F.multilabel_margin_loss, nn.MultiLabelMarginLoss, (A, LABELS), ()),
    (F.multilabel_soft_margin_loss, nn.MultiLabelSoftMarginLoss, (A, (SIGNS + 1) / 2), (None,)),
    (F.triplet_margin_loss, nn.TripletMarginLoss, (A, B, C), (1.0, 2.0, 1e-6, False)),
]


@pytest.mark.parametrize("function, module, args, before", OF_MARGINS)
def test_older_words_at_their_places(function, module, args, before):
    given = [*map(flow.tensor, args)]
    each = function(*given, reduction="none").numpy()
    for made in (
        function(*given, *before, None, False),
        function(*given, size_average=False, reduce=False),
        module(*before, True, False)(*given),
        module(reduce=False)(*given),
    ):
        np.testing.assert_array_equal(made, each)
    assert module(*before, False).reduction == "sum"


def test_narrow_floats_are_rounded_once():
    many = np.full((1, 1000), 100.0)

    def build(x):
        x = x.half()
        return F.huber_loss(x, x * 0, delta=200.0), F.local_response_norm(x.reshape(1, 1000, 1), 5, alpha=1.0, beta=0.5)

    loss, normed = Function(build)(flow.tensor(many))
    assert loss.numpy() == 5000
    assert np.isfinite(normed.numpy()).all()


def test_grids():
    image = random.normal(size=(2, 3, 4, 5))
    turned = np.array([[[0.0, 1.0, 0.0], [1.0, 0.0, 0.0]]] * 2)

    def build(x, theta):
        same = flow.tensor(np.array([[[1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]] * 2))
        identity = F.grid_sample(x, F.affine_grid(same, (2, 3, 4, 5), False), align_corners=False)
        transposed = F.grid_sample(x, F.affine_grid(theta, (2, 3, 5, 4), True), "nearest", align_corners=True)
        return identity, transposed

    identity, transposed = Function(build)(flow.tensor(image), flow.tensor(turned))
    assert_close(identity.numpy(), image, flow.float64, terms=10)
    assert_close(transposed.numpy(), image.transpose(0, 1, 3, 2), flow.float64)


def test_bags():
    table, bags = random.normal(size=(6, 4)), np.array([[0, 2, 1], [3, 3, 5]])

    def build(weight):
        flat = flow.tensor(bags.reshape(-1))
        parts = F.embedding_bag(flat, weight, flow.tensor(np.array([0, 4, 6])), mode="sum", include_last_offset=True)
        return F.embedding_bag(flow.tensor(bags), weight, padding_idx=3), parts

    means, parts = Function(build)(flow.tensor(table))
    assert_close(means.numpy(), [table[[0, 2, 1]].mean(0), table[5]], flow.float64)
    assert_close(parts.numpy(), [table[[0, 2, 1, 3]].sum(0), table[[3, 5]].sum(0)], flow.float64)
    module = nn.EmbeddingBag(6, 4, mode="max")
    found = Function(lambda i: module(i), module)(flow.tensor(bags))
    assert_close(found.numpy(), module.weight.numpy()[bags].max(1))


def test_layers():
    image = random.normal(size=(2, 6, 3))

    def build(x):
        return nn.LocalResponseNorm(3, alpha=0.5)(x), nn.Softmin(1)(x)

    normed, shares = Function(build)(flow.tensor(image))
    around = np.pad(image**2, ((0, 0), (1, 1), (0, 0)))
    sums = around[:, :-2] + around[:, 1:-1] + around[:, 2:]
    assert_close(normed.numpy(), image / (1 + 0.5 * sums / 3) ** 0.75, flow.float64, terms=20)
    assert_close(shares.numpy(), np.exp(-image) / np.exp(-image).sum(1, keepdims=True), flow.float64, terms=10)


@pytest.mark.parametrize(
    "call, message",
    [
        (lambda x: F.embedding_bag(x.long(), x, None, None, 2, True, "max"), "embedding_bag: expects no scale"),
        (lambda x: F.huber_loss(x, x, delta=0.0), "huber_loss: expects delta to be above 0"),
        (lambda x: F.triplet_margin_loss(x, x, x, margin=-1.0), "triplet_margin_loss: expects margin to be above 0"),
        (lambda x: F.hinge_embedding_loss(x, x, reduction="max"), "hinge_embedding_loss: expects reduction to be mean"),
        (lambda x: flow.cdist(x, x, compute_mode="fast"), "cdist: expects compute_mode to be one of"),
        (lambda x: F.affine_grid(x, (1, 1, 2, 2)), "affine_grid: expects theta"),
        (lambda x: F.grid_sample(x, x), "grid_sample: expects input"),
    ],
)
def test_errors_name_the_rule(call, message):
    with pytest.raises((TypeError, ValueError, NotImplementedError), match=message):
        Function(call).traced(flow.tensor(A))
