"""Normalization against its definition in NumPy."""

import numpy as np
import pytest

import weir as flow
from traced_graphs import Function, assert_close
from weir import nn
from weir.nn import functional as F

X = np.random.default_rng(5).normal(size=(4, 6, 5)) * 3 + 1
SCALE, SHIFT = np.linspace(0.5, 2, 6 * 5).reshape(6, 5), np.linspace(-1, 1, 6 * 5).reshape(6, 5)


def standardized(x, axes, eps):
    return (x - x.mean(axes, keepdims=True)) / np.sqrt(x.var(axes, keepdims=True) + eps)


def tensors(*arrays):
    return [flow.tensor(a.astype(np.float32)) for a in arrays]


def test_layer_norm():
    graph = Function(lambda x, w, b: (F.layer_norm(x, 5), F.layer_norm(x, (6, 5), w, b, 0.1)))
    last, both = graph(*tensors(X, SCALE, SHIFT))
    assert_close(last.numpy(), standardized(X, -1, 1e-5), terms=16)
    assert_close(both.numpy(), standardized(X, (1, 2), 0.1) * SCALE + SHIFT, terms=48)


def test_rms_norm():
    y = Function(lambda x, w: F.rms_norm(x, [5], w))(*tensors(X, SCALE[0]))
    assert_close(y.numpy(), X / np.sqrt((X * X).mean(-1, keepdims=True) + 1e-6) * SCALE[0], terms=16)


def test_group_norm():
    weight, bias = np.arange(1, 7), np.arange(6) / 4
    y = Function(lambda x, w, b: F.group_norm(x, 3, w, b))(*tensors(X, weight, bias))
    groups = standardized(X.reshape(4, 3, 10), -1, 1e-5).reshape(X.shape)
    assert_close(y.numpy(), groups * weight[:, None] + bias[:, None], terms=32)


def test_modules():
    layers = nn.LayerNorm(5), nn.RMSNorm(5), nn.GroupNorm(2, 6), nn.LayerNorm((6, 5), elementwise_affine=False)
    assert [sorted(layer.state_dict()) for layer in layers] == [["bias", "weight"], ["weight"], ["bias", "weight"], []]
    x = flow.tensor(X.astype(np.float32))
    layer, rms, group, plain = Function(lambda x: [layer(x) for layer in layers], *layers)(x)
    assert_close(layer.numpy(), standardized(X, -1, 1e-5), terms=16)
    assert_close(rms.numpy(), X / np.sqrt((X * X).mean(-1, keepdims=True) + 1e-6), terms=16)
    assert_close(group.numpy(), standardized(X.reshape(4, 2, 15), -1, 1e-5).reshape(X.shape), terms=32)
    assert_close(plain.numpy(), standardized(X, (1, 2), 1e-5), terms=48)
    assert repr(nn.LayerNorm(5)) == "LayerNorm((5,), eps=1e-05, elementwise_affine=True, bias=True)"


def test_gradient_of_layer_norm():
    """Of sum(y * w), for y = standardized(x): (w - mean(w) - y mean(w y)) / deviation."""
    weights = np.random.default_rng(6).normal(size=X.shape)
    graph = Function(lambda x, w: flow.grad((F.layer_norm(x, 5) * w).sum(), [x])[0])
    y = standardized(X, -1, 1e-5)
    of_y = weights - weights.mean(-1, keepdims=True) - y * (weights * y).mean(-1, keepdims=True)
    expected = of_y / np.sqrt(X.var(-1, keepdims=True) + 1e-5)
    assert_close(graph(flow.tensor(X), flow.tensor(weights)).numpy(), expected, dtype=flow.float64, terms=32)


def test_instance_norm():
    weight, bias = np.arange(1, 7), np.arange(6) / 4
    layers = nn.InstanceNorm1d(6), nn.InstanceNorm2d(4, affine=True), nn.InstanceNorm3d(1)
    results = Function(
        lambda x, w, b: (
            F.instance_norm(x, weight=w, bias=b, eps=0.1),
            layers[0](x),
            layers[0](x[0]),
            layers[1](x.reshape(1, 4, 6, 5)),
            layers[2](x.reshape(2, 1, 2, 6, 5)),
        ),
        *layers,
    )(*tensors(X, weight, bias))
    expected = (
        standardized(X, -1, 0.1) * weight[:, None] + bias[:, None],
        standardized(X, -1, 1e-5),
        standardized(X[0], -1, 1e-5),
        standardized(X, (1, 2), 1e-5)[None],
        standardized(X.reshape(2, 1, 2, 6, 5), (2, 3, 4), 1e-5),
    )
    for result, reference in zip(results, expected, strict=True):
        assert_close(result.numpy(), reference, terms=64)
    assert [len(layer.state_dict()) for layer in layers] == [0, 2, 0]
    facts = "6, eps=1e-05, momentum=0.1, affine=False, bias=False, track_running_stats=False"
    assert repr(layers[0]) == f"InstanceNorm1d({facts})"


