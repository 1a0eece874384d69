"""Found, line 6: cosine_similarity broadcasts before it takes norms."""

import numpy as np

import weir as flow
import weir.nn.functional as F
from traced_graphs import Function


def test_a_vector_beside_a_number():
    got = Function(F.cosine_similarity)(flow.tensor([[1.0, 2.0, 3.0]]), flow.tensor([[2.0]]))
    np.testing.assert_allclose(got.numpy(), [6 / np.sqrt(14 * 3)], rtol=1e-6)


def test_shapes_that_broadcast():
    x, y = np.random.default_rng(6).normal(size=(2, 4, 1, 3)), np.random.default_rng(7).normal(size=(1, 5, 3))
    got = Function(lambda x, y: F.cosine_similarity(x, y, dim=-1))(flow.tensor(x), flow.tensor(y)).numpy()
    x, y = np.broadcast_arrays(x, y)
    lengths = np.linalg.norm(x, axis=-1) * np.linalg.norm(y, axis=-1)
    np.testing.assert_allclose(got, (x * y).sum(-1) / lengths, rtol=1e-12)
