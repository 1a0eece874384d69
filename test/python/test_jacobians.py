"""Jacobians, Hessians and their products, op by op and in graphs."""

import numpy as np
import pytest

import weir as flow
from weir import nn
from weir.autograd.functional import hessian, hvp, jacobian, jvp, vhp, vjp

RNG = np.random.default_rng(0)
X, Y = (RNG.standard_normal(shape) for shape in ((2, 3), (3,)))
x, y = flow.tensor(X), flow.tensor(Y)


def close(found, expected):
    assert tuple(found.shape) == np.shape(expected)
    np.testing.assert_allclose(found.detach().numpy(), expected, rtol=1e-12, atol=1e-12)


def squares(x):
    return (x**2).sum(1)


OF_SQUARES = np.einsum("ab,ac->abc", np.eye(2), 2 * X)  # d squares[a] / d x[b, c]


def test_jacobians_have_the_results_shape_and_the_inputs():
    close(jacobian(squares, x), OF_SQUARES)
    (of_x, of_y), (second_x, second_y) = jacobian(lambda x, y: (x @ y, y * 2), (x, y))
    close(of_x, np.einsum("ab,c->abc", np.eye(2), Y))
    close(of_y, X)
    close(second_x, np.zeros((3, 2, 3)))
    close(second_y, 2 * np.eye(3))
    close(jacobian(lambda x: x[:0], y), np.zeros((0, 3)))


def test_hessians():
    close(hessian(lambda y: (y**3).sum(), y), np.diag(6 * Y))
    (of_xx, of_xy), (of_yx, of_yy) = hessian(lambda x, y: (x * y).sum(), (x, y))
    close(of_xx, np.zeros((2, 3, 2, 3)))
    close(of_xy, np.einsum("cd,b->bcd", np.eye(3), np.ones(2)))
    close(of_yx, np.einsum("cd,b->cbd", np.eye(3), np.ones(2)))
    close(of_yy, np.zeros((3, 3)))


def test_products_with_vectors():
    v, w = RNG.standard_normal(2), RNG.standard_normal((2, 3))
    result, product = vjp(squares, x, flow.tensor(v))
    close(result, (X**2).sum(1))
    close(product, np.tensordot(v, OF_SQUARES, 1))
    assert not result.requires_grad and not product.requires_grad
    close(jvp(squares, x, flow.tensor(w))[1], np.tensordot(OF_SQUARES, w, 2))
    first, second = vjp(lambda x, y: (x @ y).sum(), (x, y))[1]
    close(first, np.tile(Y, (2, 1)))
    close(second, X.sum(0))
    for function in (hvp, vhp):
        close(function(lambda x: (x**3).sum(), x, flow.tensor(w))[1], 6 * X * w)
    close(jvp(lambda t: t * y, flow.tensor(2.0, dtype=flow.float64))[1], Y)


def test_gradients_flow_on_where_that_is_wanted():
    p = flow.ones(2, requires_grad=True)
    jacobian(lambda p: p**3, p, create_graph=True).sum().backward()
    assert p.grad.tolist() == [6, 6]
    assert not jacobian(lambda p: p**3, p).requires_grad
    with flow.no_grad():
        assert jacobian(lambda p: p**3, p).tolist() == [[3, 0], [0, 3]]


def test_in_a_graph():
    class Both(nn.Graph):
        def build(self, x):
            return jacobian(squares, x), hessian(lambda x: (x**3).sum(), x)

    first, second = Both()(x)
    close(first, OF_SQUARES)
    close(second.reshape(6, 6), np.diag(6 * X.reshape(-1)))


@pytest.mark.parametrize(
    "call, message",
    [
        (lambda: jacobian(squares, 3), "jacobian: expects a tensor or a tuple of tensors as inputs, got int"),
        (lambda: jacobian(lambda x: 3, x), "jacobian: expects the function to give tensors, got int"),
        (lambda: hessian(squares, x), r"hessian: expects the function to give a scalar, got \(2,\)"),
        (lambda: vjp(squares, x), r"vjp: expects v like the function's result, of shape \(2,\), got none"),
        (lambda: jvp(squares, x, y), r"jvp: expects v like the inputs, of shape \(2, 3\), got \(3,\)"),
    ],
)
def test_what_does_not_fit_is_named(call, message):
    with pytest.raises((TypeError, ValueError), match=message):
        call()


def test_independent_inputs_and_where_errors_are():
    assert jacobian(lambda x, y: y * 2, (y, y), vectorize=True)[0].abs().sum().item() == 0
    for call in (
        lambda: jacobian(lambda x, y: y * 2, (y, y), strict=True),
        lambda: jacobian(lambda x: flow.ones(2), y, strict=True),
    ):
        with pytest.raises(RuntimeError, match="expects"):
            call()
    with pytest.raises(ValueError, match=r"got none \(.*test_jacobians.py"):
        vjp(squares, x)
