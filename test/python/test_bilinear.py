"""Products with two inputs against NumPy."""

import numpy as np
import pytest

import weir as flow
import weir.nn.functional as F
from traced_graphs import Function, assert_close
from weir import nn

random = np.random.default_rng(6)


@pytest.mark.parametrize("rows", [(), (4,), (2, 3), (0,)])
@pytest.mark.parametrize("bias", [False, True])
def test_bilinear(rows, bias):
    module = nn.Bilinear(5, 2, 3, bias=bias, dtype=flow.float64)
    a, b = random.normal(size=(*rows, 5)), random.normal(size=(*rows, 2))
    expected = np.einsum("...i,oij,...j->...o", a, module.weight.numpy(), b)
    expected = expected + module.bias.numpy() if bias else expected
    assert_close(Function(module, module)(flow.tensor(a), flow.tensor(b)).numpy(), expected, flow.float64, terms=20)
    assert repr(module) == f"Bilinear(in1_features=5, in2_features=2, out_features=3, bias={bias})"
    assert all(np.abs(parameter.numpy()).max() <= 5**-0.5 for parameter in module.parameters())


def test_errors():
    with pytest.raises(ValueError, match="Bilinear: expects in1_features to be above 0, got 0"):
        nn.Bilinear(0, 1, 1)
    with pytest.raises(ValueError, match=r"bilinear: expects inputs .* got \(4, 5\), \(3, 2\), \(3, 5, 2\)"):
        Function(F.bilinear)(flow.zeros(4, 5), flow.zeros(3, 2), flow.zeros(3, 5, 2))
    with pytest.raises(ValueError, match=r"bilinear: expects inputs .* got \(4, 2\), \(4, 2\), \(3, 5, 2\)"):
        Function(F.bilinear)(flow.zeros(4, 2), flow.zeros(4, 2), flow.zeros(3, 5, 2))
