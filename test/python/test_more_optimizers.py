"""ASGD, Adafactor and Muon: against their formulas in float64 and PyTorch, op by op, in graphs, and from states."""

import itertools

import numpy as np
import pytest

import weir as flow
from traced_graphs import assert_close
from weir import _extension, nn, optim
from weir.optim.lr_scheduler import StepLR

pytestmark = pytest.mark.sampled(6)

SHAPES = {"Muon": [(4, 6), (6, 4), (5, 5)]}  # others take any
ANY_SHAPES = [(4, 6), (7,), (), (2, 3, 4)]


def asgd(w, lr=1e-2, lambd=1e-4, alpha=0.75, t0=1e6, weight_decay=0.0):
    rate, mean = lr, np.zeros(w.shape)
    for t in itertools.count(1):
        g = (yield w, {"ax": mean}) + weight_decay * w
        w = w * (1 - lambd * rate) - rate * g
        mean = mean + (w - mean) / max(1, t - 1 - t0)
        rate = lr / (1 + lambd * lr * t) ** alpha


def root_mean_square(x):
    return np.sqrt(np.mean(x**2))


def adafactor(w, lr=1e-2, beta2_decay=-0.8, eps=(None, 1e-3), d=1.0, weight_decay=0.0, eps_of_dtype=2.0**-52):
    eps1 = eps_of_dtype if eps[0] is None else eps[0]
    row = column = whole = 0.0
    for t in itertools.count(1):
        kept = {"row_var": row, "col_var": column} if w.ndim > 1 else {"variance": whole}
        g = yield w, kept
        new, rate = t**beta2_decay, max(eps[1], root_mean_square(w)) * min(lr, t**-0.5)
        if w.ndim > 1:
            row = (1 - new) * row + new * np.mean(g**2, -1, keepdims=True)
            column = (1 - new) * column + new * np.mean(g**2, -2, keepdims=True)
            variance = row * column / np.maximum(np.mean(row, -2, keepdims=True), eps1)
        else:
            variance = whole = (1 - new) * whole + new * g**2
        u = g / np.sqrt(np.maximum(variance, eps1**2))
        w = w * (1 - lr * weight_decay) - rate / max(1.0, root_mean_square(u) / d) * u


def narrow(x):
    """Rounded to bfloat16."""
    bits = np.asarray(x, np.float32).view(np.uint32).astype(np.uint64)
    bits = (bits + 0x7FFF + (bits >> 16 & 1)) & 0xFFFF0000
    return bits.astype(np.uint32).view(np.float32).astype(np.float64)


def muon(
    w,
    lr=1e-3,
    weight_decay=0.1,
    momentum=0.95,
    nesterov=True,
    ns_coefficients=(3.4445, -4.7750, 2.0315),
    eps=1e-7,
    ns_steps=5,
    adjust_lr_fn=None,
):
    a, b, c = ns_coefficients
    mean, (n, m) = np.zeros(w.shape), w.shape
    while True:
        g = yield w, {"momentum_buffer": mean}
        mean = momentum * mean + (1 - momentum) * g
        x = narrow(momentum * mean + (1 - momentum) * g if nesterov else mean)
        x = x.T if n > m else x
        x = narrow(x / np.maximum(narrow(np.linalg.norm(x)), narrow(eps)))
        for _ in range(ns_steps):
            products = narrow(x @ x.T)
            x = narrow(a * x + narrow(b * products + c * products @ products) @ x)
        rate = lr * (0.2 * np.sqrt(max(n, m)) if adjust_lr_fn == "match_rms_adamw" else np.sqrt(max(1, n / m)))
        w = w * (1 - lr * weight_decay) - rate * (x.T if n > m else x)


CASES = [
    ("ASGD", asgd, [{}, {"lr": 0.1, "lambd": 0.1, "alpha": 0.5, "t0": 5}, {"t0": 0, "weight_decay": 0.3, "lr": 0.05}]),
    ("Adafactor", adafactor, [
        {},
        {"lr": 0.1, "beta2_decay": -0.5, "d": 2.0, "eps": (1e-4, 1e-2)},
        {"lr": 0.5, "eps": (None, 0.5), "weight_decay": 0.3},
    ]),
    ("Muon", muon, [
        {},
        {"lr": 0.02, "nesterov": False, "adjust_lr_fn": "match_rms_adamw"},
        {"lr": 0.02, "momentum": 0.5, "weight_decay": 0.0, "ns_steps": 3, "ns_coefficients": (2.0, -1.5, 0.5)},
        {"lr": 0.02, "adjust_lr_fn": "original", "eps": 10.0},
    ]),
]
NAMES = [name for name, _, _ in CASES]
VARIANTS = [
    pytest.param(name, reference, options, id=f"{name}, {options}")
    for name, reference, every in CASES
    for options in every
]


