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
