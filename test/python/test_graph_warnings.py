"""Warnings of graphs that run, but hardly as they are meant; and what they need not be compiled again for."""

import enum
import warnings

import pytest

import weir as flow
from traced_graphs import Function
from weir import nn, optim


class Counting(nn.Graph):
    def __init__(self):
        super().__init__()
        self.step = 0

    def build(self, x):
        self.step += 1
        return x * min(1.0, self.step / 100)


def test_a_graph_that_is_compiled_for_each_call_warns_once():
    graph = Counting()
    with pytest.warns(UserWarning, match="a graph was compiled 8 times, as Counting.step was 8, is 9") as found:
        for number in range(1, 12):
            assert graph(flow.ones(2)).tolist() == pytest.approx([number / 100] * 2)
    assert len(found) == 1


def test_a_graph_of_several_sizes_and_modes_does_not_warn():
    layer = nn.Dropout()
    graph = Function(lambda x: layer(x) + 1)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for size in range(2, 12):
            layer.train(size % 2 == 0)
            graph(flow.ones(size))


class Training(nn.Graph):
    def __init__(self, net, trained, backward):
        super().__init__()
        self.net, self.backward = net, backward
        self.add_optimizer(optim.SGD(trained.parameters(), lr=0.1))

    def build(self, x):
        loss = self.net(x).sum()
        if self.backward:
            loss.backward()
        return loss


def test_optimizers_that_change_nothing_are_told_of():
    net, other, x = nn.Linear(2, 1), nn.Linear(2, 1), flow.ones(1, 2)
    with pytest.warns(UserWarning, match="Training: build calls backward on nothing"):
        Training(net, net, backward=False)(x)
    with pytest.warns(UserWarning, match="Training: no parameter of its SGD has a gradient"):
        Training(net, other, backward=True)(x)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        Training(net, net, backward=True)(x)


class Annealed(nn.Graph):
    def __init__(self):
        super().__init__()
        self.rate = 0.0

    def build(self, x):
        scaled = x.add(x, alpha=self.rate) - x, flow.addcmul(x, x, x, value=self.rate)
        return x * flow.tensor(self.rate), x**self.rate, *scaled


def test_numbers_that_become_tensors_exponents_or_factors_are_inputs():
    graph = Annealed()
    for number in range(5):
        graph.rate = number / 4
        scaled, power, added, product = graph(flow.full((2,), 4.0))
        assert added.tolist() == [number] * 2 and product.tolist() == [4 + 4 * number] * 2
        assert scaled.tolist() == [number] * 2 and scaled.dtype is flow.float32
        assert power.tolist() == pytest.approx([4 ** (number / 4)] * 2)
    assert len(graph.explain().splitlines()) == 2


class Mode(enum.Enum):
    DOUBLE = 2
    TRIPLE = 3


def test_dtypes_devices_and_members_of_enums_are_arguments():
    graph = Function(lambda x, mode, dtype, device: (x * mode.value).to(device, dtype))
    for mode in Mode:
        for dtype in (flow.float32, flow.float64):
            y = graph(flow.ones(2), mode, dtype, flow.device("cpu"))
            assert y.dtype is dtype and y.tolist() == [mode.value] * 2


def test_values_of_a_build_in_a_list_are_told_of():
    with pytest.raises(TypeError, match="tensor: expects numbers in lists, got values of .*; weir.stack makes"):
        Function(lambda x: flow.tensor([x[0], [x[1]]]))(flow.ones(2))


def test_which_ranks_report(capfd):
    graph = Function(lambda x: x + 1)
    graph.debug(0, ranks=[1], max_py_stack_depth=8)
    graph(flow.ones(2))
    assert capfd.readouterr().err == ""
    graph.debug(0, ranks=0)
    graph(flow.ones(3))
    assert "compiled for cpu" in capfd.readouterr().err
