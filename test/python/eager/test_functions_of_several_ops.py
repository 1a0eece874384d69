"""Functions that came down to several ops, views, copies or writes, which C++ does again: with the operands of the
call, and where nothing else has to be asked."""

import numpy as np
import pytest
import weir as flow
import weir.nn.functional as F
from weir import _core

TIMES = range(5)


def numbers(*shape):
    return flow.tensor(np.arange(1, 1 + np.prod(shape), dtype=np.float32).reshape(shape))


def test_views_of_views():
    for step in TIMES:
        x, a = numbers(3, 4) + step, numbers(3, 4).numpy() + step
        for key in (1, (0, 2), slice(1, 3), (slice(None), -1), (..., slice(0, 4, 2)), (None, 2, slice(2)), (1, None)):
            np.testing.assert_array_equal(x[key].numpy(), a[key])
        row = x[step % 3]
        row += 10
        assert x[step % 3].tolist() == row.tolist()


VIEWS = (
    lambda x: x[1],
    lambda x: x[:, 1],
    lambda x: x[1:3, ::2],
    lambda x: x.T,
    lambda x: x[:, None],
    lambda x: x.reshape(2, 2, 4),
    lambda x: x.reshape(-1),
    lambda x: x[:, :1].reshape(4),
)


@pytest.mark.parametrize("view", VIEWS)
def test_views_of_strided_tensors(view):
    for _ in TIMES:
        x = numbers(8, 8)
        a = x.numpy()
        for source, expected in (
            (numbers(4, 4), numbers(4, 4).numpy()),
            (x[:4, :4], a[:4, :4]),
            (x[::2, ::2], a[::2, ::2]),
            (x[4:, :4].t(), a[4:, :4].T),
            (x[0, :4].expand(4, 4), np.broadcast_to(a[0, :4], (4, 4))),
        ):
            made, like = view(source), view(expected)
            np.testing.assert_array_equal(made.numpy(), like)
            assert np.shares_memory(made.numpy(), source.numpy()) == np.shares_memory(like, expected)
            if np.shares_memory(like, expected):
                strides = [4 * stride for stride, size in zip(made.stride(), made.shape) if size > 1]
                assert strides == [stride for stride, size in zip(like.strides, like.shape) if size > 1]


def test_keys_differ():
    x = numbers(4)
    for _ in TIMES:
        assert x[1:].shape == (3,) and x[:1].shape == (1,) and x[::2].shape == (2,)
        assert x[1].shape == () and x[True and 1].item() == 2
        assert x[None].shape == (1, 4) and x[...].shape == (4,)


@pytest.mark.parametrize("second", [lambda x: x, lambda x: numbers(2, 2), lambda x: x.t(), lambda x: x[0]])
def test_writes_of_two_tensors_and_of_one_are_two_calls(second):
    for _ in TIMES:
        for other in (second, lambda x: flow.ones(2, 2)):
            x = numbers(2, 2)
            expected = x.numpy() * other(x).numpy()
            x.mul_(other(x))
            np.testing.assert_array_equal(x.numpy(), expected)


def test_who_has_the_memory_sees_writes():
    for _ in TIMES:
        x = numbers(4)
        array, view, alias = x.numpy(), x[1:3], x.detach()
        x.add_(1)
        assert array.tolist() == x.tolist() == alias.tolist() == [2, 3, 4, 5] and view.tolist() == [3, 4]
        lent = np.ones(3, np.float32)
        y = flow.from_numpy(lent)
        y.mul_(2)
        assert y.tolist() == lent.tolist() == [2, 2, 2]
        z = flow.from_dlpack(numbers(2))
        z += z
        assert z.tolist() == [2, 4]
        shared = numbers(2)
        capsule = shared.__dlpack__()
        shared.add_(1)
        assert flow.Tensor(_core.Storage.from_dlpack(capsule)).tolist() == [2, 3]


