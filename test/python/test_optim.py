"""Optimizers against their formulas in float64, and what does and does not compile again."""

import numpy as np
import pytest

import weir as flow
from traced_graphs import Function, assert_close
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


# Each reference is a generator function: it is sent gradients and yields the parameter, in float64.


def sgd(w, lr, momentum=0.0, dampening=0.0, weight_decay=0.0, nesterov=False):
    b, is_first = None, True
    while True:
        d = (yield w) + weight_decay * w
        if momentum:
            b = d if is_first else momentum * b + (1 - dampening) * d
            d = d + momentum * b if nesterov else b
        w, is_first = w - lr * d, False


def adam(
    w, lr, betas=(0.9, 0.999), eps=1e-8, weight_decay=0.0, amsgrad=False, do_bias_correction=True, decoupled=False
):
    m = v = most = np.zeros(w.shape)
    t = 0
    while True:
        g = yield w
        d = g if decoupled else g + weight_decay * w
        t += 1 if do_bias_correction else np.inf
        m = betas[0] * m + (1 - betas[0]) * d
        v = betas[1] * v + (1 - betas[1]) * d**2
        most = np.maximum(most, v)
        second = (most if amsgrad else v) / (1 - betas[1] ** t)
        direction = (m / (1 - betas[0] ** t)) / (np.sqrt(second) + eps)
        w = w - lr * (direction + (weight_decay * w if decoupled else 0))


def adamw(w, lr, weight_decay=1e-2, **options):
    return adam(w, lr, weight_decay=weight_decay, decoupled=True, **options)


def lamb(w, lr, weight_decay=0.0, adam_w_mode=True, **options):
    # The direction is what Adam does to a parameter of 0.
    steps = adam(np.zeros(w.shape), 1.0, **options)
    at = next(steps)
    while True:
        g = yield w
        before, at = at, steps.send(g if adam_w_mode else g + weight_decay * w)
        u = before - at + (weight_decay * w if adam_w_mode else 0)
        long, short = np.linalg.norm(w), np.linalg.norm(u)
        w = w - lr * (long / short if long > 0 and short > 0 else 1.0) * u


def rmsprop(w, lr, alpha=0.99, eps=1e-8, weight_decay=0.0, momentum=0.0, centered=False):
    s = mean = b = np.zeros(w.shape)
    while True:
        d = (yield w) + weight_decay * w
        s, mean = alpha * s + (1 - alpha) * d**2, alpha * mean + (1 - alpha) * d
        b = momentum * b + d / (np.sqrt(s - mean**2 if centered else s) + eps)
        w = w - lr * b


def adagrad(w, lr, lr_decay=0.0, weight_decay=0.0, initial_accumulator_value=0.0, eps=1e-10):
    total, t = np.full(w.shape, initial_accumulator_value), 0
    while True:
        d = (yield w) + weight_decay * w
        total, t = total + d**2, t + 1
        w = w - lr / (1 + (t - 1) * lr_decay) * d / (np.sqrt(total) + eps)


def adadelta(w, lr, rho=0.9, eps=1e-6, weight_decay=0.0):
    s = a = np.zeros(w.shape)
    while True:
        d = (yield w) + weight_decay * w
        s = rho * s + (1 - rho) * d**2
        delta = np.sqrt(a + eps) / np.sqrt(s + eps) * d
        a = rho * a + (1 - rho) * delta**2
        w = w - lr * delta


def adamax(w, lr, betas=(0.9, 0.999), eps=1e-8, weight_decay=0.0):
    m = u = np.zeros(w.shape)
    t = 0
    while True:
        d = (yield w) + weight_decay * w
        t += 1
        m = betas[0] * m + (1 - betas[0]) * d
        u = np.maximum(betas[1] * u, abs(d) + eps)
        w = w - lr / (1 - betas[0] ** t) * m / u


