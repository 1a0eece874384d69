"""Initial values: bounds, moments and structure, by PyTorch's names."""

import math

import numpy as np
import pytest

import weir as flow
from traced_graphs import Function
from weir.nn import init


def drawn(function, *shape, dtype=flow.float32, **options):
    flow.manual_seed(31)
    tensor = flow.empty(*shape, dtype=dtype)
    assert function(tensor, **options) is tensor
    return tensor.numpy().astype(np.float64)


# (64, 32, 3, 1): fan_in 96, fan_out 192
FANS = [
    (init.xavier_uniform_, {"gain": 2.0}, 2 * math.sqrt(2 / 288)),
    (init.xavier_normal_, {}, math.sqrt(2 / 288)),
    (init.kaiming_uniform_, {"a": math.sqrt(5)}, math.sqrt(1 / 3 / 96)),
    (init.kaiming_uniform_, {"mode": "fan_out", "nonlinearity": "relu"}, math.sqrt(2 / 192)),
    (init.kaiming_normal_, {}, math.sqrt(2 / 96)),
    (init.kaiming_normal_, {"mode": "fan_out", "nonlinearity": "tanh"}, 5 / 3 * math.sqrt(1 / 192)),
]


@pytest.mark.parametrize("function, options, deviation", FANS)
def test_deviation_by_fans(function, options, deviation):
    values = drawn(function, 64, 32, 3, 1, **options)
    count = values.size
    assert abs(values.mean()) < 5 * deviation / math.sqrt(count)
    # The variance of the variance: 2 of a normal distribution, 4/5 of a uniform one.
    assert abs(values.var() / deviation**2 - 1) < 5 * math.sqrt(2 / count)
    if "uniform" in function.__name__:
        assert np.abs(values).max() <= math.sqrt(3) * deviation * (1 + 2.0**-22)
    else:
        assert np.abs(values).max() > 2.5 * deviation


def test_trunc_normal():
    values = drawn(init.trunc_normal_, 100, 100, mean=1.0, std=2.0, a=0.0, b=2.0)
    assert values.min() >= 0 and values.max() <= 2
    # Between -1/2 and 1/2 standard deviations the variance is 0.0803 of one.
    assert abs(values.mean() - 1) < 0.05 and abs(values.var() / 4 - 0.0803) < 0.005
    with pytest.raises(ValueError, match=r"trunc_normal_: expects \[a, b\] to hold more than 1/1000 of it, got"):
        drawn(init.trunc_normal_, 2, 2, a=5.0, b=6.0)


@pytest.mark.parametrize("shape", [(5, 8), (8, 5), (4, 2, 3)])
def test_orthogonal(shape):
    values = drawn(init.orthogonal_, *shape, dtype=flow.float64, gain=2.0).reshape(shape[0], -1)
    product = values @ values.T if values.shape[0] <= values.shape[1] else values.T @ values
    np.testing.assert_allclose(product, 4 * np.eye(min(values.shape)), atol=1e-13)


def test_sparse():
    values = drawn(init.sparse_, 50, 4, sparsity=0.5, std=0.1)
    assert ((values == 0).sum(axis=0) == 25).all()
    assert 0.05 < values[values != 0].std() < 0.15
    assert len({tuple(column) for column in (values == 0).T}) > 1


def test_dirac():
    values = drawn(init.dirac_, 4, 2, 3, 3, groups=2)
    expected = np.zeros((4, 2, 3, 3))
    for channel in range(4):
        expected[channel, channel % 2, 1, 1] = 1
    np.testing.assert_array_equal(values, expected)


def test_constants():
    assert drawn(init.constant_, 2, val=0.5).tolist() == [0.5, 0.5]
    assert drawn(init.ones_, 1).tolist() == [1] and drawn(init.zeros_, 1).tolist() == [0]
    np.testing.assert_array_equal(drawn(init.eye_, 2, 3), np.eye(2, 3))


def test_calculate_gain():
    assert init.calculate_gain("relu") == math.sqrt(2) and init.calculate_gain("selu") == 0.75
    assert init.calculate_gain("leaky_relu", 0.5) == math.sqrt(2 / 1.25)
    assert init.calculate_gain("conv_transpose2d") == init.calculate_gain("linear") == 1
    with pytest.raises(ValueError, match="calculate_gain: expects one of leaky_relu, relu, .*, got 'gelu'"):
        init.calculate_gain("gelu")