def test_norms_begin_anew():
    layers = {
        "weight": (nn.LayerNorm(3), nn.RMSNorm(3), nn.GroupNorm(1, 3)),
        "running_mean": (nn.BatchNorm1d(3), nn.InstanceNorm1d(3, affine=True, track_running_stats=True)),
    }
    for layer in [*layers["weight"], *layers["running_mean"]]:
        fresh = {name: each.tolist() for name, each in layer.state_dict().items()}
        for _, each in [*layer.named_parameters(), *layer.named_buffers()]:
            each.data.fill_(7)
        layer.reset_parameters()
        assert {name: each.tolist() for name, each in layer.state_dict().items()} == fresh, layer
    for layer in layers["running_mean"]:
        layer(flow.tensor(X[:, :3]))
        layer.weight.data.fill_(7)
        layer.reset_running_stats()
        assert layer.running_mean.tolist() == [0] * 3 and layer.running_var.tolist() == [1] * 3
        assert layer.num_batches_tracked.item() == 0 and layer.weight.tolist() == [7] * 3


def test_older_checkpoints_lack_the_number_of_batches():
    for kind in (nn.BatchNorm2d, nn.InstanceNorm2d):
        layer = kind(2, affine=True, track_running_stats=True)
        layer.num_batches_tracked.fill_(5)
        values = {name: flow.full((2,), 3.0) for name in ("weight", "bias", "running_mean", "running_var")}
        assert layer.load_state_dict(values).missing_keys == []
        assert layer.num_batches_tracked.item() == 5 and layer.running_var.tolist() == [3, 3]
        newer = layer.state_dict()
        del newer["num_batches_tracked"]
        with pytest.raises(RuntimeError, match=f"{kind.__name__} misses num_batches_tracked"):
            layer.load_state_dict(newer)
        del values["weight"]
        with pytest.raises(RuntimeError, match=f"{kind.__name__} misses weight"):
            layer.load_state_dict(values)


def test_unit_vectors():
    y, z, cosine = Function(
        lambda x, y: (F.normalize(x), F.normalize(x, 1, (0, 2), 1e5), F.cosine_similarity(x, y, 2))
    )(*tensors(X, X[::-1]))
    assert_close(y.numpy(), X / np.linalg.norm(X, axis=1, keepdims=True), terms=16)
    assert_close(z.numpy(), X / 1e5, terms=16)
    products = (X * X[::-1]).sum(2) / np.linalg.norm(X, axis=2) / np.linalg.norm(X[::-1], axis=2)
    assert_close(cosine.numpy(), products, terms=16)
    nothing = Function(lambda x: flow.grad(F.normalize(x).sum(), [x])[0])(flow.zeros(2, 3))
    assert np.isfinite(nothing.numpy()).all()


def test_errors():
    x = flow.tensor(np.zeros((2, 6, 4), np.float32))
    with pytest.raises(ValueError, match=r"layer_norm: expects input of shape \(\*, 3, 4\), got \(2, 6, 4\)"):
        Function(lambda x: F.layer_norm(x, (3, 4)))(x)
    with pytest.raises(ValueError, match=r"group_norm: expects input of shape \(N, C, \*\) with C a multiple of 4"):
        Function(lambda x: F.group_norm(x, 4))(x)
    with pytest.raises(ValueError, match=r"InstanceNorm1d: expects 5 channels, got \(2, 6, 4\)"):
        Function(nn.InstanceNorm1d(5))(x)
    with pytest.raises(ValueError, match=r"InstanceNorm2d: expects input to have 4 dimensions, or 3 without a batch"):
        Function(nn.InstanceNorm2d(5))(flow.zeros(2, 6))
    with pytest.raises(ValueError, match=r"instance_norm: expects input of shape \(N, C, \*\), got \(2, 6\)"):
        Function(F.instance_norm)(flow.zeros(2, 6))
    with pytest.raises(ValueError, match="GroupNorm: expects num_channels to be a multiple of num_groups, got 6 and 4"):
        nn.GroupNorm(4, 6)
