"""Schedulers that let rates rise and fall and momentum the other way round, against PyTorch's numbers."""

import pytest

import weir as flow
from weir import nn, optim
from weir.optim import lr_scheduler

# Rate and momentum at some steps, as torch 2.13 has them.
CASES = [
    (
        "OneCycleLR",
        {"max_lr": 0.1, "total_steps": 12},
        {
            0: (0.0040000000000000036, 0.95),
            1: (0.0349789654219583, 0.9177302443521267),
            3: (0.09944154354509119, 0.8505584586887436),
            7: (0.046263710266697504, 0.9037365046793212),
            11: (4e-07, 0.95),
            12: (0.0034566987425395167, 0.9465436874322102),
        },
    ),
    (
        "OneCycleLR",
        {"max_lr": [0.1, 0.3], "epochs": 4, "steps_per_epoch": 5, "three_phase": True, "pct_start": 0.4},
        {
            0: (0.01200000000000001, 0.95),
            5: (0.2457825314676576, 0.8688255099070633),
            9: (0.24578253146765763, 0.8688255099070633),
            14: (0.012, 0.95),
            19: (1.2e-06, 0.95),
        },
    ),
    (
        "OneCycleLR",
        {
            "max_lr": 1.0,
            "total_steps": 13,
            "anneal_strategy": "linear",
            "div_factor": 10,
            "final_div_factor": 100,
            "base_momentum": 0.5,
            "max_momentum": 0.9,
        },
        {
            1: (0.41034482758620694, 0.7620689655172413),
            3: (0.989021978021978, 0.5043956043956044),
            4: (0.8792417582417582, 0.5483516483516484),
            8: (0.44012087912087916, 0.7241758241758242),
        },
    ),
    (
        "CyclicLR",
        {"base_lr": 0.01, "max_lr": 0.1, "step_size_up": 3},
        {
            0: (0.01, 0.9),
            2: (0.06999999999999999, 0.8333333333333334),
            3: (0.1, 0.8),
            5: (0.03999999999999998, 0.8666666666666667),
            6: (0.01, 0.9),
            8: (0.06999999999999995, 0.8333333333333335),
        },
    ),
    (
        "CyclicLR",
        {"base_lr": 0.01, "max_lr": 0.1, "step_size_up": 3, "step_size_down": 2, "mode": "triangular2"},
        {
            3: (0.09999999999999999, 0.8),
            4: (0.055, 0.8500000000000001),
            8: (0.055, 0.8500000000000001),
            12: (0.024999999999999998, 0.8833333333333334),
        },
    ),
    (
        "CyclicLR",
        {
            "base_lr": [0.01, 0.02],
            "max_lr": [0.1, 1.0],
            "step_size_up": 2,
            "step_size_down": 4,
            "mode": "exp_range",
            "gamma": 0.9,
        },
        {
            1: (0.46100000000000024, 0.855),
            2: (0.8137999999999999, 0.8190000000000001),
            5: (0.16467004999999985, 0.88523775),
            8: (0.44185786579999975, 0.8569532790000001),
        },
    ),
]


def made(scheduler, options, optimizer=optim.SGD, **settings):
    parameters = [nn.Parameter(flow.ones(2)) for _ in range(2)]
    groups = optimizer([{"params": [each]} for each in parameters], lr=0.5, **settings)
    return getattr(lr_scheduler, scheduler)(groups, **options)


@pytest.mark.parametrize(("scheduler", "options", "steps"), CASES)
@pytest.mark.parametrize("optimizer", [optim.SGD, optim.AdamW])
def test_rates_and_momenta(scheduler, options, steps, optimizer):
    made_of = made(scheduler, options, optimizer, **({"momentum": 0.3} if optimizer is optim.SGD else {}))
    for step in range(max(steps) + 1):
        if step in steps:
            rate, momentum = steps[step]
            group = made_of.optimizer.param_groups[1]
            assert made_of.get_last_lr()[1] == group["lr"] == pytest.approx(rate, rel=1e-14)
            found = group["momentum"] if optimizer is optim.SGD else group["betas"][0]
            assert found == pytest.approx(momentum, rel=1e-14)
        if step < max(steps):
            made_of.step()


def test_a_graph_steps_the_scheduler_and_is_compiled_once():
    parameter = nn.Parameter(flow.ones(1))
    optimizer = optim.SGD([parameter], lr=1.0, momentum=0.5)
    scheduler = lr_scheduler.OneCycleLR(optimizer, 1.0, total_steps=4, pct_start=0.5, base_momentum=0.5)

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


def test_the_momentum_stays_if_it_is_not_cycled():
    scheduler = made("OneCycleLR", {"max_lr": 0.1, "total_steps": 9, "cycle_momentum": False}, momentum=0.3)
    assert scheduler.optimizer.param_groups[0]["momentum"] == 0.3


def test_a_scheduler_goes_on_from_its_state():
    options = {"max_lr": 0.1, "total_steps": 9}
    first, second = made("OneCycleLR", options, momentum=0.3), made("OneCycleLR", options, momentum=0.3)
    for _ in range(5):
        first.step()
    second.load_state_dict(first.state_dict())
    assert second.get_last_lr() == first.get_last_lr()
    assert second.optimizer.param_groups[0]["momentum"] == first.optimizer.param_groups[0]["momentum"]


@pytest.mark.parametrize(
    ("scheduler", "options", "message"),
    [
        ("OneCycleLR", {"max_lr": 1}, "OneCycleLR: expects total_steps, or epochs and .*, above 0, got None"),
        ("OneCycleLR", {"max_lr": [1], "total_steps": 4}, "OneCycleLR: expects 2 numbers in max_lr, got 1"),
        ("OneCycleLR", {"max_lr": 1, "total_steps": 4, "pct_start": 2}, "expects pct_start to be in .0, 1., got 2"),
        ("CyclicLR", {"base_lr": 0, "max_lr": 1, "mode": "round"}, "CyclicLR: expects mode to be one of triangular, "),
        ("CyclicLR", {"base_lr": 0, "max_lr": 1}, "expects an optimizer with momentum or betas, .*, got Adagrad"),
    ],
)
def test_errors(scheduler, options, message):
    with pytest.raises(ValueError, match=message):
        made(scheduler, options, optim.Adagrad)