def test_inside_a_graph():
    weight = flow.zeros(3, 4)

    def build():
        init.kaiming_uniform_(weight)
        return weight * 1.0

    graph = Function(build)
    first, second = graph().numpy(), graph().numpy()
    assert (first != second).any() and np.abs(first).max() <= math.sqrt(6 / 4)
    message = "orthogonal_: runs outside nn.Graph.build only, where NumPy factorizes matrices"
    with pytest.raises(NotImplementedError, match=message):
        Function(lambda: init.orthogonal_(weight))()


def drawn_in_a_graph(function, *shape, runs=1, dtype=flow.float32, **options):
    """What the tensor holds after each run."""
    flow.manual_seed(31)
    tensor = flow.empty(*shape, dtype=dtype)
    graph = Function(lambda: function(tensor, **options))
    held = []
    for _ in range(runs):
        graph()
        held.append(tensor.numpy().astype(np.float64))
    return held


@pytest.mark.parametrize("dtype", [flow.float32, flow.float64, flow.float16])
@pytest.mark.parametrize("function, shape, options", [(init.dirac_, (4, 2, 3), {"groups": 2}), (init.eye_, (2, 3), {})])
def test_structure_inside_a_graph(function, shape, options, dtype):
    (held,) = drawn_in_a_graph(function, *shape, dtype=dtype, **options)
    np.testing.assert_array_equal(held, drawn(function, *shape, dtype=dtype, **options))


def test_trunc_normal_inside_a_graph():
    first, second = drawn_in_a_graph(init.trunc_normal_, 100, 100, runs=2, mean=1.0, std=2.0, a=0.0, b=2.0)
    assert (first != second).mean() > 0.99
    for values in (first, second):
        assert values.min() >= 0 and values.max() <= 2
        assert abs(values.mean() - 1) < 0.05 and abs(values.var() / 4 - 0.0803) < 0.005
    # The mean above 3 is the density at 3, divided by the share above it.
    (tail,) = drawn_in_a_graph(init.trunc_normal_, 10000, a=3.0, b=9.0)
    assert tail.min() >= 3 and abs(tail.mean() - 3.2831) < 0.015
    with pytest.raises(ValueError, match=r"trunc_normal_: expects \[a, b\] to hold more than 1/1000 of it, got"):
        drawn_in_a_graph(init.trunc_normal_, 2, 2, a=5.0, b=6.0)


def test_sparse_inside_a_graph():
    first, second = drawn_in_a_graph(init.sparse_, 50, 4, runs=2, sparsity=0.5, std=0.1)
    for values in (first, second):
        assert ((values == 0).sum(axis=0) == 25).all()
        assert 0.05 < values[values != 0].std() < 0.15
    assert ((first == 0) != (second == 0)).any()


def test_bad_shapes():
    for function, message in [
        (init.xavier_normal_, r"init: expects at least 2 dimensions, got shape \(2,\)"),
        (init.dirac_, r"dirac_: expects 3 to 5 dimensions, the first a multiple of 1, got shape \(2,\)"),
        (lambda tensor: init.sparse_(tensor, 0.5), r"sparse_: expects 2 dimensions, got shape \(2,\)"),
    ]:
        with pytest.raises(ValueError, match=message):
            function(flow.zeros(2))


OLDER = "constant dirac eye kaiming_normal kaiming_uniform normal orthogonal sparse uniform"


@pytest.mark.parametrize("name", [*OLDER.split(), "xavier_normal", "xavier_uniform"])
def test_older_names(name):
    shape, args = {"dirac": (4, 4, 3)}.get(name, (4, 4)), {"constant": (2.0,), "sparse": (0.5,)}.get(name, ())
    flow.manual_seed(3)
    with pytest.warns(FutureWarning, match=f"{name}: an older name of {name}_, which"):
        found = getattr(init, name)(flow.empty(*shape), *args)
    flow.manual_seed(3)
    assert found.tolist() == getattr(init, f"{name}_")(flow.empty(*shape), *args).tolist()


def test_private_names_that_programs_use():
    weight = init._no_grad_trunc_normal_(flow.empty(20, 3), 0.0, 1.0, -0.5, 0.5)
    assert float(weight.abs().max()) <= 0.5
    assert (init._calculate_correct_fan(weight, "fan_in"), init._calculate_correct_fan(weight, "fan_out")) == (3, 20)
