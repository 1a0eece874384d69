"""What build writes to an argument reaches the caller's tensor."""

import numpy as np
import pytest

import weir as flow
from traced_graphs import Function


@pytest.mark.parametrize("device", ["cpu", "sim"])
def test_a_write_reaches_the_caller(device):
    def build(x, y):
        before = x * 1
        x.add_(1)
        y[0] *= x.sum()
        return before, x * 2

    graph = Function(build)
    x, y = flow.tensor([1.0, 2.0], device=device), flow.ones(2, 2).to(device)
    before, doubled = graph(x, y)
    assert before.tolist() == [1, 2] and doubled.tolist() == [4, 6]
    assert x.tolist() == [2, 3] and y.tolist() == [[5, 5], [1, 1]]
    graph(x, y)
    assert x.tolist() == [3, 4] and y.tolist() == [[35, 35], [1, 1]]


def test_memory_of_an_array_and_of_a_variable():
    array = np.zeros(3, np.float32)
    x, table = flow.from_numpy(array), flow.ones(3)
    reading = Function(lambda: table * 10)
    assert reading().tolist() == [10] * 3
    graph = Function(lambda x: x.add_(1).sum())
    graph(x), graph(table)
    assert array.tolist() == [1] * 3 and reading().tolist() == [20] * 3


def test_one_tensor_as_several_arguments():
    def build(x, others):
        x.add_(1)
        others[1].mul_(10)
        return x * 1, others[0] * 1

    graph = Function(build)
    x, y = flow.ones(2), flow.ones(2)
    assert [each.tolist() for each in graph(x, [x, x])] == [[20, 20]] * 2 and x.tolist() == [20] * 2
    assert [each.tolist() for each in graph(y, [x, y])] == [[20, 20]] * 2 and y.tolist() == x.tolist() == [20] * 2
    first, second = graph(x, [y, flow.ones(2)])
    assert (first.tolist(), second.tolist()) == ([21] * 2, [20] * 2)


def test_gradients_of_one_tensor_as_two_arguments():
    def build(x, y):
        x.requires_grad_()
        (x * y * y).sum().backward()
        return x.grad

    x = flow.tensor([1.0, 2.0])
    assert Function(build)(x, x).tolist() == [3, 12]


def test_what_is_only_read_stays():
    x = flow.ones(3)
    graph = Function(lambda x: x + 1)
    assert graph(x).tolist() == [2] * 3 and x.tolist() == [1] * 3
    assert "return %1 : tensor<3xf32> " in graph.mlir()


def test_parts_of_a_batch_are_written_each():
    scale = flow.nn.Parameter(flow.ones(()))

    def build(x):
        x.mul_(2)
        (x * scale).mean().backward()

    graph = Function(build)
    graph.scale = scale
    graph.add_optimizer(flow.optim.SGD([scale], lr=0.0))
    graph.config.set_gradient_accumulation_steps(2)
    x = flow.tensor([1.0, 2.0, 3.0, 4.0])
    graph(x)
    assert x.tolist() == [2, 4, 6, 8]
