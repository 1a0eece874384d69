"""Gradients that are looked at for NaN."""

import re

import pytest
import weir as flow
from weir import nn


def leaf(*values):
    return flow.tensor(values, requires_grad=True)


def backward_of(loss, *given):
    """The message of a backward pass that is looked at."""
    with flow.autograd.detect_anomaly(), pytest.raises(RuntimeError) as raised:
        loss.backward(*given)
    return str(raised.value)


def line_of(text):
    """The line of this file that has it, as messages name it."""
    with open(__file__) as source:
        (number,) = [n for n, line in enumerate(source, 1) if line.rstrip().endswith(text)]
    return f"test_anomaly.py:{number}"


def test_the_function_whose_gradient_is_nan():
    x = leaf(0.0, 4.0)
    y = x.sqrt()  # the root's slope at 0
    message = backward_of((y * 0.0).sum())
    assert re.match(r"backward: expects gradients without NaN, got some of sqrt of \S*", message)
    assert line_of("# the root's slope at 0") in message and "operand" not in message


def test_who_computed_an_operand_that_is_nan():
    x = leaf(-1.0, 4.0)
    y = x.log()  # the first
    z = y.exp()  # the one behind it
    message = backward_of((z * z).sum())
    pattern = r"got some of (mul|exp) of .*, as operand \d has NaN, which log of \S*, in \w+ computed first"
    assert re.search(pattern, message)
    assert line_of("# the first") in message


def test_operands_that_were_given():
    x = leaf(1.0, float("nan"))
    message = backward_of((x * x).sum())
    assert "got some of mul of" in message and message.count("NaN") == 2 and "computed" not in message
    message = backward_of((leaf(1.0) * 2), flow.tensor([float("nan")]))
    assert "got some that arrive at mul of" in message


def test_functions_of_the_program():
    class Broken(flow.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            return x * 2

        @staticmethod
        def backward(ctx, gradient):
            return gradient * float("nan")

    assert "got some of Broken" in backward_of(Broken.apply(leaf(1.0)).sum())


def test_where_it_applies():
    def step():
        x = leaf(0.0)
        (x.sqrt() * 0.0).sum().backward()
        return x.grad.isnan().all()

    assert not flow.is_anomaly_enabled() and step()
    with flow.autograd.detect_anomaly(check_nan=False):
        assert step()
    with flow.autograd.set_detect_anomaly(True):
        with flow.autograd.set_detect_anomaly(False):
            assert step()
        with pytest.raises(RuntimeError, match="sqrt"):
            step()
        with pytest.raises(RuntimeError, match="sqrt"):
            x = leaf(0.0)
            flow.autograd.grad((x.sqrt() * 0.0).sum(), x)
    flow.autograd.set_detect_anomaly(True)
    assert flow.is_anomaly_enabled()
    flow.autograd.set_detect_anomaly(False)
    assert step()


def test_a_step_without_nan_is_as_it_was():
    model = nn.Sequential(nn.Linear(4, 8), nn.BatchNorm1d(8), nn.ReLU(), nn.Linear(8, 1))
    x = flow.randn(16, 4)
    model(x).square().mean().backward()
    expected = [each.grad.clone() for each in model.parameters()]
    model.zero_grad()
    with flow.autograd.detect_anomaly():
        model(x).square().mean().backward()
    assert all((a.grad == b).all() for a, b in zip(model.parameters(), expected))


def test_graphs_refuse():
    class Train(nn.Graph):
        def __init__(self):
            super().__init__()
            self.model = nn.Linear(2, 1)
            self.add_optimizer(flow.optim.SGD(self.model.parameters(), lr=0.1))

        def build(self, x):
            loss = self.model(x).sum()
            loss.backward()
            return loss

    with flow.autograd.detect_anomaly():
        with pytest.raises(NotImplementedError, match="detect_anomaly: expects backward outside of nn.Graph.build"):
            Train()(flow.ones(3, 2))


def test_graphs_that_were_compiled_before_refuse_too():
    class Grad(nn.Graph):
        def build(self, x):
            x.requires_grad_()
            return flow.autograd.grad(x.sqrt().sum(), x)[0]

    graph = Grad()
    for _ in range(3):
        graph(flow.zeros(1))
    with flow.autograd.set_detect_anomaly(True):
        for _ in range(2):
            with pytest.raises(NotImplementedError, match="detect_anomaly: expects backward outside of nn.Graph.build"):
                graph(flow.zeros(1))
    assert graph(flow.zeros(1)).isinf().all()


def test_views_are_not_to_blame():
    x = leaf(-1.0, 4.0)
    y = x.log()
    z = y.view(2, 1).t()
    assert re.search(r"which log of \S*, in \w+ computed first", backward_of((z * z).sum()))
