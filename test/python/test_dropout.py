"""What draws in training: dropout, and what is kept, how often, in whole channels, and what evaluation does; slopes and
choices by chance."""

import math

import numpy as np
import pytest

import weir as flow
from test_random import words
from traced_graphs import Function, assert_close
from weir import nn
from weir.nn import functional as F


@pytest.mark.parametrize("device", ["cpu", "sim"])
def test_it_keeps_by_the_bits_and_scales(device):
    flow.manual_seed(21)
    x = np.arange(1, 41, dtype=np.float32).reshape(5, 8)
    graph = Function(lambda x: F.dropout(x, 0.3))
    for step in (0, 1):
        bits = words(21, 0, step, 40).astype(np.uint32).view(np.int32).astype(np.int64)
        kept = (bits >= round(0.3 * 2**32) - 2**31).reshape(5, 8)
        assert_close(graph(flow.tensor(x, device=device)).cpu().numpy(), np.where(kept, x / 0.7, 0), terms=4)


@pytest.mark.parametrize("p", [0.1, 0.5, 0.9])
def test_as_often_as_it_says(p):
    count = 1 << 14
    y = Function(lambda x: F.dropout(x, p))(flow.ones(count)).numpy()
    assert abs((y != 0).mean() - (1 - p)) < 5 * math.sqrt(p * (1 - p) / count)


def test_gradients_flow_where_it_keeps():
    class Fit(nn.Graph):
        def build(self, x):
            x.requires_grad_()
            y = F.dropout(x, 0.5)
            (y * y).sum().backward()
            return y, x.grad

    y, gradient = Fit()(flow.full((64,), 3.0))
    assert 0 < np.count_nonzero(y.numpy()) < 64
    assert_close(gradient.numpy(), np.where(y.numpy() != 0, 2 * 6.0 * 2, 0), terms=4)


@pytest.mark.parametrize(
    "kind, shape",
    [
        (nn.Dropout1d, (4, 8, 5)),
        (nn.Dropout2d, (4, 8, 3, 2)),
        (nn.Dropout2d, (32, 3, 2)),
        (nn.Dropout3d, (4, 8, 2, 3, 2)),
    ],
)
def test_channels_stay_whole(kind, shape):
    spatial = int(kind.__name__[-2])
    y = Function(kind(0.5))(flow.ones(*shape)).numpy().reshape(*shape[: len(shape) - spatial], -1)
    assert (y == y[..., :1]).all()
    assert set(np.unique(y)) == {0, 2}


def test_evaluation_and_the_ends_of_p():
    x = np.array([1.0, -2.0, 3.0], np.float32)
    layer = nn.Dropout(0.9)
    graph = Function(lambda x: layer(x), layer)
    layer.eval()
    assert graph(flow.tensor(x)).tolist() == x.tolist()
    assert Function(lambda x: F.dropout(x, 0.0))(flow.tensor(x)).tolist() == x.tolist()
    assert Function(lambda x: F.dropout(x, 1.0))(flow.tensor(x)).tolist() == [0, 0, 0]
    assert Function(lambda x: F.dropout(x, 0.9, training=False))(flow.tensor(x)).tolist() == x.tolist()


def test_repr_and_bad_arguments():
    shown = [repr(nn.Dropout(0.2)), repr(nn.Dropout(0.2, True))]
    assert shown == ["Dropout(p=0.2, inplace=False)", "Dropout(p=0.2, inplace=True)"]
    with pytest.raises(ValueError, match=r"Dropout2d: expects p in \[0, 1\], got 1.5"):
        nn.Dropout2d(1.5)
    for function, message in [
        (lambda x: F.dropout(x, -0.1), r"dropout: expects p in \[0, 1\], got -0.1"),
        (lambda x: F.dropout2d(x), r"dropout2d: expects input of 3 or 4 dimensions, got shape \(2,\)"),
    ]:
        with pytest.raises(ValueError, match=message):
            Function(function)(flow.ones(2))
    with pytest.raises(TypeError, match="dropout: expects input of a floating-point dtype, got int64"):
        Function(F.dropout)(flow.ones(2, dtype=flow.int64))


# mean 0 and variance 1


