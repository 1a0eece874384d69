"""Tensors in double precision, and how near to known numbers they are."""

import numpy as np

import weir as flow


def doubles(*values):
    return flow.tensor(values, dtype=flow.float64)


def close(found, expected, rtol=1e-8, atol=1e-8):
    """Of one shape, and as near as that."""
    assert tuple(found.shape) == np.shape(expected)
    np.testing.assert_allclose(found.detach().numpy(), expected, rtol=rtol, atol=atol)
