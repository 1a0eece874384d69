"""Weights that are computed from other parameters, and parameters as one vector."""

import copy
import pickle

import numpy as np
import pytest

import weir as flow
from traced_graphs import trained
from weir import nn


@pytest.fixture
def x():
    return flow.tensor(np.random.default_rng(0).standard_normal((4, 3)) * 0.3, dtype=flow.float32)


@pytest.mark.parametrize("dim", [0, 1, -1, None, -2])
def test_weight_norm_is_a_direction_times_norms(dim, x):
    layer = nn.Linear(3, 2)
    weight, before = layer.weight.numpy().copy(), layer(x).detach().numpy()
    assert nn.utils.weight_norm(layer, dim=dim) is layer and isinstance(layer, nn.Linear)
    of_all = dim in (None, -1)
    norms = np.linalg.norm(weight, axis=None if of_all else 1 - dim % 2, keepdims=not of_all)
    np.testing.assert_allclose(layer.weight_g.detach().numpy(), norms, rtol=1e-6)
    np.testing.assert_allclose(layer(x).detach().numpy(), before, rtol=1e-5, atol=1e-6)
    assert sorted(name for name, _ in layer.named_parameters()) == ["bias", "weight_g", "weight_v"]


@pytest.mark.parametrize("function", [nn.utils.weight_norm, nn.utils.spectral_norm])
def test_graphs_train_as_single_ops_do(function, x):
    first = function(nn.Linear(3, 4))
    second = copy.deepcopy(first)
    losses = trained(first, x, 4, in_graph=True)
    np.testing.assert_allclose(losses, trained(second, x, 4, in_graph=False), rtol=1e-5)
    assert losses[-1] < losses[0]
    for name, value in first.state_dict().items():
        np.testing.assert_allclose(value.numpy(), second.state_dict()[name].numpy(), rtol=1e-4, atol=1e-6)


@pytest.mark.parametrize("layer", [nn.Conv2d(2, 3, 3), nn.ConvTranspose2d(2, 3, 3), nn.Linear(5, 4)])
def test_spectral_norm_divides_by_the_largest_singular_value(layer):
    outputs = 1 if isinstance(layer, nn.ConvTranspose2d) else 0
    matrix = np.moveaxis(layer.weight.numpy(), outputs, 0)
    largest = np.linalg.svd(matrix.reshape(len(matrix), -1))[1][0]
    expected = layer.weight.numpy() / largest
    nn.utils.spectral_norm(layer, n_power_iterations=100)
    layer(flow.ones(1, 2, 4, 4) if "Conv" in type(layer).__name__ else flow.ones(1, 5))
    np.testing.assert_allclose(layer.weight.detach().numpy(), expected, rtol=1e-4, atol=1e-6)
    u = layer.weight_u.numpy().copy()
    layer.weight_u.copy_(layer.weight_u * 2)  # who reads the weight uses the vectors as they are
    np.testing.assert_allclose(layer.weight.detach().numpy(), expected / 2, rtol=1e-4, atol=1e-6)
    assert np.array_equal(layer.weight_u.numpy(), 2 * u)


@pytest.mark.parametrize(
    "add, remove",
    [
        (nn.utils.weight_norm, nn.utils.remove_weight_norm),
        (nn.utils.spectral_norm, nn.utils.remove_spectral_norm),
    ],
)
def test_it_can_be_taken_away(add, remove, x):
    layer = add(nn.Linear(3, 2)).eval()
    before = layer(x).detach().numpy()
    assert type(remove(layer)) is nn.Linear and list(layer.state_dict()) == ["bias", "weight"]
    np.testing.assert_allclose(layer(x).detach().numpy(), before, rtol=1e-6)
    with pytest.raises(ValueError, match=f"{remove.__name__}: expects a computed weight of Linear, found none"):
        remove(layer)


def test_parameters_that_are_not_there_are_named():
    with pytest.raises(ValueError, match="weight_norm: expects a parameter weight of ReLU, found none"):
        nn.utils.weight_norm(nn.ReLU())
    with pytest.raises(ValueError, match="expects n_power_iterations of at least 1, got 0"):
        nn.utils.spectral_norm(nn.Linear(1, 1), n_power_iterations=0)