def numbers(name, dtype=np.float64):
    """Parameters, and factors of the loss."""
    random = np.random.default_rng(0)
    shapes = SHAPES.get(name, ANY_SHAPES)
    return [[random.standard_normal(shape).astype(dtype) for shape in shapes] for _ in range(2)]


def loss_of(parameters, factors):
    """The sum of (w * x - 1)^2."""
    return sum(((w * x - 1) ** 2).sum() for w, x in zip(parameters, factors))


class Train(nn.Graph):
    def __init__(self, parameters, factors, optimizer):
        super().__init__()
        self.parameters, self.factors = parameters, factors
        self.add_optimizer(optimizer)

    def build(self):
        loss = loss_of(self.parameters, self.factors)
        loss.backward()
        return loss


def made(name, dtype=np.float64, **options):
    weights, factors = numbers(name, dtype)
    parameters = [nn.Parameter(flow.tensor(w)) for w in weights]
    return parameters, [*map(flow.tensor, factors)], getattr(optim, name)(parameters, **options)


def train(parameters, factors, optimizer, steps, sign=1):
    for _ in range(steps):
        optimizer.zero_grad()
        (sign * loss_of(parameters, factors)).backward()
        optimizer.step()


def values(parameters):
    return [parameter.detach().numpy().copy() for parameter in parameters]


@pytest.mark.parametrize("in_graph", [False, True], ids=["step by step", "graph"])
@pytest.mark.parametrize("name, formulas, options", VARIANTS)
def test_steps_follow_the_formulas(name, formulas, options, in_graph):
    for dtype, terms in ((np.float64, 1000), (np.float32, 2000)):
        weights, factors = numbers(name, dtype)
        parameters, given, optimizer = made(name, dtype, **options)
        of_dtype = {"eps_of_dtype": np.finfo(dtype).eps} if name == "Adafactor" else {}
        references = [formulas(w.astype(np.float64), **options, **of_dtype) for w in weights]
        expected = [next(reference)[0] for reference in references]
        graph = Train(parameters, given, optimizer)
        for _ in range(8):
            graph() if in_graph else train(parameters, given, optimizer, 1)
            gradients = [2 * (w * x - 1) * x for w, x in zip(expected, factors)]
            expected, kept = zip(*(each.send(g) for each, g in zip(references, gradients)))
            for parameter, w, state in zip(parameters, expected, kept):
                # Sums in another order may be rounded to another bfloat16.
                slack = options.get("lr", 1e-3) * 2.0**-5 if name == "Muon" else 0
                assert_close(parameter.detach().numpy(), w, parameter.dtype, terms + slack / np.finfo(dtype).eps)
                for key, tensor in state.items():
                    assert_close(optimizer.state[parameter][key].numpy(), tensor, parameter.dtype, 2 * terms, scale=20)
        if not in_graph:
            assert len(optimizer._steps._programs) == 1


def peers(name, dtype, options, groups):
    """Parameters, factors and an optimizer of both."""
    torch = pytest.importorskip("torch")
    weights, factors = numbers(name, dtype)
    found = []
    for module in (flow, torch):
        parameters = [module.tensor(w).requires_grad_() for w in weights]
        given = [{"params": parameters[:1]}, {"params": parameters[1:], "lr": 0.05, "weight_decay": 0.2}]
        optimizer = getattr(module.optim, name)(given if groups else parameters, **options)
        found.append((parameters, [*map(module.tensor, factors)], optimizer))
    return found


@pytest.fixture
def default_dtype():
    """Sets that of PyTorch, in which it keeps scalars of ASGD, whatever the parameters' dtype."""
    torch = pytest.importorskip("torch")
    yield lambda dtype: torch.set_default_dtype(getattr(torch, dtype.__name__))
    torch.set_default_dtype(torch.float32)


