"""Results whose sizes depend on values, beside NumPy."""

import numpy as np
import pytest
import weir as flow
import weir.nn.functional as F

A = np.random.default_rng(0).integers(-2, 3, (4, 5)).astype(np.float32)
ROWS = np.array([True, False, True, True])


def same(x, a):
    assert x.shape == a.shape
    np.testing.assert_array_equal(x.numpy(), a)


@pytest.mark.parametrize("a", [A, A[0], A[:0], np.zeros(3, np.float32), A > 0, A.astype(np.int64)], ids=str)
def test_nonzero(a):
    x = flow.tensor(a)
    same(x.nonzero(), np.argwhere(a))
    same(flow.argwhere(x), np.argwhere(a))
    same(x.argwhere(), np.argwhere(a))
    for found, expected in zip(x.nonzero(as_tuple=True), np.nonzero(a), strict=True):
        same(found, expected)


def test_nonzero_of_scalars():
    same(flow.tensor(3.0).nonzero(), np.zeros((1, 0)))
    same(flow.tensor(0.0).nonzero(), np.zeros((0, 0)))


def test_masks_select():
    x = flow.tensor(A)
    same(x[x > 0], A[A > 0])
    same(x.masked_select(x > 0), A[A > 0])
    same(x.masked_select(flow.tensor(ROWS).reshape(4, 1)), A[ROWS].reshape(-1))
    same(x[flow.tensor(ROWS)], A[ROWS])
    same(x[ROWS.tolist()], A[ROWS])
    same(x[flow.tensor(ROWS), 1], A[ROWS, 1])
    same(x[flow.tensor(ROWS)][:, 1:3], A[ROWS][:, 1:3])
    same(x[x > 9], A[A > 9])
    with pytest.raises(IndexError, match="index: expects a mask of the first dimensions of"):
        x[flow.tensor(ROWS[:3])]


def test_masks_are_written():
    x, a = flow.tensor(A), A.copy()
    x[x < 0] = 5
    a[a < 0] = 5
    x[flow.tensor(ROWS), 2] = 7
    a[ROWS, 2] = 7
    x[ROWS.tolist()] += 1
    a[ROWS] += 1
    same(x, a)


def test_a_mask_is_written_as_many_values_as_it_chooses():
    x, mask = flow.zeros(4, 5), flow.tensor(np.arange(20).reshape(4, 5) % 3 == 0)
    for count in (6, 8, 20):
        rule = f"item assignment: expects 7 values, one for each place that the mask chooses, got {count}"
        with pytest.raises(ValueError, match=rule):
            x[mask] = flow.ones(count)
        with pytest.raises(ValueError, match=rule):
            x.index_put_((mask,), flow.ones(count))
    with pytest.raises(ValueError, match="item assignment: expects 2 values, .* got 3"):
        x[flow.tensor([True, False, True, False])] = flow.ones(3, 5)
    x[mask] = flow.arange(7.0)
    assert x[mask].tolist() == [0, 1, 2, 3, 4, 5, 6]
    x[mask & False] = flow.zeros(0)
    x.masked_scatter_(mask, flow.arange(9.0))
    assert x[mask].tolist() == [0, 1, 2, 3, 4, 5, 6]
    with pytest.raises(ValueError, match="masked_scatter: expects at least 7 elements of source, .* mask .* got 5"):
        x.masked_scatter_(mask, flow.ones(5))


def test_gradients_of_what_a_mask_selects():
    x = flow.tensor(A, requires_grad=True)
    (x[x > 0] ** 2).sum().backward()
    same(x.grad, np.where(A > 0, 2 * A, 0))


@pytest.mark.parametrize("a", [A, A[:0], A[:1, :1]], ids=str)
def test_unique(a):
    values, inverse, counts = flow.unique(flow.tensor(a), return_inverse=True, return_counts=True)
    for found, expected in zip((values, inverse, counts), np.unique(a, return_inverse=True, return_counts=True)):
        same(found, expected.reshape(tuple(found.shape)))
    same(flow.unique(flow.tensor(a)), np.unique(a))
    same(flow.tensor(a).unique(), np.unique(a))


