"""Dropout: what is kept, how often, in whole channels, and what evaluation does."""

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
    assert repr(nn.Dropout(0.2)) == "Dropout(p=0.2)" and repr(nn.Dropout(0.2, True)) == "Dropout(p=0.2, inplace=True)"
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
