"""Gradients beside differences: autograd.gradcheck."""

import pytest

import weir as flow
from weir import autograd
from weir.autograd import gradcheck, gradgradcheck


def given(*shape):
    return flow.rand(*shape, dtype=flow.float64, requires_grad=True)


class Wrong(autograd.Function):
    """x^2, whose gradient is said to be 3 x."""

    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x * x

    @staticmethod
    def backward(ctx, dy):
        (x,) = ctx.saved_tensors
        return dy * 3 * x


def test_gradients_that_agree():
    assert gradcheck(lambda x: x.exp(), given(2, 3)) is True
    assert gradcheck(lambda x, y, n: (x @ y, (x * n).sum(), x > 0), (given(2, 3), given(3, 2), 2.0), eps=1e-5)
    assert gradcheck(flow.sigmoid, (given(3, 2).t().detach().requires_grad_(),), atol=1e-4, fast_mode=True)
    assert gradcheck(lambda x: x.sum(1), given(0, 3)) and gradcheck(lambda x: x * 2, given())
    assert gradgradcheck(lambda x, y: x**3 * y, (given(2), given(2)))
    assert gradgradcheck(lambda x: (x.exp(), x.sin()), given(2), [given(2), given(2)])


def test_inputs_are_as_they_were():
    x = given(2, 2)
    before = x.tolist()
    gradcheck(lambda x: x.log(), x)
    assert x.tolist() == before and x.grad is None and x.is_leaf


def test_gradients_that_differ():
    x = flow.tensor([1.0, 2.0], dtype=flow.float64, requires_grad=True)
    rule = "gradcheck: expects gradients that agree with differences, got 3 where the difference is 2"
    where = r"element 0 of result 0 with .* element 0 of input 0 \(.*test_gradient_check.py:\d+"
    with pytest.raises(autograd.GradcheckError, match=f"{rule}: {where}"):
        gradcheck(Wrong.apply, x)
    assert gradcheck(Wrong.apply, x, raise_exception=False) is False
    with pytest.raises(RuntimeError, match="got 0 where the difference is 2: element 1 of result 1 .* 1 of input 0"):
        gradcheck(lambda x: (x * 3, flow.stack([x[0], x.detach()[1] * 2])), x)


def test_what_is_not_checked():
    with pytest.raises(ValueError, match="gradcheck: expects an input that requires gradients, got none"):
        gradcheck(lambda x: x, flow.ones(2))
    with pytest.warns(UserWarning, match="gradcheck: expects inputs of float64, .* got float32 as input 0"):
        gradcheck(lambda x: x * 2, flow.ones(2, requires_grad=True), eps=1e-2)
    with pytest.raises(TypeError, match="gradcheck: expects the function to give tensors, got float"):
        gradcheck(lambda x: 2.0, given(2))