def test_unique_consecutive():
    values, inverse, counts = flow.unique_consecutive(
        flow.tensor([1, 1, 2, 2, 2, 3, 1]), return_inverse=True, return_counts=True
    )
    assert flow.tensor([2, 2, 1]).unique_consecutive().tolist() == [2, 1]
    assert values.tolist() == [1, 2, 3, 1] and counts.tolist() == [2, 3, 1, 1]
    assert inverse.tolist() == [0, 0, 1, 1, 1, 2, 3]


@pytest.mark.parametrize("shape", [(7, 2), (2, 9), (6, 2, 2), (5,), (3, 0), (0, 2)], ids=str)
@pytest.mark.parametrize("dim", [0, -1])
def test_unique_slices(shape, dim):
    a = np.random.default_rng(len(shape)).integers(0, 2, shape).astype(np.float32)
    if a.shape[dim] == 0:
        return  # NumPy and PyTorch refuse some of these
    values, inverse, counts = flow.unique(flow.tensor(a), return_inverse=True, return_counts=True, dim=dim)
    expected = np.unique(a, return_inverse=True, return_counts=True, axis=dim)
    for found, wanted in zip((values, inverse, counts), expected):
        same(found, wanted.reshape(tuple(found.shape)))


def test_unique_slices_that_follow_each_other():
    x = flow.tensor([[1, 2], [1, 2], [0, 1], [1, 2]])
    values, inverse, counts = flow.unique_consecutive(x, return_inverse=True, return_counts=True, dim=0)
    assert values.tolist() == [[1, 2], [0, 1], [1, 2]]
    assert inverse.tolist() == [0, 0, 1, 2] and counts.tolist() == [2, 1, 1]


def test_sizes_that_largest_values_say():
    x = flow.tensor([1, 3, 3])
    assert flow.bincount(x).tolist() == [0, 1, 0, 2] and flow.bincount(x[:0]).tolist() == []
    assert F.one_hot(x).tolist() == [[0, 1, 0, 0], [0, 0, 0, 1], [0, 0, 0, 1]]
    assert flow.repeat_interleave(flow.tensor([5, 6, 7]), flow.tensor([1, 0, 2])).tolist() == [5, 7, 7]
    assert [part.tolist() for part in flow.arange(5).tensor_split(flow.tensor([1, 3]))] == [[0], [1, 2], [3, 4]]
    assert flow.arange(5).narrow(0, flow.tensor(2), 2).tolist() == [2, 3]


def test_nothing_is_compiled_for_another_number():
    from weir._eager import job_table

    x = flow.arange(100)
    flow.unique(x % 7), x[x > 50], (x > 50).nonzero()
    before = len(job_table._jobs)
    for bound in (3, 60, 99):
        mask = x > bound
        x[mask], mask.nonzero()
    assert len(job_table._jobs) <= before + 3  # of the comparisons


@pytest.mark.parametrize("rank", [1, 2, 3])
def test_what_is_found_in_tensors_of_any_sizes(rank):
    """The third size and all further ones are served by jobs for any sizes."""
    rng = np.random.default_rng(rank)
    for size in range(3, 12):
        x = rng.integers(0, 3, [size + 2 * dim for dim in range(rank)])
        assert flow.nonzero(flow.tensor(x)).tolist() == np.argwhere(x).tolist()
        rows = rng.standard_normal((*x.shape, 2 * size))
        assert flow.tensor(rows)[flow.tensor(x > 0)].tolist() == rows[x > 0].tolist()
        values, places = flow.unique(flow.tensor(x), return_inverse=True)
        assert (values[places].numpy() == x).all() and values.tolist() == np.unique(x).tolist()