def decoupled(direction):
    def formulas(w, lr, betas=(0.9, 0.999), eps=1e-8, weight_decay=0.0, decoupled_weight_decay=False, **options):
        m = v = np.zeros(w.shape)
        t = 0
        while True:
            g = yield w
            t += 1
            d = g if decoupled_weight_decay else g + weight_decay * w
            m = betas[0] * m + (1 - betas[0]) * d
            v = betas[1] * v + (1 - betas[1]) * d**2
            w = w * (1 - lr * weight_decay) if decoupled_weight_decay else w
            w = w - lr * direction(d, m, v, betas, t, eps, **options)

    return formulas


def nadam(d, m, v, betas, t, eps, momentum_decay=4e-3):
    mu = betas[0] * (1 - 0.5 * 0.96 ** (momentum_decay * np.arange(1, t + 2)))
    step = (1 - mu[-2]) / (1 - mu[:-1].prod()) * d + mu[-1] / (1 - mu.prod()) * m
    return step / (np.sqrt(v / (1 - betas[1] ** t)) + eps)


def radam(d, m, v, betas, t, eps):
    end = 2 / (1 - betas[1]) - 1
    rho = end - 2 * t * betas[1] ** t / (1 - betas[1] ** t)
    if rho <= 5:
        return m / (1 - betas[0] ** t)
    r = np.sqrt((rho - 4) * (rho - 2) * end / ((end - 4) * (end - 2) * rho))
    return m / (1 - betas[0] ** t) * r * np.sqrt(1 - betas[1] ** t) / (np.sqrt(v) + eps)


def rprop(w, lr, etas=(0.5, 1.2), step_sizes=(1e-6, 50)):
    before, size = np.zeros(w.shape), np.full(w.shape, lr)
    while True:
        g = yield w
        agreement = np.sign(g * before)
        size = np.clip(size * np.choose(1 + agreement.astype(int), [etas[0], 1, etas[1]]), *step_sizes)
        before = np.where(agreement < 0, 0, g)
        w = w - np.sign(before) * size


MOMENTS = [
    {},
    {"betas": (0.5, 0.9), "eps": 1e-3, "weight_decay": 0.3},
    {"weight_decay": 0.0},
    {"do_bias_correction": False},
]
CASES = [
    (optim.SGD, sgd, [
        {},
        {"weight_decay": 0.3},
        {"momentum": 0.9},
        {"momentum": 0.5, "dampening": 0.25, "weight_decay": 0.3},
        {"momentum": 0.9, "nesterov": True},
    ]),
    (optim.Adam, adam, [*MOMENTS, {"amsgrad": True, "weight_decay": 0.3}]),
    (optim.AdamW, adamw, [*MOMENTS, {"amsgrad": True, "betas": (0.5, 0.5)}]),
    (optim.Adamax, adamax, MOMENTS[:3]),
    (optim.NAdam, decoupled(nadam), [*MOMENTS[:3], {"momentum_decay": 0.1, "decoupled_weight_decay": True}]),
    (optim.RAdam, decoupled(radam), [*MOMENTS[:3], {"weight_decay": 0.3, "decoupled_weight_decay": True}]),
    (optim.Rprop, rprop, [{}, {"etas": (0.3, 1.5), "step_sizes": (0.05, 0.2)}]),
    (optim.LAMB, lamb, [*MOMENTS, {"weight_decay": 0.3, "adam_w_mode": False}]),
    (optim.RMSprop, rmsprop, [{}, {"alpha": 0.5, "weight_decay": 0.3, "momentum": 0.5}, {"centered": True}]),
    (optim.Adagrad, adagrad, [
        {}, {"lr_decay": 0.5, "weight_decay": 0.3}, {"initial_accumulator_value": 0.5, "eps": 0.1}
    ]),
    (optim.Adadelta, adadelta, [{}, {"rho": 0.5, "eps": 1e-3, "weight_decay": 0.3}]),
]
VARIANTS = [
    pytest.param(kind, reference, options, id=f"{kind.__name__}, {options}")
    for kind, reference, every in CASES
    for options in every
]


def problem(dtype=np.float32):
    random = np.random.default_rng(0)
    return tuple(random.standard_normal(5).astype(dtype) for _ in range(3))


