"""Functions of functions: gradients with respect to arguments, and modules with other parameters."""

import numpy as np
import pytest

import weir as flow
from traced_graphs import Function
from weir import func, nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.first = nn.Linear(2, 3)
        self.norm = nn.BatchNorm1d(3)
        self.second = self.first.weight  # tied

    def forward(self, x, scale=1.0):
        return self.norm(self.first(x)) @ self.second * scale


def test_modules_with_other_parameters():
    net, x = Net().eval(), flow.randn(4, 2)
    own = {name: tensor.clone() for name, tensor in net.state_dict().items()}
    before = net(x).tolist()
    given = {"first.weight": flow.ones(3, 2, requires_grad=True), "norm.running_mean": flow.ones(3)}
    found = func.functional_call(net, given, (x,), {"scale": 2.0})
    x3 = x.numpy() @ np.ones((2, 3)) + own["first.bias"].numpy() - 1
    np.testing.assert_allclose(found.detach().numpy(), 2 * (x3 / np.sqrt(1 + 1e-5)) @ np.ones((3, 2)), rtol=1e-5)
    found.sum().backward()
    assert given["first.weight"].grad is not None and net.first.weight.grad is None
    assert net(x).tolist() == before and net.second is net.first.weight
    several = func.functional_call(net, [given, {"first.bias": flow.zeros(3)}], x, tie_weights=False)
    assert several.shape == (4, 2)
    with pytest.raises(AttributeError, match="expects names of parameters and buffers of Net, got 'w'"):
        func.functional_call(net, {"w": x}, x)
    with pytest.raises(RuntimeError, match="expects all names, without second, first.bias, norm.weight"):
        func.functional_call(net, given, x, strict=True)


def test_a_failed_call_leaves_the_module_as_it_was():
    net = nn.Linear(2, 1)
    weight = net.weight
    with pytest.raises(ValueError):
        func.functional_call(net, {"weight": flow.ones(1, 3)}, flow.ones(1, 2))
    assert net.weight is weight


def test_gradients_are_like_the_arguments():
    def loss(parameters, x):
        return ((x @ parameters["w"] + parameters["b"][0]) ** 2).sum()

    parameters = {"w": flow.tensor([1.0, 2.0]), "b": [flow.tensor(0.5)]}
    x = flow.tensor([[1.0, 0.0], [2.0, 1.0]])
    found = func.grad(loss)(parameters, x)
    assert found["w"].tolist() == [2 * 1.5 + 2 * 4.5 * 2, 2 * 4.5] and found["b"][0].item() == 12
    assert not found["w"].requires_grad and not parameters["w"].requires_grad
    of_both, value = func.grad_and_value(loss, argnums=(0, 1))(parameters, x)
    assert value.item() == 1.5**2 + 4.5**2 and of_both[1].tolist() == [[3.0, 6.0], [9.0, 18.0]]
    gradient, aux = func.grad(lambda x: ((x**2).sum(), "aux"), has_aux=True)(x)
    assert gradient.tolist() == (2 * x).tolist() and aux == "aux"
    assert func.grad_and_value(lambda x: (x.sum(), 1), has_aux=True)(x)[1][1] == 1


def test_gradients_of_gradients():
    cube = lambda x: (x**3).sum()  # noqa: E731
    assert func.grad(lambda x: func.grad(cube)(x).sum())(flow.tensor([2.0])).tolist() == [12]
    x = flow.tensor([2.0], requires_grad=True)
    func.grad(cube)(x).backward()
    assert x.grad.tolist() == [12]


