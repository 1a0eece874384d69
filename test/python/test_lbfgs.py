"""L-BFGS: against PyTorch and against what is known of problems; its line search, its state, and what it refuses."""

import copy
import pickle

import numpy as np
import pytest

import weir as flow
from weir import nn, optim
from weir.optim.line_search import Point, strong_wolfe

pytestmark = pytest.mark.sampled(6)

SEARCH = {"line_search_fn": "strong_wolfe"}


def rosenbrock(flow, tensor):
    w = tensor([-1.2, 1.0, 0.7, -0.3]).requires_grad_()
    return [w], lambda: ((1 - w[:-1]) ** 2).sum() + 100 * ((w[1:] - w[:-1] ** 2) ** 2).sum()


def logistic(flow, tensor):
    """Regression of labels by five features, with a penalty on the weights."""
    random = np.random.default_rng(3)
    x, signs = tensor(random.standard_normal((60, 5))), tensor(np.where(random.random(60) > 0.4, 1.0, -1.0))
    w, b = tensor(np.zeros((5, 1))).requires_grad_(), tensor(0.0).requires_grad_()
    return [w, b], lambda: flow.log(1 + flow.exp(-signs * ((x @ w).squeeze(-1) + b))).mean() + 0.01 * (w**2).sum()


def poisson(flow, tensor):
    """A network u with u'' = -pi^2 sin(pi x) on [-1, 1] and u = 0 at both ends: u is sin(pi x)."""
    random = np.random.default_rng(3)
    wide, shift = random.standard_normal((1, 12)), 0.5 * random.standard_normal(12)
    parameters = [tensor(each).requires_grad_() for each in (wide, shift, 0.3 * random.standard_normal((12, 1)))]
    w, b, v = parameters
    at = np.linspace(-1, 1, 25)[:, None]
    x, force, ends = tensor(at), tensor(-np.pi**2 * np.sin(np.pi * at)), tensor([[-1.0], [1.0]])

    def loss():
        h = flow.tanh(x @ w + b)
        bend = (-2 * h * (1 - h * h) * w**2) @ v
        return ((bend - force) ** 2).mean() + 10 * ((flow.tanh(ends @ w + b) @ v) ** 2).sum()

    return parameters, loss


PROBLEMS = {"rosenbrock": rosenbrock, "logistic": logistic, "poisson": poisson}


def made(problem, module=flow, dtype=np.float64, **options):
    """Parameters, the optimizer, and its closure, which counts its calls."""
    parameters, loss_of = PROBLEMS[problem](module, lambda values: module.tensor(np.asarray(values, dtype)))
    optimizer = module.optim.LBFGS(parameters, **options)

    def closure():
        closure.calls += 1
        optimizer.zero_grad()
        loss = loss_of()
        loss.backward()
        return loss

    closure.calls = 0
    return parameters, optimizer, closure


def values(parameters):
    return np.concatenate([each.detach().double().numpy().ravel() for each in parameters])


@pytest.mark.parametrize(
    "options, steps",
    [
        (SEARCH, 3),
        ({"lr": 0.05, "max_iter": 5}, 20),
        ({**SEARCH, "max_iter": 4, "history_size": 3}, 8),
        ({**SEARCH, "max_iter": 10, "max_eval": 6}, 6),
        ({**SEARCH, "tolerance_grad": 1e-3, "tolerance_change": 1e-5}, 3),
        ({"lr": 0.02, "history_size": 2, "max_iter": 1}, 20),
    ],
)
@pytest.mark.parametrize("problem", PROBLEMS)
def test_trajectories_are_those_of_pytorch(problem, options, steps):
    torch = pytest.importorskip("torch")
    # Roundings of f32 decide where a search ends once the loss is flat to them.
    for dtype, steps, tolerance in ((np.float64, steps, 1e-7), (np.float32, 1, 1e-3)):
        (own, ours, closure), (other, theirs, peer) = (made(problem, each, dtype, **options) for each in (flow, torch))
        for _ in range(steps):
            loss, expected = ours.step(closure).item(), theirs.step(peer).item()
            np.testing.assert_allclose(loss, expected, rtol=tolerance, atol=tolerance)
            np.testing.assert_allclose(values(own), values(other), rtol=tolerance, atol=tolerance)
            assert closure.calls == peer.calls or dtype is np.float32
        if dtype is np.float64:
            kept, expected = ours.state[own[0]], theirs.state[other[0]]
            assert kept["n_iter"] == expected["n_iter"] and kept["func_evals"] == expected["func_evals"]
            assert len(kept["old_dirs"]) == len(expected["old_dirs"])


