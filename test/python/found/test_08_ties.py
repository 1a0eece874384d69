"""Found, line 8: gradients where a function has no derivative are PyTorch's."""

import numpy as np
import pytest

import weir as flow
import weir.nn.functional as F
from traced_graphs import Function


def gradients(call, *arrays):
    def build(*tensors):
        for tensor in tensors:
            tensor.requires_grad_()
        call(*tensors).sum().backward()
        return [tensor.grad for tensor in tensors]

    found = Function(build)(*(flow.tensor(np.asarray(x, np.float64)) for x in arrays))
    return [tensor.numpy().tolist() for tensor in found]


SELU = 1.6732632423543772 * 1.0507009873554805


@pytest.mark.parametrize(
    "call, x, expected",
    [
        (F.elu, [0, 1], [1, 1]),
        (lambda x: F.elu(x, 0.5), [0], [0.5]),
        (lambda x: F.celu(x, 0.5), [0], [1]),
        (F.selu, [0], [SELU]),
        (lambda x: x.clamp(-1, 2), [-1, 2, 0, 3], [1, 1, 1, 0]),
        (F.hardtanh, [-1, 1, 0], [0, 0, 1]),
        (F.relu6, [0, 6, 3], [0, 0, 1]),
        (F.hardsigmoid, [-3, 3], [0, 0]),
        (lambda x: F.softshrink(x, 0.5), [0.5, -0.5, 1], [0, 0, 1]),
        (lambda x: F.adaptive_max_pool1d(x.reshape(1, 1, 4), 1), [2, 5, 5, 1], [0, 1, 0, 0]),
        (lambda x: x.std(), [3, 3, 3], [0, 0, 0]),
        (lambda x: x**0, [0, 2], [0, 0]),
        (lambda x: x.norm(0.5), [0, 4], [0, 1]),
    ],
)
def test_of_one_tensor(call, x, expected):
    (got,) = gradients(call, x)
    np.testing.assert_allclose(got, expected, rtol=1e-12, atol=0)


def test_of_powers():
    base, exponent = gradients(flow.pow, [0, 0, 2, -2], [0, 2, 0, 2])
    np.testing.assert_allclose(base, [0, 0, 0, -4])
    np.testing.assert_allclose(exponent, [0, 0, np.log(2), np.nan])


def test_of_an_exponent_whose_power_is_nan():
    (got,) = gradients(lambda x: (-2.0) ** x, [0.5])
    assert np.isnan(got[0])
