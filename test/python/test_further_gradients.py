"""Gradients of losses that were computed from gradients: they flow with `create_graph` and stop without it."""

import numpy as np
import pytest

import weir as flow
from traced_graphs import Function, line_of, traced
from weir import nn

W, X = np.array([1.0, 2.0, 3.0]), np.array([2.0, -1.0, 0.5])


def result_of(function):
    parameter = nn.Parameter(flow.tensor(W))
    return Function(lambda x: function(parameter, x))(flow.tensor(X)).numpy()


@pytest.mark.parametrize(("create_graph", "factor"), [(False, 0), (True, 6)])
def test_of_a_function(create_graph, factor):
    """Loss sum((w - g)^2) with g = 3 w^2 x, which has the slope 6 w x."""

    def build(w, x):
        (g,) = flow.grad((w**3 * x).sum(), w, create_graph=create_graph)
        ((w - g) ** 2).sum().backward()
        return w.grad

    expected = 2 * (W - 3 * W**2 * X) * (1 - factor * W * X)
    np.testing.assert_allclose(result_of(build), expected, rtol=1e-14)


@pytest.mark.parametrize(("create_graph", "factor"), [(False, 6), (True, 12)])
def test_of_backward(create_graph, factor):
    """A second backward of sum(w g) adds g, and w times the slope of g where that flows."""

    def build(w, x):
        (w**3 * x).sum().backward(create_graph=create_graph)
        assert w.grad is w.grad
        (w.grad * w).sum().backward()
        return w.grad

    np.testing.assert_allclose(result_of(build), factor * W**2 * X, rtol=1e-14)


def test_of_two_calls_of_backward_the_second_one_flows():
    def build(w, x):
        (w**3 * x).sum().backward()
        (w**2 * x).sum().backward(create_graph=True)
        (w.grad * w).sum().backward()
        return w.grad

    first, second = 3 * W**2 * X, 2 * W * X
    np.testing.assert_allclose(result_of(build), 2 * (first + second) + W * 2 * X, rtol=1e-14)


def test_of_two_calls_of_backward_the_first_one_flows():
    def build(w, x):
        (w**2 * x).sum().backward(create_graph=True)
        (w**3 * x).sum().backward()
        (w.grad * w).sum().backward()
        return w.grad

    first, second = 3 * W**2 * X, 2 * W * X
    np.testing.assert_allclose(result_of(build), 2 * (first + second) + W * 2 * X, rtol=1e-14)


def test_a_penalty_of_gradients_of_inputs_reaches_parameters():
    def build(w, x):
        x.requires_grad_()
        (g,) = flow.grad((x**2 * w).sum(), x, create_graph=True)
        ((g**2).sum().sqrt() - 1).square().backward()
        return w.grad

    norm = np.sqrt(np.sum((2 * X * W) ** 2))
    np.testing.assert_allclose(result_of(build), 2 * (norm - 1) * 4 * X**2 * W / norm, rtol=1e-14)


def test_unused_tensors():
    def build(w, x):
        loss = (w * w.detach()).sum() + (x.detach() * 2).sum()
        used, unused = flow.grad(loss, [w, x], allow_unused=True)
        assert unused is None
        _, zeros = flow.grad(loss, [w, x], materialize_grads=True)
        assert flow.grad(loss, x, allow_unused=True) == (None,)
        with flow.no_grad():
            assert flow.grad((x * 2).sum() + w.sum(), w, allow_unused=True) == (None,)
        return used + 10 * zeros

    np.testing.assert_array_equal(result_of(build), W)


def test_an_unused_tensor_is_an_error():
    def build(x, y):
        return flow.grad((x * 2).sum(), [x, y])

    message = r"grad: expects .* from all inputs.* or allow_unused=True; not from number 1 \(.*:%d, in .*build\)"
    with pytest.raises(RuntimeError, match=message % line_of(build, "flow.grad")):
        traced(build, flow.ones(2), flow.ones(2))


def test_of_a_gradient_that_is_a_constant():
    def build(x):
        (first,) = flow.grad((x * x).sum(), x)
        return flow.grad(first.sum(), x)

    with pytest.raises(RuntimeError, match="grad: expects .* where gradients flow, or allow_unused=True; not from"):
        traced(build, flow.ones(2))