def test_a_logistic_regression_ends_where_its_gradient_is_zero():
    parameters, optimizer, closure = made("logistic", **SEARCH, tolerance_change=1e-15)
    losses = [optimizer.step(closure).item() for _ in range(3)]
    assert losses[1] < losses[0] - 0.05
    assert max(abs(each.grad).max().item() for each in parameters) <= 1e-7
    calls = closure.calls
    assert optimizer.step(closure).item() == losses[-1] and closure.calls == calls + 1  # nothing is left to do


def test_a_network_solves_a_differential_equation():
    (w, b, v), optimizer, closure = made("poisson", max_iter=50, **SEARCH)
    for _ in range(10):
        optimizer.step(closure)
    x = np.linspace(-1, 1, 101)[:, None]
    found = flow.tanh(flow.tensor(x) @ w + b) @ v
    assert closure().item() < 1e-3
    np.testing.assert_allclose(found.detach().numpy(), np.sin(np.pi * x), atol=1e-2)


def test_gradients_may_keep_their_memory_and_be_missing():
    """Of a parameter alone, whose vector would be its gradient; and of one that the loss does not depend on."""
    ends = []
    for set_to_none in (True, False):
        (w,), optimizer, _ = made("rosenbrock", max_iter=10)
        unused = nn.Parameter(flow.ones(2))
        optimizer = optim.LBFGS([w, unused] if set_to_none else [w], lr=1e-3, max_iter=10)

        def closure():
            optimizer.zero_grad(set_to_none=set_to_none)
            loss = ((w - 3) ** 4).sum()
            loss.backward()
            return loss

        optimizer.step(closure)
        assert unused.tolist() == [1.0, 1.0]
        ends.append(w.tolist())
    np.testing.assert_allclose(*ends, rtol=1e-12)


# state


def resumed_by_loading(parameters, optimizer, tmp_path):
    flow.save({"optimizer": optimizer.state_dict(), "w": [each.detach() for each in parameters]}, tmp_path / "saved")
    saved = flow.load(tmp_path / "saved")
    return saved["w"], saved["optimizer"]


def resumed_in_memory(parameters, optimizer, tmp_path):
    return [each.detach().clone() for each in parameters], optimizer.state_dict()


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("saved", [resumed_by_loading, resumed_in_memory])
def test_a_saved_state_goes_on_with_the_same_bits(saved, dtype, tmp_path):
    options = {**SEARCH, "max_iter": 4, "history_size": 3}
    parameters, optimizer, closure = made("poisson", dtype=dtype, **options)
    for _ in range(4):
        optimizer.step(closure)
    weights, state = saved(parameters, optimizer, tmp_path)
    losses = [optimizer.step(closure).item() for _ in range(4)]
    others, fresh, again = made("poisson", dtype=dtype, lr=0.5)
    for parameter, w in zip(others, weights):
        parameter.data.copy_(w)
    fresh.load_state_dict(state)
    assert fresh.param_groups[0]["lr"] == 1.0 and fresh.param_groups[0]["history_size"] == 3
    assert losses == [fresh.step(again).item() for _ in range(4)]
    np.testing.assert_array_equal(values(parameters), values(others))
    assert fresh.state[others[0]]["n_iter"] == optimizer.state[parameters[0]]["n_iter"]
    assert fresh.state[others[0]]["func_evals"] == closure.calls


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda both: pickle.loads(pickle.dumps(both))])
def test_copies_go_on_alike(copied):
    def step(model, optimizer):
        def closure():
            optimizer.zero_grad()
            loss = (model(flow.ones(2, 3)) ** 2).sum()
            loss.backward()
            return loss

        optimizer.step(closure)

    model = nn.Linear(3, 2)
    optimizer = optim.LBFGS(model.parameters(), lr=0.1, max_iter=2)
    step(model, optimizer)
    other, its = copied((model, optimizer))
    step(model, optimizer)
    assert not np.array_equal(values(model.parameters()), values(other.parameters()))
    step(other, its)
    np.testing.assert_array_equal(values(model.parameters()), values(other.parameters()))


def test_the_state_follows_a_conversion():
    model = nn.Linear(3, 2)
    optimizer = optim.LBFGS(model.parameters(), lr=0.1, max_iter=3)

    def closure():
        optimizer.zero_grad()
        loss = (model(flow.ones(2, 3, dtype=model.weight.dtype)) ** 2).sum()
        loss.backward()
        return loss

    for dtype in (flow.float32, flow.float64, flow.bfloat16):
        model.to(dtype)
        before = closure().item()
        optimizer.step(closure)
        assert closure().item() < before
        kept = flow.float32 if dtype is flow.bfloat16 else dtype
        state = optimizer.state[model.weight]
        assert {each.dtype for each in (state["d"], *state["old_dirs"], *state["old_stps"])} == {kept}