@pytest.mark.parametrize("p", [0.1, 0.5])
def test_alpha_dropout_keeps_mean_and_variance(p):
    flow.manual_seed(4)
    x = flow.randn(1 << 16, dtype=flow.float64)
    y = F.alpha_dropout(x, p, training=True)
    assert abs(y.mean().item()) < 0.02 and abs(y.var().item() - 1) < 0.03
    least = -1.7580993408473766
    scale = 1 / math.sqrt((1 - p) * (1 + p * least**2))
    numbers, counts = np.unique(y.numpy(), return_counts=True)
    dropped = y.numpy() == numbers[counts.argmax()]
    assert abs(dropped.mean() - p) < 0.01
    assert_close(y.numpy(), np.where(dropped, least, x.numpy()) * scale - scale * p * least, terms=4)


def test_alpha_dropout_in_its_forms():
    x = flow.randn(3, 4, 5)
    for layer in (nn.AlphaDropout(0.5), nn.FeatureAlphaDropout(0.5), nn.RReLU(0.5, 0.5)):
        assert layer(x).shape == x.shape and Function(layer, layer)(x).shape == x.shape
    assert nn.AlphaDropout(0.5).eval()(x).tolist() == F.alpha_dropout(x).tolist() == x.tolist()
    y = nn.FeatureAlphaDropout(0.5)(flow.ones(64, 8, 6)).numpy()
    assert (y == y[..., :1]).all() and len(np.unique(y)) == 2
    with pytest.raises(ValueError, match=r"feature_alpha_dropout: expects input of at least 2 dimensions"):
        F.feature_alpha_dropout(flow.ones(3), training=True)
    with pytest.raises(ValueError, match=r"alpha_dropout: expects p in \[0, 1\], got 2"):
        F.alpha_dropout(x, 2, training=True)


# slopes


def test_slopes_by_chance():
    x = flow.full((1 << 14,), -1.0, dtype=flow.float64, requires_grad=True)
    y = F.rrelu(x, 0.25, 0.75, training=True)
    slopes = -y.detach().numpy()
    assert 0.25 <= slopes.min() < 0.251 and 0.749 < slopes.max() < 0.75 and abs(slopes.mean() - 0.5) < 0.01
    y.sum().backward()
    assert_close(x.grad.numpy(), slopes, terms=2)
    mixed = flow.tensor([-2.0, 0.0, 3.0])
    assert nn.RReLU(0.25, 0.75).eval()(mixed).tolist() == [-1.0, 0.0, 3.0]
    assert F.rrelu(mixed, 0.5, 0.5, training=True, inplace=True) is mixed and mixed.tolist() == [-1.0, 0.0, 3.0]
    with pytest.raises(ValueError, match="rrelu: expects lower to be at most upper"):
        F.rrelu(x, 0.5, 0.25, training=True)


# choices


def test_gumbel_softmax_chooses_as_often_as_softmax_says():
    flow.manual_seed(3)
    logits = flow.tensor([[0.0, 1.0, -1.0, 2.0]], dtype=flow.float64)
    shares = F.gumbel_softmax(logits.expand(1 << 14, 4), hard=True).mean(0).numpy()
    assert np.abs(shares - F.softmax(logits, -1).numpy()[0]).max() < 0.015


@pytest.mark.parametrize("build", [lambda f: f, Function])
def test_gumbel_softmax_is_soft_or_hard(build):
    logits = flow.randn(6, 5)
    soft = build(lambda x: F.gumbel_softmax(x, tau=0.5, dim=1))(logits).numpy()
    assert_close(soft.sum(1), np.ones(6), terms=5)
    assert 0 < soft.min() and soft.max() < 1
    hard = build(lambda x: F.gumbel_softmax(x, 0.5, True, dim=0))(logits).numpy()
    assert set(np.unique(hard)) == {0, 1} and (hard.sum(0) == 1).all()


def test_gradients_of_a_hard_choice_are_those_of_the_soft_one():
    weights, gradients = flow.randn(3, 4, dtype=flow.float64), []
    logits = flow.randn(3, 4, dtype=flow.float64).requires_grad_()
    for hard in (False, True):
        flow.manual_seed(5)
        y = F.gumbel_softmax(logits, 0.7, hard)
        gradients += flow.autograd.grad((y * weights).sum(), logits)
    assert np.abs(gradients[0].numpy()).max() > 0.01
    assert_close(gradients[1].numpy(), gradients[0].numpy(), terms=8)
    with pytest.raises(ValueError, match="gumbel_softmax: expects tau above 0, got 0"):
        F.gumbel_softmax(logits, 0.0)
