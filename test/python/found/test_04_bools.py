"""Found, line 4: sums of bools are whether one is true."""

import numpy as np

import weir as flow
from traced_graphs import Function


def test_sum_and_product():
    x, y = flow.tensor([True, True, False, False]), flow.tensor([True, False, True, False])
    total, product = Function(lambda x, y: (x + y, x * y))(x, y)
    assert total.numpy().tolist() == [True, True, True, False]
    assert product.numpy().tolist() == [True, False, False, False]


def test_scatter_add():
    x, index = flow.tensor([False, False, True]), flow.tensor([0, 0, 1])
    src = flow.tensor([True, True, False])
    y = Function(lambda x, i, s: flow.scatter_add(x, 0, i, s))(x, index, src)
    assert y.dtype is flow.bool and y.numpy().tolist() == [True, False, True]


def test_maximum_over_dimensions():
    x = flow.tensor([[True, False], [False, False]])
    most, least, of_rows = Function(lambda x: (x.max(), x.min(), x.amax(1)))(x)
    assert (most.numpy(), least.numpy()) == (np.True_, np.False_)
    assert of_rows.numpy().tolist() == [True, False]