@pytest.mark.sampled(3)
@pytest.mark.parametrize("kind, formulas, options", VARIANTS)
def test_steps_follow_the_formulas(kind, formulas, options):
    for dtype in (np.float32, np.float64):
        w, x, y = problem(dtype)
        parameter = nn.Parameter(flow.tensor(w))
        graph = Quadratic(parameter, kind([parameter], lr=0.1, **options))
        reference = formulas(w.astype(np.float64), 0.1, **options)
        expected = next(reference)
        for _ in range(5):
            loss = graph(flow.from_numpy(x), flow.from_numpy(y)).item()
            assert_close(loss, ((expected * x - y) ** 2).sum(), dtype=parameter.dtype, terms=200)
            expected = reference.send(2 * (expected * x - y) * x)
            assert_close(parameter.numpy(), expected, dtype=parameter.dtype, terms=100)


@pytest.mark.parametrize("kind, formulas", [(kind, formulas) for kind, formulas, _ in CASES])
def test_no_step_is_always_too_long(kind, formulas):
    """Roundings differ from element to element; that of a hyper-parameter is the same in all."""
    x, y = np.random.default_rng(1).uniform(0.5, 2, size=(2, 1000)).astype(np.float32)
    parameter = nn.Parameter(flow.zeros(1000))
    Quadratic(parameter, kind([parameter], lr=0.125))(flow.tensor(x), flow.tensor(y)).item()
    reference = formulas(np.zeros(1000), 0.125)
    _, expected = next(reference), reference.send(-2.0 * y * x)
    assert abs(np.mean(parameter.numpy() / expected) - 1) < 1e-7


@pytest.mark.parametrize("kind", [kind for kind, _, _ in CASES])
def test_devices_agree(kind):
    w, x, y = problem()
    ends = {}
    for device in ("cpu", "sim"):
        parameter = nn.Parameter(flow.tensor(w, device=device))
        graph = Quadratic(parameter, kind([{"params": [parameter], "clip_grad_max_norm": 1.0}], lr=0.1))
        for _ in range(3):
            graph(flow.tensor(x, device=device), flow.tensor(y, device=device))
        ends[device] = parameter.cpu().numpy()
    assert_close(ends["sim"], ends["cpu"], terms=50)


@pytest.mark.parametrize("kind, formulas, options", VARIANTS)
def test_steps_are_those_of_pytorch(kind, formulas, options):
    torch = pytest.importorskip("torch")
    if "do_bias_correction" in options or not hasattr(torch.optim, kind.__name__):
        pytest.skip("PyTorch has no such thing")
    # PyTorch keeps the product of NAdam's momenta in f32, whatever the parameter's dtype.
    dtype = flow.float32 if kind is optim.NAdam else flow.float64
    w, x, y = problem(dtype.numpy)
    parameter, peer = nn.Parameter(flow.tensor(w)), torch.nn.Parameter(torch.tensor(w))
    graph = Quadratic(parameter, kind([parameter], lr=0.1, **options))
    optimizer = getattr(torch.optim, kind.__name__)([peer], lr=0.1, **options)
    for _ in range(5):
        graph(flow.from_numpy(x), flow.from_numpy(y))
        optimizer.zero_grad()
        ((peer * torch.tensor(x) - torch.tensor(y)) ** 2).sum().backward()
        optimizer.step()
        assert_close(parameter.numpy(), peer.detach().numpy(), dtype=dtype, terms=1000)


def test_defaults_are_those_of_pytorch():
    torch = pytest.importorskip("torch")
    for kind, _, _ in CASES:
        if hasattr(torch.optim, kind.__name__):
            peers = getattr(torch.optim, kind.__name__)([torch.zeros(1)]).defaults
            ours = kind([nn.Parameter(flow.zeros(1))]).defaults
            assert {name: value for name, value in ours.items() if name in peers} == {
                name: peers[name] for name in ours if name in peers
            }


