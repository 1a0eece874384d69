"""Parameters and buffers that modules compute from others, by PyTorch's nn.utils.parametrize."""

import copy
import pickle

import numpy as np
import pytest

import weir as flow
from traced_graphs import trained
from weir import nn
from weir.nn.utils import parametrizations, parametrize
from weir.nn.utils.parametrize import is_parametrized, register_parametrization, remove_parametrizations


class Symmetric(nn.Module):
    def forward(self, x):
        return x.triu() + x.triu(1).t()


class Exponential(nn.Module):
    """Counts how often it is called."""

    def __init__(self):
        super().__init__()
        self.calls = []

    def forward(self, x):
        self.calls.append(1)
        return x.exp()

    def right_inverse(self, y):
        return y.log()


class Product(nn.Module):
    """Of two tensors."""

    def forward(self, a, b):
        return a * b

    def right_inverse(self, y):
        return y.abs().sqrt(), y.sign() * y.abs().sqrt()


def positive():
    layer = nn.Linear(2, 2)
    layer.weight.data.copy_(flow.tensor([[1.0, 2.0], [3.0, 4.0]]))
    return layer


def test_a_parameter_is_computed():
    layer = nn.Linear(3, 3)
    weight, values = layer.weight, layer.weight.numpy().copy()
    assert register_parametrization(layer, "weight", Symmetric()) is layer and isinstance(layer, nn.Linear)
    expected = np.triu(values) + np.triu(values, 1).T
    np.testing.assert_allclose(layer.weight.detach().numpy(), expected)
    assert layer.parametrizations.weight.original is weight
    assert is_parametrized(layer) and is_parametrized(layer, "weight") and not is_parametrized(layer, "bias")
    assert sorted(layer.state_dict()) == ["bias", "parametrizations.weight.original"]
    x = flow.ones(1, 3)
    np.testing.assert_allclose(layer(x).detach().numpy(), x.numpy() @ expected.T + layer.bias.numpy(), rtol=1e-6)
    layer(x).sum().backward()
    assert weight.grad[1, 0].item() == 0 and weight.grad[0, 1].item() == 2
    remove_parametrizations(layer, "weight")
    assert layer.weight is weight and not is_parametrized(layer) and type(layer) is nn.Linear
    np.testing.assert_allclose(layer.weight.numpy(), expected)
    assert sorted(layer.state_dict()) == ["bias", "weight"]


def test_assignments_write_the_original():
    layer, exponential = positive(), Exponential()
    register_parametrization(layer, "weight", exponential)
    np.testing.assert_allclose(layer.weight.detach().numpy(), [[1, 2], [3, 4]], rtol=1e-6)
    layer.weight = flow.full((2, 2), 5.0)
    np.testing.assert_allclose(layer.parametrizations.weight.original.detach().numpy(), np.log(5), rtol=1e-6)
    register_parametrization(layer, "weight", Symmetric())
    assert len(layer.parametrizations.weight) == 2 and layer.weight.shape == (2, 2)
    with pytest.raises(RuntimeError, match="expects Symmetric to have a method right_inverse, found none"):
        layer.weight = flow.ones(2, 2)
    remove_parametrizations(layer, "weight", leave_parametrized=False)
    np.testing.assert_allclose(layer.weight.detach().numpy(), np.log(5), rtol=1e-6)


def test_several_originals():
    layer = positive()
    register_parametrization(layer, "weight", Product())
    register_parametrization(layer, "bias", Exponential(), unsafe=True)
    names = [name for name, _ in layer.named_parameters() if "weight" in name]
    assert names == ["parametrizations.weight.original0", "parametrizations.weight.original1"]
    np.testing.assert_allclose(layer.weight.detach().numpy(), [[1, 2], [3, 4]], rtol=1e-6)
    with pytest.raises(ValueError, match="expects leave_parametrized=True for a tensor of 2 originals, got False"):
        remove_parametrizations(layer, "weight", leave_parametrized=False)
    remove_parametrizations(layer, "weight")
    assert isinstance(layer.weight, nn.Parameter) and is_parametrized(layer, "bias")
    np.testing.assert_allclose(layer.weight.detach().numpy(), [[1, 2], [3, 4]], rtol=1e-6)


def test_buffers():
    norm = nn.BatchNorm1d(2)
    register_parametrization(norm, "running_var", Exponential())
    assert norm.running_var.tolist() == [1, 1]
    assert [name for name, _ in norm.named_buffers() if "original" in name] == [
        "parametrizations.running_var.original"
    ]
    remove_parametrizations(norm, "running_var")
    assert "running_var" in dict(norm.named_buffers())


