"""Schedulers against the rates worked out by hand, and in graphs that train."""

import math

import numpy as np
import pytest

import weir as flow
from weir import nn, optim
from weir.optim import lr_scheduler as schedulers


def adamw(*rates):
    groups = [{"params": [nn.Parameter(flow.zeros(2))], "lr": rate} for rate in rates or (1.0,)]
    return optim.AdamW(groups)


def rates(scheduler, steps):
    """The first group's rate at the first steps."""
    found = []
    for _ in range(steps):
        found.append(scheduler.get_last_lr()[0])
        scheduler.step()
    return found


def cosine(step, length):
    return (1 + math.cos(math.pi * step / length)) / 2


CASES = {
    "constant": (lambda o: schedulers.ConstantLR(o, 0.5, 2), [0.5, 0.5, 1, 1]),
    "linear": (lambda o: schedulers.LinearLR(o, 0.2, 1.0, 4), [0.2, 0.4, 0.6, 0.8, 1, 1]),
    "step": (lambda o: schedulers.StepLR(o, 2), [1, 1, 0.1, 0.1, 0.01]),
    "milestones": (lambda o: schedulers.MultiStepLR(o, [3, 1], 0.5), [1, 0.5, 0.5, 0.25, 0.25]),
    "exponential": (lambda o: schedulers.ExponentialLR(o, 0.5), [1, 0.5, 0.25]),
    "lambda": (lambda o: schedulers.LambdaLR(o, lambda step: 1 / (step + 1)), [1, 1 / 2, 1 / 3]),
    "product": (lambda o: schedulers.MultiplicativeLR(o, lambda step: 1 / step), [1, 1, 1 / 2, 1 / 6]),
    "chained": (
        lambda o: schedulers.ChainedScheduler([schedulers.ConstantLR(o, 0.5, 2), schedulers.ExponentialLR(o, 0.1)]),
        [0.5, 0.05, 0.01, 0.001],
    ),
    "polynomial": (lambda o: schedulers.PolynomialLR(o, 4, 0.2, 2.0), [1, 0.65, 0.4, 0.25, 0.2, 0.2]),
    "polynomial, again": (
        lambda o: schedulers.PolynomialLR(o, 2, 0.0, cycle=True),
        [1, 0.5, 0, 1 / 4, 0, 1 / 6, 0],
    ),
    "polynomial, in PyTorch's words": (
        lambda o: schedulers.PolynomialLR(o, total_iters=4, power=2.0),
        [1, 0.5625, 0.25, 0.0625, 0, 0],
    ),
    "cosine annealing": (
        lambda o: schedulers.CosineAnnealingLR(o, 4, 0.1),
        [0.1 + 0.9 * cosine(step, 4) for step in range(7)],
    ),
    "warm restarts": (
        lambda o: schedulers.CosineAnnealingWarmRestarts(o, 2, 2),
        [cosine(0, 2), cosine(1, 2), cosine(0, 4), cosine(1, 4), cosine(2, 4), cosine(3, 4), cosine(0, 8)],
    ),
    "cosine decay": (
        lambda o: schedulers.CosineDecayLR(o, 3, 0.1),
        [0.1 + 0.9 * cosine(min(step, 3), 3) for step in range(6)],
    ),
    "one after the other": (
        lambda o: schedulers.SequentialLR(
            o, [schedulers.ConstantLR(o, 0.5, 9), schedulers.ExponentialLR(o, 0.1)], [2]
        ),
        [0.5, 0.5, 1, 0.1, 0.01],
    ),
    "warm-up": (lambda o: schedulers.WarmupLR(o, 0.5, 2), [0.5, 0.75, 1, 1]),
    "constant warm-up": (lambda o: schedulers.WarmUpLR(o, 0.5, 2, "constant"), [0.5, 0.5, 1]),
    "warm-up, then from the start": (
        lambda o: schedulers.WarmupLR(schedulers.ExponentialLR(o, 0.1), 0.5, 2, warmup_prefix=True),
        [0.5, 0.75, 1, 0.1, 0.01],
    ),
    "warm-up into the decay": (
        lambda o: schedulers.WarmupLR(schedulers.ExponentialLR(o, 0.5), 0.5, 2),
        [0.5, 0.375, 0.25, 0.125],
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_rates(name):
    make, expected = CASES[name]
    np.testing.assert_allclose(rates(make(adamw()), len(expected)), expected, rtol=1e-12, atol=1e-15)


HALVES = {"max_lr": 1.0, "div_factor": 4.0, "final_div_factor": 2.5, "anneal_strategy": "linear"}
WAVES = {"base_lr": 0.1, "max_lr": 1.1, "step_size_up": 2}
CYCLES = {
    "one cycle": (
        lambda o: schedulers.OneCycleLR(o, total_steps=6, pct_start=0.5, **HALVES),
        [(0.25, 0.95), (0.625, 0.9), (1, 0.85), (0.7, 0.85 + 0.1 / 3), (0.4, 0.85 + 0.2 / 3), (0.1, 0.95)],
    ),
    "one cycle of epochs, along cosines": (
        lambda o: schedulers.OneCycleLR(o, epochs=2, steps_per_epoch=5, **{**HALVES, "anneal_strategy": "cos"}),
        [(0.25, 0.95), (0.625, 0.9), *((0.1 + 0.9 * cosine(i, 7), 0.95 - 0.1 * cosine(i, 7)) for i in range(8))],
    ),
    "one cycle in three phases": (
        lambda o: schedulers.OneCycleLR(o, total_steps=10, three_phase=True, **HALVES),
        [(0.25, 0.95), (0.625, 0.9), (1, 0.85), (0.625, 0.9), *((0.25 - 0.03 * i, 0.95) for i in range(6))],
    ),
    "one cycle without a rise": (
        lambda o: schedulers.OneCycleLR(o, total_steps=4, pct_start=0.25, **HALVES),
        [(1, 0.85), (0.7, 0.85 + 0.1 / 3), (0.4, 0.85 + 0.2 / 3), (0.1, 0.95)],
    ),
    "cycles": (
        lambda o: schedulers.CyclicLR(o, step_size_down=4, **WAVES),
        [(0.1, 0.9), (0.6, 0.85), (1.1, 0.8), (0.85, 0.825), (0.6, 0.85), (0.35, 0.875), (0.1, 0.9), (0.6, 0.85)],
    ),
    "cycles that halve": (
        lambda o: schedulers.CyclicLR(o, mode="triangular2", **WAVES),
        [(0.1, 0.9), (0.6, 0.85), (1.1, 0.8), (0.6, 0.85), (0.1, 0.9), (0.35, 0.875), (0.6, 0.85)],
    ),
    "cycles that fade": (
        lambda o: schedulers.CyclicLR(o, mode="exp_range", gamma=0.5, **WAVES),
        [(0.1, 0.9), (0.35, 0.875), (0.35, 0.875), (0.1625, 0.89375), (0.1, 0.9)],
    ),
    "cycles of one's own": (
        lambda o: schedulers.CyclicLR(o, scale_fn=lambda step: step, scale_mode="iterations", **WAVES),
        [(0.1, 0.9), (0.6, 0.85), (2.1, 0.7), (1.6, 0.75), (0.1, 0.9)],
    ),
}


@pytest.mark.parametrize("kind", ["SGD", "Adam"])
@pytest.mark.parametrize("name", CYCLES)
def test_cycles_of_rates_and_momenta(name, kind):
    make, expected = CYCLES[name]
    parameters = [nn.Parameter(flow.zeros(1))]
    optimizer = optim.SGD(parameters, lr=9.0, momentum=0.5) if kind == "SGD" else optim.Adam(parameters, lr=9.0)
    scheduler, found = make(optimizer), []
    for _ in expected:
        (group,) = optimizer.param_groups
        found.append((group["lr"], group["momentum"] if kind == "SGD" else group["betas"][0]))
        scheduler.step()
    np.testing.assert_allclose(found, expected, rtol=1e-12, atol=1e-15)


def test_cycles_of_several_groups_and_without_momentum():
    scheduler = schedulers.OneCycleLR(adamw(1.0, 1.0), [1.0, 2.0], total_steps=4, cycle_momentum=False)
    assert scheduler.get_last_lr() == pytest.approx([0.04, 0.08], rel=1e-12)
    assert [group["betas"][0] for group in scheduler.optimizer.param_groups] == [0.9, 0.9]
    optimizer = adamw()
    scheduler = schedulers.CyclicLR(optimizer, **WAVES)
    scheduler.step()
    again = schedulers.CyclicLR(adamw(), **WAVES)
    again.load_state_dict(scheduler.state_dict())
    assert again.get_last_lr() == scheduler.get_last_lr() == [pytest.approx(0.6)]
    again.step(), scheduler.step()
    assert again.get_last_lr() == scheduler.get_last_lr() == [pytest.approx(1.1)]
    assert again.optimizer.param_groups[0]["betas"][0] == optimizer.param_groups[0]["betas"][0] == pytest.approx(0.8)


def test_what_cycles_refuse():
    with pytest.raises(ValueError, match="OneCycleLR: expects total_steps, or epochs and steps_per_epoch, got neither"):
        schedulers.OneCycleLR(adamw(), 1.0, epochs=3)
    with pytest.raises(ValueError, match="OneCycleLR: expects a number of steps above 0, got 0"):
        schedulers.OneCycleLR(adamw(), 1.0, 0)
    with pytest.raises(ValueError, match=r"OneCycleLR: expects pct_start to be in \[0, 1\], got 2"):
        schedulers.OneCycleLR(adamw(), 1.0, 4, pct_start=2)
    with pytest.raises(ValueError, match="OneCycleLR: expects anneal_strategy to be cos or linear, got 'up'"):
        schedulers.OneCycleLR(adamw(), 1.0, 4, anneal_strategy="up")
    with pytest.raises(ValueError, match="OneCycleLR: expects 1 of max_lr, one per group, got 2"):
        schedulers.OneCycleLR(adamw(), [1.0, 2.0], 4)
    with pytest.raises(TypeError, match="OneCycleLR: expects an Optimizer, got int"):
        schedulers.OneCycleLR(3, 1.0, 4)
    with pytest.raises(ValueError, match="expects an optimizer with momentum or betas, or cycle_momentum=False"):
        schedulers.CyclicLR(optim.Adagrad([nn.Parameter(flow.zeros(1))]), 0.1, 1.0)
    with pytest.raises(ValueError, match="CyclicLR: expects mode to be one of triangular, .*, got 's'"):
        schedulers.CyclicLR(adamw(), 0.1, 1.0, mode="s")
    with pytest.raises(ValueError, match="CyclicLR: expects scale_mode to be cycle or iterations, got 's'"):
        schedulers.CyclicLR(adamw(), 0.1, 1.0, scale_mode="s")
    with pytest.raises(ValueError, match=r"CyclicLR: expects steps up and down to be above 0, got \(0, 0\)"):
        schedulers.CyclicLR(adamw(), 0.1, 1.0, 0)
    scheduler = schedulers.OneCycleLR(adamw(), 1.0, 2)
    scheduler.step(), scheduler.step()
    with pytest.raises(ValueError, match="OneCycleLR: expects at most 2 steps, got 3"):
        scheduler.step()


def test_groups_keep_their_own_rates():
    scheduler = schedulers.ExponentialLR(adamw(1.0, 0.1), 0.5)
    scheduler.step()
    assert scheduler.get_last_lr() == [0.5, 0.05]
    scheduler = schedulers.LambdaLR(adamw(1.0, 0.1), [lambda step: 1, lambda step: 2])
    assert scheduler.get_last_lr() == [1.0, 0.2]


def test_a_state_goes_on_where_it_was():
    scheduler = schedulers.ExponentialLR(adamw(), 0.5)
    for _ in range(3):
        scheduler.step()
    resumed = schedulers.ExponentialLR(adamw(), 0.5)
    resumed.load_state_dict(scheduler.state_dict())
    assert resumed.get_last_lr() == [0.125]
    resumed.optimizer.load_state_dict(scheduler.optimizer.state_dict())
    resumed.step()
    assert resumed.get_last_lr() == [0.0625]
    with pytest.raises(ValueError, match="load_state_dict: ExponentialLR expects last_epoch and 1 base_lrs, got"):
        resumed.load_state_dict({"last_step": 3})


def steps(optimizer, *chained, count=6, by_hand=None):
    """The first group's rate after each step of all of the schedulers."""
    found = []
    for step in range(count):
        optimizer.has_stepped = True
        for scheduler in chained:
            scheduler.step()
        if step == by_hand:
            optimizer.param_groups[0]["lr"] = 0.02
        found.append(float(optimizer.param_groups[0]["lr"]))
    return found


GOING_ON = {
    "exponential": (lambda o: schedulers.ExponentialLR(o, 0.9), [0.09, 0.081, 0.0729, 0.02, 0.018, 0.0162]),
    "steps": (lambda o: schedulers.StepLR(o, 2, 0.5), [0.1, 0.05, 0.05, 0.02, 0.02, 0.01]),
    "milestones": (lambda o: schedulers.MultiStepLR(o, [3, 5], 0.1), [0.1, 0.1, 0.01, 0.02, 0.002, 0.002]),
    "cosine": (
        lambda o: schedulers.CosineAnnealingLR(o, 4, eta_min=0.01),
        [0.086819805, 0.055, 0.023180195, 0.02, 0.033180195, 0.089142136],
    ),
    "factors": (
        lambda o: schedulers.MultiplicativeLR(o, lambda e: 0.95),
        [0.095, 0.09025, 0.0857375, 0.02, 0.019, 0.01805],
    ),
    "polynomial": (
        lambda o: schedulers.PolynomialLR(o, total_iters=10, power=2.0),
        [0.081, 0.064, 0.049, 0.02, 0.013888889, 0.008888889],
    ),
    "lambda": (lambda o: schedulers.LambdaLR(o, lambda e: 0.5**e), [0.05, 0.025, 0.0125, 0.02, 0.003125, 0.0015625]),
}


@pytest.mark.parametrize("kind", GOING_ON)
def test_a_rate_that_is_set_by_hand_goes_on_as_in_pytorch(kind):
    make, expected = GOING_ON[kind]
    optimizer = adamw(0.1)
    assert steps(optimizer, make(optimizer), by_hand=3) == pytest.approx(expected, rel=1e-6)


def test_schedulers_of_one_optimizer_work_together():
    optimizer = adamw(0.1)
    pair = schedulers.ExponentialLR(optimizer, 0.9), schedulers.MultiStepLR(optimizer, [3], 0.1)
    assert steps(optimizer, *pair, count=4) == pytest.approx([0.09, 0.081, 0.00729, 0.006561])
    optimizer = adamw(0.1)
    warm, falls = schedulers.LinearLR(optimizer, 0.5, total_iters=2), schedulers.ExponentialLR(optimizer, 0.5)
    assert optimizer.param_groups[0]["lr"] == 0.05
    assert steps(optimizer, warm, falls, count=3) == pytest.approx([0.0375, 0.025, 0.0125])
    optimizer = adamw(0.1)
    cosine, cuts = schedulers.CosineAnnealingLR(optimizer, 10), schedulers.ReduceLROnPlateau(optimizer, patience=0)
    found = []
    for _ in range(4):
        steps(optimizer, cosine, count=1)
        cuts.step(1.0)
        found.append(optimizer.param_groups[0]["lr"])
    assert found == pytest.approx([0.0975528258, 0.0090450850, 0.00079389263, 6.5450850e-05], rel=1e-6)


def test_a_scheduler_made_in_the_middle_goes_on_from_the_rate_that_is_there():
    optimizer = adamw(0.1)
    optimizer.param_groups[0]["initial_lr"] = 0.1
    scheduler = schedulers.MultiStepLR(optimizer, [2, 4], 0.1, last_epoch=3)
    assert scheduler.get_last_lr() == pytest.approx([0.01])


def test_groups_that_are_added():
    optimizer = adamw(0.1)
    scheduler = schedulers.ExponentialLR(optimizer, 0.5)
    optimizer.add_param_group({"params": [nn.Parameter(flow.zeros(1))], "lr": 0.8})
    assert steps(optimizer, scheduler, count=2)[-1] == 0.025 and optimizer.param_groups[1]["lr"] == 0.2
    for make in (lambda o: schedulers.CosineAnnealingLR(o, 5), lambda o: schedulers.LambdaLR(o, lambda step: 1.0)):
        optimizer = adamw(0.1)
        scheduler = make(optimizer)
        optimizer.add_param_group({"params": [nn.Parameter(flow.zeros(1))]})
        with pytest.raises(ValueError, match="LR: expects as many groups as it was made for, 1, got 2"):
            scheduler.step()


def test_rates_that_a_subclass_lists_of_those_of_a_scheduler():
    class Warmed(schedulers.CosineAnnealingLR):
        def get_lr(self):
            return [b * self.last_epoch / 2 for b in self.base_lrs] if self.last_epoch < 2 else super().get_lr()

    optimizer = adamw(0.1)
    warmed = Warmed(optimizer, 4)
    assert optimizer.param_groups[0]["lr"] == 0
    # From step 2 on as the cosine changes what is there.
    assert steps(optimizer, warmed, count=3) == pytest.approx([0.05, 0.029289322, 0.0085786438])
    assert warmed.get_lr() == pytest.approx(warmed.get_last_lr(), abs=1) and len(warmed.state_dict()) > 4


def test_states_have_the_names_and_settings_of_pytorch():
    optimizer = adamw(0.1)
    state = schedulers.StepLR(optimizer, 3, 0.5).state_dict()
    assert (state["last_epoch"], state["step_size"], state["gamma"], state["_last_lr"]) == (0, 3, 0.5, [0.1])
    other = schedulers.StepLR(adamw(0.1), 7)
    other.load_state_dict({"step_size": 2, "gamma": 0.1, "base_lrs": [0.1], "last_epoch": 1, "_last_lr": [0.1]})
    assert steps(other.optimizer, other, count=2) == pytest.approx([0.01, 0.01])
    several = schedulers.SequentialLR(
        optimizer, [schedulers.ConstantLR(optimizer, 0.5), schedulers.ExponentialLR(optimizer, 0.5)], [2]
    )
    assert [len(each["base_lrs"]) for each in several.state_dict()["schedulers"]] == [1, 1]


class Descent(nn.Graph):
    """The gradient of the sum of w is 1, so that a step without decay moves w by the rate, as AdamW corrects it."""

    def __init__(self, w, optimizer, scheduler):
        super().__init__()
        self.w = w
        self.add_optimizer(optimizer, lr_sch=scheduler)

    def build(self):
        loss = self.w.sum()
        loss.backward()
        return loss


def test_a_graph_steps_its_scheduler_after_each_run():
    w = nn.Parameter(flow.zeros(3))
    optimizer = optim.AdamW([w], lr=1.0, weight_decay=0.0)
    scheduler = schedulers.StepLR(optimizer, 1, 0.5)
    graph = Descent(w, optimizer, scheduler)
    positions = [0.0]
    for _ in range(4):
        graph()
        positions.append(float(w.numpy()[0]))
    np.testing.assert_allclose(np.diff(positions), [-1, -0.5, -0.25, -0.125], rtol=1e-5)
    assert scheduler.last_step == 4


def test_errors():
    with pytest.raises(TypeError, match="StepLR: expects an Optimizer, got int"):
        schedulers.StepLR(3, 1)
    with pytest.raises(ValueError, match="StepLR: expects step_size to be above 0, got 0"):
        schedulers.StepLR(adamw(), 0)
    with pytest.raises(ValueError, match="PolynomialLR: expects one of decay_batch and total_iters, got both"):
        schedulers.PolynomialLR(adamw(), 4, total_iters=4)
    with pytest.raises(ValueError, match="PolynomialLR: expects one of decay_batch and total_iters, got none"):
        schedulers.PolynomialLR(adamw())
    with pytest.raises(ValueError, match="LambdaLR: expects 1 functions, one per group, got 2"):
        schedulers.LambdaLR(adamw(), [abs, abs])
    with pytest.raises(ValueError, match="SequentialLR: expects schedulers of this optimizer, got one of another"):
        schedulers.SequentialLR(adamw(), [schedulers.ConstantLR(adamw())], [])
    with pytest.raises(ValueError, match="add_optimizer: expects a scheduler of this optimizer, got one of another"):
        Descent(nn.Parameter(flow.zeros(1)), adamw(), schedulers.ConstantLR(adamw()))
    with pytest.raises(TypeError, match="add_optimizer: expects an LRScheduler, got float"):
        Descent(nn.Parameter(flow.zeros(1)), adamw(), 0.1)


def test_a_scheduler_without_a_rate():
    class Unfinished(schedulers.LRScheduler):
        pass

    with pytest.raises(NotImplementedError, match=r"Unfinished: expects a method get_lr\(base_lr, step\), found none"):
        Unfinished(adamw())


def plateau(optimizer, metrics, module=schedulers, **options):
    """The rate after each metric."""
    scheduler, found = module.ReduceLROnPlateau(optimizer, **options), []
    for metric in metrics:
        scheduler.step(metric)
        found.append(optimizer.param_groups[0]["lr"])
    return found


PLATEAUS = [
    {"factor": 0.5, "patience": 1},
    {"factor": 0.5, "patience": 0, "cooldown": 2},
    {"factor": 0.5, "patience": 0, "min_lr": 0.3},
    {"factor": 0.5, "patience": 0, "threshold": 0.1},
    {"factor": 0.5, "patience": 0, "threshold": 0.1, "threshold_mode": "abs", "mode": "max"},
]
METRICS = [1.0, 0.95, 0.95, 0.96, 0.5, 0.5, 0.5, 0.49, 0.6, 0.6, 0.6]


def test_a_plateau_reduces_the_rate():
    assert plateau(adamw(), METRICS, **PLATEAUS[0]) == [1, 1, 1, 0.5, 0.5, 0.5, 0.25, 0.25, 0.25, 0.125, 0.125]
    assert plateau(adamw(), METRICS, **PLATEAUS[1])[:7] == [1, 1, 0.5, 0.5, 0.5, 0.25, 0.25]
    assert plateau(adamw(), METRICS, **PLATEAUS[2])[-1] == 0.3
    scheduler = schedulers.ReduceLROnPlateau(adamw(), patience=2)
    scheduler.step(0.5)
    other = schedulers.ReduceLROnPlateau(adamw())
    other.load_state_dict(scheduler.state_dict())
    assert other.state_dict() == scheduler.state_dict()
    assert (other.best, other.num_bad_epochs, other.last_epoch, other.patience) == (0.5, 0, 1, 2)
    with pytest.raises(ValueError, match="load_state_dict: expects best, num_bad_epochs, .* got no num_bad_epochs"):
        other.load_state_dict({"best": 1.0})
    with pytest.raises(ValueError, match=r"ReduceLROnPlateau: expects factor to be in \[0, 1\), got 1.0"):
        schedulers.ReduceLROnPlateau(adamw(), factor=1.0)


@pytest.mark.parametrize("options", PLATEAUS)
def test_plateaus_are_those_of_pytorch(options):
    torch = pytest.importorskip("torch")
    peer = torch.optim.SGD([torch.nn.Parameter(torch.zeros(1))], lr=1.0)
    expected = plateau(peer, METRICS, torch.optim.lr_scheduler, **options)
    assert plateau(adamw(), METRICS, **options) == expected


def test_a_graph_steps_the_scheduler_and_is_compiled_once():
    parameter = nn.Parameter(flow.ones(1))
    optimizer = optim.SGD([parameter], lr=1.0, momentum=0.5)
    scheduler = schedulers.OneCycleLR(optimizer, 1.0, total_steps=4, pct_start=0.5, base_momentum=0.5)

    class Step(nn.Graph):
        def __init__(self):
            super().__init__()
            self.parameter = parameter
            self.add_optimizer(optimizer, lr_sch=scheduler)

        def build(self):
            loss = self.parameter.sum()
            loss.backward()
            return loss

    graph = Step()
    expected, velocity = 1.0, 0.0
    for _ in range(4):
        rate, momentum = optimizer.param_groups[0]["lr"], optimizer.param_groups[0]["momentum"]
        graph()
        velocity = momentum * velocity + 1
        expected -= rate * velocity
        assert parameter.item() == pytest.approx(expected, rel=1e-6)
    assert graph.explain().count("\n") == 0
    with pytest.raises(ValueError, match="OneCycleLR: expects at most 4 steps, got 5"):
        scheduler.step()
