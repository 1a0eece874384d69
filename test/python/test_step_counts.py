"""Numbers of steps: each parameter has its own, as in PyTorch, whatever others of its group do."""

import numpy as np
import pytest

import weir as flow
from test_optim import adam, problem, sgd
from traced_graphs import assert_close
from weir import nn, optim


class Chosen(nn.Graph):
    """Steps those of an optimizer's parameters that are asked for."""

    def __init__(self, parameters, optimizer, used):
        super().__init__()
        self.parameters, self.used = nn.ParameterList(parameters), used
        self.add_optimizer(optimizer)

    def build(self, x):
        loss = sum((self.parameters[number] * x).square().sum() for number in self.used)
        loss.backward()
        return loss


COUNTED = optim.Adam, {"lr": 0.1}, adam
DAMPENED = optim.SGD, {"lr": 0.1, "momentum": 0.9, "dampening": 0.5}, sgd


@pytest.mark.parametrize("kind, options, formulas", [COUNTED, DAMPENED], ids=["Adam", "SGD"])
def test_each_parameter_counts_its_own_steps(kind, options, formulas):
    w, x, _ = problem(np.float64)
    parameters = [nn.Parameter(flow.tensor(w)) for _ in range(3)]
    optimizer = kind(parameters, **options)
    graphs = [Chosen(parameters, optimizer, used) for used in ((0, 1), (1, 2), (0, 1, 2))]
    references = [formulas(w, **options) for _ in parameters]
    expected = [next(reference) for reference in references]
    for graph in [graphs[number] for number in (0, 0, 1, 0, 2, 1, 1, 2, 0)]:
        graph(flow.tensor(x))
        for number in graph.used:
            expected[number] = references[number].send(2 * expected[number] * x * x)
        for parameter, each in zip(parameters, expected):
            assert_close(parameter.numpy(), each, dtype=flow.float64, terms=1000)
    assert [int(state["step"]) for state in optimizer.state.values()] == [6, 9, 5]
    assert optimizer.splits == 1 and len(graphs[0].explain().splitlines()) == 2


def test_a_parameter_that_is_unfrozen_begins_at_step_one():
    w, x, _ = problem(np.float64)
    parameters = [nn.Parameter(flow.tensor(w)) for _ in range(2)]
    parameters[1].requires_grad = False
    graph = Chosen(parameters, optim.Adam(parameters, lr=0.1), (0, 1))
    for step in range(4):
        parameters[1].requires_grad = step >= 2
        graph(flow.tensor(x))
    reference = adam(w, 0.1)
    expected = next(reference)
    for parameter in reversed(parameters):
        for _ in range(2):
            expected = reference.send(2 * expected * x * x)
        assert_close(parameter.numpy(), expected, dtype=flow.float64, terms=1000)


def test_counts_are_loaded():
    """Into an optimizer that is new, that has counted otherwise, and one that begins anew."""
    w, x, _ = problem(np.float64)

    def made():
        parameters = [nn.Parameter(flow.tensor(w)) for _ in range(2)]
        optimizer = optim.Adam(parameters, lr=0.1)
        return parameters, optimizer, [Chosen(parameters, optimizer, used) for used in ((0,), (0, 1))]

    parameters, optimizer, graphs = made()
    start = {number: value.numpy().copy() for number, value in enumerate(parameters)}
    fresh = optimizer.state_dict()
    for graph in (graphs[0], graphs[1]):
        graph(flow.tensor(x))
    saved, values = optimizer.state_dict(), [parameter.numpy().copy() for parameter in parameters]
    saved = {**saved, "state": {key: {n: t.numpy().copy() for n, t in s.items()} for key, s in saved["state"].items()}}
    graphs[1](flow.tensor(x))
    expected = [parameter.numpy().copy() for parameter in parameters]
    for steps in (0, 2):
        others, other, again = made()
        for _ in range(steps):
            again[1](flow.tensor(x))
        for parameter, value in zip(others, values):
            parameter.copy_(value)
        other.load_state_dict(saved)
        again[1](flow.tensor(x))
        assert other.splits == (steps > 0)
        for parameter, value in zip(others, expected):
            np.testing.assert_array_equal(parameter.numpy(), value)
    other.load_state_dict(fresh)
    assert [int(state["step"]) for state in other.state.values()] == [0, 0]
    for number, parameter in enumerate(others):
        parameter.copy_(start[number])
    for graph in again:
        graph(flow.tensor(x))
    for parameter, value in zip(others, values):
        np.testing.assert_array_equal(parameter.numpy(), value)


def test_states_that_count_the_steps_of_groups_are_loaded():
    """As they were saved before parameters counted their own."""
    w, x, _ = problem(np.float64)

    def made():
        parameters = [nn.Parameter(flow.tensor(w)) for _ in range(2)]
        optimizer = optim.Adam(parameters, lr=0.1)
        return parameters, optimizer, Chosen(parameters, optimizer, (0, 1))

    parameters, optimizer, graph = made()
    for _ in range(3):
        graph(flow.tensor(x))
    saved = optimizer.state_dict()
    state = {key: {n: t.numpy().copy() for n, t in each.items()} for key, each in saved["state"].items()}
    steps = {"float64": [each.pop("step") for each in state.values()][0]}
    groups = [{**group, "step": steps} for group in saved["param_groups"]]
    values = [parameter.numpy().copy() for parameter in parameters]
    others, other, again = made()
    other.load_state_dict({"state": state, "param_groups": groups})
    for parameter, value in zip(others, values):
        parameter.copy_(value)
    assert [int(each["step"]) for each in other.state.values()] == [3, 3]
    for each in (graph, again):
        each(flow.tensor(x))
    for one, two in zip(parameters, others):
        np.testing.assert_array_equal(one.numpy(), two.numpy())
