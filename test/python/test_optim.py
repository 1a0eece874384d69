"""AdamW against its formulas in float64, and what does and does not compile again."""

import numpy as np
import pytest

import weir as flow
from traced_graphs import assert_close
from weir import nn, optim


class Quadratic(nn.Graph):
    """Minimizes the sum of (w * x - y)^2."""

    def __init__(self, parameters, optimizer):
        super().__init__()
        self.w = parameters
        self.add_optimizer(optimizer)

    def build(self, x, y):
        difference = self.w * x - y
        loss = (difference * difference).sum()
        loss.backward()
        return loss


class Reference:
    """AdamW in float64 (Loshchilov and Hutter, 2019)."""

    def __init__(self, w):
        self.w, self.m, self.v, self.t = w.astype(np.float64), np.zeros(w.shape), np.zeros(w.shape), 0

    def step(self, gradient, lr, betas=(0.9, 0.999), eps=1e-8, weight_decay=1e-2):
        self.t += 1
        self.m = betas[0] * self.m + (1 - betas[0]) * gradient
        self.v = betas[1] * self.v + (1 - betas[1]) * gradient**2
        corrected = (self.m / (1 - betas[0] ** self.t)) / (np.sqrt(self.v / (1 - betas[1] ** self.t)) + eps)
        self.w = self.w - lr * (weight_decay * self.w + corrected)


def problem(dtype=np.float32):
    random = np.random.default_rng(0)
    return tuple(random.standard_normal(5).astype(dtype) for _ in range(3))


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize(
    "options", [{}, {"betas": (0.5, 0.9), "eps": 1e-3, "weight_decay": 0.3}, {"weight_decay": 0.0}]
)
def test_steps_follow_the_formulas(dtype, options):
    w, x, y = problem(dtype)
    parameter = nn.Parameter(flow.tensor(w))
    graph = Quadratic(parameter, optim.AdamW([parameter], lr=0.1, **options))
    reference = Reference(w)
    for _ in range(10):
        loss = graph(flow.from_numpy(x), flow.from_numpy(y)).item()
        assert_close(loss, ((reference.w * x - y) ** 2).sum(), dtype=parameter.dtype, terms=200)
        reference.step(2 * (reference.w * x - y) * x, 0.1, **options)
        assert_close(parameter.numpy(), reference.w, dtype=parameter.dtype, terms=100)


def test_the_learning_rate_is_a_variable():
    w, x, y = problem()
    parameter = nn.Parameter(flow.tensor(w))
    optimizer = optim.AdamW([parameter], lr=0.1)
    graph = Quadratic(parameter, optimizer)
    reference = Reference(w)
    for lr in (0.1, 0.1, 0.01, 0.5, 0.0):
        optimizer.param_groups[0]["lr"] = lr
        graph(flow.from_numpy(x), flow.from_numpy(y))
        reference.step(2 * (reference.w * x - y) * x, lr)
        assert_close(parameter.numpy(), reference.w, terms=100)
    assert repr(graph).startswith("Quadratic(1 programs")


def test_groups_have_their_own_hyper_parameters():
    a, b = nn.Parameter(flow.ones(3)), nn.Parameter(flow.ones(3))
    optimizer = optim.AdamW([{"params": [a]}, {"params": [b], "lr": 0.0}], lr=0.1)

    class Both(nn.Graph):
        def __init__(self):
            super().__init__()
            self.add_optimizer(optimizer)

        def build(self):
            loss = (a * a + b * b).sum()
            loss.backward()
            return loss

    Both()()
    assert abs(a.numpy() - 0.9).max() < 0.01
    assert b.tolist() == [1, 1, 1]


def test_state_dict_resumes(tmp_path):
    w, x, y = problem()

    def train(steps, saved=None):
        parameter = nn.Parameter(flow.tensor(w if saved is None else saved["w"].numpy()))
        optimizer = optim.AdamW([parameter], lr=0.05)
        if saved is not None:
            optimizer.load_state_dict(saved["optimizer"])
        graph = Quadratic(parameter, optimizer)
        for _ in range(steps):
            graph(flow.from_numpy(x), flow.from_numpy(y))
        return parameter, optimizer

    straight, _ = train(6)
    halfway, optimizer = train(3)
    flow.save({"w": halfway, "optimizer": optimizer.state_dict()}, tmp_path / "state.safetensors")
    resumed, _ = train(3, flow.load(tmp_path / "state.safetensors"))
    np.testing.assert_array_equal(resumed.numpy(), straight.numpy())


def test_a_state_that_does_not_fit_changes_nothing():
    parameter = nn.Parameter(flow.ones(2))
    optimizer = optim.AdamW([parameter], lr=0.1)
    Quadratic(parameter, optimizer)(flow.ones(2), flow.zeros(2))
    good = optimizer.state_dict()
    before = {name: tensor.tolist() for name, tensor in optimizer.state[parameter].items()}
    state = {"exp_avg": flow.full((2,), 9.0)}
    groups = good["param_groups"]
    cases = [
        ({"1": state}, groups, "numbers of parameters below 1, got 1"),
        ({"0": {**state, "momentum": flow.ones(2)}}, groups, "states of the names exp_avg, exp_avg_sq, got 'momentum'"),
        (
            {"0": {**state, "exp_avg_sq": flow.ones(3)}},
            groups,
            r"exp_avg_sq of parameter 0 to be of shape \(2,\), got \(3,\)",
        ),
        ({"0": state}, [{**groups[0], "step": {"int64": flow.ones(())}}], "steps of float32 or float64, got 'int64'"),
        ({"0": state}, [{**groups[0], "params": [0, 1]}], r"groups of \[1\] parameters, got \[2\]"),
        ({"0": state}, [{**groups[0], "lr": -1.0}], "lr to be at least 0, got -1.0"),
    ]
    for states, saved, problem in cases:
        with pytest.raises(ValueError, match=f"expects {problem}"):
            optimizer.load_state_dict({"state": states, "param_groups": saved})
    assert {name: tensor.tolist() for name, tensor in optimizer.state[parameter].items()} == before
    assert optimizer.param_groups[0]["lr"] == 0.1


def test_two_parameters_of_two_dtypes():
    a, b = nn.Parameter(flow.ones(2)), nn.Parameter(flow.ones(2, dtype=flow.float64))
    optimizer = optim.AdamW([a, b], lr=0.1)

    class Both(nn.Graph):
        def __init__(self):
            super().__init__()
            self.add_optimizer(optimizer)

        def build(self):
            loss = (a.to(flow.float64) * b).sum()
            loss.backward()
            return loss

    assert Both()().item() == 2
    assert_close(a.numpy(), [0.899, 0.899], terms=10)
    assert_close(b.numpy(), [0.899, 0.899], terms=1e9 * 1e-2)
