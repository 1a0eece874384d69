"""The state of a graph: training goes on where it stopped, bit for bit."""

import numpy as np
import pytest

import weir as flow
from weir import nn, optim


class Fit(nn.Graph):
    def __init__(self):
        super().__init__()
        self.model = nn.Sequential(nn.Linear(4, 8), nn.Dropout(0.3), nn.Tanh(), nn.Linear(8, 1))
        self.scale = nn.Parameter(flow.ones(1))
        optimizer = optim.AdamW(self.model.parameters(), lr=0.05)
        self.add_optimizer(optimizer, lr_sch=optim.lr_scheduler.ExponentialLR(optimizer, 0.9))
        self.add_optimizer(optim.SGD([self.scale], lr=0.1, momentum=0.9))

    def build(self, x, y):
        error = self.model(x) * self.scale - y
        loss = (error * error).mean()
        loss.backward()
        return loss


def batch():
    random = np.random.default_rng(0)
    return (flow.tensor(random.standard_normal((16, size), dtype=np.float32)) for size in (4, 1))


def test_training_resumes(tmp_path):
    x, y = batch()
    flow.manual_seed(5)
    straight = Fit()
    losses = []
    for step in range(6):
        if step == 3:
            flow.save(straight.state_dict(), tmp_path / "graph.safetensors")
        losses.append(straight(x, y).item())

    drawn = flow.get_rng_state().tolist()
    flow.manual_seed(8)
    resumed = Fit()
    nn.init.zeros_(resumed.model[0].weight)
    keys = resumed.load_state_dict(flow.load(tmp_path / "graph.safetensors"))
    assert keys == ([], [])
    assert [resumed(x, y).item() for _ in range(3)] == losses[3:]
    ours, theirs = straight.state_dict(), resumed.state_dict()
    assert theirs["generator"].tolist() == drawn
    state, none = theirs["schedulers"]
    assert none is None and (state["last_epoch"], state["base_lrs"]) == (6, [0.05])
    for name in ("model.0.weight", "scale"):
        np.testing.assert_array_equal(ours[name].numpy(), theirs[name].numpy())


def test_a_graph_that_runs_takes_a_state():
    x, y = batch()
    flow.manual_seed(6)
    graph = Fit()
    saved = {name: value.numpy().copy() for name, value in graph.model.state_dict().items()}
    drawn_from = flow.get_rng_state()
    first = graph(x, y).item()
    state = {**graph.state_dict(), **{f"model.{name}": flow.tensor(value) for name, value in saved.items()}}
    state["scale"], state["generator"] = flow.ones(1), drawn_from
    graph.load_state_dict(state)
    assert graph(x, y).item() == first
    assert repr(graph).startswith("Fit(1 programs")


def test_states_that_do_not_fit():
    graph = Fit()
    state = graph.state_dict()
    before = graph.model[0].weight.numpy().copy()
    for change, message in [
        ({"optimizers": state["optimizers"][:1]}, "Fit expects 2 optimizers, got 1"),
        ({"schedulers": [None, None]}, "Fit expects schedulers of the same optimizers"),
        ({"scale": flow.ones(2)}, r"Fit expects scale of shape \(1,\), got \(2,\)"),
        ({"other": flow.ones(2), "model.0.weight": flow.zeros(8, 4)}, "Fit has no place for other"),
    ]:
        with pytest.raises(RuntimeError, match=f"load_state_dict: {message}"):
            graph.load_state_dict({**state, **change})
    with pytest.raises(RuntimeError, match="load_state_dict: Fit misses optimizers, schedulers"):
        graph.load_state_dict({name: state[name] for name in state if name not in ("optimizers", "schedulers")})
    np.testing.assert_array_equal(graph.model[0].weight.numpy(), before)
    keys = graph.load_state_dict({"scale": flow.full((1,), 3.0)}, strict=False)
    assert graph.scale.tolist() == [3] and "model.0.weight" in keys.missing_keys