def test_maximize_steps_uphill():
    w, x, y = problem()
    up, down = (nn.Parameter(flow.tensor(w)) for _ in range(2))
    Quadratic(up, optim.SGD([up], lr=0.1, maximize=True))(flow.tensor(x), flow.tensor(y))
    Quadratic(down, optim.SGD([down], lr=0.1))(flow.tensor(x), flow.tensor(y))
    assert_close(up.numpy() - w, w - down.numpy(), terms=10)


def test_another_variant_is_compiled_and_goes_on():
    w, x, y = problem()
    parameter = nn.Parameter(flow.tensor(w))
    optimizer = optim.SGD([parameter], lr=0.1)
    graph = Quadratic(parameter, optimizer)
    graph(flow.tensor(x), flow.tensor(y))
    before = parameter.numpy().copy()
    optimizer.param_groups[0]["momentum"] = 0.5
    graph(flow.tensor(x), flow.tensor(y))
    # The buffer begins as zeros, the step is the second.
    assert_close(before - parameter.numpy(), 0.1 * 2 * (before * x - y) * x, terms=10)
    assert repr(graph).startswith("Quadratic(2 programs")
    optimizer.param_groups[0]["lr"] = 0.5
    graph(flow.tensor(x), flow.tensor(y))
    assert repr(graph).startswith("Quadratic(2 programs")


@pytest.mark.parametrize("norm_type", [1.0, 2.0, 3.0, float("inf")])
@pytest.mark.parametrize("max_norm", [0.5, 1e4])
def test_gradients_are_clipped(norm_type, max_norm):
    a, b = np.array([3.0, -4.0, 0.5]), np.array([[2.0], [-1.0]])
    norm = np.linalg.norm(np.concatenate([a, b.ravel()]), norm_type)
    scale = min(1.0, max_norm / norm)

    def clip(x, y):
        owners = [x.requires_grad_(), y.requires_grad_()]
        ((x * x).sum() + (y * y).sum()).backward()
        total = nn.utils.clip_grad_norm_(owners, 2 * max_norm, norm_type)
        return (total, *(owner.grad for owner in owners))

    total, of_a, of_b = Function(clip)(flow.tensor(a), flow.tensor(b))
    assert_close(total.numpy(), 2 * norm, dtype=flow.float64, terms=20)
    # PyTorch's clipping adds 1e-6 to the norm that it divides by.
    assert_close(of_a.numpy(), 2 * a * scale, dtype=flow.float64, scale=norm * 1e-6 / 2.0**-52)
    assert_close(of_b.numpy(), 2 * b * scale, dtype=flow.float64, scale=norm * 1e-6 / 2.0**-52)


def test_clip_grad_value():
    def clip(x):
        x.requires_grad_()
        (x * x).sum().backward()
        nn.utils.clip_grad_value_(x, 1.5)
        return x.grad

    assert Function(clip)(flow.tensor([0.5, -3.0, 1.0])).tolist() == [1.0, -1.5, 1.5]


def test_groups_clip_their_gradients():
    w, x, y = problem()
    clipped, free = (nn.Parameter(flow.tensor(w)) for _ in range(2))
    groups = [{"params": [clipped], "clip_grad_max_norm": 0.5, "clip_grad_norm_type": 2.0}, {"params": [free]}]

    class Both(nn.Graph):
        def __init__(self):
            super().__init__()
            self.add_optimizer(optim.SGD(groups, lr=1.0))

        def build(self, x, y):
            loss = sum(((p * x - y) * (p * x - y)).sum() for p in (clipped, free))
            loss.backward()

    Both()(flow.tensor(x), flow.tensor(y))
    gradient = 2 * (w * x - y) * x
    assert np.linalg.norm(gradient) > 0.6
    assert_close(w - free.numpy(), gradient, terms=10)
    assert_close(w - clipped.numpy(), gradient * (0.5 / np.linalg.norm(gradient)), terms=20)