@pytest.mark.parametrize("way", ["plain", "maximize", "groups", "rates"])
@pytest.mark.parametrize("name, formulas, options", VARIANTS)
def test_trajectories_are_those_of_pytorch(name, formulas, options, way, default_dtype):
    torch = pytest.importorskip("torch")
    if way == "maximize" and name == "Muon":
        pytest.skip("PyTorch has no such thing")
    sign, more = (-1, {"maximize": True}) if way == "maximize" else (1, {})
    for dtype, tolerance in ((np.float64, 2e-3 if name == "Muon" else 1e-9), (np.float32, 2e-3)):
        default_dtype(dtype)
        pair = peers(name, dtype, {**options, **more}, groups=way == "groups")
        schedules = StepLR, torch.optim.lr_scheduler.StepLR
        schedulers = [schedule(each[-1], 4, gamma=0.5) for schedule, each in zip(schedules, pair)]
        for _ in range(25):
            for each, scheduler in zip(pair, schedulers):
                train(*each, 1, sign)
                if way == "rates":
                    scheduler.step()
            for w, expected in zip(*(values(parameters) for parameters, _, _ in pair)):
                np.testing.assert_allclose(w, expected, rtol=tolerance, atol=tolerance)
        # Of the same names and shapes; PyTorch's Muon doesn't count steps.
        kept, expected = (optimizer.state_dict()["state"] for _, _, optimizer in pair)
        for number, state in expected.items():
            for key, value in state.items():
                found = kept[number][key].numpy()
                np.testing.assert_allclose(found, value.numpy(), rtol=tolerance, atol=tolerance)
                assert found.shape == tuple(value.shape)


def test_defaults_are_those_of_pytorch():
    torch = pytest.importorskip("torch")
    for name in [*NAMES, "LBFGS"]:
        peer = getattr(torch.optim, name)([torch.zeros(1, 1)]).defaults
        own = getattr(optim, name)([nn.Parameter(flow.zeros(1, 1))]).defaults
        ways = {"foreach", "capturable", "differentiable"}
        assert {key: own[key] for key in peer.keys() - ways} == {key: peer[key] for key in peer.keys() - ways}


@pytest.mark.parametrize("name", NAMES)
def test_maximize_steps_uphill(name):
    up, down = made(name, lr=0.1, maximize=True), made(name, lr=0.1)
    train(*up, 3, sign=-1)
    train(*down, 3)
    for one, other in zip(values(up[0]), values(down[0])):
        np.testing.assert_array_equal(one, other)


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("name", NAMES)
def test_a_saved_state_goes_on_with_the_same_bits(name, dtype, tmp_path):
    options = {"lr": 0.05, **({"t0": 2} if name == "ASGD" else {})}
    parameters, factors, optimizer = made(name, dtype, **options)
    scheduler = StepLR(optimizer, 1, gamma=0.9)
    for _ in range(5):
        train(parameters, factors, optimizer, 1)
        scheduler.step()
    flow.save({"optimizer": optimizer.state_dict(), "w": [*map(flow.tensor, values(parameters))]}, tmp_path / "state")
    saved = flow.load(tmp_path / "state")
    others, _, fresh = made(name, dtype)
    for parameter, w in zip(others, saved["w"]):
        parameter.data.copy_(w)
    fresh.load_state_dict(saved["optimizer"])
    assert fresh.param_groups[0]["lr"] == optimizer.param_groups[0]["lr"] == 0.05 * 0.9**5
    train(parameters, factors, optimizer, 5)
    train(others, factors, fresh, 5)
    for one, other in zip(values(parameters), values(others)):
        np.testing.assert_array_equal(one, other)
    for one, other in zip(parameters, others):
        kept, loaded = optimizer.state[one], fresh.state[other]
        assert kept.keys() == loaded.keys()
        assert all(np.array_equal(kept[key].numpy(), loaded[key].numpy()) for key in kept)


@pytest.mark.parametrize("name", NAMES)
def test_devices_agree(name):
    ends = {}
    for device in ("cpu", "sim"):
        weights, factors = numbers(name, np.float32)
        parameters = [nn.Parameter(flow.tensor(w, device=device)) for w in weights]
        optimizer = getattr(optim, name)([{"params": parameters, "clip_grad_max_norm": 1.0}], lr=0.1)
        graph = Train(parameters, [flow.tensor(x, device=device) for x in factors], optimizer)
        for _ in range(3):
            graph()
        ends[device] = values([parameter.cpu() for parameter in parameters])
    for one, other in zip(ends["sim"], ends["cpu"]):
        # Sums of products in another order may be rounded to another bfloat16.
        assert_close(one, other, flow.bfloat16 if name == "Muon" else flow.float32, terms=2 if name == "Muon" else 50)


@pytest.mark.parametrize("name", NAMES)
def test_steps_op_by_op_are_those_of_programs(name, monkeypatch):
    def trained():
        parameters, factors, optimizer = made(name, np.float32, lr=0.1)
        train(parameters, factors, optimizer, 4)
        return values(parameters)

    whole = trained()
    monkeypatch.setattr(_extension, "is_available", lambda: False)
    for one, other in zip(trained(), whole):
        np.testing.assert_allclose(one, other, rtol=1e-5, atol=2e-3 if name == "Muon" else 1e-6)


