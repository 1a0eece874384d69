"""Ops that run one by one: what is compiled, where they run, what they refuse."""

import numpy as np
import pytest
import weir as flow
import weir.nn as nn
import weir.nn.functional as F
from weir._eager import job_table


def test_a_signature_is_compiled_once():
    x = flow.ones(7, 3)
    (x + 1).exp()
    before = len(job_table._jobs)
    for _ in range(3):
        (flow.zeros(7, 3) + 1).exp()
    assert len(job_table._jobs) == before
    (flow.zeros(7, 4) + 1).exp()
    assert len(job_table._jobs) == before + 2


def test_numbers_keep_their_kinds():
    x = flow.tensor([1, 2])
    assert (x + 1).dtype is flow.int64 and (x + 1.0).dtype is flow.float32 and (x + True).dtype is flow.int64
    y = flow.tensor([1.0])
    assert np.signbit((y * -0.0).item()) and not np.signbit((y * 0.0).item())
    assert np.isnan((y * float("nan")).item()) and (y * np.float32(2)).item() == 2


def test_scalars_of_the_host_go_where_the_others_are():
    x = flow.ones(2, device="sim")
    assert (x * flow.tensor(3.0)).tolist() == [3, 3] and str((x + 1).device) == "sim"
    with pytest.raises(RuntimeError, match="add: expects tensors on one device, got some on cpu and sim .*test_ops"):
        x + flow.ones(2)


def test_training_on_sim():
    losses = []
    for device in ("cpu", "sim"):
        flow.manual_seed(1)
        model = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 2)).to(device)
        optimizer = flow.optim.AdamW(model.parameters(), lr=0.1)
        x, y = flow.randn(6, 4).to(device), flow.tensor([0, 1, 1, 0, 1, 0]).to(device)
        for _ in range(3):
            loss = F.cross_entropy(model(x), y)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            losses.append(loss.item())
    np.testing.assert_allclose(losses[3:], losses[:3], rtol=1e-5)


def test_traced_values_stay_in_their_build():
    kept = []

    class Keep(nn.Graph):
        def build(self, x):
            kept.append(x)
            return x + 1

    Keep()(flow.ones(2))
    with pytest.raises(RuntimeError, match="mul: expects tensors with data outside of nn.Graph.build"):
        kept[0] * 2


def test_parameters_are_one_in_both_modes():
    model = nn.Linear(2, 1)
    optimizer = flow.optim.SGD(model.parameters(), lr=0.5)

    class Evaluate(nn.Graph):
        def __init__(self):
            super().__init__()
            self.model = model

        def build(self, x):
            return self.model(x)

    evaluate, x = Evaluate(), flow.ones(3, 2)
    for _ in range(3):
        np.testing.assert_allclose(evaluate(x).numpy(), model(x).detach().numpy(), rtol=1e-6)
        model(x).sum().backward()
        optimizer.step()
        optimizer.zero_grad()


def test_a_scheduler_compiles_nothing():
    weight = nn.Parameter(flow.ones(3))
    optimizer = flow.optim.SGD([weight], lr=1.0)
    scheduler = flow.optim.lr_scheduler.StepLR(optimizer, 1, gamma=0.5)
    for _ in range(4):
        (weight * 1).sum().backward()
        optimizer.step()
        scheduler.step()
        optimizer.zero_grad()
    assert len(optimizer._steps._programs) == 1
    np.testing.assert_allclose(weight.detach().numpy(), 1 - (1 + 0.5 + 0.25 + 0.125) * np.ones(3))


def test_a_closure_is_called_before_the_step():
    weight = nn.Parameter(flow.ones(1))
    optimizer = flow.optim.SGD([weight], lr=1.0)

    def closure():
        optimizer.zero_grad()
        loss = (weight * 2).sum()
        loss.backward()
        return loss

    assert optimizer.step(closure).item() == 2 and weight.tolist() == [-1]


def test_batch_norm_collects_statistics_without_gradients():
    norm = nn.BatchNorm1d(2)
    x = flow.tensor([[1.0, 2.0], [3.0, 6.0]])
    for _ in range(3):
        norm(x).sum().backward()
    assert not norm.running_mean.requires_grad and norm.num_batches_tracked.item() == 3
    np.testing.assert_allclose(norm.running_mean.numpy(), [2 * (1 - 0.9**3), 4 * (1 - 0.9**3)], rtol=1e-6)


def test_programs_of_oneflow_that_compute_outside_of_graphs():
    assert [x.item() for x in flow.linspace(0, 1, 3)] == [0, 0.5, 1]
    assert (0.1 * flow.ones(2)).tolist() == pytest.approx([0.1, 0.1])
    x = flow.tensor([[1, 2], [3, 4]])
    assert [row.tolist() for row in x] == [[1, 2], [3, 4]] and x.max().item() == 4
    assert flow.equal(x, x) is True and flow.allclose(x + 0.0, x + 1e-9) is True
    assert bool((x == x).all())


def test_numbers_that_change_compile_nothing():
    x = flow.tensor([1.0, 2.0], requires_grad=True)
    made = []
    for step in range(12):
        scale = 0.5 + step / 8
        y = x * scale + flow.where(x > 1, 2 * scale, x) ** scale
        y.sum().backward()
        expected = np.array([1, 2]) * scale + np.array([1, 2 * scale]) ** scale
        np.testing.assert_allclose(y.detach().numpy(), expected, rtol=1e-6)
        made.append(len(job_table._jobs))
    assert made[5] == made[-1]
    assert (x.half() * 0.7).dtype is flow.float16 and (flow.tensor([2]) * 0.7).dtype is flow.float32