def test_views_from_before_a_write_see_it():
    for _ in TIMES:
        x = numbers(4)
        view = x.reshape(2, 2)
        x.add_(1)
        view.mul_(2)
        x.sub_(1)
        assert x.tolist() == view.reshape(4).tolist() == [3, 5, 7, 9]


def test_results_from_before_a_write_do_not():
    for _ in TIMES:
        x = numbers(3)
        y, z = x + 0, x.clone()
        x.mul_(10)
        assert y.tolist() == z.tolist() == [1, 2, 3] and x.tolist() == [10, 20, 30]


def test_what_a_graph_reads_is_written():
    class Scaled(flow.nn.Graph):
        def __init__(self, w):
            super().__init__()
            self.w = w

        def build(self, x):
            return x * self.w

    w = flow.nn.Parameter(numbers(2))
    scaled, x = Scaled(w), flow.ones(2)
    for step in TIMES:
        assert scaled(x).tolist() == [1 + step, 2 + step]
        with flow.no_grad():
            w.add_(1)


def test_items_are_assigned():
    for step in TIMES:
        x, a = numbers(3, 2), numbers(3, 2).numpy()
        x[1] = 5.0
        x[0] = numbers(2) * step
        x[:, 1] = x[:, 0]
        x[2:] = flow.zeros(1, 2)
        a[1], a[0] = 5, np.array([1, 2]) * step
        a[:, 1] = a[:, 0]
        a[2:] = 0
        np.testing.assert_array_equal(x.numpy(), a)


def test_writes_that_gradients_pass():
    for _ in TIMES:
        x, w = numbers(2), flow.tensor([3.0, 4.0], requires_grad=True)
        x.add_(1)  # by a plan
        x.mul_(w)
        x[0] = w[1]
        x.sum().backward()
        assert w.grad.tolist() == [0, 4]
        with pytest.raises(RuntimeError, match="under no_grad"):
            w.add_(1)
        with flow.no_grad():
            w.add_(1)
        assert w.tolist() == [4, 5] and w.is_leaf


def test_versions_count_writes():
    for _ in TIMES:
        x = numbers(2)
        w = flow.tensor([1.0, 1.0], requires_grad=True)
        y = (x * w).sum()
        x.add_(1)
        with pytest.raises(RuntimeError):
            y.backward()


def test_functions_that_look_at_elements_look_again():
    for step in TIMES:
        assert F.one_hot(flow.tensor([0, step])).shape == (2, step + 1)
        assert flow.bincount(flow.tensor([step])).shape == (step + 1,)
        assert flow.full((2,), flow.tensor(step)).tolist() == [step, step]
        x = numbers(8)
        assert x[flow.tensor(step) :].shape == (8 - step,)
        assert flow.repeat_interleave(x[:2], flow.tensor([step, 1])).shape == (step + 1,)


def test_tensors_from_nothing():
    for _ in TIMES:
        for device in ("cpu", flow.device("cpu"), None):
            assert flow.zeros(2, 3, device=device).tolist() == [[0, 0, 0]] * 2
        assert flow.ones((2,), dtype=flow.int64).tolist() == [1, 1]
        assert flow.full((2,), -0.0).numpy().tobytes() == np.full(2, -0.0, np.float32).tobytes()
        assert flow.full((), True).item() is True and flow.full((1,), 3).dtype is flow.int64
        assert flow.full((2,), 1.5, dtype=flow.bfloat16).tolist() == [1.5, 1.5]
        x = flow.zeros(3)
        x += 1  # not those of the next call
        assert flow.zeros(3).tolist() == [0, 0, 0] and flow.zeros_like(x).shape == (3,)
        w = flow.ones(2, requires_grad=True)
        assert w.requires_grad and w.is_leaf and not flow.ones(2).requires_grad
        assert flow.zeros(0, 2).shape == (0, 2) and flow.zeros(()).item() == 0
        with pytest.raises(ValueError, match="at least 0"):
            flow.zeros(-1)
        with pytest.raises(ValueError, match="uint8"):
            flow.full((1,), 300, dtype=flow.uint8)