def test_inner_steps_of_meta_learning():
    net, x = nn.Linear(3, 1), flow.randn(8, 3)
    weights = dict(net.named_parameters())

    def loss(given):
        return (func.functional_call(net, given, x) ** 2).mean()

    gradients = func.grad(loss)(weights)
    stepped = {name: weights[name] - 0.1 * gradients[name] for name in weights}
    loss(stepped).backward()
    assert loss(stepped).item() < loss(weights).item()
    # d/dw of the loss behind a step of gradient descent, by differences.
    whole = net.weight.grad.numpy().copy()
    with flow.no_grad():
        step = 1e-3
        net.weight[0, 0] += step
    g = func.grad(loss)({name: p.detach() for name, p in weights.items()})
    more = loss({name: weights[name].detach() - 0.1 * g[name] for name in weights}).item()
    with flow.no_grad():
        net.weight[0, 0] -= 2 * step
    g = func.grad(loss)({name: p.detach() for name, p in weights.items()})
    less = loss({name: weights[name].detach() - 0.1 * g[name] for name in weights}).item()
    assert abs((more - less) / (2 * step) - whole[0, 0]) < 2e-3


def test_derivatives():
    x, y = flow.tensor([1.0, 2.0]), flow.tensor([3.0])
    assert func.jacrev(lambda x: x**2)(x).tolist() == [[2, 0], [0, 4]]
    assert func.jacrev(lambda x, y: x * y, argnums=1)(x, y).tolist() == [[1], [2]]
    both = func.jacrev(lambda x, y: x * y, argnums=(0, 1))(x, y)
    assert [each.tolist() for each in both] == [[[3, 0], [0, 3]], [[1], [2]]]
    assert func.hessian(lambda x: (x**3).sum())(x).tolist() == [[6, 0], [0, 12]]


def test_bad_functions():
    for call, error, message in (
        (lambda: func.grad(lambda x: x)(flow.ones(2)), RuntimeError, r"expects the function to give a scalar, .*2"),
        (lambda: func.grad(lambda x: 1.0)(flow.ones(2)), RuntimeError, "to give a scalar, got float"),
        (lambda: func.grad(lambda x: x, argnums=1)(flow.ones(2)), ValueError, "expects argnums among 1 arguments"),
    ):
        with pytest.raises(error, match=message):
            call()


def test_functional_calls_in_a_graph():
    net, x = nn.Linear(2, 1), flow.ones(3, 2)
    graph = Function(lambda x, w: func.functional_call(net, {"weight": w}, x), net)
    found = graph(x, flow.ones(1, 2))
    np.testing.assert_allclose(found.numpy(), 2 + net.bias.detach().numpy() * np.ones((3, 1)), rtol=1e-6)


# batches of samples


def test_gradients_of_each_sample():
    net = nn.Linear(3, 1)
    parameters = {name: each.detach() for name, each in net.named_parameters()}
    x, y = flow.randn(5, 3), flow.randn(5, 1)

    def loss(parameters, x, y):
        return ((func.functional_call(net, parameters, (x,)) - y) ** 2).sum()

    found = flow.vmap(func.grad(loss), in_dims=(None, 0, 0))(parameters, x, y)
    error = 2 * (net(x).detach() - y)
    np.testing.assert_allclose(found["weight"].numpy(), (error * x).unsqueeze(1).numpy(), rtol=1e-4, atol=1e-6)
    np.testing.assert_allclose(found["bias"].numpy(), error.numpy(), rtol=1e-4, atol=1e-6)


def test_ensembles():
    models = [nn.Sequential(nn.Linear(3, 4), nn.BatchNorm1d(4)).eval() for _ in range(3)]
    parameters, buffers = func.stack_module_state(models)
    assert parameters["0.weight"].shape == (3, 4, 3) and parameters["0.weight"].requires_grad
    x = flow.randn(2, 3)

    def call(parameters, buffers, x):
        return func.functional_call(models[0], (parameters, buffers), (x,))

    found = func.vmap(call, in_dims=(0, 0, None))(parameters, buffers, x)
    expected = np.stack([each(x).detach().numpy() for each in models])
    np.testing.assert_allclose(found.detach().numpy(), expected, rtol=1e-5, atol=1e-6)
    found.sum().backward()
    assert parameters["0.weight"].grad.shape == (3, 4, 3)
    with pytest.raises(RuntimeError, match="stack_module_state: expects modules of one class, got Linear, ReLU"):
        func.stack_module_state([nn.Linear(1, 1), nn.ReLU()])


