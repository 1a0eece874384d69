"""A buffer that forward replaces is assigned: each run goes on from the value of the run before."""

import numpy as np
import pytest

import weir as flow
from traced_graphs import Function
from weir import nn


class Counter(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("n", flow.zeros(2))
        self.plain = flow.ones(())
        self.hidden = None

    def forward(self, x):
        before = self.n
        self.n = self.n + x
        self.plain = self.plain * 2
        return before + 0, self.n * 1


def test_it_counts_and_is_read_back():
    model = Counter()
    tensor, plain = model.n, model.plain
    graph = Function(model, model)
    results = [[value.tolist() for value in graph(flow.tensor([1.0, 2.0]))] for _ in range(3)]
    assert results == [[[0, 0], [1, 2]], [[1, 2], [2, 4]], [[2, 4], [3, 6]]]
    assert model.n is tensor and model.plain is plain
    assert model.state_dict()["n"].tolist() == [3, 6] and model.plain.item() == 8


def test_another_trace_goes_on():
    model = Counter()
    graph = Function(model, model)
    graph(flow.tensor([1.0, 2.0]))
    model.eval()
    assert graph(flow.tensor([1.0, 2.0]))[1].tolist() == [2, 4]
    other = Function(lambda x: model(x * 10)[1], model)
    assert other(flow.tensor([1.0, 1.0])).tolist() == [12, 14]
    assert graph(flow.tensor([0.0, 0.0]))[0].tolist() == [12, 14]


def test_attributes_of_graphs_and_what_is_left_in_them():
    class Sum(nn.Graph):
        def __init__(self):
            super().__init__()
            self.total = flow.zeros(3)

        def build(self, x):
            self.total = self.total + x
            self.doubled = self.total * 2
            return x * 1

    graph = Sum()
    for run in range(1, 4):
        graph(flow.ones(3))
        assert graph.total.tolist() == [run] * 3 and graph.doubled.tolist() == [2 * run] * 3
    assert set(graph.state_dict()) == {"total", "optimizers", "schedulers", "generator"}


def test_a_state_that_begins_as_none():
    class Cell(nn.Module):
        def __init__(self):
            super().__init__()
            self.hidden = None

        def forward(self, x):
            self.hidden = x * 1 if self.hidden is None else self.hidden * 2 + x
            return self.hidden * 1

    cell = Cell()
    graph = Function(cell, cell)
    assert [graph(flow.ones(1)).item() for _ in range(4)] == [1, 3, 7, 15]
    assert cell.hidden.item() == 15


def test_an_error_leaves_the_buffer():
    model = Counter()
    tensor = model.n

    def build(x):
        model(x)
        raise KeyError("later")

    with pytest.raises(KeyError, match="later"):
        Function(build, model)(flow.ones(2))
    assert model.n is tensor and model.n.tolist() == [0, 0]


def assigned(value):
    class Bad(nn.Module):
        def __init__(self):
            super().__init__()
            self.register_buffer("n", flow.zeros(2))
            self.weight = nn.Parameter(flow.ones(2))

        def forward(self, x):
            value(self, x)
            return x

    model = Bad()
    return lambda: Function(model, model)(flow.ones(2))


@pytest.mark.parametrize(
    ("value", "error", "message"),
    [
        (lambda m, x: setattr(m, "n", m.n.sum()), ValueError, r"Bad.n to stay a float32 of shape \(2,\) in build"),
        (lambda m, x: setattr(m, "n", m.n.to(flow.int64)), ValueError, r"Bad.n to stay a float32 .* got int64"),
        (lambda m, x: setattr(m, "n", None), TypeError, "Bad.n to stay a Tensor in build, got NoneType"),
        (lambda m, x: setattr(m, "n", 3.0), TypeError, "Bad: expects buffer 'n' to be a Tensor or None, got float"),
        (lambda m, x: setattr(m, "weight", m.weight * 2), TypeError, "Bad: expects parameter 'weight' to be a Par"),
    ],
)
def test_what_cannot_be_assigned_is_an_error_at_that_line(value, error, message):
    with pytest.raises(error, match=f"{message}.*test_17"):
        assigned(value)()


def test_parts_of_a_batch_count_one_after_another():
    model = nn.Module()
    model.register_buffer("n", flow.zeros(()))
    model.scale = nn.Parameter(flow.ones(()))

    def build(x):
        model.n = model.n + 1
        loss = (x * model.scale * model.n).mean()
        loss.backward()
        return loss

    graph = Function(build, model)
    graph.add_optimizer(flow.optim.SGD([model.scale], lr=0.0))
    graph.config.set_gradient_accumulation_steps(2)
    np.testing.assert_array_equal(graph(flow.ones(4)).numpy(), [1, 2])
    assert model.n.item() == 2


def test_what_is_left_may_change_its_shape():
    class Features(nn.Module):
        def forward(self, x):
            self.features = x * 2
            return self.features.sum()

    model = Features()
    graph = Function(model, model)
    for size in (2, 3, 2):
        assert graph(flow.ones(size)).item() == 2 * size
        model.train(not model.training)
        assert model.features.tolist() == [2] * size
