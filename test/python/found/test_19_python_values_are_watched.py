"""Python's values that a trace read are watched: a change is seen, a number that changes becomes an input, and explain
says why a graph was compiled again."""

import dataclasses
import math
from types import SimpleNamespace

import numpy as np
import pytest

import weir as flow
from traced_graphs import Function
from weir import nn


class Scaled(nn.Graph):
    def __init__(self, **attributes):
        super().__init__()
        for name, value in attributes.items():
            setattr(self, name, value)

    def build(self, x):
        return self.scaled(x)


def graph_of(function, **attributes):
    graph = Scaled(**attributes)
    graph.scaled = lambda x: function(graph, x)
    return graph


def programs(graph):
    return len(graph._programs)


def one(graph):
    return graph(flow.ones(1)).item()


def test_an_attribute_of_a_graph():
    graph = graph_of(lambda self, x: x * self.k, k=1)
    results = []
    for k in (1, 2, 3, 2, 1):
        graph.k = k
        results.append(one(graph))
    assert results == [1, 2, 3, 2, 1] and programs(graph) == 3


def test_an_attribute_of_a_module():
    layer = nn.Dropout(0.5)
    graph = Function(layer, layer)
    x = flow.ones(4096)
    for p in (0.5, 0.9, 0.1, 0.0):
        layer.p = p
        assert abs((graph(x).numpy() == 0).mean() - p) < 0.05
    layer.training = False
    assert graph(x).tolist() == [1] * 4096


def test_what_no_trace_reads_is_not_watched():
    layer = nn.Linear(3, 3)
    graph = Function(layer, layer)
    for number in range(3):
        layer.note = graph.note = number
        layer.train(number % 2 == 0)  # a Linear does not look
        graph(flow.ones(2, 3))
    assert programs(graph) == 1


@dataclasses.dataclass
class Options:
    scale: float = 2.0


@pytest.mark.parametrize(
    ("value", "change"),
    [
        ([1.0, 2.0], lambda value: value.append(3.0)),
        ({"a": 1.0}, lambda value: value.update(a=5.0)),
        ({1.0, 2.0}, lambda value: value.add(4.0)),
        (([1.0], 2.0), lambda value: value[0].append(4.0)),
        (np.array([1.0, 2.0]), lambda value: value.__setitem__(0, 7.0)),
        (SimpleNamespace(scale=2.0), lambda value: setattr(value, "scale", 3.0)),
        (Options(), lambda value: setattr(value, "scale", 3.0)),
    ],
)
def test_what_an_attribute_holds(value, change):
    def numbers():
        if isinstance(value, (SimpleNamespace, Options)):
            return [value.scale]
        items = value.values() if isinstance(value, dict) else value
        return [float(n) for item in items for n in (item if isinstance(item, list) else [item])]

    graph = graph_of(lambda self, x: x * (self.value is value and sum(numbers())), value=value)
    before = one(graph)
    assert before == sum(numbers())
    change(value)
    assert one(graph) == sum(numbers()) != before
    assert programs(graph) == 2 and one(graph) == sum(numbers()) and programs(graph) == 2


def test_absent_attributes_and_those_of_the_class():
    class Layer(nn.Module):
        scale = 2

        def forward(self, x):
            return x * getattr(self, "more", 1) * self.scale

    layer = Layer()
    graph = Function(layer, layer)
    assert one(graph) == 2
    layer.more = 5
    assert one(graph) == 10
    layer.scale = 3
    assert one(graph) == 15
    del layer.more
    assert one(graph) == 3


def test_functions_and_modules_of_a_module():
    class Layer(nn.Module):
        def __init__(self):
            super().__init__()
            self.function = flow.neg
            self.inner = nn.Identity()

        def forward(self, x):
            return self.inner(self.function(x))

    layer = Layer()
    graph = Function(layer, layer)
    assert one(graph) == -1
    layer.function = lambda x: x * 4
    assert one(graph) == 4
    layer.inner = nn.ReLU6()
    layer.function = lambda x: x * 40
    assert one(graph) == 6


def test_a_float_argument_that_changes_is_an_input():
    def build(x, scale):
        return x * scale + flow.full((3,), (1 - scale) ** 2 / 4) - abs(-scale)

    graph = Function(build)
    x = np.arange(3, dtype=np.float32)
    for number, scale in enumerate([0.5, 0.1, -3.0, 1e-3, 0.5]):
        ours = graph(flow.tensor(x), scale).numpy()
        expected = x * np.float32(scale) + np.float32((1 - scale) ** 2 / 4) - np.float32(abs(scale))
        np.testing.assert_allclose(ours, expected, rtol=3e-7, atol=1e-7)
        assert programs(graph) == min(number + 1, 2)
    assert "argument args.1 was 0.5, is any number" in graph.explain()


@pytest.mark.parametrize("dtype", [flow.float32, flow.float64, flow.float16, flow.bfloat16, flow.int64])
def test_a_number_is_rounded_and_promoted_as_a_constant_is(dtype):
    def build(x, scale):
        return x.to(dtype) * scale

    constant, changing = Function(build), Function(build)
    x = flow.tensor([1.0, -7.0, 3.0])
    changing(x, 2.0)
    for scale in (0.1, 1 / 3):
        expected, ours = Function(build)(x, scale), changing(x, scale)
        assert ours.dtype is expected.dtype and ours.tolist() == expected.tolist()
    assert programs(changing) == 2 and programs(constant) == 0


def test_numbers_on_another_device():
    graph = Function(lambda x, scale: x * scale)
    for scale in (2.0, 3.0, 4.0):
        assert graph(flow.ones(2, device="sim"), scale).tolist() == [scale] * 2
    assert programs(graph) == 2


