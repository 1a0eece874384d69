"""Found, line 13: no dimensions are all, a scalar has one, and rms_norm's epsilon is the dtype's."""

import numpy as np
import pytest

import weir as flow
import weir.nn.functional as F
from traced_graphs import Function


def test_no_dimensions_are_all():
    x = flow.tensor(np.arange(6.0).reshape(2, 3))
    for call in (flow.sum, flow.mean, flow.amax, flow.var, flow.logsumexp):
        y = Function(lambda x, call=call: call(x, ()))(x)
        assert y.shape == () and y.numpy() == Function(lambda x, call=call: call(x, (0, 1)))(x).numpy()


@pytest.mark.parametrize("dim", [0, -1])
@pytest.mark.parametrize(
    "call",
    [
        lambda x, dim: x.sum(dim),
        lambda x, dim: x.mean(dim, keepdim=True),
        lambda x, dim: F.softmax(x, dim) * x,
        lambda x, dim: x.cumsum(dim),
        lambda x, dim: x.sort(dim).values,
        lambda x, dim: x.topk(1, dim).values,
        lambda x, dim: x.max(dim).values,
        lambda x, dim: x.squeeze(dim),
        lambda x, dim: x.flip(dim),
        lambda x, dim: x.transpose(dim, dim),
    ],
)
def test_a_scalar_has_one_dimension(call, dim):
    y = Function(lambda x: call(x, dim))(flow.tensor(3.5))
    assert y.shape == () and y.numpy() == np.float32(3.5)


def test_scalars_keep_rank_0():
    top, slopes = Function(lambda x, w: (x.topk(1), F.prelu(x, w)))(flow.tensor(-2.0), flow.tensor(0.25))
    assert (top.values.shape, top.indices.shape) == ((), ()) and top.indices.numpy() == 0
    assert slopes.shape == () and slopes.numpy() == -0.5


def test_epsilon_of_rms_norm():
    for dtype, eps in ((np.float32, 2.0**-23), (np.float64, 2.0**-52)):
        x = np.array([1e-4, 2e-4], dtype)
        y = Function(lambda x: F.rms_norm(x, (2,)))(flow.tensor(x)).numpy()
        np.testing.assert_allclose(y, x / np.sqrt((x.astype(np.float64) ** 2).mean() + eps), rtol=1e-6)
