"""Ops go to whoever executes them now: a trace inside `build`, or another executor, here one that computes with NumPy
at once."""

import threading

import numpy as np
import pytest

import weir as flow
import weir.nn.functional as F
from weir import _dtypes, nn
from weir._device import CPU
from weir._executor import current, executing, suspended
from weir._tensor_base import traced

COMPARISONS = {"eq": np.equal, "gt": np.greater, "lt": np.less}


def strided(x, shape, starts, steps):
    ends = (start + size * step for start, size, step in zip(starts, shape, steps))
    return x[tuple(slice(*each) for each in zip(starts, ends, steps))]


def broadcast(x, shape, dims):
    return np.broadcast_to(x.reshape([x.shape[dims.index(d)] if d in dims else 1 for d in range(len(shape))]), shape)


OPS = {
    "add": np.add,
    "broadcast": broadcast,
    "cast": lambda x, to: x.astype(to.numpy),
    "compare": lambda x, y, predicate: COMPARISONS[predicate](x, y),
    "exp": np.exp,
    "gather": lambda x, index, dim: np.take_along_axis(x, index, dim),
    "take_along_dim": lambda x, index, dim: np.take_along_axis(x, index, dim),
    "iota": lambda shape, dtype: np.arange(shape[0], dtype=dtype.numpy),
    "matmul": lambda x, y, transpose_a, transpose_b: (x.T if transpose_a else x) @ (y.T if transpose_b else y),
    "mul": np.multiply,
    "reduce_sum": lambda x, dims: x.sum(axis=dims),
    "relu": lambda x: np.maximum(x, 0),
    "reshape": np.reshape,
    "select": np.where,
    "slice": strided,
    "transpose": lambda x, permutation: np.transpose(x, permutation),
}


class NumpyExecutor:
    def __init__(self):
        self.device = CPU
        self.names = []
        self.arrays = []

    def tensor(self, array):
        self.arrays.append(array)
        dtype = _dtypes.from_numpy_dtype(array.dtype, "executor")
        return traced(self, len(self.arrays) - 1, dtype, array.shape)

    def array(self, tensor):
        return self.arrays[tensor._value]

    def emit(self, op, operands, attributes):
        self.names.append(op.name)
        if op.name not in OPS:
            raise ValueError(f"weir.{op.name}: expects an op that NumPy has")
        return [self.tensor(OPS[op.name](*map(self.array, operands), **dict(attributes)))]

    def constant(self, values, shape, dtype):
        return self.tensor(np.broadcast_to(values, shape))


def computed(function, *arrays):
    """What the function gives where NumPy executes, and the names of its ops."""
    executor = NumpyExecutor()
    with executing(executor):
        result = function(*map(executor.tensor, arrays))
        return executor.array(result), executor.names


def in_graph(function, *arrays):
    class Called(nn.Graph):
        def build(self, *inputs):
            return function(*inputs)

    return Called()(*map(flow.from_numpy, arrays)).numpy()


X = np.linspace(-1, 1, 12, dtype=np.float32).reshape(3, 4)
W = np.linspace(-2, 1, 8, dtype=np.float32).reshape(4, 2)
FUNCTIONS = {
    "layer": lambda x, w: F.relu(x @ w) * 2 + flow.arange(2),
    "mean": lambda x, w: flow.exp(x).sum(1, keepdim=True) * 0.25 + x,
    "masked": lambda x, w: x.masked_fill(x > 0, -3).double(),
    "created": lambda x, w: x.new_full((4,), 2.0) * x + flow.zeros_like(x) + flow.eye(3, 4) + flow.tensor([1, 2, 3, 4]),
    "indexed": lambda x, w: x[1:, ::2].reshape(-1) + w[[0, -1]].reshape(4),
}


@pytest.mark.parametrize("name", FUNCTIONS)
def test_functions_run_through_another_executor(name):
    found, names = computed(FUNCTIONS[name], X, W)
    expected = in_graph(FUNCTIONS[name], X, W)
    assert found.dtype == expected.dtype and names
    np.testing.assert_allclose(found, expected, rtol=1e-6, atol=1e-6)


def test_attributes_are_plain():
    given = []

    class Seen(NumpyExecutor):
        def emit(self, op, operands, attributes):
            given.extend(attributes)
            return super().emit(op, operands, attributes)

    with executing(Seen()):
        x = current().tensor(X)
        (x > 0).double().sum(-1)
    assert given == [("predicate", "gt"), ("to", flow.float64), ("dims", (1,))]


def test_what_an_executor_refuses_names_the_function():
    with pytest.raises(ValueError, match=r"^tanh: expects an op that NumPy has$"):
        computed(flow.tanh, X)


def test_what_is_checked_before_is_checked_for_all():
    with pytest.raises(ValueError, match="add: expects shapes that broadcast"):
        computed(flow.add, X, W)


def test_a_graph_has_an_executor_of_its_own():
    executor = NumpyExecutor()
    with executing(executor):
        np.testing.assert_array_equal(in_graph(lambda x: x + x, X), X + X)
        assert current() is executor and not executor.names
    assert current() is None


def test_writing_and_gradients_need_a_graph():
    for function in (lambda x: x.add_(1), lambda x: flow.grad(x, [x]), lambda x: x.backward()):
        with pytest.raises(flow.EagerNotAvailable, match="runs inside nn.Graph.build only"):
            computed(function, X)
    with pytest.raises(RuntimeError, match="clone: expects a tensor with data"):
        computed(lambda x: x.clone(), X)


def test_executors_of_threads_and_suspension():
    seen = []
    with executing(NumpyExecutor()):
        thread = threading.Thread(target=lambda: seen.append(current()))
        thread.start()
        thread.join()
        with suspended():
            assert flow.ones(2).numpy().tolist() == [1, 1]
    assert seen == [None]
