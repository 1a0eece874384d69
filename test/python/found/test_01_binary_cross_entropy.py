"""Found, line 1: the gradient of binary cross entropy is 0 where a probability of 0 or 1 is the target."""

import numpy as np
import pytest

import weir as flow
import weir.nn.functional as F
from traced_graphs import Function
from weir import nn


def gradient(p, t):
    p.requires_grad_()
    F.binary_cross_entropy(p, t, reduction="sum").backward()
    return p.grad


@pytest.mark.parametrize("dtype", [flow.float32, flow.float64])
def test_gradient_at_the_ends(dtype):
    p, t = flow.tensor([0.0, 1.0, 0.25], dtype=dtype), flow.tensor([0.0, 1.0, 1.0], dtype=dtype)
    np.testing.assert_allclose(Function(gradient)(p, t).numpy(), [0, 0, -4], rtol=1e-6)


def test_gradient_of_the_wrong_end_is_finite():
    got = Function(gradient)(flow.tensor([0.0, 1.0]), flow.tensor([1.0, 0.0])).numpy()
    np.testing.assert_allclose(got, [-1e12, 1e12], rtol=1e-6)


def test_a_step_behind_a_saturated_sigmoid_keeps_the_parameter():
    class Step(nn.Graph):
        def __init__(self):
            super().__init__()
            self.layer = nn.Linear(1, 1, bias=False)
            self.layer.weight.copy_(np.full((1, 1), 20, np.float32))
            self.add_optimizer(flow.optim.SGD(self.layer.parameters(), lr=0.1))

        def build(self, x, t):
            loss = F.binary_cross_entropy(flow.sigmoid(self.layer(x)), t)
            loss.backward()
            return loss

    step = Step()
    step(flow.ones(1, 1), flow.ones(1, 1))
    assert step.layer.weight.numpy().item() == 20


def test_weight_multiplies_the_loss():
    p, t, w = (flow.tensor(x) for x in ([0.5, 0.25], [1.0, 0.0], [2.0, 4.0]))
    got = Function(lambda p, t, w: F.binary_cross_entropy(p, t, weight=w, reduction="none"))(p, t, w)
    np.testing.assert_allclose(got.numpy(), [-2 * np.log(0.5), -4 * np.log(0.75)], rtol=1e-6)
