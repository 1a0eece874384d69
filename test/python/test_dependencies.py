"""What a compiled graph notices: modes, frozen parameters, members replaced, optimizers added."""

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

import weir as flow
from traced_graphs import Function
from weir import nn, optim


class Doubled(nn.Module):
    """Doubles in training."""

    def forward(self, x):
        return x * 2 if self.training else x


class Train(nn.Graph):
    """Sums what the model gives."""

    def __init__(self, model, *optimizers):
        super().__init__()
        self.model = model
        for optimizer in optimizers:
            self.add_optimizer(optimizer)

    def build(self, x):
        loss = self.model(x).sum()
        loss.backward()
        return loss


def programs(graph):
    return len(graph._programs)


def test_the_mode_of_an_inner_module():
    model = nn.Sequential(Doubled(), Doubled())
    graph = Function(model, model)
    results = []
    for inner in (True, False, True):
        model[0].train(inner)
        results.append(graph(flow.ones(1)).item())
    assert results == [4, 2, 4] and programs(graph) == 2


def test_the_mode_of_a_module_that_is_no_attribute():
    model = Doubled()
    graph = Function(lambda x: model(x))
    first = graph(flow.ones(1)).item()
    model.training = False
    assert (first, graph(flow.ones(1)).item()) == (2, 1)


def test_a_parameter_frozen_after_the_first_call():
    model = nn.Linear(2, 1)
    graph = Train(model, optim.AdamW(model.parameters(), lr=0.1))
    graph(flow.ones(1, 2))
    weight, bias = model.weight.numpy().copy(), model.bias.numpy().copy()
    model.weight.requires_grad = False
    graph(flow.ones(1, 2))
    np.testing.assert_array_equal(model.weight.numpy(), weight)
    assert model.bias.item() != bias.item()


def test_a_module_replaced():
    first, second = nn.Linear(1, 1, bias=False), nn.Linear(1, 1, bias=False)
    first.weight.fill_(2)
    second.weight.fill_(3)
    model = nn.Sequential(first)
    graph = Function(model, model)
    results = [graph(flow.ones(1, 1)).item()]
    model.add_module("0", second)
    results.append(graph(flow.ones(1, 1)).item())
    graph.module0 = graph.function = first
    results.append(graph(flow.ones(1, 1)).item())
    assert results == [2, 3, 2]


def test_a_parameter_replaced():
    model = nn.Linear(1, 1, bias=False)
    graph = Function(model, model)
    graph(flow.ones(1, 1))
    model.weight = nn.Parameter(flow.full((1, 1), 7.0))
    assert graph(flow.ones(1, 1)).item() == 7


def test_an_optimizer_added_after_the_first_call():
    model = nn.Linear(2, 1)
    graph = Train(model)
    graph(flow.ones(1, 2))
    before = model.weight.numpy().copy()
    graph.add_optimizer(optim.AdamW(model.parameters(), lr=0.1))
    graph(flow.ones(1, 2))
    assert (model.weight.numpy() != before).all()


def test_a_group_added_after_the_first_call():
    model = nn.Linear(2, 1)
    optimizer = optim.AdamW([model.weight], lr=0.1)
    graph = Train(model, optimizer)
    graph(flow.ones(1, 2))
    before = model.bias.item()
    optimizer.add_param_group({"params": [model.bias]})
    graph(flow.ones(1, 2))
    assert model.bias.item() != before


def test_hyper_parameters_of_a_step_called_by_build():
    parameter = nn.Parameter(flow.ones(2))
    optimizer = optim.AdamW([parameter], lr=0.1, weight_decay=0.0)

    def build(x):
        (parameter * x).sum().backward()
        optimizer.step()
        return x

    graph = Function(build)
    graph(flow.ones(2))
    before = parameter.tolist()
    optimizer.param_groups[0]["lr"] = 0.0
    graph(flow.ones(2))
    assert parameter.tolist() == before


def test_nothing_changed_means_nothing_is_traced():
    model = nn.Sequential(nn.Linear(2, 2), Doubled())
    graph = Train(model, optim.AdamW(model.parameters()))
    for _ in range(3):
        model.train()
        nn.Linear(1, 1)
        model.note = "no member"
        graph(flow.ones(1, 2))
    assert programs(graph) == 1


def test_a_graph_needs_its_base():
    class Forgets(nn.Graph):
        def __init__(self):
            self.factor = 2

        def build(self, x):
            return x * self.factor

    with pytest.raises(AttributeError, match=r"^Forgets: expects super\(\).__init__\(\) to be called in __init__ \("):
        Forgets()(flow.ones(1))
    with pytest.raises(AttributeError, match="^'Function' object has no attribute 'nothing'$"):
        Function(lambda x: x).nothing


def test_a_compiled_graph_is_not_called_in_a_build():
    inner = Function(lambda: flow.ones(1))
    inner()
    with pytest.raises(RuntimeError, match="expects a graph to be called outside nn.Graph.build"):
        Function(lambda x: x + inner())(flow.ones(1))


def test_another_thread_compiles_a_job_in_the_middle_of_a_build():
    class Beside(Doubled):
        def forward(self, x):
            with ThreadPoolExecutor(1) as other:
                assert other.submit(lambda: (flow.ones(2, 3, 5).cumsum(1) * 0.125).sum().item()).result() == 7.5
            return super().forward(x)

    model = Beside()
    graph = Function(model, model)
    results = []
    for training in (True, False):
        model.train(training)
        results.append(graph(flow.ones(1)).item())
    assert results == [2, 1]


def test_a_job_compiled_in_the_middle_of_a_build():
    class Triangle(Doubled):
        def forward(self, x):
            rows, columns = flow.tril_indices(3, 3)
            return super().forward(x)[rows, columns]

    model = Triangle()
    graph = Function(model, model)
    x = np.arange(9, dtype=np.float32).reshape(3, 3)
    for factor in (2, 1):
        np.testing.assert_array_equal(graph(flow.tensor(x)).numpy(), factor * x[np.tril_indices(3)])
        model.eval()
    assert programs(graph) == 2
