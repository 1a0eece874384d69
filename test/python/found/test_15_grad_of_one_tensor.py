"""flow.grad takes one tensor or several."""

import numpy as np
import pytest

import weir as flow
from traced_graphs import Function, traced


def test_one_tensor_is_not_a_sequence_of_its_rows():
    def build(x):
        return flow.grad((x * x).sum(), x)

    x = np.arange(6, dtype=np.float32).reshape(2, 3)
    gradients = Function(build)(flow.tensor(x))
    assert isinstance(gradients, tuple) and len(gradients) == 1
    np.testing.assert_array_equal(gradients[0].numpy(), 2 * x)


def test_several_tensors_and_pytorchs_keywords():
    def build(x, y):
        first = flow.grad(x * y, [x, y], grad_outputs=x, create_graph=True, retain_graph=True)
        return flow.grad((first[0] * first[1]).sum(), inputs=(y,), allow_unused=True)

    x, y = np.array([1.0, 2.0]), np.array([3.0, 5.0])
    # With the gradient x, that of x is x * y and that of y is x * x; grad_outputs is a constant.
    (gradient,) = Function(build)(flow.tensor(x), flow.tensor(y))
    np.testing.assert_array_equal(gradient.numpy(), x * x * x)


def test_what_is_no_tensor_is_named():
    with pytest.raises(TypeError, match="grad: expects a Tensor or several as inputs, got float"):
        traced(lambda x: flow.grad(x.sum(), [2.0]), flow.ones(2))