def test_dimensions_of_batches():
    a, b = flow.arange(6.0).view(2, 3), flow.arange(12.0).view(3, 2, 2)
    total, pair = func.vmap(lambda x, y: (x.sum(), {"x": x * 2, "y": y}), in_dims=(1, 0), out_dims=(0, 1, 0))(a, b)
    assert total.tolist() == [3, 5, 7] and pair["x"].tolist() == (2 * a).tolist() and pair["y"].shape == (3, 2, 2)
    assert func.vmap(func.vmap(flow.dot, in_dims=(0, None)), in_dims=(None, 1))(a, flow.ones(3, 4)).shape == (4, 2)
    assert func.vmap(lambda x, scale: x * scale, in_dims=(0, None))(a, 3).tolist() == (a * 3).tolist()
    assert func.vmap(lambda d: d["a"] + d["b"], in_dims=({"a": 0, "b": None},))({"a": a, "b": a[0]}).shape == (2, 3)
    graph = Function(lambda x: func.vmap(lambda row: row.cumsum(0))(x))
    assert graph(a).tolist() == a.cumsum(1).tolist()


def test_random_numbers_of_samples():
    x = flow.zeros(3, 2)
    with pytest.raises(RuntimeError, match='vmap: expects randomness="different" or "same" where samples draw'):
        func.vmap(flow.rand_like)(x)
    different = func.vmap(flow.rand_like, randomness="different")(x)
    same = func.vmap(flow.rand_like, randomness="same")(x)
    assert len({tuple(row) for row in different.tolist()}) == 3 and len({tuple(row) for row in same.tolist()}) == 1


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: func.vmap(flow.add)(flow.ones(2), flow.ones(3)), "vmap: expects batches of one size .*, got 2, 3"),
        (lambda: func.vmap(flow.sin)(flow.tensor(1.0)), r"vmap: expects in_dims to name a dimension .* \(\), got 0"),
        (lambda: func.vmap(flow.add)(flow.ones(2), 3), "vmap: expects tensors, or None in in_dims for others, got int"),
        (lambda: func.vmap(flow.sin, in_dims=(0, 0))(flow.ones(2)), "vmap: expects in_dims for 1 arguments, got 2"),
        (lambda: func.vmap(lambda x: 3)(flow.ones(2)), "vmap: expects the function to give tensors"),
        (lambda: func.vmap(flow.sin, out_dims=(0, 1))(flow.ones(2)), "vmap: expects out_dims for 1 results, got 2"),
        (lambda: func.vmap(flow.sin, randomness="some"), "vmap: expects randomness to be one of"),
    ],
)
def test_batches_that_are_none(call, message):
    with pytest.raises((ValueError, RuntimeError), match=message):
        call()


def test_products_with_jacobians():
    x, v = flow.tensor([1.0, 2.0, 3.0]), flow.tensor([1.0, 0.0, -1.0])
    value, pulled = func.vjp(lambda x: (x**2, {"sum": x.sum()}), x)
    assert value[0].tolist() == [1, 4, 9] and not value[0].requires_grad
    for _ in range(2):
        (of_x,) = pulled((v, {"sum": flow.tensor(10.0)}))
        assert of_x.tolist() == [12, 10, 4]
    _, both = func.vjp(lambda a, b: a * b, x, v)
    assert [each.tolist() for each in both(flow.ones(3))] == [v.tolist(), x.tolist()]
    value, pushed = func.jvp(lambda x: x**3, (x,), (v,))
    assert value.tolist() == [1, 8, 27] and pushed.tolist() == [3, 0, -27]
    assert func.jacfwd(lambda x: x**2)(x).tolist() == np.diag([2, 4, 6]).tolist()
