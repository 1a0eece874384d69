"""A call like the one before is served without a look at what the graph depends on; what is other has to be seen."""

import threading

import numpy as np
import pytest
import weir as flow
from traced_graphs import Function
from weir import nn

X = np.arange(6, dtype=np.float32).reshape(2, 3)


def test_results_have_the_form_that_build_gives_them():
    x = flow.tensor(X)
    builds = (lambda x: x + 1, lambda x: (x + 1,), lambda x: [x + 1, x * 2], lambda x: {"y": x + 1}, lambda x: None)
    for build in builds:
        graph = Function(build)
        first = graph(x)
        for _ in range(3):
            again = graph(x)
            assert type(again) is type(first)
    graph = Function(lambda x: [x + 1, x * 2])
    for _ in range(3):
        results = graph(x)
        np.testing.assert_array_equal(results[0].numpy(), X + 1)
        np.testing.assert_array_equal(results[1].numpy(), X * 2)


def test_other_arguments_are_seen():
    graph = Function(lambda x, y: x - 2 * y)
    x, y = flow.tensor(X), flow.tensor(X[::-1].copy())
    wide = flow.tensor(X.astype(np.float64))
    for _ in range(2):
        np.testing.assert_array_equal(graph(x, y).numpy(), X - 2 * X[::-1])
        np.testing.assert_array_equal(graph(x, x).numpy(), -X)
        np.testing.assert_array_equal(graph(x, y).numpy(), X - 2 * X[::-1])
        assert graph(x, 1.0).numpy()[0, 0] == -2
        np.testing.assert_array_equal(graph(x, y=y).numpy(), X - 2 * X[::-1])
        assert graph(wide, wide).dtype is flow.float64
        assert graph(flow.zeros(3), flow.zeros(3)).shape == (3,)
    with pytest.raises(TypeError):
        graph(x)


@pytest.mark.parametrize("change", ["attribute", "mode", "weight", "data", "requires_grad"])
def test_changes_are_seen(change):
    class Scaled(nn.Module):
        def __init__(self):
            super().__init__()
            self.scale = 2
            self.weight = nn.Parameter(flow.ones(3))

        def forward(self, x):
            y = x * self.scale * self.weight
            return y + 1 if self.training else y

    module = Scaled()
    graph = Function(lambda x: module(x), module)
    x = flow.tensor(X)
    for _ in range(3):
        np.testing.assert_array_equal(graph(x).numpy(), 2 * X + 1)
    if change == "attribute":
        module.scale, expected = 3, 3 * X + 1
    elif change == "mode":
        module.eval()
        expected = 2 * X
    elif change == "weight":
        module.weight, expected = nn.Parameter(flow.full((3,), 5.0)), 10 * X + 1
    elif change == "data":
        module.weight.data, expected = flow.full((3,), 5.0), 10 * X + 1
    else:
        module.weight.requires_grad, expected = False, 2 * X + 1
    for _ in range(3):
        np.testing.assert_array_equal(graph(x).numpy(), expected)


def test_a_list_that_build_reads_is_seen():
    factors = [1, 2]
    graph = Function(lambda x: x * sum(graph.factors))
    graph.factors = factors
    x = flow.tensor(X)
    np.testing.assert_array_equal(graph(x).numpy(), 3 * X)
    np.testing.assert_array_equal(graph(x).numpy(), 3 * X)
    factors.append(4)
    np.testing.assert_array_equal(graph(x).numpy(), 7 * X)


def test_options_are_seen():
    graph = Function(lambda x: x @ x)
    x = flow.tensor(np.full((4, 4), 1 + 2.0**-12, np.float32))
    exact = graph(x).numpy()
    np.testing.assert_array_equal(graph(x).numpy(), exact)
    graph.config.enable_amp(True)
    assert (graph(x).numpy() == 4).all() and not (exact == 4).any()
    graph.config.amp = False
    np.testing.assert_array_equal(graph(x).numpy(), exact)
    assert len(graph._programs) == 2


def test_draws_differ():
    graph = Function(lambda x: flow.rand_like(x))
    x = flow.tensor(X)
    draws = [graph(x).numpy() for _ in range(3)]
    assert not (draws[0] == draws[1]).all() and not (draws[1] == draws[2]).all()


def test_attributes_that_build_leaves_are_of_the_last_call():
    graph = Function(lambda x: x + 1)

    def build(x):
        graph.last = x * 2
        return x + 1

    graph.function = build
    for number in range(3):
        graph(flow.full((2,), float(number)))
        np.testing.assert_array_equal(graph.last.numpy(), 2 * number)


def test_a_build_calls_no_graph():
    inner = Function(lambda x: x + 1)
    x = flow.tensor(X)
    inner(x), inner(x)
    with pytest.raises(RuntimeError, match="expects a graph to be called outside nn.Graph.build"):
        Function(lambda y: y + inner(x))(x)
    np.testing.assert_array_equal(inner(x).numpy(), X + 1)


def test_a_traced_tensor_is_no_argument():
    kept = []
    Function(lambda x: (kept.append(x), x)[1])(flow.tensor(X))
    graph = Function(lambda x: x + 1)
    graph(flow.tensor(X)), graph(flow.tensor(X))
    with pytest.raises(RuntimeError, match="expects a tensor with data"):
        graph(kept[0])


def test_threads():
    graph, found = Function(lambda x: x * 2), []

    def call(number):
        x = flow.full((2, 3), float(number))
        for _ in range(50):
            found.append((graph(x).numpy() == 2 * number).all())

    threads = [threading.Thread(target=call, args=(n,)) for n in range(4)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert len(found) == 200 and all(found)
