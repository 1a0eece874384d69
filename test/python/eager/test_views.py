"""Random programs of views, writes to them and ops, step by step beside NumPy."""

import os

import numpy as np
import pytest
import weir as flow

PROGRAMS = int(os.environ.get("WEIR_ALIAS_PROGRAMS", 40))


def row_range(rng, size):
    start = int(rng.integers(0, size + 1))
    return slice(start, int(rng.integers(start, size + 1)), int(rng.integers(1, 3)))


def a_view(rng, x, a):
    """A view of x, and the same of its twin in NumPy."""
    kind = rng.integers(0, 7)
    if kind == 0:
        order = rng.permutation(a.ndim).tolist()
        return x.permute(order), a.transpose(order)
    if kind == 1 and a.ndim:
        key = tuple(row_range(rng, size) for size in a.shape)
        return x[key], a[key]
    if kind == 2 and a.ndim and a.shape[0]:
        return x[-1], a[-1, ...]
    if kind == 3:
        reshaped = a.reshape(-1)
        return (x.reshape(-1), reshaped) if np.shares_memory(reshaped, a) or not a.size else (x, a)
    if kind == 4:
        return x.unsqueeze(0), a[None]
    if kind == 5 and a.ndim >= 2:
        return x.transpose(0, -1), a.swapaxes(0, -1)
    return (x[..., :1], a[..., :1]) if a.ndim else (x, a)


def a_write(rng, x, a):
    kind, number = rng.integers(0, 6), float(rng.integers(-3, 4))
    if kind == 0:
        x.add_(number)
        a += number
    elif kind == 1:
        x.fill_(number)
        a[...] = number
    elif kind == 2:
        x[...] = x * 2
        a[...] = a * 2
    elif kind == 3 and a.ndim and a.shape[0] > 1:
        x[1:] = x[:-1]
        a[1:] = a[:-1].copy()
    elif kind == 4:
        mask = a > number
        x[x > number] = 1.5
        a[mask] = 1.5
    else:
        x.mul_(x)
        a *= a.copy()
        x.clamp_(-9, 9)
        np.clip(a, -9, 9, out=a)


@pytest.mark.sampled(3)
@pytest.mark.parametrize("seed", range(PROGRAMS))
def test_programs_of_views(seed):
    rng = np.random.default_rng(seed)
    shape = rng.integers(1, 5, rng.integers(1, 4)).tolist()
    base = rng.integers(-3, 4, shape).astype(np.float32)
    tensors, arrays = [flow.tensor(base)], [base.copy()]
    for _ in range(12):
        at = int(rng.integers(0, len(arrays)))
        if rng.integers(0, 2):
            view, twin = a_view(rng, tensors[at], arrays[at])
            assert tuple(view.shape) == twin.shape
            tensors.append(view)
            arrays.append(twin)
        else:
            a_write(rng, tensors[at], arrays[at])
        for x, a in zip(tensors, arrays):
            np.testing.assert_array_equal(x.numpy(), a)


def test_a_view_shares_memory():
    x = flow.zeros(2, 3)
    x.t()[0].fill_(5)
    x.view(6)[5] = 7
    x[:, 1] += 1
    assert x.tolist() == [[5, 1, 0], [5, 1, 7]]
    y = x.t().reshape(6)  # a copy
    y.zero_()
    assert x.tolist() == [[5, 1, 0], [5, 1, 7]]


def test_views_of_numpy_arrays():
    a = np.zeros((2, 2), np.float32)
    x = flow.from_numpy(a)
    x[0] += 3
    flow.synchronize()
    assert a.tolist() == [[3, 3], [0, 0]]
    a[1] = 2
    assert (x + 0).tolist() == [[3, 3], [2, 2]]


def test_a_view_writes_to_what_graphs_read():
    class Double(flow.nn.Graph):
        def __init__(self, weight):
            super().__init__()
            self.weight = weight

        def build(self):
            return self.weight * 2

    weight = flow.ones(3)
    double = Double(weight)
    assert double().tolist() == [2, 2, 2]
    weight[1:].fill_(4)
    assert double().tolist() == [2, 8, 8]
    weight.add_(1)
    assert double().tolist() == [4, 10, 10]


def test_expanded_tensors_are_not_written():
    with pytest.raises(RuntimeError, match="add_: expects a tensor whose elements have memory of their own"):
        flow.zeros(1, 3).expand(2, 3).add_(1)


def test_rows_by_numbers_are_one_kind_of_call():
    """Of whatever number, from the front and the end, as views with gradients that writes reach."""
    x = flow.arange(24.0).reshape(4, 2, 3)
    x[0]
    before = flow._core.call_counts()
    rows = [x[number] for number in (1, 2, 3, -1, -4)]
    assert flow._core.call_counts()[1] == before[1]  # Python was not asked
    assert [row.tolist() for row in rows] == [x.tolist()[number] for number in (1, 2, 3, -1, -4)]
    rows[1][1, 2] = 100
    assert x[2, 1, 2] == 100 and rows[1].shape == (2, 3) and type(rows[1].shape) is flow.Size
    turned = x.permute(2, 0, 1)
    assert [turned[number].tolist() for number in range(3)] == turned.tolist()
    for number in (4, -5, 10**30):
        with pytest.raises(IndexError, match=rf"index: expects an index in \[-4, 4\), got {number}"):
            x[number]


def test_gradients_pass_rows_by_numbers():
    p = flow.ones(3, 2, requires_grad=True)
    y = p * 2
    sum((number + 1) * y[number].sum() for number in range(3)).backward()
    assert p.grad.tolist() == [[2, 2], [4, 4], [6, 6]]
    z = p * 1
    for number in range(3):
        z[number].mul_(number)
        z[number] += number
    p.grad = None
    (z * flow.tensor([[1.0, 10.0]])).sum().backward()
    assert z.tolist() == [[0, 0], [2, 2], [4, 4]] and p.grad.tolist() == [[0, 0], [1, 10], [2, 20]]


def test_windows_share_memory():
    x = flow.arange(12.0).view(3, 4)
    windows = x.unfold(1, 2, 2)
    assert windows.shape == (3, 2, 2) and windows.tolist()[1] == [[4, 5], [6, 7]]
    windows[:, :, 0] = -1.0
    assert x.tolist()[0] == [-1, 1, -1, 3]
    x.fill_(2.0)
    assert windows.sum().item() == 24
    blocks = flow.arange(16.0).view(4, 4).t().unfold(0, 2, 2).unfold(1, 2, 2)
    assert blocks[1, 0].tolist() == [[2, 6], [3, 7]]
    assert blocks.data_ptr() != 0 and not blocks.is_contiguous() and blocks.contiguous().sum().item() == 120
    assert flow.ones(5, 0).unfold(0, 2, 1).shape == (4, 0, 2) and flow.tensor(3.0).unfold(0, 1, 1).tolist() == [3]


def test_gradients_pass_windows():
    x = flow.arange(5.0, requires_grad=True)
    (x.unfold(0, 3, 1) * flow.tensor([1.0, 10.0, 100.0])).sum().backward()
    assert x.grad.tolist() == [1, 11, 111, 110, 100]
    with flow.no_grad():
        x.unfold(0, 2, 2)[:, 0] = 0.0
    assert x.tolist() == [0, 1, 0, 3, 4]