def test_a_trace_that_needs_a_number_that_was_an_input():
    graph = graph_of(lambda self, x: x * self.k if x.shape[0] == 1 else x * round(self.k), k=1.0)
    graph(flow.ones(1))
    graph.k = 2.0
    assert one(graph) == 2 and programs(graph) == 2
    assert "dense<2.0" in graph.traced(flow.ones(3))
    graph.k = 3.0
    assert graph(flow.ones(3)).tolist() == [3] * 3 and one(graph) == 3


def test_several_numbers_of_which_one_changes():
    graph = Function(lambda x, a, b, options: x * a + b * options["c"])
    for b in (1.0, 2.0, 3.0):
        assert graph(flow.ones(1), 2.0, b, {"c": 10.0}).item() == 2 + 10 * b
    assert programs(graph) == 2
    for c in (5.0, 6.0):
        assert graph(flow.ones(1), 2.0, 1.0, {"c": c}).item() == 2 + c
    assert programs(graph) == 3


@pytest.mark.parametrize(
    "function",
    [
        lambda x, a: x * a if a > 0.3 else x,
        lambda x, a: x * math.sqrt(a),
        lambda x, a: flow.nn.functional.leaky_relu(-x, a),
        lambda x, a: x * (2 if isinstance(a, float) and round(a) else 3),
        lambda x, a: x * np.float32(a),
        lambda x, a: (x, a)[0] * int(10 * a),
        lambda x, a: x * len(f"{a:.3}"),
    ],
)
def test_a_number_whose_value_is_needed_stays_a_constant(function):
    graph = Function(function)
    for a in (0.5, 0.25, 0.125, 0.5):
        assert graph(flow.ones(1), a).item() == pytest.approx(Function(function)(flow.ones(1), a).item(), rel=1e-6)
    assert programs(graph) == 3 and "can't be an input: its value is needed at" in graph.explain()


def test_a_number_that_is_returned():
    graph = Function(lambda x, a: (x * a, a))
    for a in (0.5, 0.25):
        result, returned = graph(flow.ones(1), a)
        assert (result.item(), returned) == (a, a)


def test_a_float_attribute_that_changes_is_an_input():
    class Layer(nn.Module):
        def __init__(self):
            super().__init__()
            self.weight = nn.Parameter(flow.ones(1))
            self.temperature = 1.0

        def forward(self, x):
            return self.weight * x / self.temperature

    layer = Layer()
    graph = Function(layer, layer)
    for temperature in (1.0, 2.0, 4.0, 8.0):
        layer.temperature = temperature
        assert one(graph) == 1 / temperature
    assert programs(graph) == 2
    assert "Layer.temperature was 1.0, is any number" in graph.explain().replace("module0.", "Layer.")
    layer.temperature = 2  # an integer is no float
    assert one(graph) == 0.5 and programs(graph) == 3


def test_numbers_take_part_in_training_with_accumulation():
    weight = nn.Parameter(flow.tensor([1.0]))

    class Step(nn.Graph):
        def __init__(self):
            super().__init__()
            self.weight = weight
            self.add_optimizer(flow.optim.SGD([weight], lr=1.0))
            self.config.set_gradient_accumulation_steps(2)

        def build(self, x, factor):
            (self.weight * x * factor).mean().backward()

    step = Step()
    for factor in (1.0, 10.0, 100.0):
        step(flow.ones(4), factor)
    assert weight.item() == 1 - 111 and len(step._programs) == 2


def test_a_counter_of_python_counts():
    """A trace that changes what it has read is traced again in each call."""

    class Counter(nn.Module):
        def __init__(self):
            super().__init__()
            self.calls = 0

        def forward(self, x):
            self.calls += 1
            return x * self.calls

    model = Counter()
    graph = Function(model, model)
    assert [one(graph) for _ in range(4)] == [1, 2, 3, 4] and model.calls == 4
    for _ in range(80):
        one(graph)
    assert programs(graph) <= 64


def test_explain():
    layer = nn.Sequential(nn.Linear(2, 2), nn.Dropout(0.5))
    graph = Function(layer, layer)
    assert graph.explain() == ""
    graph(flow.ones(1, 2))
    graph(flow.ones(3, 2))
    layer.eval()
    graph(flow.ones(3, 2))
    layer[0].weight.requires_grad = False
    graph(flow.ones(3, 2))
    graph.config.enable_amp()
    graph(flow.ones(3, 2))
    layer.train()
    graph(flow.ones(3, 2))
    graph(flow.ones(3, 2))
    assert graph.explain().splitlines() == [
        "1. the first call",
        "2. argument args.0 was float32[1, 2] on cpu, is float32[3, 2] on cpu",
        "3. module0.1.training was True, is False",
        "4. requires_grad of Parameter module0.0.weight was True, is False",
        "5. config.amp was False, is True",
        "6. module0.1.training was False, is True",
    ]


def test_properties_and_names_with_underscores():
    class Layer(nn.Module):
        def __init__(self):
            super().__init__()
            self._scale = 2

        @property
        def scale(self):
            return self._scale * 10

        def forward(self, x):
            return x * self.scale

    layer = Layer()
    graph = Function(layer, layer)
    assert one(graph) == 20
    layer._scale = 3
    assert one(graph) == 30


def test_two_graphs_of_one_module_both_see_a_change():
    layer = nn.LeakyReLU(0.5)
    graphs = [Function(lambda x: layer(-x), layer), Function(lambda x: layer(-x) * 2, layer)]
    assert [one(graph) for graph in graphs] == [-0.5, -1]
    layer.negative_slope = 0.25
    assert [one(graph) for graph in graphs] == [-0.25, -0.5]
