"""In-place operators and methods mean in build what they mean in PyTorch: all names and views of a tensor see them."""

import numpy as np
import pytest

import weir as flow
from traced_graphs import Function, traced

ARRAY = np.arange(12, dtype=np.float32).reshape(3, 4)


def add_to_a_name(h):
    g = h
    g += 1
    return g


def multiply_a_view(h):
    v = h.reshape(2, 6)
    v *= 2
    return v


def change_the_viewed(h):
    rows = h[1]
    turned = h.T if isinstance(h, np.ndarray) else h.t()
    h[0] += 1
    h *= 3
    return rows, turned


def views_of_views(h):
    even = h[:, ::2]
    last = even[-1]
    last -= 5
    even[0] = 7
    h[1, 1:] = even[0, :1]
    return even, last


def whole(h):
    h[...] = 4
    h[:, 1] /= 8
    h[1:, -2:] = h[:2, :2] * 1
    return h[None]


def by_positions(h):
    h[[2, 0]] = 5
    h[[0, 1], [1, 2]] = -1
    h[:, [3, 1]] += 2
    return h[1]


@pytest.mark.parametrize(
    "function", [add_to_a_name, multiply_a_view, change_the_viewed, views_of_views, whole, by_positions]
)
def test_as_numpy_does(function):
    def build(x):
        h = x * 1
        return h, function(h)

    expected = ARRAY.copy()
    seen = function(expected)
    h, ours = Function(build)(flow.tensor(ARRAY))
    np.testing.assert_array_equal(h.numpy(), expected)
    if isinstance(seen, tuple):
        for one, other in zip(ours, seen, strict=True):
            np.testing.assert_array_equal(one.numpy(), other)
    else:
        np.testing.assert_array_equal(ours.numpy(), seen)


def test_masks():
    def build(x):
        h = x * 1
        h[h > 6] = 0
        h[flow.tensor([True, False, False])] = h[1, 1]
        return h

    expected = ARRAY.copy()
    expected[expected > 6] = 0
    expected[0] = expected[1, 1]
    np.testing.assert_array_equal(Function(build)(flow.tensor(ARRAY)).numpy(), expected)


def tensors_where_a_mask_is_true(h, array):
    rows = array([True, False, True])
    h[rows] = h[1]
    h[rows] = h[:2] * 10
    h[h == 40] = h[1, 1:3] + 0
    h[array([[True] * 4, [False] * 4, [True] * 4]) & (h < 9)] = array([7.0])
    h[rows] = h[1, :1] + 100
    return h


def test_tensors_where_a_mask_is_true():
    graph = Function(lambda x: tensors_where_a_mask_is_true(x * 1, flow.tensor))
    expected = tensors_where_a_mask_is_true(ARRAY.copy(), np.array)
    np.testing.assert_array_equal(graph(flow.tensor(ARRAY)).numpy(), expected)


def test_too_few_tensors_for_a_mask_are_an_error_of_the_run():
    def build(x):
        h = x * 1
        h[h > 2] = h[0]
        return h

    with pytest.raises(flow.WeirError, match="expects"):
        Function(build)(flow.tensor(ARRAY)).numpy()


def test_what_needs_a_copy_is_no_view():
    """The rows of a transpose lie apart, so that they become a vector by copying."""

    def build(x):
        h = x * 1
        flat, repeated = h.t().reshape(-1), h.repeat(1, 1)
        flat += 1
        repeated += 1
        return h, flat

    h, flat = Function(build)(flow.tensor(ARRAY))
    np.testing.assert_array_equal(h.numpy(), ARRAY)
    np.testing.assert_array_equal(flat.numpy(), ARRAY.T.reshape(-1) + 1)


def test_expanded_tensors_are_filled_whole():
    def build(x):
        h = x * 1
        h[0].expand(5, 4).fill_(3)
        return h

    expected = ARRAY.copy()
    expected[0] = 3
    np.testing.assert_array_equal(Function(build)(flow.tensor(ARRAY)).numpy(), expected)


def test_gradients_pass_writes_to_views():
    def build(x):
        x.requires_grad_()
        h = x * x
        h[0] *= 3
        h.t()[1].add_(x[:, 2])
        h[2, 3] = 0
        h.sum().backward()
        return x.grad

    expected = 2 * ARRAY
    expected[0] *= 3
    expected[:, 2] += 1
    expected[2, 3] = 0
    np.testing.assert_array_equal(Function(build)(flow.tensor(ARRAY)).numpy(), expected)


def test_a_part_of_a_variable():
    table = flow.zeros(3, 2)

    def build(row):
        table[1] += row
        table.t()[0].fill_(9)
        return table[1]

    graph = Function(build)
    row = flow.tensor([1.0, 2.0])
    assert [graph(row).tolist() for _ in range(2)] == [[9, 2], [9, 4]]
    assert table.tolist() == [[9, 0], [9, 4], [9, 0]]


@pytest.mark.parametrize(
    ("write", "error", "message"),
    [
        (lambda h: h.__setitem__(0, flow.ones(3)), ValueError, r"expects a value that broadcasts to \(4,\), got shape"),
        (lambda h: h.__setitem__(0, [1, 2]), TypeError, "expects a Tensor or a number as the value, got list"),
        (lambda h: h.__setitem__(h > 1, h), ValueError, r"expects a value for a mask to have at most 1 dim.* \(3, 4\)"),
        (lambda h: h.expand(2, 3, 4).add_(1), RuntimeError, "expects a tensor whose elements have memory of their own"),
        (lambda h: h.expand(2, 3, 4)[1].fill_(1), RuntimeError, "expects a tensor whose elements have memory of their"),
        (lambda h: h.__iadd__(flow.ones(2, 3, 4)), ValueError, r"expects the tensor's shape \(3, 4\) to stay, got"),
        (lambda h: h.to(flow.int64).__itruediv__(2), TypeError, "expects numbers that the tensor's dtype has, got"),
    ],
)
def test_what_cannot_be_written(write, error, message):
    with pytest.raises(error, match=message):
        traced(lambda x: write(x * 1), flow.tensor(ARRAY))