def test_parameters_as_one_vector():
    layer = nn.Linear(2, 2)
    vector = nn.utils.parameters_to_vector(layer.parameters())
    assert vector.tolist() == [*layer.weight.flatten().tolist(), *layer.bias.tolist()]
    nn.utils.vector_to_parameters(flow.arange(6.0), layer.parameters())
    assert layer.weight.tolist() == [[0, 1], [2, 3]] and layer.bias.tolist() == [4, 5]
    with pytest.raises(ValueError, match=r"expects a vector of 6 elements, as the parameters have, got shape \(5,\)"):
        nn.utils.vector_to_parameters(flow.arange(5.0), layer.parameters())


def test_gradients_are_clipped_where_there_are_some():
    parameter = nn.Parameter(flow.ones(2))
    assert nn.utils.clip_grad_norm_([parameter], 1.0).item() == 0
    parameter.grad = flow.tensor([3.0, float("inf")])
    with pytest.raises(RuntimeError, match="clip_grad_norm_: expects gradients of a finite norm, got inf"):
        nn.utils.clip_grad_norm_([parameter], 1.0, error_if_nonfinite=True)
    parameter.grad = flow.tensor([3.0, 4.0])
    assert nn.utils.clip_grad_norm_([parameter], 1.0, error_if_nonfinite=True).item() == 5
    np.testing.assert_allclose(parameter.grad.numpy(), [0.6, 0.8], rtol=1e-5)


def test_several_weights_are_computed_and_taken_away_in_any_order():
    layer = nn.LSTM(2, 3)
    names = ["weight_ih_l0", "weight_hh_l0"]
    for name in names:
        nn.utils.weight_norm(layer, name)
    before = layer(flow.ones(4, 1, 2))[0].detach().numpy()
    for name in names:
        nn.utils.remove_weight_norm(layer, name)
        np.testing.assert_allclose(layer(flow.ones(4, 1, 2))[0].detach().numpy(), before, rtol=1e-5)
    assert type(layer) is nn.LSTM


@pytest.mark.parametrize("function", [nn.utils.weight_norm, nn.utils.spectral_norm])
@pytest.mark.parametrize("copied", [copy.deepcopy, lambda layer: pickle.loads(pickle.dumps(layer))])
def test_copies_have_weights_of_their_own(function, copied, x):
    layer = function(nn.Linear(3, 2)).eval()
    other = copied(layer)
    assert other(x).tolist() == layer(x).tolist() and isinstance(other, nn.Linear)
    with flow.no_grad():
        for name, parameter in other.named_parameters():
            if name != "bias":
                parameter.mul_(flow.arange(parameter.numel()).reshape(parameter.shape))
    assert other(x).tolist() != layer(x).tolist()
    if function is nn.utils.spectral_norm:
        before = layer.weight_u.tolist()
        other.train()(x)
        assert other.weight_u.tolist() != before and layer.weight_u.tolist() == before


def test_a_weight_that_is_computed_cannot_be_assigned():
    layer = nn.utils.weight_norm(nn.Linear(3, 2))
    for value in (nn.Parameter(flow.zeros(2, 3)), flow.zeros(2, 3)):
        with pytest.raises(TypeError, match="Linear: expects weight to stay what it is computed from, got another"):
            layer.weight = value
    layer.bias = nn.Parameter(flow.zeros(2))
    assert list(layer.state_dict()) == ["bias", "weight_g", "weight_v"]


def test_largest_norms_that_change_compile_nothing_new():
    parameter = nn.Parameter(flow.ones(7))
    compiled = []
    for number in range(12):
        parameter.grad = flow.ones(7)
        nn.utils.clip_grad_norm_([parameter], 1.0 + number / 16)
        np.testing.assert_allclose(parameter.grad.numpy(), (1 + number / 16) / 7**0.5, rtol=1e-5)
        compiled.append(flow._core.call_counts()[2])
    assert compiled[-1] == compiled[6] > compiled[0]
