"""Slices' gradients and joined tensors: no job is compiled for a place or for a number of tensors."""

import numpy as np
import pytest

import weir as flow
from weir import nn
from weir._eager import job_table, moves


def numbers(*shape):
    return np.random.default_rng(sum(shape) + len(shape)).standard_normal(shape).astype(np.float32)


@pytest.fixture
def new_jobs(monkeypatch):
    """How many jobs there are of an op that there weren't before."""
    monkeypatch.setattr(moves, "_calls", {})
    before = set(job_table._jobs)

    def count(op):
        return sum(op in str(key) for key in set(job_table._jobs) - before)

    return count


def test_gradients_of_slices_are_of_no_job(new_jobs):
    x = flow.tensor(numbers(5, 7), requires_grad=True)
    expected = np.zeros((5, 7), np.float32)
    for begin in range(5):
        for step in (1, 2, 3):
            (x[begin:, begin::step] * (begin + step)).sum().backward()
            expected[begin:, begin::step] += begin + step
    assert np.array_equal(x.grad.numpy(), expected) and new_jobs("slice_scatter") == 0


def test_gradients_behind_writes_to_slices():
    x, y = (flow.tensor(numbers(4, 6), requires_grad=True) for _ in range(2))
    for column in range(6):
        z = x * 2
        z[1:3, column] = y[1:3, 0] * 5
        z.sum().backward()
    expected = np.full((4, 6), 12, np.float32)
    expected[1:3] -= 2
    written = np.zeros((4, 6), np.float32)
    written[1:3, 0] = 30
    assert np.array_equal(x.grad.numpy(), expected) and np.array_equal(y.grad.numpy(), written)


@pytest.mark.parametrize("dim", [0, 1, -1])
@pytest.mark.parametrize("count", [3, 4, 17])
def test_joined_tensors_and_their_gradients(dim, count, new_jobs):
    for turn in range(3):
        arrays = [numbers(2, 3, 4) * (turn + each) for each in range(count)]
        tensors = [flow.tensor(array, requires_grad=number % 2 == 0) for number, array in enumerate(arrays)]
        joined = flow.cat(tensors, dim)
        assert np.array_equal(joined.numpy(), np.concatenate(arrays, dim))
        weights = numbers(*joined.shape)
        (joined * flow.tensor(weights)).sum().backward()
        for number, part in enumerate(np.split(weights, count, dim)):
            grad = tensors[number].grad
            assert grad is None if number % 2 else np.array_equal(grad.numpy(), part) and grad.is_contiguous()
    assert new_jobs("'cat'") == 0


def test_what_is_joined_often_is_a_job(new_jobs, monkeypatch):
    monkeypatch.setattr(moves, "_OFTEN", 4)
    for turn in range(12):
        arrays = [numbers(3, 2) + turn + each for each in range(5)]
        assert np.array_equal(flow.cat(list(map(flow.tensor, arrays))).numpy(), np.concatenate(arrays))
    assert new_jobs("'cat'") == 1


@pytest.mark.parametrize("beside", [[], [flow.ones(0)]])
def test_one_tensor_joined_is_a_copy(beside):
    x = flow.zeros(3)
    joined = flow.cat([*beside, x])
    x.add_(1)
    assert joined.tolist() == [0.0] * 3 and joined is not x


def test_views_and_strides_are_joined():
    x = flow.tensor(numbers(6, 5), requires_grad=True)
    y = x * 1
    y[0] = 7.0  # views from before follow it
    parts = [y[:2], y.t()[:, 2:4].t(), y[::3], flow.ones(1, 5).expand(2, 5)]
    joined = flow.cat(parts)
    base = numbers(6, 5)
    base[0] = 7
    assert np.array_equal(joined.numpy(), np.concatenate([base[:2], base[2:4], base[::3], np.ones((2, 5), np.float32)]))
    joined.sum().backward()
    expected = np.zeros((6, 5), np.float32)
    expected[1:4] = [[1], [1], [2]]
    assert np.array_equal(x.grad.numpy(), expected)


def test_views_that_follow_their_source_are_joined():
    x = flow.zeros(4, 3, requires_grad=True)
    y = x + 1
    rows = [y[row] for row in range(4)]
    y.mul_(3)
    stack = flow.stack(rows)
    assert stack.tolist() == [[3.0] * 3] * 4
    stack.sum().backward()
    assert x.grad.tolist() == [[3.0] * 3] * 4


def test_second_gradients_pass():
    x = flow.tensor(numbers(4, 3), requires_grad=True)
    joined = flow.cat([x[:1] ** 3, x[1:2] ** 3, x[2:] ** 3])
    (first,) = flow.autograd.grad(joined.sum(), [x], create_graph=True)
    (second,) = flow.autograd.grad(first.sum(), [x])
    np.testing.assert_allclose(second.numpy(), 6 * numbers(4, 3), rtol=1e-6)


def test_a_recurrent_layer_takes_any_number_of_steps(new_jobs):
    flow.manual_seed(0)
    network = nn.LSTM(3, 4, batch_first=True)
    for steps in (5, 3, 8, 6, 7):
        network(flow.ones(2, steps, 3))[0].sum().backward()
    before = len(job_table._jobs)
    for steps in (11, 4, 13):
        network(flow.ones(2, steps, 3))[0].sum().backward()
    assert new_jobs("'cat'") == new_jobs("slice_scatter") == 0 and len(job_table._jobs) - before <= 16
