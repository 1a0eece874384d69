"""Found, line 11: linspace keeps the precision that is asked for, and arange counts in its dtype."""

import numpy as np

import weir as flow
from traced_graphs import Function


def test_linspace_between_tensors():
    got = Function(lambda a, b: flow.linspace(a, b, 7, dtype=flow.float64))(flow.tensor(0.1), flow.tensor(0.7))
    ends = np.float32(0.1).astype(np.float64), np.float32(0.7).astype(np.float64)
    np.testing.assert_allclose(got.numpy(), np.linspace(*ends, 7), rtol=1e-15)


def test_arange_of_integers():
    for numbers in (
        Function(lambda: flow.arange(0.1, -7.9, -4, dtype=flow.int64))(),
        flow.arange(0.1, -7.9, -4, dtype=flow.int64),
    ):
        assert numbers.numpy().tolist() == [0, -4]
    assert flow.arange(0, 3.1, dtype=flow.int64).numpy().tolist() == [0, 1, 2]