def test_draws_are_new_each_time():
    flow.manual_seed(7)
    drawn = [(flow.rand(3), flow.randn(3), flow.ones(3).uniform_(), F.dropout(flow.ones(9))) for _ in TIMES]
    for kind in zip(*drawn):
        assert len({tuple(x.tolist()) for x in kind}) == len(TIMES)


def test_several_results():
    for step in TIMES:
        x = numbers(6) + step
        a, b, c = flow.chunk(x, 3)
        assert (a.tolist(), c.tolist()) == ([1 + step, 2 + step], [5 + step, 6 + step])
        found = x.reshape(2, 3).max(1)
        assert type(found).__name__ != "tuple" and found.values.tolist() == [3 + step, 6 + step]
        assert isinstance(x.split([2, 4]), (tuple, list)) and x.split([2, 4])[1].shape == (4,)
        b.zero_()
        assert x.tolist() == [1 + step, 2 + step, 0, 0, 5 + step, 6 + step]


def test_fills_and_copies():
    for step in TIMES:
        x = flow.zeros(2, 2)
        x.fill_(step)
        x[0].zero_()
        assert x.tolist() == [[0, 0], [step, step]]
        y = flow.ones(2, 2)
        y.copy_(x)
        x.fill_(9)
        assert y.tolist() == [[0, 0], [step, step]]
        y.t().copy_(numbers(2, 2))
        assert y.tolist() == [[1, 3], [2, 4]]
        wide = flow.zeros(1).expand(3)
        with pytest.raises(RuntimeError, match="expanded"):
            wide.add_(1)
        copy = y.t().clone()
        assert copy.is_contiguous() and copy.tolist() == [[1, 2], [3, 4]]
        w = flow.ones(2, requires_grad=True)
        w.clone().sum().backward()
        assert w.grad.tolist() == [1, 1]


def test_threads_have_notes_of_their_own():
    from concurrent.futures import ThreadPoolExecutor

    def work(number):
        for step in range(50):
            x = numbers(4) + number
            x.add_(step)
            assert x[1].item() == 2 + number + step
        return True

    with ThreadPoolExecutor(4) as pool:
        assert all(pool.map(work, range(8)))


def test_where_gradients_do_not_flow_inside():
    @flow.no_grad()
    def halved(x):
        return x.mul(0.5)

    for _ in TIMES:
        w = flow.ones(2, requires_grad=True)
        flow.nn.init.constant_(w, 3.0)
        assert w.tolist() == [3, 3] and w.is_leaf
        assert not halved(w).requires_grad and w.mul(0.5).requires_grad


# what a key has to say, and what it can't


def test_gradients_depend_on_how_tensors_were_computed():
    x = flow.tensor([3.0], requires_grad=True)
    for _ in TIMES:
        for f, expected in ((lambda: x.clone(), 1), (lambda: x * x, 6), (lambda: x[0] * 2, 2), (lambda: x * x * x, 27)):
            (g,) = flow.grad(f(), x, flow.ones(f().shape), create_graph=True)
            assert g.item() == expected


def test_lists_are_no_tuples():
    for _ in TIMES:
        x = numbers(2, 2)
        assert x[0, 1].item() == 2 and x[[0, 1]].tolist() == [[1, 2], [3, 4]] and x[(0,)].tolist() == [1, 2]
        assert x[[0]].tolist() == [[1, 2]]
        x[0, 1] = 5.0
        x[[0, 1]] = x[[1, 0]]
        assert x.tolist() == [[3, 4], [1, 5]]


def test_words_are_no_keywords():
    x = numbers(2, 2)
    for _ in TIMES:
        assert x.sum(dim=0).tolist() == [4, 6]
        with pytest.raises((TypeError, ValueError)):
            x.sum("dim", 0)


