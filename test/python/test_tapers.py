"""Windows of signals, against NumPy."""

import numpy as np
import pytest

import weir as flow
from traced_graphs import Function

KINDS = {
    "hann_window": np.hanning,
    "hamming_window": np.hamming,
    "blackman_window": np.blackman,
    "bartlett_window": np.bartlett,
}


@pytest.mark.parametrize("name", KINDS)
def test_windows(name):
    make, reference = getattr(flow, name), KINDS[name]
    for length in (2, 7, 64):
        whole = make(length, False, dtype=flow.float64)
        np.testing.assert_allclose(whole.numpy(), reference(length), atol=1e-15)
        np.testing.assert_allclose(make(length).numpy(), reference(length + 1)[:-1], atol=1e-6)
    assert make(0).shape == (0,) and make(1).tolist() == [1.0] and make(3).dtype is flow.float32
    np.testing.assert_allclose(Function(lambda x: x * make(5))(flow.ones(5)).numpy(), reference(6)[:-1], atol=1e-6)
    with pytest.raises(ValueError, match=f"{name}: expects a length of at least 0, got -1"):
        make(-1)
    with pytest.raises(TypeError, match=f"{name}: expects a floating-point dtype, got int64"):
        make(3, dtype=flow.int64)


def test_other_weights():
    np.testing.assert_allclose(flow.hamming_window(4, True, 0.5, 0.5).numpy(), flow.hann_window(4).numpy(), atol=1e-7)
