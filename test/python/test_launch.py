"""Calls of graphs return before their runs have ended: what a program sees is what it would see if they had not."""

import os
import signal
import subprocess
import sys
import threading

import numpy as np
import pytest
import weir as flow
from traced_graphs import Function
from weir import nn, optim

OUTSIDE = "expects an index from 0 to 3, got 9"


def pick():
    return Function(lambda x, i: flow.gather(x, 0, i))


class Train(nn.Graph):
    def __init__(self, table):
        super().__init__()
        self.table = table
        self.add_optimizer(optim.SGD([table], lr=1.0))

    def build(self, rows):
        loss = nn.functional.cross_entropy(self.table, rows)
        loss.backward()
        return loss


def table_of(values):
    return nn.Parameter(flow.tensor(values))


def test_a_fault_is_raised_where_results_are_read():
    x = flow.ones(4)
    wrong = pick()(x, flow.tensor([9]))
    behind = Function(lambda x: x * 2)(wrong)
    beside = Function(lambda x: x * 2)(x)
    for result in (behind, wrong):
        with pytest.raises(flow.WeirError, match=OUTSIDE) as raised:
            result.numpy()
        assert raised.value.op == "gather"
    assert beside.tolist() == [2, 2, 2, 2]


def test_a_fault_that_nobody_read_is_raised_once_by_synchronize():
    pick()(flow.ones(4), flow.tensor([9]))
    with pytest.raises(flow.WeirError, match=OUTSIDE):
        flow.synchronize()
    flow.synchronize()
    flow.synchronize("cpu")


def test_steps_behind_a_failed_one_do_nothing_until_it_was_seen():
    values = np.random.default_rng(0).standard_normal((4, 3)).astype(np.float32)
    good, bad = flow.tensor([0, 1, 2, 0]), flow.tensor([0, 1, 2, 9])
    table, other = table_of(values), table_of(values)
    step = Train(table)
    step(good)
    step(bad)
    late = step(good)
    with pytest.raises(flow.WeirError, match="index"):
        late.item()
    step(good)
    twice = Train(other)
    twice(good)
    twice(good)
    np.testing.assert_array_equal(table.numpy(), other.numpy())


def long_run():
    """A graph and an input whose run takes a second or so."""

    def products(x):
        for _ in range(250):
            x = x @ x
        return x.sum()

    return Function(products), flow.full((512, 512), 1 / 512)


@pytest.fixture
def interruptible():
    """Ctrl-C raises KeyboardInterrupt also where the process was started in the background, which ignores it."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("interruptible")
@pytest.mark.parametrize("wait", [lambda y: y.item(), lambda y: y.numpy(), lambda y: flow.synchronize()])
def test_ctrl_c_ends_a_wait_and_the_run_goes_on(wait):
    graph, x = long_run()
    y = graph(x)
    timer = threading.Timer(0.02, signal.raise_signal, [signal.SIGINT])
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        wait(y)
        pytest.fail("the wait went on")
    timer.join()
    flow.synchronize()
    assert y.item() == pytest.approx(512)


class Embedded(nn.Module):
    """Its running statistics are written before the loss looks at the labels."""

    def __init__(self):
        super().__init__()
        self.table = nn.Embedding(9, 6)
        self.norm = nn.BatchNorm1d(6)
        self.head = nn.Linear(6, 4)

    def forward(self, words):
        return self.head(self.norm(self.table(words)).relu())


@pytest.mark.parametrize("words, labels", [([0, 1, 9], [0, 1, 2]), ([0, 1, 2], [0, 1, 4])])
def test_a_failed_step_leaves_all_variables_as_they_were(words, labels):
    model = Embedded()
    step = Function(lambda x, y: nn.functional.cross_entropy(model(x), y).backward(), model)
    step.add_optimizer(optim.Adam(model.parameters(), lr=0.1))
    good = flow.tensor([0, 1, 2])
    step(good, good)
    before = {name: value.numpy().copy() for name, value in model.state_dict().items()}
    with pytest.raises(flow.WeirError, match="expects an index"):
        step(flow.tensor(words), flow.tensor(labels))
        flow.synchronize()
    for name, value in model.state_dict().items():
        np.testing.assert_array_equal(value.numpy(), before[name], err_msg=name)
    step(good, good)
    assert model.norm.num_batches_tracked.item() == 2


def test_what_from_numpy_lent_may_be_overwritten_after_the_call():
    array = np.arange(300_000, dtype=np.float32)
    graph = Function(lambda x: (x + 1).sum())
    results = []
    for step in range(5):
        array[:] = step
        results.append(graph(flow.from_numpy(array)))
        array[:] = -7
    assert [result.item() for result in results] == [(step + 1) * 300_000 for step in range(5)]


def test_an_array_of_a_parameter_shows_what_steps_have_written():
    table = table_of(np.zeros((4, 3), np.float32))
    step, rows = Train(table), flow.tensor([0, 1, 2, 0])
    step(rows)
    seen = table.numpy()
    for _ in range(3):
        before = seen.copy()
        step(rows)
        assert not np.array_equal(seen, before)  # nothing of the library was called since the step
    np.testing.assert_array_equal(seen, table.numpy())


def test_what_is_read_through_dlpack_and_views_waits():
    graph = Function(lambda x: x * 2)
    for _ in range(20):
        doubled = graph(flow.ones(1000))
        assert np.from_dlpack(doubled).sum() == 2000
        assert graph(graph(flow.ones(2, 3))).tolist() == [[4.0] * 3] * 2


def test_copies_and_fills_keep_their_place_among_runs():
    total = flow.zeros(3)

    class Add(nn.Graph):
        def __init__(self):
            super().__init__()
            self.total = total

        def build(self, x):
            self.total.add_(x)

    add = Add()
    add(flow.ones(3))
    total.copy_([5.0, 6.0, 7.0])
    add(flow.ones(3))
    add(flow.ones(3))
    copied = total.clone()
    total.fill_(1)
    add(flow.ones(3))
    assert copied.tolist() == [7, 8, 9] and total.tolist() == [2, 2, 2]


def test_a_child_has_the_results_of_what_was_under_way():
    step = Function(lambda x: (x @ x) * 0.5)
    start = flow.full((64, 64), 2 / 64)  # which a step leaves as it is

    def is_right(tensor):
        return bool(np.all(step(tensor).numpy() == 2 / 64))

    for _ in range(20):
        result = start
        for _ in range(10):
            result = step(result)
        child = os.fork()
        if child == 0:
            os._exit(0 if is_right(result) else 1)
        assert os.waitpid(child, 0)[1] == 0
        assert is_right(result)


PROGRAM = """
import weir as flow
from weir import nn
class Pick(nn.Graph):
    def build(self, x, i):
        return flow.gather(x, 0, i)
result = Pick()(flow.ones(4), flow.tensor([9]))
print("called")
"""


def run(program, **environment):
    return subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, env=os.environ | environment, timeout=120
    )


def test_a_fault_that_nobody_saw_is_told_at_the_end():
    ended = run(PROGRAM)
    assert (ended.returncode, ended.stdout) == (0, "called\n")
    assert ended.stderr.count(OUTSIDE) == 1 and "nobody looked at" in ended.stderr
    assert run(PROGRAM + "try: result.numpy()\nexcept flow.WeirError: pass\n").stderr == ""


def test_weir_sync_completes_each_call():
    ended = run(PROGRAM, WEIR_SYNC="1")
    assert ended.returncode == 1 and ended.stdout == "" and OUTSIDE in ended.stderr
