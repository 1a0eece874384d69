"""Calls whose programs are still being compiled: their results are there at once, and what is written later reaches
none of them."""

import itertools
import os
import threading

import numpy as np
import pytest
import weir as flow
from weir import _compiler, _core, nn
from weir._eager import execution
from weir._errors import CompileError

_numbers = itertools.count(1001)


@pytest.fixture
def k(monkeypatch):
    """A number that no call has had, so that calls with it are compiled, and have not been until somebody asks: numbers
    stay constants, however many there were."""
    monkeypatch.setattr(execution, "_MOST_NUMBERS", 1 << 30)
    _core.forget_plans()
    monkeypatch.setenv("WEIR_CACHE_DIR", "0")
    monkeypatch.setattr(_compiler.Compilation, "is_done", property(lambda self: False))
    return next(_numbers)


def counted(size=4):
    return flow.arange(size, dtype=flow.float32)


def waiting(y):
    assert _core.is_waiting(y)
    return y


def test_results_have_shape_and_dtype_while_they_wait(k):
    y = waiting(counted() * k)
    z = waiting((y > k + 1).reshape(1, 4))
    assert (y.shape, y.dtype, z.shape, z.dtype) == ((4,), flow.float32, (1, 4), flow.bool)
    assert z.tolist() == [[False, False, True, True]]
    assert not _core.is_waiting(y) and y.tolist() == [0, k, 2 * k, 3 * k]


def test_operands_may_be_written_to(k):
    x = counted()
    y = waiting(x * k)
    x.add_(1)
    z = waiting(x - k)
    x[1] = 100
    x.data = flow.zeros(4)
    assert y.tolist() == [0, k, 2 * k, 3 * k]
    assert z.tolist() == [1 - k, 2 - k, 3 - k, 4 - k]


@pytest.mark.parametrize("first", [True, False])
def test_arrays_over_operands_may_be_written_to(k, first):
    x = counted()
    if first:
        array = x.numpy()
        y = x * k
    else:
        y = waiting(x * k)
        array = x.numpy()
    array[:] = -1
    assert y.tolist() == [0, k, 2 * k, 3 * k]
    assert (x * k).tolist() == [-k] * 4


def test_graphs_write_their_variables_behind_what_waits(k):
    class Train(nn.Graph):
        def __init__(self):
            super().__init__()
            self.net = nn.Linear(4, 1, bias=False)
            self.add_optimizer(flow.optim.SGD(self.net.parameters(), lr=1.0))

        def build(self, x):
            loss = self.net(x).sum()
            loss.backward()
            return loss

    graph = Train()
    x = flow.ones(1, 4)
    graph(x)
    weight = graph.net.weight.detach()
    before = weight.clone()
    y = waiting(weight * k)
    graph(x)
    assert y.tolist() == (before * k).tolist()
    assert weight.tolist() == (before - 1).tolist()


def test_optimizers_step_behind_what_waits(k):
    w = nn.Parameter(counted())
    optimizer = flow.optim.SGD([w], lr=1.0)
    w.sum().backward()
    with flow.no_grad():
        y = waiting(w * k)
    optimizer.step()
    assert y.tolist() == [0, k, 2 * k, 3 * k]
    assert w.tolist() == [-1, 0, 1, 2]


def test_views_of_what_waits_share_its_memory(k):
    y = waiting(counted(6) * k)
    row = waiting(y.reshape(2, 3)[1])
    columns = waiting(y.reshape(2, 3).t())
    row.zero_()
    assert y.tolist() == [0, k, 2 * k, 0, 0, 0]
    y += 1
    assert row.tolist() == [1, 1, 1]
    assert columns.tolist() == [[1, 1], [k + 1, 1], [2 * k + 1, 1]]


def test_views_of_what_has_arrived_have_its_history(k):
    w = flow.full((4,), 2.0, requires_grad=True)
    y = waiting(counted() * k)
    view = waiting(y.reshape(2, 2))
    assert y[0].item() == 0 and not _core.is_waiting(view)
    y.mul_(w)
    (view * 3).sum().backward()
    assert w.grad.tolist() == [0, 3 * k, 6 * k, 9 * k]


