"""Gradient accumulation: a batch in parts trains as the whole one does, in the memory of a part."""

import numpy as np
import pytest

import weir as flow
from traced_graphs import assert_close
from weir import nn, optim


class Fit(nn.Graph):
    def __init__(self, model, optimizer, steps=1, scheduler=None):
        super().__init__()
        self.model = model
        self.add_optimizer(optimizer, lr_sch=scheduler)
        self.config.set_gradient_accumulation_steps(steps)

    def build(self, x, y, *, scale=1.0):
        output = self.model(x)
        error = output - y
        loss = (error * error).mean() * scale
        loss.backward()
        return {"loss": loss, "output": output}


def batch(rows=24, size=6):
    random = np.random.default_rng(0)
    return (flow.tensor(random.standard_normal((rows, n), dtype=np.float32)) for n in (size, 3))


def trained(steps, make=lambda parameters: optim.AdamW(parameters, lr=0.1), device="cpu", rows=24):
    flow.manual_seed(3)
    model = nn.Sequential(nn.Linear(6, 16), nn.Tanh(), nn.Linear(16, 3)).to(device)
    optimizer = make(model.parameters())
    scheduler = optim.lr_scheduler.StepLR(optimizer, 2, 0.5)
    graph = Fit(model, optimizer, steps, scheduler)
    x, y = (tensor.to(device) for tensor in batch(rows))
    results = [graph(x, y) for _ in range(4)]
    assert optimizer.param_groups[0]["lr"] == 0.1 * 0.25
    return results, [parameter.cpu().numpy() for parameter in model.parameters()], graph


@pytest.mark.parametrize("steps", [2, 4])
@pytest.mark.parametrize("device", ["cpu", "sim"])
def test_parts_train_as_the_whole(steps, device):
    def make(parameters):
        return optim.SGD([{"params": list(parameters), "clip_grad_max_norm": 0.5}], lr=0.1, momentum=0.9)

    whole, expected, _ = trained(1, make, device)
    parts, actual, _ = trained(steps, make, device)
    for one, other in zip(whole, parts):
        assert other["loss"].shape == (steps,) and other["output"].shape == (24, 3)
        assert_close(other["loss"].cpu().numpy().mean(), one["loss"].item(), terms=50)
        assert_close(other["output"].cpu().numpy(), one["output"].cpu().numpy(), terms=100)
    for one, other in zip(expected, actual):
        assert_close(other, one, terms=100)


def test_memory_and_programs():
    _, _, whole = trained(1, rows=1200)
    _, _, parts = trained(4, rows=1200)
    assert parts.memory()["arena_bytes"] < whole.memory()["arena_bytes"] / 2
    # One program adds up, one steps as well.
    assert repr(parts).startswith("Fit(3 programs")


def test_a_call_that_fails_leaves_nothing_behind():
    flow.manual_seed(4)
    table = nn.Parameter(flow.randn(4, 3))

    class Pick(nn.Graph):
        def __init__(self, steps):
            super().__init__()
            self.table = table
            self.add_optimizer(optim.SGD([table], lr=1.0))
            self.config.set_gradient_accumulation_steps(steps)

        def build(self, rows):
            loss = nn.functional.cross_entropy(self.table, rows)
            loss.backward()
            return loss

    graph, before = Pick(2), table.numpy().copy()
    with pytest.raises(Exception, match="index"):
        graph(flow.tensor([0, 1, 2, 0, 0, 1, 2, 9])).numpy()
    np.testing.assert_array_equal(table.numpy(), before)
    graph(flow.tensor([0, 1, 2, 0, 0, 1, 2, 0]))
    stepped = table.numpy().copy()
    table.copy_(before)
    Pick(1)(flow.tensor([0, 1, 2, 0]))
    assert_close(stepped, table.numpy(), terms=10)


def test_graphs_without_optimizers_and_scalars_run_whole():
    class Apply(nn.Graph):
        def build(self, x, scale):
            return x * scale

    graph = Apply()
    graph.config.set_gradient_accumulation_steps(2)
    assert graph(flow.ones(3), flow.tensor(2.0)).tolist() == [2, 2, 2]


def test_bad_calls():
    model = nn.Linear(6, 3)
    graph = Fit(model, optim.SGD(model.parameters()), 5)
    x, y = batch()
    message = r"expects first dimensions that are multiples of 5 steps of gradient accumulation, got shape \(24, 6\)"
    with pytest.raises(ValueError, match=message):
        graph(x, y)
    with pytest.raises(ValueError, match="set_gradient_accumulation_steps: expects an integer of at least 1, got 0"):
        graph.config.set_gradient_accumulation_steps(0)

    class Steps(Fit):
        def build(self, x, y):
            result = super().build(x, y)
            self.optimizer.step()
            return result

    optimizer = optim.SGD(model.parameters())
    graph = Steps(model, optimizer, 2)
    graph.optimizer = optimizer
    with pytest.raises(RuntimeError, match="step: expects no call of it in build with gradient accumulation"):
        graph(x, y)