def test_bad_options():
    parameter = nn.Parameter(flow.zeros(1))
    for make, message in [
        (lambda: optim.SGD([parameter], nesterov=True), "SGD: expects momentum above 0 and dampening 0 with nesterov"),
        (lambda: optim.SGD([parameter], lr=-1.0), "SGD: expects lr to be at least 0, got -1.0"),
        (lambda: optim.Adadelta([parameter], rho=1.5), "Adadelta: expects rho to be at most 1, got 1.5"),
        (lambda: optim.Rprop([parameter], etas=(0.5, 1)), r"Rprop: expects etas below and above 1, got \(0.5, 1\)"),
        (lambda: optim.LAMB([parameter], betas=(0.9, 1.0)), r"LAMB: expects betas in \[0, 1\), got \(0.9, 1.0\)"),
    ]:
        with pytest.raises(ValueError, match=message):
            make()
    with pytest.raises(TypeError, match="RMSprop: expects alpha to be a number, got 'x'"):
        optim.RMSprop([parameter], alpha="x")
    with pytest.raises(ValueError, match="expects max_norm above 0, got 0"):
        Function(lambda x: nn.utils.clip_grad_norm_(with_gradient(x), 0.0))(flow.ones(1))
    with pytest.raises(NotImplementedError, match="expects error_if_nonfinite=False"):
        Function(lambda x: nn.utils.clip_grad_norm_(with_gradient(x), 1.0, error_if_nonfinite=True))(flow.ones(1))


def with_gradient(x):
    x.requires_grad_()
    x.sum().backward()
    return [x]


def test_the_learning_rate_is_a_variable():
    w, x, y = problem()
    parameter = nn.Parameter(flow.tensor(w))
    optimizer = optim.SGD([parameter], lr=0.1)
    graph = Quadratic(parameter, optimizer)
    expected = w.astype(np.float64)
    for lr in (0.1, 0.1, 0.01, 0.5, 0.0):
        optimizer.param_groups[0]["lr"] = lr
        graph(flow.from_numpy(x), flow.from_numpy(y))
        expected = expected - lr * 2 * (expected * x - y) * x
        assert_close(parameter.numpy(), expected, terms=100)
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
        (
            {"0": {**state, "momentum": flow.ones(2)}},
            groups,
            "states of the names exp_avg, exp_avg_sq, max_exp_avg_sq, step, got 'momentum'",
        ),
        (
            {"0": {**state, "exp_avg_sq": flow.ones(3)}},
            groups,
            r"exp_avg_sq of parameter 0 to be of shape \(2,\), got \(3,\)",
        ),
        ({"0": {"step": flow.ones(2)}}, groups, r"step of parameter 0 to be of shape \(\), got \(2,\)"),
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


class LastTwoGradients(optim.Optimizer):
    """An optimizer of the user's own: the formula of one parameter's update; the base has the loop and the writes."""

    hyper_parameters = ("lr",)
    parameter_state = ("before",)

    def __init__(self, params, lr):
        super().__init__(params, {"lr": lr})

    def first_state(self, group, name):
        return 1.0

    def update(self, group, parameter, gradient, state, scalars):
        return parameter - scalars["lr"] * (gradient + state["before"]), {"before": gradient}


def test_an_optimizer_states_its_formula():
    w = nn.Parameter(flow.tensor([1.0, 2.0]))
    optimizer = LastTwoGradients([{"params": w}], lr=0.25)
    graph = Quadratic(w, optimizer)
    x, y = flow.tensor([1.0, 3.0]), flow.tensor([0.5, 1.0])
    expected, before = np.array([1.0, 2.0]), np.ones(2)
    for _ in range(3):
        graph(x, y)
        gradient = 2 * x.numpy() * (expected * x.numpy() - y.numpy())
        expected, before = expected - 0.25 * (gradient + before), gradient
        assert_close(w.numpy(), expected, terms=10)
        assert_close(optimizer.state[w]["before"].numpy(), before, terms=10)


def test_an_optimizer_without_a_formula():
    w = nn.Parameter(flow.ones(2))
    optimizer = optim.Optimizer([w], {})
    with pytest.raises(NotImplementedError, match="Optimizer: expects a method update, found none"):
        Quadratic(w, optimizer)(flow.ones(2), flow.ones(2))
