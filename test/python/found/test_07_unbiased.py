"""Found, line 7: a bool in the place of dimensions says whether the variance is without bias."""

import numpy as np

import weir as flow
from traced_graphs import Function

X = np.array([[1.0, 2.0, 4.0], [7.0, 11.0, 16.0]])


def test_var_and_std():
    var, std, unbiased = Function(lambda x: (x.var(False), flow.std(x, False), x.var(True)))(flow.tensor(X))
    np.testing.assert_allclose(var.numpy(), X.var(), rtol=1e-14)
    np.testing.assert_allclose(std.numpy(), X.std(), rtol=1e-14)
    np.testing.assert_allclose(unbiased.numpy(), X.var(ddof=1), rtol=1e-14)
