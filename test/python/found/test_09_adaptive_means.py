"""Found, line 9: parts of unequal sizes see nothing of what is outside of them."""

import numpy as np

import weir as flow
import weir.nn.functional as F
from traced_graphs import Function


def test_nan_and_infinity_stay_in_their_parts():
    x = np.array([[[1, np.inf, 3, 4, 5, np.nan, 7]]])
    y = Function(lambda x: F.adaptive_avg_pool1d(x, 3))(flow.tensor(x)).numpy()
    np.testing.assert_array_equal(y, [[[np.inf, 4, np.nan]]])


def test_means_of_unequal_parts():
    x = np.random.default_rng(9).normal(size=(2, 3, 7, 5))
    got = Function(lambda x: F.adaptive_avg_pool2d(x, (3, 2)))(flow.tensor(x)).numpy()
    rows, columns = [slice(0, 3), slice(2, 5), slice(4, 7)], [slice(0, 3), slice(2, 5)]
    expected = np.array([[x[:, :, r, c].mean((2, 3)) for c in columns] for r in rows])
    np.testing.assert_allclose(got, expected.transpose(2, 3, 0, 1), rtol=1e-13)


def test_an_image_that_is_no_cube_is_no_error_of_matmul():
    y = Function(lambda x: F.adaptive_avg_pool3d(x, (2, 3, 2)))(flow.ones(1, 1, 5, 7, 3))
    np.testing.assert_allclose(y.numpy(), np.ones((1, 1, 2, 3, 2)))
