"""What ported programs do with tensors: make them of lists, print them, ask where they lie."""

import copy
import pickle
import warnings

import numpy as np
import pytest

import weir as flow
from traced_graphs import Function
from weir import nn
from weir.nn import functional as F


@pytest.mark.parametrize(
    ("data", "dtype"),
    [
        ([np.ones(2), np.zeros(2)], flow.float64),
        ([np.float64(1)], flow.float64),
        ([np.int32(1)], flow.int32),
        ((np.uint8(3), np.uint8(4)), flow.uint8),
        ([[np.float16(1)], [np.float16(2)]], flow.float16),
        ([np.float32(1), np.float64(2)], flow.float64),
        ([np.int32(1), 2], flow.int64),
        ([np.float32(1), 2.5], flow.float32),
        ([flow.tensor([1, 2]), flow.tensor([3, 4])], flow.int64),
        ([1, 2.5], flow.float32),
        ([1, True], flow.int64),
        ([True, False], flow.bool),
        ([np.uint16(3)], flow.int64),
        ([[], []], flow.float32),
    ],
    ids=str,
)
def test_lists_keep_the_dtypes_of_what_is_in_them(data, dtype):
    x = flow.tensor(data)
    assert x.dtype is dtype and np.array_equal(x.numpy(), np.asarray(data))


def test_types_of_python_are_dtypes():
    made = [flow.zeros(2, dtype=kind).dtype for kind in (int, float, bool)]
    assert made == [flow.int64, flow.float64, flow.bool]
    with pytest.raises(TypeError, match="zeros: expects a weir dtype such as weir.float32, got <class 'str'>"):
        flow.zeros(2, dtype=str)


def test_scalars_are_formatted_as_numbers():
    loss = flow.tensor(0.5, requires_grad=True) * 3
    assert f"loss {loss}" == "loss 1.5" and f"{flow.tensor(3)}" == "3" and f"{loss:.3f}" == "1.500"
    assert f"{flow.tensor([0.5])}" == "tensor([0.5000])" and f"{flow.tensor([0.5]):.2f}" == "0.50"


def test_traced_scalars_are_formatted_as_tensors():
    seen = []

    class Graph(nn.Graph):
        def build(self, x):
            seen.append(f"{x.sum()}")
            return x + 1

    Graph()(flow.ones(2))
    assert seen == ["tensor(traced, shape=(), dtype=weir.float32)"]


def test_views_know_where_they_begin():
    x = flow.ones(3, 4)
    views = [x, x[1:], x[1, 1], x[:, 2], x.t()[1], x[1:][1:]]
    assert [view.storage_offset() for view in views] == [0, 4, 5, 2, 1, 8]
    assert x.clone()[1:].clone().storage_offset() == 0
    assert x.dim_order() == (0, 1) and x.t().dim_order() == (1, 0) and flow.ones(1, 3).dim_order() == (0, 1)


@pytest.mark.parametrize("dims", [(0, 2), (0,), (0, 1), ()])
def test_permutations_name_each_dimension(dims):
    x = flow.arange(24.0).reshape(2, 3, 4)
    with pytest.raises(ValueError, match="permute: expects each dimension of x once, got .* for shape"):
        flow.permute(x, dims)
    assert tuple(x.permute(2, 0, 1).shape) == (4, 2, 3) and tuple(flow.ones(3).permute(0).shape) == (3,)


@pytest.mark.parametrize(("labels", "wrong"), [([0, 4], 4), ([-1, 2], -1)])
def test_one_hot_has_no_other_classes(labels, wrong):
    with pytest.raises(flow.WeirError, match=f"expects an index from 0 to 2, got {wrong}"):
        F.one_hot(flow.tensor(labels), 3).numpy()

    class Graph(nn.Graph):
        def build(self, x):
            return F.one_hot(x, 3)

    with pytest.raises(flow.WeirError, match=f"expects an index from 0 to 2, got {wrong}"):
        Graph()(flow.tensor(labels)).numpy()
    assert F.one_hot(flow.tensor([[0, 2]]), 3).tolist() == [[[1, 0, 0], [0, 0, 1]]]
    assert F.one_hot(flow.tensor(1)).tolist() == [0, 1]


def test_bincount_of_negative_numbers_alone():
    with pytest.raises(ValueError, match="bincount: expects numbers that are not negative, got -1"):
        flow.bincount(flow.tensor([-3, -1]))
    assert flow.bincount(flow.tensor([], dtype=flow.int64)).tolist() == []


def test_numbers_that_a_float_does_not_hold_are_infinite_without_a_word():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert flow.tensor([1e300]).tolist() == [np.inf]
        assert (flow.ones(2) * 1e300).tolist() == [np.inf, np.inf] and flow.full((1,), -1e300).tolist() == [-np.inf]