def test_gradients_of_what_waits(k):
    x = counted().requires_grad_()
    loss = waiting(x * x * k).sum()
    loss.backward()
    assert x.grad.tolist() == [0, 2 * k, 4 * k, 6 * k]
    with pytest.raises(RuntimeError, match="whose operands are gone"):
        loss.backward()


def test_what_gradients_need_is_not_overwritten(k):
    x = counted().requires_grad_()
    y = waiting(x * k)
    loss = (waiting(y * -k) * y).sum()
    y.detach().add_(1)
    with pytest.raises(RuntimeError, match="which was written to after"):
        loss.backward()


def test_failures_name_the_line_of_the_call(k):
    table = flow.zeros(5, 3) + k
    rows = nn.functional.embedding(flow.tensor([0, k]), waiting(table * k))  # this line
    with open(__file__) as text:
        line = next(i for i, content in enumerate(text, 1) if "# this line" in content)
    after = waiting(rows - k)
    with pytest.raises(flow.WeirError, match="expects an index from 0 to 4") as failed:
        after.tolist()
    assert f"test_waiting.py:{line}" in str(failed.value)


def test_who_needs_what_cannot_be_compiled_is_told(k, monkeypatch):
    x = counted()
    y, other = waiting(x * k), waiting(x - k)
    after, view = waiting(y + k), waiting(y.reshape(2, 2))
    result, refused = _compiler.Compilation.result, []

    def refuse(self):
        if self is (refused or refused.append(self) or refused)[0]:
            raise CompileError("no")
        return result(self)

    monkeypatch.setattr(_compiler.Compilation, "result", refuse)
    assert other.tolist() == [-k, 1 - k, 2 - k, 3 - k]
    for each in (y, after, view):
        with pytest.raises(CompileError, match="no"):
            each.tolist()


def test_nobody_needs_to_look(k):
    x = counted()
    for _ in range(3):
        waiting(x * k)
    assert waiting(x - k).tolist() == [-k, 1 - k, 2 - k, 3 - k]


@pytest.mark.parametrize("is_told", [False, True])
def test_what_waits_long_is_run_on_the_way(k, monkeypatch, is_told):
    if is_told:
        monkeypatch.undo()
    y = counted()
    for _ in range(3000):
        y = y + k
    assert y[0].item() == 3000 * k


def test_threads_ask_for_one_result(k):
    y = waiting(counted() * k)
    z = waiting(y + k)
    found = []
    threads = [threading.Thread(target=lambda each=each: found.append(each.tolist())) for each in [y, z, y, z]]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(found) == [[0, k, 2 * k, 3 * k]] * 2 + [[k, 2 * k, 3 * k, 4 * k]] * 2


def test_a_child_compiles_what_waits(k):
    y = waiting(counted() * k)
    child = os.fork()
    if child == 0:
        os._exit(0 if y.tolist() == [0, k, 2 * k, 3 * k] else 1)
    assert os.waitpid(child, 0)[1] == 0
    assert y.tolist() == [0, k, 2 * k, 3 * k]


def test_a_module_holds_what_waits(k):
    class Add(nn.Graph):
        def __init__(self, kept):
            super().__init__()
            self.kept = kept

        def build(self, x):
            return x + self.kept

    y = waiting(counted() * k)
    assert Add(y)(flow.ones(4)).tolist() == [1, k + 1, 2 * k + 1, 3 * k + 1]


def test_copies_and_moves_complete(k):
    y = waiting(counted() * k)
    assert y.clone().tolist() == y.to(flow.float64).tolist() == [0, k, 2 * k, 3 * k]
    assert list(y)[2].item() == 2 * k and float(waiting(y.sum() - k)) == 5 * k
    assert np.array_equal(waiting(y + k).numpy(), [k, 2 * k, 3 * k, 4 * k])


def test_shapes_are_shapes_before_anything_is_compiled():
    x = flow.ones(3, 5, 7)
    y = (x * 1.0625).sum(-1)  # which no other test computes
    assert type(y.shape) is flow.Size and y.shape.numel() == 15
    y.numpy()
    assert type((x * 1.0625).sum(-1).shape) is flow.Size
