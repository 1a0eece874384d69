"""Found, line 2: compositions in f16 and bf16 compute in f32 inside and round once."""

import numpy as np
import pytest

import weir as flow
import weir.nn.functional as F
from traced_graphs import Function

RANDOM = np.random.default_rng(2)


def values(tensor):
    if tensor.dtype is flow.bfloat16:
        return flow.bfloat16_to_float32(tensor.bits()).reshape(tensor.shape).astype(np.float64)
    return tensor.numpy().astype(np.float64)


def of_rows(x):
    return (x - x.mean(-1, keepdims=True)) / np.sqrt(x.var(-1, keepdims=True) + 1e-5)


@pytest.mark.parametrize("dtype, eps", [(flow.float16, 2.0**-11), (flow.bfloat16, 2.0**-8)])
def test_norms_of_rows(dtype, eps):
    x = flow.tensor(5 * RANDOM.normal(size=(2, 4096)), dtype=dtype)
    layer, rms = Function(lambda x: (F.layer_norm(x, (4096,)), F.rms_norm(x, (4096,), eps=1e-5)))(x)
    exact = values(x)
    np.testing.assert_allclose(values(layer), of_rows(exact), rtol=1.01 * eps, atol=1e-5)
    root = np.sqrt((exact * exact).mean(-1, keepdims=True) + 1e-5)
    np.testing.assert_allclose(values(rms), exact / root, rtol=1.01 * eps, atol=1e-5)


@pytest.mark.parametrize("dtype", [flow.float16, flow.bfloat16])
def test_means_that_sums_of_the_dtype_do_not_hold(dtype):
    def build(x):
        return x.mean(), x.var(), F.mse_loss(x, flow.zeros_like(x)), x.norm()

    mean, var, loss, norm = (values(y) for y in Function(build)(flow.full((1000,), 100, dtype=dtype)))
    assert (mean, var) == (100, 0)
    assert loss == (10000 if dtype is flow.float16 else 9984)  # the nearest of bf16
    assert norm == pytest.approx(3162.2777, rel=2.0**-8)


def test_softmax_of_many():
    y = Function(lambda x: F.softmax(x, 0))(flow.zeros(70000, dtype=flow.float16)).numpy()
    assert (y == np.float16(1 / 70000)).all()


def test_mean_of_an_image():
    y = Function(lambda x: F.adaptive_avg_pool2d(x, 1))(flow.full((1, 1, 56, 56), 25, dtype=flow.float16))
    assert y.numpy().item() == 25


def test_gelu():
    x = flow.tensor([-3.0, -2.0, -1.0, 0.5], dtype=flow.bfloat16)
    expected = [-0.00404951, -0.04550026, -0.15865525, 0.34573123]
    np.testing.assert_allclose(values(Function(F.gelu)(x)), expected, rtol=1.01 * 2.0**-8)