def test_errors_name_the_line_of_the_program():
    with pytest.raises(ValueError, match=r"Dropout: expects p in \[0, 1\], got 1.5 \(.*test_ported_tensors.py:\d+"):
        nn.Dropout(1.5)
    with pytest.raises(TypeError, match="index: expects integers, slices, None, '...' or integer tensors, got str"):
        flow.ones(2)["a"]


def test_ranges_and_spreads_that_are_none():
    with pytest.raises(ValueError, match="uniform: expects a range from a lower to a higher number, got 2 to 1"):
        flow.empty(3).uniform_(2, 1)
    with pytest.raises(ValueError, match="normal: expects a standard deviation that is not negative, got -1.0"):
        flow.normal(0.0, -1.0, 3)
    assert flow.empty(2).normal_(3, 0).tolist() == [3, 3] and flow.empty(2).uniform_(4, 4).tolist() == [4, 4]


@pytest.mark.parametrize("again", [copy.deepcopy, lambda x: pickle.loads(pickle.dumps(x))], ids=["copy", "pickle"])
def test_copies_have_shape_and_tags(again):
    for x in (flow.tensor(2.5), flow.ones(2, 3).t(), flow.zeros(0, 2), nn.Parameter(flow.tensor(1.0))):
        x.tag = ["mine"]
        y = again(x)
        assert type(y) is type(x) and y.shape == x.shape and np.array_equal(y.detach().numpy(), x.detach().numpy())
        assert y.tag == ["mine"] and y.tag is not x.tag


LIKE = [
    lambda x: flow.zeros_like(x, requires_grad=True),
    lambda x: flow.ones_like(x, requires_grad=True),
    lambda x: flow.full_like(x, 2, requires_grad=True),
    lambda x: flow.empty_like(x, requires_grad=True),
    lambda x: flow.rand_like(x, requires_grad=True),
    lambda x: flow.randn_like(x, requires_grad=True),
    lambda x: flow.randint_like(x, 4, requires_grad=True),
    lambda x: x.new_empty(2, 3, requires_grad=True),
    lambda x: x.new_zeros(2, 3, requires_grad=True),
    lambda x: x.new_ones((2, 3), requires_grad=True),
    lambda x: x.new_full((2, 3), 4, requires_grad=True),
    lambda x: x.new_tensor([[1, 2, 3], [4, 5, 6]], requires_grad=True),
]


@pytest.mark.parametrize("make", LIKE)
def test_tensors_like_others_may_require_gradients(make):
    for _ in range(3):  # later calls are found by earlier ones
        x = make(flow.ones(2, 3, dtype=flow.float64))
        assert x.requires_grad and x.is_leaf and tuple(x.shape) == (2, 3) and x.dtype is flow.float64
        (x * 3).sum().backward()
        assert (x.grad.numpy() == 3).all()


def test_tensors_of_integers_require_no_gradients():
    with pytest.raises(TypeError, match="expects a floating-point dtype to require gradients, got int64"):
        flow.zeros_like(flow.tensor([1]), requires_grad=True)


def positions(item):
    return np.array(item, np.int64) if isinstance(item, list) and np.size(item) == 0 else item


KEYS = [[], [[]], ([], 1), (slice(None), []), range(0), True, False, (True, 0), (False, 1), (slice(None), True)]
KEYS += [(True, [0, 1]), (..., False), np.True_, (None, True), ([], [])]


@pytest.mark.parametrize("key", KEYS, ids=repr)
def test_keys_that_select_nothing_or_add_a_dimension(key):
    values = np.arange(6.0).reshape(2, 3)
    of_numpy = [] if isinstance(key, range) else key
    of_numpy = tuple(map(positions, of_numpy)) if isinstance(of_numpy, tuple) else positions(of_numpy)
    expected = values[of_numpy]
    x = flow.tensor(values)
    assert np.array_equal(x[key].numpy(), expected) and x[key].numpy().shape == expected.shape
    if not isinstance(key, np.bool_):
        graph = Function(lambda x: x[key] * 1)
        assert np.array_equal(graph(x).numpy(), expected)
    x[key] = 8
    values[of_numpy] = 8
    assert np.array_equal(x.numpy(), values)


def test_a_scalar_has_no_dimensions_but_true():
    assert tuple(flow.tensor(2.0)[True].shape) == (1,) and tuple(flow.tensor(2.0)[False].shape) == (0,)


def test_views_of_the_own_dtype():
    x = flow.ones(2, 3)
    x.view(flow.float32).fill_(2)
    assert x.tolist() == [[2.0] * 3] * 2
    for dtype in (flow.int32, flow.uint8):
        with pytest.raises(NotImplementedError, match="view: expects sizes or the tensor's own dtype, as memory is of"):
            x.view(dtype)