def test_the_rate_may_change_and_hooks_are_called():
    w = flow.tensor([1.0]).requires_grad_()
    optimizer = optim.LBFGS([w], lr=1.0, max_iter=1)
    scheduler, calls = optim.lr_scheduler.StepLR(optimizer, 1, gamma=0.5), []
    optimizer.register_step_post_hook(lambda *_: calls.append(w.item()))

    def closure():
        optimizer.zero_grad()
        loss = 0.5 * w.sum()
        loss.backward()
        return loss

    assert optimizer.step(closure).item() == 0.5 and calls == [0.5]
    scheduler.step()
    optimizer.step(closure)
    assert calls == [0.5, 0.25]  # the gradient, 0.5, times a rate of a half


# the line search


def points_of(function, slope, seen=None):
    def evaluate(step):
        if seen is not None:
            seen.append(step)
        return Point(step, function(step), slope(step), None)

    return evaluate


@pytest.mark.parametrize("first", [1e-3, 0.1, 1.0, 30.0])
def test_a_search_ends_where_the_loss_is_low_and_flat(first):
    evaluate = points_of(lambda t: (t - 2) ** 4 + t, lambda t: 4 * (t - 2) ** 3 + 1)
    start = evaluate(0.0)
    end = strong_wolfe(evaluate, start, first, 25, 1.0)
    assert end.loss <= start.loss + 1e-4 * end.step * start.slope and abs(end.slope) <= 0.9 * abs(start.slope)


@pytest.mark.parametrize("most", [0, 1, 3])
def test_a_search_stops_at_its_limit(most):
    seen = []
    evaluate = points_of(lambda t: -t, lambda t: -1.0, seen)  # falls for ever
    end = strong_wolfe(evaluate, Point(0.0, 0.0, -1.0, None), 1.0, most, 1.0)
    assert len(seen) == most + 1 and end.step == max(seen) > 0


def test_a_search_goes_on_where_losses_are_no_numbers():
    evaluate = points_of(lambda t: t * t - t if t < 0.7 else float("inf"), lambda t: 2 * t - 1)
    end = strong_wolfe(evaluate, evaluate(0.0), 1.0, 25, 1.0)
    assert end.loss < 0
    flat = points_of(lambda t: 0.0, lambda t: 0.0)
    assert strong_wolfe(flat, flat(0.0), 1.0, 25, 1.0).loss == 0.0


# what is refused


def test_graphs_refuse_it():
    model = nn.Linear(2, 1)
    optimizer = optim.LBFGS(model.parameters())

    class Train(nn.Graph):
        def build(self, x):
            model(x).sum().backward()
            optimizer.step(lambda: 0.0)

    rule = "add_optimizer: expects an optimizer whose step does not depend on the values of losses, got LBFGS"
    with pytest.raises(TypeError, match=rule):
        Train().add_optimizer(optimizer)
    with pytest.raises(RuntimeError, match="LBFGS.step: expects to run outside of builds, as the values"):
        Train()(flow.ones(1, 2))


def test_bad_options():
    w = nn.Parameter(flow.zeros(3))
    for make, message in [
        (lambda: optim.LBFGS([w], lr=-1.0), "LBFGS: expects lr to be at least 0, got -1.0"),
        (lambda: optim.LBFGS([w], max_iter=-1), "LBFGS: expects max_iter to be at least 0, got -1"),
        (lambda: optim.LBFGS([w], history_size=0), "LBFGS: expects history_size to be at least 1, got 0"),
        (
            lambda: optim.LBFGS([w], line_search_fn="armijo"),
            "LBFGS: expects line_search_fn to be None or 'strong_wolfe', got 'armijo'",
        ),
        (
            lambda: optim.LBFGS([{"params": [w]}, {"params": [nn.Parameter(flow.zeros(1))]}]),
            "LBFGS: expects one group of parameters, got two",
        ),
        (
            lambda: optim.LBFGS([{"params": [w], "clip_grad_max_norm": 1.0}]),
            "LBFGS: expects a group without clip_grad_max_norm, got 1.0",
        ),
    ]:
        with pytest.raises(ValueError, match=message):
            make()
    with pytest.raises(TypeError, match="LBFGS: got an unexpected keyword argument 'maximize'"):
        optim.LBFGS([w], maximize=True)
    with pytest.raises(TypeError, match="LBFGS.step: expects a closure that computes the loss and its gradients, got"):
        optim.LBFGS([w]).step()
