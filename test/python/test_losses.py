"""Losses against their definitions in NumPy."""

import numpy as np
import pytest

import weir as flow
from traced_graphs import Function, assert_close
from weir import nn
from weir.nn import functional as F

random = np.random.default_rng(3)
INPUT, TARGET = random.normal(size=(7, 5)) * 2, random.normal(size=(7, 5))
PROBABILITIES = random.uniform(size=(7, 5))
ON = (random.uniform(size=(7, 5)) > 0.4).astype(np.float64)
LOG_P = np.log(PROBABILITIES / PROBABILITIES.sum(1, keepdims=True))


def smooth(x, y, beta):
    d = np.abs(x - y)
    return np.where(d < beta, d * d / (2 * beta), d - beta / 2)


def bce(p, t):
    return -(t * np.log(p) + (1 - t) * np.log1p(-p))


CASES = {
    "mse": (F.mse_loss, nn.MSELoss, (INPUT, TARGET), lambda x, y: (x - y) ** 2),
    "l1": (F.l1_loss, nn.L1Loss, (INPUT, TARGET), lambda x, y: np.abs(x - y)),
    "smooth_l1": (F.smooth_l1_loss, nn.SmoothL1Loss, (INPUT, TARGET), lambda x, y: smooth(x, y, 1.0)),
    "bce": (F.binary_cross_entropy, nn.BCELoss, (PROBABILITIES, ON), bce),
    "bce_with_logits": (
        F.binary_cross_entropy_with_logits,
        nn.BCEWithLogitsLoss,
        (INPUT * 20, ON),
        lambda x, t: (1 - t) * x + np.logaddexp(0, -x),
    ),
    "kl_div": (
        F.kl_div,
        nn.KLDivLoss,
        (LOG_P, ON),
        lambda x, t: t * (np.log(np.where(t > 0, t, 1)) - x),
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_against_numpy(name):
    function, module, (x, y), reference = CASES[name]
    x, y = x.astype(np.float32), y.astype(np.float32)
    losses = reference(x.astype(np.float64), y.astype(np.float64))
    reductions = ("none", "sum", "mean")
    graph = Function(lambda x, y: [function(x, y, reduction=reduction) for reduction in reductions] + [module()(x, y)])
    each, total, mean, of_module = graph(flow.tensor(x), flow.tensor(y))
    assert_close(each.numpy(), losses, terms=6)
    assert_close(total.numpy(), losses.sum(), terms=6 + losses.size, scale=np.abs(losses).sum())
    assert_close(mean.numpy(), losses.mean(), terms=6 + losses.size)
    assert_close(of_module.numpy(), losses.mean(), terms=6 + losses.size)


OLDER_WORDS = [
    ("mse", 2, ()),
    ("l1", 2, ()),
    ("smooth_l1", 2, ()),
    ("kl_div", 2, ()),
    ("bce", 3, (None,)),
    ("bce_with_logits", 3, (None,)),
]


@pytest.mark.parametrize("name, place, before", OLDER_WORDS)
def test_older_words_for_reductions(name, place, before):
    """size_average and reduce, by name and at PyTorch's places, of functions and of modules."""
    function, module, (x, y), reference = CASES[name]
    losses, pair = reference(x, y), (flow.tensor(x), flow.tensor(y))
    words = {(False, None): losses.sum(), (None, False): losses, (False, False): losses, (True, True): losses.mean()}
    for (size_average, reduce), wanted in words.items():
        named = {"size_average": size_average, "reduce": reduce}
        results = [
            function(*pair, **named),
            function(*pair, *before, size_average, reduce, "mean"),
            module(**named)(*pair),
            module(*before, size_average, reduce)(*pair),
        ]
        for result in results:
            assert_close(result.numpy(), wanted, flow.float64, terms=80, scale=np.abs(losses).sum())
    assert module(size_average=False).reduction == "sum" and module(reduce=False).reduction == "none"
    assert module(*before, "sum").reduction == "sum"  # in OneFlow's order
    assert function(*pair, *before, "none").shape == losses.shape


def test_older_words_among_options():
    x, classes = flow.tensor(INPUT), flow.tensor(np.arange(7) % 5)
    each = F.cross_entropy(x, classes, reduction="none", ignore_index=2).numpy()
    np.testing.assert_array_equal(F.cross_entropy(x, classes, None, None, 2, False), each)
    np.testing.assert_array_equal(nn.CrossEntropyLoss(None, None, 2, False)(x, classes), each)
    np.testing.assert_array_equal(nn.CrossEntropyLoss(None, 2, "none")(x, classes), each)  # in OneFlow's order
    assert_close(F.cross_entropy(x, classes, None, False, 2).numpy(), each.sum(), flow.float64, terms=7)
    each = F.nll_loss(x, classes, reduction="none", ignore_index=2).numpy()
    np.testing.assert_array_equal(F.nll_loss(x, classes, None, True, 2, False), each)
    np.testing.assert_array_equal(nn.NLLLoss(None, True, 2, False)(x, classes), each)
    counts = flow.tensor(np.arange(35.0).reshape(7, 5))
    each = F.poisson_nll_loss(x, counts, full=True, eps=0.5, reduction="none").numpy()
    np.testing.assert_array_equal(F.poisson_nll_loss(x, counts, True, True, None, 0.5, False), each)
    np.testing.assert_array_equal(nn.PoissonNLLLoss(True, True, None, 0.5, False)(x, counts), each)


def test_nll_loss_is_cross_entropy_without_log_softmax():
    labels = np.arange(7) % 5
    entropy, of_class = nn.CrossEntropyLoss(), nn.NLLLoss(reduction="none")
    graph = Function(lambda x, t: (F.nll_loss(F.log_softmax(x), t), entropy(x, t), of_class(x, t)))
    by_hand, at_once, each = graph(flow.tensor(INPUT.astype(np.float32)), flow.tensor(labels))
    np.testing.assert_array_equal(by_hand.numpy(), at_once.numpy())
    assert_close(each.numpy(), -INPUT[np.arange(7), labels], terms=2)


def test_options():
    x, y, t = (flow.tensor(a.astype(np.float32)) for a in (INPUT, TARGET, ON))
    weight = np.array([1, 2, 0.5, 3, 1], np.float32)
    graph = Function(
        lambda x, y, t, w: (
            F.smooth_l1_loss(x, y, "none", 0.25),
            F.smooth_l1_loss(x, y, "none", 0.0),
            F.binary_cross_entropy_with_logits(x, t, reduction="none", pos_weight=w),
            F.kl_div(x, y, "batchmean", log_target=True),
        )
    )
    small, none, weighted, batch = graph(x, y, t, flow.tensor(weight))
    assert_close(small.numpy(), smooth(INPUT, TARGET, 0.25), terms=4)
    assert_close(none.numpy(), np.abs(INPUT - TARGET), terms=2)
    loss = (1 - ON) * INPUT + (1 + (weight - 1) * ON) * np.logaddexp(0, -INPUT)
    assert_close(weighted.numpy(), loss, terms=8)
    divergence = np.exp(TARGET) * (TARGET - INPUT)
    assert_close(batch.numpy(), divergence.sum() / 7, terms=48, scale=np.abs(divergence).sum())


def test_of_certain_probabilities():
    """Logarithms of 0 count as -100."""
    x, t = np.array([0.0, 1.0], np.float32), np.array([1.0, 0.0], np.float32)
    np.testing.assert_array_equal(Function(F.binary_cross_entropy)(flow.tensor(x), flow.tensor(t)).numpy(), 100)


def test_gradients():
    x, t = flow.tensor(INPUT), flow.tensor(ON)
    graph = Function(lambda x, t: flow.grad(F.binary_cross_entropy_with_logits(x, t, reduction="sum"), [x])[0])
    assert_close(graph(x, t).numpy(), 1 / (1 + np.exp(-INPUT)) - ON, dtype=flow.float64, terms=8)
    graph = Function(lambda x, y: flow.grad(F.mse_loss(x, y), [x])[0])
    assert_close(graph(x, flow.tensor(TARGET)).numpy(), 2 * (INPUT - TARGET) / INPUT.size, dtype=flow.float64, terms=4)


def test_l1_loss_of_integers_is_exact():
    x, y = np.array([2**40 + 1, 5, -7]), np.array([2**40, 9, -7])
    for reduction, expected in (("none", np.abs(x - y)), ("sum", np.abs(x - y).sum())):
        result = Function(lambda x, y: F.l1_loss(x, y, reduction))(flow.tensor(x), flow.tensor(y))
        assert result.dtype is flow.int64
        np.testing.assert_array_equal(result.numpy(), expected)


def test_errors():
    x = flow.tensor(np.zeros((2, 3), np.float32))
    with pytest.raises(ValueError, match=r"mse_loss: expects shapes that broadcast, got input \(2, 3\), target \(2,\)"):
        Function(F.mse_loss)(x, flow.tensor(np.zeros(2, np.float32)))
    with pytest.raises(ValueError, match="l1_loss: expects reduction to be mean, sum or none, got 'max'"):
        Function(lambda x: F.l1_loss(x, x, "max"))(x)
    with pytest.raises(ValueError, match="l1_loss: expects reduction to be mean, sum or none, got 'max'"):
        Function(lambda x: F.l1_loss(x, x, "max"))(flow.tensor([1, 2]))
    with pytest.raises(ValueError, match="smooth_l1_loss: expects beta to be at least 0, got -1"):
        Function(lambda x: F.smooth_l1_loss(x, x, beta=-1))(x)
    with pytest.raises(ValueError, match=r"nll_loss: expects a weight for each of 3 classes, got shape \(2,\)"):
        Function(lambda x, t: F.nll_loss(x, t, weight=x[0, :2]))(x, flow.tensor([0, 1]))
    with pytest.raises(ValueError, match=r"cross_entropy: expects input of shape \(N, C, \*\) and target of shape"):
        Function(F.cross_entropy)(x, flow.tensor([0, 1, 2]))
    with pytest.raises(ValueError, match=r"cross_entropy: expects input and target of one shape \(N, C, \*\)"):
        Function(lambda x: F.cross_entropy(x, x[:1]))(x)
    with pytest.raises(ValueError, match=r"cross_entropy: expects label_smoothing in \[0, 1\], got 2"):
        Function(lambda x: F.cross_entropy(x, x, label_smoothing=2))(x)
    with pytest.raises(ValueError, match=r"binary_cross_entropy: expects weights to broadcast to \(2, 3\), got \(2,\)"):
        Function(lambda x: F.binary_cross_entropy(x, x, weight=x[:, 0]))(x)


def test_losses_of_users():
    from weir.nn.modules.loss import _Loss, _WeightedLoss

    class Own(_Loss):
        def __init__(self, size_average=None, reduce=None, reduction="mean"):
            super().__init__(size_average, reduce, reduction)

    class Weighted(_WeightedLoss):
        def __init__(self, weight=None, size_average=None, reduce=None, reduction="mean"):
            super().__init__(weight, size_average, reduce, reduction)

    assert (Own().reduction, Own(False).reduction, Own(reduction="none").reduction) == ("mean", "sum", "none")
    assert [name for name, _ in Weighted(flow.ones(2)).named_buffers()] == ["weight"]
    assert Weighted(reduction="sum").reduction == "sum" and isinstance(nn.CrossEntropyLoss(), _WeightedLoss)
    losses = {name: getattr(nn, name) for name in nn.__all__ if name.endswith("Loss")}
    assert [name for name, each in losses.items() if not issubclass(each, _Loss)] == ["AdaptiveLogSoftmaxWithLoss"]