def test_the_mean_of_asgd_begins_two_steps_behind_t0():
    parameters, factors, optimizer = made("ASGD", lr=0.05, t0=3)
    seen = []
    for step in range(1, 8):
        train(parameters, factors, optimizer, 1)
        seen.append(values(parameters)[0])
        mean = np.mean(seen[4:], axis=0) if step > 4 else seen[-1]
        np.testing.assert_allclose(optimizer.state[parameters[0]]["ax"].numpy(), mean, rtol=1e-12)


def test_adafactor_keeps_rows_and_columns():
    parameters, factors, optimizer = made("Adafactor")
    train(parameters, factors, optimizer, 1)
    shapes = [{key: tuple(each.shape) for key, each in optimizer.state[w].items() if key != "step"} for w in parameters]
    assert shapes == [
        {"row_var": (4, 1), "col_var": (1, 6)},
        {"variance": (7,)},
        {"variance": ()},
        {"row_var": (2, 3, 1), "col_var": (2, 1, 4)},
    ]
    state = optimizer.state_dict()
    state["state"][0]["row_var"] = flow.ones(4, 6)
    with pytest.raises(ValueError, match=r"expects row_var of parameter 0 to be of shape \(4, 1\), got \(4, 6\)"):
        optimizer.load_state_dict(state)


def test_the_least_variance_is_of_the_parameters_own_dtype():
    ends = {}
    for eps in (None, 2.0**-7):
        w = nn.Parameter(flow.ones(3, dtype=flow.bfloat16))
        optimizer = optim.Adafactor([w], lr=0.5, eps=(eps, 1e-3), d=100.0)
        w.grad = flow.full((3,), 2.0**-9, dtype=flow.bfloat16)
        optimizer.step()
        ends[eps] = w.tolist()
    assert ends[None] == ends[2.0**-7] == [0.875] * 3  # 1 - 0.5 * 2^-9 / 2^-7


@pytest.mark.parametrize("shape", [(24, 40), (40, 24)])
def test_muon_steps_are_nearly_orthogonal(shape):
    gradient = np.random.default_rng(0).standard_normal(shape).astype(np.float32)
    w = nn.Parameter(flow.zeros(*shape))
    optimizer = optim.Muon([w], lr=1.0)
    w.grad = flow.tensor(gradient)
    optimizer.step()
    step = -w.detach().numpy() / np.sqrt(max(1, shape[0] / shape[1]))
    u, _, v = np.linalg.svd(gradient, full_matrices=False)
    inner = u.T @ step @ v.T
    assert 0.6 < inner.diagonal().min() and inner.diagonal().max() < 1.3
    assert abs(inner - np.diag(inner.diagonal())).max() < 0.02


def test_bad_options():
    vector, matrix = nn.Parameter(flow.zeros(3)), nn.Parameter(flow.zeros(2, 2))
    for make, message in [
        (lambda: optim.ASGD([vector], lr=-1.0), "ASGD: expects lr to be at least 0, got -1.0"),
        (lambda: optim.ASGD([vector], weight_decay=-1), "ASGD: expects weight_decay to be at least 0, got -1"),
        (lambda: optim.Adafactor([vector], beta2_decay=0.8), "Adafactor: expects beta2_decay to be at most 0, got 0.8"),
        (lambda: optim.Adafactor([vector], d=0.5), "Adafactor: expects d to be at least 1, got 0.5"),
        (lambda: optim.Adafactor([vector], eps=(-1.0, 0.1)), "Adafactor: expects eps1 to be at least 0, got -1.0"),
        (lambda: optim.Adafactor([vector], eps=(None, -0.1)), "Adafactor: expects eps2 to be at least 0, got -0.1"),
        (lambda: optim.Adafactor([vector], eps=(1e-30,)), r"Adafactor: expects two eps, got \(1e-30,\)"),
        (lambda: optim.Muon([vector]), r"Muon: expects matrices as parameters, got one of shape \(3,\)"),
        (lambda: optim.Muon([matrix], momentum=-0.1), "Muon: expects momentum to be at least 0, got -0.1"),
        (lambda: optim.Muon([matrix], ns_steps=100), "Muon: expects ns_steps from 0 to 99, got 100"),
        (lambda: optim.Muon([matrix], ns_coefficients=(1, 2)), r"Muon: expects three ns_coefficients, got \(1, 2\)"),
        (
            lambda: optim.Muon([matrix], adjust_lr_fn="square"),
            "Muon: expects adjust_lr_fn to be one of None, 'original', 'match_rms_adamw', got 'square'",
        ),
    ]:
        with pytest.raises(ValueError, match=message):
            make()