def test_one_tensor_as_two_operands():
    a, b, x = numbers(2) * 5, numbers(2), numbers(2)
    for _ in TIMES:
        assert flow.rsub(x, x).tolist() == [0, 0] and flow.rsub(a, b).tolist() == [-4, -8]
        assert (x * x).tolist() == [1, 4] and (a * b).tolist() == [5, 20]
        both = flow.stack([x, x]), flow.stack([a, b])
        assert [each.tolist() for each in both] == [[[1, 2], [1, 2]], [[5, 10], [1, 2]]]


def test_what_is_row_major_is_not_copied():
    for _ in TIMES:
        assert flow.zeros(2, 2).t().contiguous().tolist() == [[0, 0], [0, 0]]
        y = flow.zeros(2, 2)
        assert y.contiguous() is y
        y.contiguous().add_(1)
        assert y.tolist() == [[1, 1], [1, 1]]


def test_arrays_of_views_that_are_gone_see_writes():
    z = flow.ones(4, dtype=flow.float64)
    for _ in TIMES:
        x = flow.zeros(4)
        x[:] = z  # cast and written
        y = flow.zeros(4)
        array = y[1:3].numpy()
        y[:] = z
        assert array.tolist() == [1, 1] and y.tolist() == x.tolist() == [1] * 4


def test_functions_in_place_that_write_by_others():
    for _ in TIMES:
        x = flow.tensor([-1.0, 2.0])
        assert F.relu(x, inplace=True) is x and F.elu(x, inplace=True) is x
        x.zero_().add_(1)
        assert x.tolist() == [1, 1]


def test_numbers_that_change_in_a_graph():
    class Scaled(flow.nn.Graph):
        scale = 2.0

        def build(self, x):
            y = x * 1
            y.fill_(self.scale)
            return y + flow.full((2,), self.scale)

    scaled, x = Scaled(), flow.zeros(2)
    for step in range(6):
        scaled.scale = 2.0 + step
        assert scaled(x).tolist() == [4 + 2 * step] * 2


def test_constants_are_new_each_time():
    for step in TIMES:
        for make, expected in (
            (lambda: flow.arange(3), [0, 1, 2]),
            (lambda: flow.arange(1, 2, 0.5), [1, 1.5]),
            (lambda: flow.tensor([1.0, 2.0]), [1, 2]),
            (lambda: flow.tensor((True, False)), [True, False]),
            (lambda: flow.linspace(0, 1, 3), [0, 0.5, 1]),
            (lambda: flow.eye(2), [[1, 0], [0, 1]]),
            (lambda: flow.tensor(step), step),
            (lambda: flow.tensor(0.5, dtype=flow.bfloat16), 0.5),
        ):
            x = make()
            assert x.tolist() == expected
            x.zero_()
        array = np.array([step, 1.0], np.float32)
        y = flow.tensor(array)
        array[:] = 9
        assert y.tolist() == [step, 1]
        assert flow.tensor([1.0], requires_grad=True).requires_grad and not flow.tensor([1.0]).requires_grad


def test_an_array_that_a_graph_has_made_a_constant_of_may_change():
    array = np.ones(2, np.float32)

    class Added(flow.nn.Graph):
        def build(self, x):
            return x + flow.tensor(array)

    added = Added()
    assert added(flow.zeros(2)).tolist() == [1, 1]
    array[:] = 5
    assert added(flow.zeros(2)).tolist() == [1, 1]


def test_a_view_that_was_written_to_is_assigned_to_itself():
    for _ in TIMES:
        x = numbers(2, 2)
        before = x._storage.writes
        x[0] += x[1]
        x[:, 1] *= 2
        assert x.tolist() == [[4, 12], [3, 8]] and x._storage.writes == before + 2
        x[0] = x[1]
        assert x.tolist() == [[3, 8], [3, 8]]


def test_writes_to_columns():
    for step in TIMES:
        x = numbers(3, 2)
        x[:, 0].add_(step)
        x.t().mul_(flow.ones(2, 3) * 2)
        x[::2].fill_(7)
        assert x.tolist() == [[7, 7], [6 + 2 * step, 8], [7, 7]]