def test_values_are_kept_in_a_block():
    layer, exponential = positive(), Exponential()
    register_parametrization(layer, "weight", exponential)
    exponential.calls.clear()
    with parametrize.cached():
        with parametrize.cached():
            assert layer.weight is layer.weight
        assert len(exponential.calls) == 1
        layer.weight = flow.full((2, 2), 2.0)
        np.testing.assert_allclose(layer.weight.detach().numpy(), 2, rtol=1e-6)
        assert len(exponential.calls) == 2
    assert layer.weight is not layer.weight and len(exponential.calls) == 4


@pytest.mark.parametrize("function", [parametrizations.weight_norm, parametrizations.spectral_norm])
def test_graphs_train_as_single_ops_do(function):
    first = function(nn.Linear(3, 4))
    second = copy.deepcopy(first)
    x = flow.tensor(np.random.default_rng(0).standard_normal((4, 3)) * 0.3, dtype=flow.float32)
    losses = trained(first, x, 4, in_graph=True)
    np.testing.assert_allclose(losses, trained(second, x, 4, in_graph=False), rtol=1e-5)
    assert losses[-1] < losses[0]
    for name, value in first.state_dict().items():
        np.testing.assert_allclose(value.numpy(), second.state_dict()[name].numpy(), rtol=1e-4, atol=1e-6)
    third = pickle.loads(pickle.dumps(first))
    assert is_parametrized(third, "weight") and sorted(third.state_dict()) == sorted(first.state_dict())


@pytest.mark.parametrize("dim", [0, 1, -1, None])
def test_weight_norm(dim):
    layer = nn.Linear(3, 2)
    weight = layer.weight.numpy().copy()
    parametrizations.weight_norm(layer, dim=dim)
    of_all = dim in (None, -1)
    norms = np.linalg.norm(weight, axis=None if of_all else 1 - dim, keepdims=not of_all)
    np.testing.assert_allclose(layer.parametrizations.weight.original0.detach().numpy(), norms, rtol=1e-6)
    np.testing.assert_allclose(layer.weight.detach().numpy(), weight, rtol=1e-5)
    layer.weight = flow.ones(2, 3)
    np.testing.assert_allclose(layer.weight.detach().numpy(), 1, rtol=1e-5)


@pytest.mark.parametrize("layer", [nn.Conv2d(2, 3, 3), nn.ConvTranspose2d(2, 3, 3), nn.Linear(5, 4)])
def test_spectral_norm(layer):
    outputs = 1 if isinstance(layer, nn.ConvTranspose2d) else 0
    weight = layer.weight.numpy().copy()
    matrix = np.moveaxis(weight, outputs, 0)
    largest = np.linalg.svd(matrix.reshape(len(matrix), -1))[1][0]
    parametrizations.spectral_norm(layer, n_power_iterations=100)
    np.testing.assert_allclose(layer.weight.detach().numpy(), weight / largest, rtol=1e-4, atol=1e-6)
    assert sorted(layer.state_dict()) == [
        "bias",
        "parametrizations.weight.0._u",
        "parametrizations.weight.0._v",
        "parametrizations.weight.original",
    ]
    before = layer.parametrizations.weight[0]._u.numpy().copy()
    layer.eval()
    assert layer.weight is not None and (layer.parametrizations.weight[0]._u.numpy() == before).all()


@pytest.mark.parametrize(
    "call, message",
    [
        (lambda x: register_parametrization(x, "other", Symmetric()), "expects a parameter or buffer other of"),
        (lambda x: register_parametrization(x, "bias", nn.Linear(2, 3)), r"to give float32 \(2,\), .* float32 \(3,"),
        (lambda x: remove_parametrizations(x, "weight"), "expects weight of Linear to be parametrized"),
        (lambda x: parametrizations.spectral_norm(x, "other"), "spectral_norm: expects a parameter or buffer other"),
        (lambda x: parametrizations.spectral_norm(x, n_power_iterations=0), "n_power_iterations of at least 1, got 0"),
    ],
)
def test_what_is_refused(call, message):
    layer = nn.Linear(2, 2)
    with pytest.raises(ValueError, match=message):
        call(layer)
    assert not is_parametrized(layer) and isinstance(layer.bias, nn.Parameter)
