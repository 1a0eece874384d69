"""Gradient accumulation: a batch in parts trains as the whole one does, in the memory of a part."""

import math

import numpy as np
import pytest

import weir as flow
from digits_step import Towers, Training
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


@pytest.mark.sampled(2)
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


def test_one_program_of_the_memory_of_a_part():
    _, _, of_a_part = trained(1, rows=300)
    _, _, parts = trained(8, rows=2400)
    sums = sum(64 * math.ceil(parameter.numel() * 4 / 64) for parameter in parts.model.parameters())
    assert 0 < parts.memory()["arena_bytes"] <= of_a_part.memory()["arena_bytes"] + sums
    assert repr(parts).startswith("Fit(1 programs")
    text = parts.mlir()
    assert "weir.repeat = 8 : i32" in text and "weir.epilogue_of = @run" in text


def test_a_batch_of_any_layout():
    """Columns that lie apart in memory are cut into parts as others are."""
    random = np.random.default_rng(1)
    x, y = random.standard_normal((6, 24), dtype=np.float32), random.standard_normal((24, 3), dtype=np.float32)
    outputs = []
    for rows in (flow.tensor(x.T.copy()), flow.from_numpy(x.T)):
        flow.manual_seed(3)
        model = nn.Linear(6, 3)
        outputs.append(Fit(model, optim.SGD(model.parameters(), lr=0.1), 4)(rows, flow.tensor(y))["output"].numpy())
    np.testing.assert_array_equal(*outputs)


class Normalized(nn.Graph):
    """Batch statistics are written before the labels are looked at."""

    def __init__(self, model, steps):
        super().__init__()
        self.model = model
        self.add_optimizer(optim.Adam(model.parameters(), lr=0.01))
        self.config.set_gradient_accumulation_steps(steps)

    def build(self, x, labels):
        loss = nn.functional.cross_entropy(self.model(x), labels)
        loss.backward()
        return loss


@pytest.mark.parametrize("device", ["cpu", "sim"])
def test_batch_statistics_follow_each_part(device):
    flow.manual_seed(5)
    model = nn.Sequential(nn.Linear(6, 4), nn.BatchNorm1d(4)).to(device)
    random = np.random.default_rng(2)
    x, labels = random.standard_normal((12, 6), dtype=np.float32), random.integers(0, 4, 12)
    weight, bias = (parameter.cpu().numpy().copy() for parameter in model[0].parameters())
    graph = Normalized(model, 3)
    graph(flow.tensor(x).to(device), flow.tensor(labels).to(device))
    mean = np.zeros(4)
    for part in np.split(x, 3):
        mean = 0.9 * mean + 0.1 * (part @ weight.T + bias).mean(0, dtype=np.float64)
    assert_close(model[1].running_mean.cpu().numpy(), mean, terms=50)
    assert model[1].num_batches_tracked.item() == 3
    # A bad label in the last part: nothing of the call stays.
    before = {name: value.cpu().numpy().copy() for name, value in graph.model.state_dict().items()}
    bad = labels.copy()
    bad[-1] = 4
    with pytest.raises(Exception, match="test_accumulation.py"):
        graph(flow.tensor(x).to(device), flow.tensor(bad).to(device)).cpu().numpy()
    for name, value in graph.model.state_dict().items():
        np.testing.assert_array_equal(value.cpu().numpy(), before[name])
    graph(flow.tensor(x).to(device), flow.tensor(labels).to(device))
    assert model[1].num_batches_tracked.item() == 6


def test_parts_draw_numbers_of_their_own():
    class Drop(nn.Graph):
        def __init__(self):
            super().__init__()
            self.scale = nn.Parameter(flow.ones(64))
            self.add_optimizer(optim.SGD([self.scale], lr=0.0))
            self.config.set_gradient_accumulation_steps(2)

        def build(self, x):
            kept = nn.functional.dropout(x * self.scale, 0.5)
            kept.sum().backward()
            return kept

    flow.manual_seed(0)
    graph = Drop()
    first, second = graph(flow.ones(2, 64)).numpy(), graph(flow.ones(2, 64)).numpy()
    rows = [tuple(row) for row in (*first, *second)]
    assert len(set(rows)) == 4 and all(set(row) == {0.0, 2.0} for row in rows)
    assert graph.state_dict()["generator"].numpy().view("<u8").tolist() == [0, 4]


def test_an_artifact_trains(tmp_path):
    model, (x, y) = nn.Linear(6, 3), batch()
    graph = Fit(model, optim.Adagrad(model.parameters(), lr=0.1), 2)
    graph(x, y)
    graph.save(tmp_path / "step.weir")
    artifact = flow.load_artifact(tmp_path / "step.weir", trust=True)
    expected = [graph(x, y)["loss"].numpy() for _ in range(2)]
    actual = [artifact.run(x, y)[0].numpy() for _ in range(2)]
    np.testing.assert_array_equal(actual, expected)
    assert not np.array_equal(actual[0], actual[1])


def test_an_evaluation_in_a_graph_that_trains():
    """Without a backward there is nothing to step behind the parts."""
    model = nn.Linear(6, 3)

    class Apply(Fit):
        def build(self, x):
            return self.model(x)

    graph = Apply(model, optim.SGD(model.parameters(), lr=1.0), 4)
    x, _ = batch()
    assert_close(graph(x).numpy(), x.numpy() @ model.weight.numpy().T + model.bias.numpy(), terms=20)


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

    class Decays(Fit):
        def build(self, x, y):
            result = super().build(x, y)
            self.model.weight.copy_(self.model.weight * 0.5)
            return result

    with pytest.raises(RuntimeError, match="expects build to write to no parameter .* got a write to 'model.weight"):
        Decays(model, optim.SGD(model.parameters()), 2)(x, y)
    optimizer = optim.SGD(model.parameters())
    graph = Steps(model, optimizer, 2)
    graph.optimizer = optimizer
    with pytest.raises(RuntimeError, match="step: expects no call of it in build with gradient accumulation"):
        graph(x, y)


def test_parts_of_networks_side_by_side_run_on_several_streams():
    training = Training(Towers, parts=2)
    training().numpy()
    schedule = training.graph.mlir("schedule")
    assert "repeat(2)" in schedule and "stream = 1" in schedule
