"""Functions of the program's own among the calls of graphs."""

import os
import subprocess
import sys
import threading

import numpy as np
import pytest
import weir as flow
from weir import nn


class Doubled(nn.Graph):
    def build(self, x):
        return x * 2


class Slow(nn.Graph):
    """Lasts a while: so many products."""

    def build(self, x):
        for _ in range(200):
            x = (x @ x) / 256
        return x


class CrossEntropy(nn.Graph):
    def build(self, scores, labels):
        return nn.functional.cross_entropy(scores, labels)


def test_the_call_returns_before_the_function_is_called():
    called, go_on = [], threading.Event()

    def log(loss):
        go_on.wait(60)
        called.append(loss.copy())

    flow.call_on_host(log, Doubled()(flow.tensor([1.0, 2.0])))
    assert called == []
    go_on.set()
    flow.synchronize()
    np.testing.assert_array_equal(called, [[2, 4]])


def test_functions_see_what_was_called_before_them_in_order():
    graph, seen = Doubled(), []
    x = flow.ones(3)
    for _ in range(20):
        x = graph(x)
        flow.call_on_host(lambda values: seen.append(values[0]), x)
    flow.synchronize()
    assert seen == [2.0 ** (step + 1) for step in range(20)]


def test_what_the_function_writes_is_seen_by_later_calls():
    batch = flow.zeros(256, 256)
    slow = Slow()(flow.ones(256, 256))

    def fill(result, values):
        values[:] = result + 3

    flow.call_on_host(fill, slow, writes=[batch])
    doubled = Doubled()(batch)
    np.testing.assert_array_equal(doubled.numpy(), np.full((256, 256), 8))
    np.testing.assert_array_equal(batch.numpy(), np.full((256, 256), 4))


def test_a_graph_uses_what_was_written_to_its_variable():
    class Scaled(nn.Graph):
        def __init__(self):
            super().__init__()
            self.scale = flow.ones(2)

        def build(self, x):
            return x * self.scale

    graph = Scaled()
    x = flow.tensor([1.0, 2.0])
    graph(x)
    flow.call_on_host(lambda values: values.fill(5), writes=[graph.scale])
    np.testing.assert_array_equal(graph(x).numpy(), [5, 10])


def test_arrays_may_be_kept_and_written_to():
    kept = []
    x = flow.ones(4)
    flow.call_on_host(kept.append, x)
    flow.synchronize()
    kept[0][:] = 7
    np.testing.assert_array_equal(x.numpy(), np.ones(4))


def test_a_tensor_without_elements_and_one_of_no_dimensions():
    shapes = []
    empty, number = flow.zeros(0, 3), flow.tensor(1.0)
    flow.call_on_host(lambda *arrays: shapes.extend(array.shape for array in arrays), empty, number)
    flow.synchronize()
    assert shapes == [(0, 3), ()]


def test_what_the_function_raises_is_raised_where_its_tensor_is_read():
    target = flow.zeros(2)

    def fail(values):
        raise KeyError("no such batch")

    flow.call_on_host(fail, writes=[target])
    result = Doubled()(target)
    with pytest.raises(flow.WeirError, match=r"KeyError: 'no such batch', raised at .*test_host_calls.py:\d+"):
        result.numpy()


def test_what_a_function_raises_that_writes_nothing_is_raised_by_synchronize():
    flow.call_on_host(lambda: 1 / 0)
    with pytest.raises(flow.WeirError, match="ZeroDivisionError: division by zero"):
        flow.synchronize()
    flow.synchronize()


def test_functions_that_are_not_written_in_python_may_fail():
    flow.call_on_host("no code".index, flow.zeros(2))
    with pytest.raises(flow.WeirError, match="failed: TypeError: "):
        flow.synchronize()


def test_it_is_not_called_with_the_result_of_a_failed_call():
    called = []
    loss = CrossEntropy()(flow.zeros(2, 3), flow.tensor([0, 7]))
    flow.call_on_host(called.append, loss)
    with pytest.raises(flow.WeirError, match="7"):
        flow.synchronize()
    assert called == []


def test_waiting_inside_of_the_function_is_an_error():
    x = Slow()(flow.ones(256, 256))
    flow.call_on_host(lambda: x.numpy())
    with pytest.raises(flow.WeirError, match="raised at .*test_host_calls.py"):
        flow.synchronize()


@pytest.mark.parametrize("environment", [{}, {"WEIR_SYNC": "1"}])
def test_a_program_ends_when_its_functions_have(environment):
    program = "import weir as flow; flow.call_on_host(lambda values: print(values.tolist()), flow.ones(3))"
    command = [sys.executable, "-c", program]
    done = subprocess.run(command, env={**os.environ, **environment}, capture_output=True, text=True, timeout=100)
    assert (done.stdout, done.stderr, done.returncode) == ("[1.0, 1.0, 1.0]\n", "", 0)


def test_on_a_device_with_memory_of_its_own():
    seen = []
    x = flow.ones(3, device="sim")
    flow.call_on_host(lambda values: (seen.append(values.copy()), values.fill(4)), writes=[x])
    np.testing.assert_array_equal(x.cpu().numpy(), [4, 4, 4])
    np.testing.assert_array_equal(seen, [[1, 1, 1]])


@pytest.mark.parametrize(
    "given, error, message",
    [
        ([1.0], TypeError, "call_on_host: expects tensors, got float"),
        ([flow.zeros(2, dtype=flow.bfloat16)], TypeError, "expects dtypes that NumPy has, got bfloat16"),
        ([flow.zeros(2), flow.zeros(2, device="sim")], ValueError, "one device, got cpu and sim"),
    ],
)
def test_what_cannot_be_given_is_refused(given, error, message):
    with pytest.raises(error, match=message):
        flow.call_on_host(print, *given)


def test_what_is_no_function_is_refused():
    with pytest.raises(TypeError, match="call_on_host: expects a function, got int"):
        flow.call_on_host(3, flow.zeros(2))


def test_inside_of_build_it_is_refused():
    class Logged(nn.Graph):
        def build(self, x):
            flow.call_on_host(print, x)
            return x

    with pytest.raises(RuntimeError, match="call_on_host: expects to be outside of nn.Graph.build"):
        Logged()(flow.zeros(2))
