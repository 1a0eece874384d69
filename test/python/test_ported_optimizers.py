"""Optimizers and schedulers as programs written for PyTorch use them."""

import copy
import io
import pickle

import numpy as np
import pytest

import weir as flow
from weir import nn, optim
from weir.optim import lr_scheduler
from weir.optim.swa_utils import SWALR, AveragedModel, get_ema_avg_fn, get_ema_multi_avg_fn, update_bn

KINDS = {
    "SGD": lambda parameters: optim.SGD(parameters, lr=0.1, momentum=0.9),
    "Adam": lambda parameters: optim.Adam(parameters, lr=0.1),
    "NAdam": lambda parameters: optim.NAdam(parameters, lr=0.1),
}


def leaf(*values):
    return flow.tensor(values).requires_grad_()


def train(model, optimizer, steps=1):
    dtype = next(model.parameters()).dtype
    for _ in range(steps):
        optimizer.zero_grad()
        (model(flow.ones(2, 3, dtype=dtype)) ** 2).sum().backward()
        optimizer.step()


def values(model):
    return np.concatenate([each.detach().double().numpy().ravel() for each in model.parameters()])


class Lion(optim.Optimizer):
    """As its paper's authors wrote it: a step of its own, and state that it makes itself."""

    def __init__(self, params, lr=1e-2, betas=(0.9, 0.99)):
        super().__init__(params, {"lr": lr, "betas": betas})

    @flow.no_grad()
    def step(self, closure=None):
        for group in self.param_groups:
            beta1, beta2 = group["betas"]
            for p in group["params"]:
                if p.grad is None:
                    continue
                state = self.state[p]
                if len(state) == 0:
                    state["exp_avg"], state["calls"] = flow.zeros_like(p), 0
                state["calls"] += 1
                update = (state["exp_avg"] * beta1 + p.grad * (1 - beta1)).sign()
                p.add_(update, alpha=-group["lr"])
                state["exp_avg"].mul_(beta2).add_(p.grad, alpha=1 - beta2)


# parameters and keywords


def test_parameters_come_with_their_names():
    model = nn.Linear(3, 2)
    optimizer = optim.Adam(model.named_parameters(), lr=0.1)
    assert optimizer.param_groups[0]["param_names"] == ["weight", "bias"]
    assert optimizer.param_groups[0]["params"] == [model.weight, model.bias]
    train(model, optimizer)
    saved = optimizer.state_dict()
    assert saved["param_groups"][0]["param_names"] == ["weight", "bias"]
    optim.Adam(nn.Linear(3, 2).named_parameters(), lr=0.1).load_state_dict(saved)
    grouped = optim.SGD([{"params": [("w", model.weight)]}, {"params": [model.bias]}], lr=0.1)
    assert grouped.param_groups[0]["param_names"] == ["w"] and "param_names" not in grouped.param_groups[1]
    with pytest.raises(ValueError, match="expects names for all parameters of a group or for none, got 1 for 2"):
        optim.SGD([("w", model.weight), model.bias], lr=0.1)



def test_results_of_ops_are_refused():
    w = leaf(1.0, 2.0)
    for kind in (optim.SGD, optim.Adam, optim.RMSprop, optim.LAMB, Lion):
        with pytest.raises(ValueError, match=f"{kind.__name__}: expects leaves as parameters.*got a tensor with grad"):
            kind([w * 2], lr=0.1)
    optimizer = optim.SGD([w], lr=0.1)
    with pytest.raises(ValueError, match="SGD: expects leaves as parameters"):
        optimizer.add_param_group(param_group={"params": [w + 1]})
    assert len(optimizer.param_groups) == 1
    with pytest.raises(TypeError, match="SGD: expects an iterable of parameters or of groups, got Tensor"):
        optim.SGD(w, lr=0.1)


ALL = "ASGD Adadelta Adafactor Adagrad Adam AdamW Adamax LAMB LBFGS Muon NAdam RAdam RMSprop Rprop SGD".split()


@pytest.mark.parametrize("name", ALL)
def test_keywords_that_say_nothing_here(name):
    kind, w = getattr(optim, name), leaf([1.0])
    kind([w], lr=0.1, foreach=False, fused=True, capturable=False, differentiable=False)
    with pytest.raises(ValueError, match=f"{name}: expects differentiable=False, as gradients do not pass steps"):
        kind([w], lr=0.1, differentiable=True)
    with pytest.raises(TypeError, match=f"{name}: got an unexpected keyword argument 'quick'"):
        kind([w], lr=0.1, quick=True)


def test_a_rate_that_is_a_tensor():
    w, lr = leaf(1.0, 2.0), flow.tensor(0.5)
    optimizer = optim.SGD([w], lr=lr)
    w.sum().backward()
    optimizer.step()
    assert w.tolist() == [0.5, 1.5]
    lr.fill_(0.25)
    optimizer.step()
    assert w.tolist() == [0.25, 1.25]
    scheduler = lr_scheduler.StepLR(optimizer, 1, gamma=0.5)
    scheduler.step()
    assert lr.item() == 0.125 and optimizer.param_groups[0]["lr"] is lr and scheduler.base_lrs == [0.25]


def test_gradients_become_zeros_if_asked():
    w = leaf(1.0, 2.0)
    optimizer, module = optim.SGD([w], lr=0.1), nn.ParameterList([nn.Parameter(flow.ones(2))])
    for zero_grad, parameter in ((optimizer.zero_grad, w), (module.zero_grad, module[0])):
        parameter.sum().backward()
        zero_grad(set_to_none=False)
        assert parameter.grad.tolist() == [0.0, 0.0]
        zero_grad(set_to_none=True)
        assert parameter.grad is None


def test_gradients_become_zeros_inside_of_a_graph():
    model = nn.Linear(1, 1, bias=False)
    nn.init.ones_(model.weight)

    class Training(nn.Graph):
        def __init__(self):
            super().__init__()
            self.model = model
            self.add_optimizer(optim.SGD(model.parameters(), lr=0.25))

        def build(self, x):
            self.model(x).sum().backward()
            self.model.zero_grad(set_to_none=False)
            loss = self.model(2 * x).sum()
            loss.backward()
            return loss

    assert Training()(flow.ones(1, 1)).item() == 2.0
    assert model.weight.item() == 0.5


def test_hooks_of_steps():
    w, calls = leaf(1.0), []
    for optimizer in (optim.SGD([w], lr=0.5), Lion([w], lr=0.5)):
        before = optimizer.register_step_pre_hook(lambda *given: calls.append(("before", w.item(), *given[1:])))
        behind = optimizer.register_step_post_hook(lambda *given: calls.append(("behind", w.item(), given[0])))
        w.grad = None
        w.sum().backward()
        optimizer.step()
        after = w.item()
        assert calls == [("before", after + 0.5, (), {}), ("behind", after, optimizer)]
        calls.clear()
        before.remove()
        behind.remove()
        optimizer.step()
        assert calls == []


def test_a_hook_replaces_the_closure():
    w, called = leaf(1.0), []
    optimizer = optim.SGD([w], lr=0.5)
    optimizer.register_step_pre_hook(lambda *_: ((lambda: called.append("other"),), {}))
    optimizer.step(lambda: called.append("own"))
    assert called == ["other"]
    optimizer.register_step_pre_hook(lambda *_: 3)
    with pytest.raises(TypeError, match=r"expects a hook to give None or \(args, kwargs\), got int"):
        optimizer.step()


# state


def test_a_step_of_its_own_goes_on_from_its_state():
    model = nn.Linear(3, 2)
    optimizer = Lion(model.parameters(), lr=0.1)
    train(model, optimizer, 3)
    file = io.BytesIO()
    flow.save({"model": model.state_dict(), "optimizer": optimizer.state_dict()}, file)
    file.seek(0)
    saved = flow.load(file)
    other = nn.Linear(3, 2)
    other.load_state_dict(saved["model"])
    fresh = Lion(other.parameters(), lr=0.7)
    fresh.load_state_dict(saved["optimizer"])
    assert fresh.param_groups[0]["lr"] == 0.1 and fresh.state[other.weight]["calls"] == 3
    optimizer.load_state_dict(optimizer.state_dict())
    train(model, optimizer, 3)
    train(other, fresh, 3)
    np.testing.assert_array_equal(values(model), values(other))
    assert fresh.state[other.bias]["calls"] == 6


def test_a_loaded_state_is_a_copy():
    w = nn.Parameter(flow.ones(2))
    optimizer = Lion([w])
    w.sum().backward()
    optimizer.step()
    saved = optimizer.state_dict()
    fresh = Lion([w])
    fresh.load_state_dict(saved)
    fresh.step()
    np.testing.assert_allclose(optimizer.state[w]["exp_avg"].tolist(), [0.01, 0.01], rtol=1e-5)
    np.testing.assert_allclose(fresh.state[w]["exp_avg"].tolist(), [0.0199, 0.0199], rtol=1e-5)


COPIES = {"copy": copy.deepcopy, "pickle": lambda both: pickle.loads(pickle.dumps(both))}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("copied", COPIES.values(), ids=COPIES)
def test_copies_go_on_alike(kind, copied):
    model = nn.Linear(3, 2)
    optimizer = KINDS[kind](model.parameters())
    train(model, optimizer, 2)
    other, its = copied((model, optimizer))
    assert its.param_groups[0]["params"][0] is other.weight is not model.weight
    train(model, optimizer, 2)
    assert not np.array_equal(values(model), values(other))
    train(other, its, 2)
    np.testing.assert_array_equal(values(model), values(other))


def test_a_copied_scheduler_has_an_optimizer_of_its_own():
    w = leaf(1.0)
    optimizer = optim.SGD([w], lr=0.1)
    schedulers = [
        lr_scheduler.StepLR(optimizer, 1, gamma=0.5),
        lr_scheduler.LambdaLR(optimizer, lambda step: 0.5**step),
        lr_scheduler.ReduceLROnPlateau(optimizer),
    ]
    w.sum().backward()
    optimizer.step()
    for scheduler in schedulers:
        assert copy.deepcopy(scheduler).optimizer is not optimizer
    other = copy.deepcopy(schedulers[0])
    other.step()
    assert other.get_last_lr() == [0.05] and schedulers[0].get_last_lr() == [0.1]
    assert pickle.loads(pickle.dumps(schedulers[0])).get_last_lr() == [0.1]
    one_cycle = lr_scheduler.OneCycleLR(optim.SGD([w], lr=0.1, momentum=0.9), 1.0, 10)
    assert pickle.loads(pickle.dumps(one_cycle)).get_last_lr() == one_cycle.get_last_lr()


@pytest.mark.parametrize("kind", KINDS)
def test_gradients_and_state_follow_a_conversion(kind):
    model = nn.Linear(3, 2)
    optimizer = KINDS[kind](model.parameters())
    train(model, optimizer, 2)
    assert model.double().weight.grad.dtype is flow.float64
    optimizer.step()
    optimizer.load_state_dict(optimizer.state_dict())
    train(model, optimizer)
    state = optimizer.state[model.weight]
    assert {each.dtype for each in state.values()} == {flow.float64} and state["step"].item() == 4


@pytest.mark.parametrize("kind", KINDS)
def test_numbers_behind_a_conversion(kind):
    model = nn.Linear(3, 2)
    reference = copy.deepcopy(model).double()
    optimizer, expected = (KINDS[kind](each.parameters()) for each in (model, reference))
    train(model, optimizer, 2)
    model.double()
    train(model, optimizer, 2)
    train(reference, expected, 4)
    np.testing.assert_allclose(values(model), values(reference), rtol=2e-5, atol=2e-6)
    model.to(flow.bfloat16)
    train(model, optimizer, 2)
    train(reference, expected, 2)
    assert optimizer.state[model.weight]["step"].dtype is flow.float32
    np.testing.assert_allclose(values(model), values(reference), rtol=0.05, atol=0.02)


def test_one_converted_layer_of_two():
    model = nn.Sequential(nn.Linear(3, 3), nn.Linear(3, 2))
    optimizer = optim.Adam(model.parameters(), lr=0.1)
    train(model, optimizer, 2)
    model[1].double()
    x = model[0](flow.ones(2, 3)).double()
    optimizer.zero_grad()
    model[1](x).sum().backward()
    optimizer.step()
    kept = [optimizer.state[layer.weight] for layer in model]
    assert [state["step"].dtype for state in kept] == [flow.float32, flow.float64]
    assert [state["step"].item() for state in kept] == [3, 3]


# schedulers


def optimizer_of(lr=0.1):
    return optim.SGD([leaf(1.0)], lr=lr)


def rates_of(scheduler, steps):
    return [(scheduler.optimizer.param_groups[0]["lr"], scheduler.step())[0] for _ in range(steps)]


class Closed(lr_scheduler._LRScheduler):
    def get_lr(self):
        return [base * 0.9**self.last_epoch for base in self.base_lrs]


class Recursive(lr_scheduler.LRScheduler):
    def __init__(self, optimizer, gamma, last_epoch=-1, verbose=False):
        self.gamma = gamma
        super().__init__(optimizer, last_epoch, verbose)

    def get_lr(self):
        factor = self.gamma if self.last_epoch else 1.0
        return [group["lr"] * factor for group in self.optimizer.param_groups]


class OneFlows(lr_scheduler.LRScheduler):
    def get_lr(self, base_lr, step):
        return base_lr * 0.9**step


@pytest.mark.parametrize("make", [Closed, OneFlows, lambda o: Recursive(o, gamma=0.9), lambda o: Recursive(o, 0.9, -1)])
def test_both_forms_of_get_lr(make):
    scheduler = make(optimizer_of())
    assert (scheduler.last_epoch, scheduler._step_count, scheduler.base_lrs) == (0, 1, [0.1])
    np.testing.assert_allclose(rates_of(scheduler, 4), [0.1, 0.09, 0.081, 0.0729], rtol=1e-12)
    assert (scheduler.last_epoch, scheduler._step_count) == (4, 5)
    np.testing.assert_allclose(scheduler.get_last_lr(), [0.06561], rtol=1e-12)


@pytest.mark.parametrize("make", [Closed, OneFlows, lambda o: Recursive(o, 0.9)])
def test_schedulers_of_users_go_on_from_their_state(make):
    scheduler, other = make(optimizer_of()), make(optimizer_of())
    rates_of(scheduler, 3)
    other.optimizer.load_state_dict(scheduler.optimizer.state_dict())
    other.load_state_dict(scheduler.state_dict())
    assert rates_of(other, 3) == rates_of(scheduler, 3)


def test_listed_rates_behind_others():
    optimizer = optimizer_of()
    first, then = lr_scheduler.ConstantLR(optimizer, 0.5, 2), Recursive(optimizer, 0.9)
    both = lr_scheduler.SequentialLR(optimizer, [first, then], [2])
    np.testing.assert_allclose(rates_of(both, 5), [0.05, 0.05, 0.1, 0.09, 0.081], rtol=1e-12)
    assert then.last_epoch == 0


def test_too_few_rates_are_refused():
    class Short(lr_scheduler.LRScheduler):
        def get_lr(self):
            return []

    with pytest.raises(ValueError, match=r"Short: expects get_lr\(\) to give a list of 1 rates, one per group, got"):
        Short(optimizer_of())


def test_a_step_of_a_number():
    scheduler = lr_scheduler.ExponentialLR(optimizer_of(1.0), 0.5)
    scheduler.step(3)
    assert scheduler.get_last_lr() == [0.125] and scheduler.last_epoch == 3


def test_a_power_in_the_place_of_the_end():
    optimizer = optimizer_of()
    rule = r"PolynomialLR: expects the rate to fall, from 0.1 to end_learning_rate; .*power=.*got end_learning_rate=2"
    with pytest.raises(ValueError, match=rule):
        lr_scheduler.PolynomialLR(optimizer, 5, 2.0)
    assert optimizer.param_groups[0]["lr"] == 0.1
    scheduler = lr_scheduler.PolynomialLR(optimizer, total_iters=5, power=2.0)
    np.testing.assert_allclose(rates_of(scheduler, 6), [0.1, 0.064, 0.036, 0.016, 0.004, 0.0], atol=1e-12)


# averages of weights: the numbers are PyTorch's


@pytest.mark.parametrize(
    "options, expected",
    [
        ({}, 3.5),
        ({"avg_fn": get_ema_avg_fn(0.9)}, 2.561),
        ({"multi_avg_fn": get_ema_multi_avg_fn(0.9)}, 2.561),
        ({"avg_fn": lambda average, value, count: value}, 5.0),
        ({"use_buffers": True}, 3.5),
    ],
)
def test_averaged_models(options, expected):
    model = nn.Sequential(nn.Linear(2, 2, bias=False), nn.BatchNorm1d(2))
    nn.init.ones_(model[0].weight)
    averaged = AveragedModel(model, **options)
    for _ in range(4):
        with flow.no_grad():
            model[0].weight.add_(1.0)
            model[1].running_mean.add_(1.0)
        averaged.update_parameters(model)
    np.testing.assert_allclose(averaged.module[0].weight.tolist(), np.full((2, 2), expected), rtol=1e-6)
    of_buffers = 2.5 if "use_buffers" in options else 4.0
    np.testing.assert_allclose(averaged.module[1].running_mean.tolist(), [of_buffers] * 2, rtol=1e-6)
    assert averaged.n_averaged.item() == 4 and "module.0.weight" in averaged.state_dict()


def test_averages_are_of_one_kind():
    with pytest.raises(ValueError, match="AveragedModel: expects one of avg_fn and multi_avg_fn, got both"):
        AveragedModel(nn.Linear(1, 1), avg_fn=get_ema_avg_fn(), multi_avg_fn=get_ema_multi_avg_fn())
    with pytest.raises(ValueError, match=r"get_ema_avg_fn: expects decay in \[0, 1\], got 2"):
        get_ema_avg_fn(2)


def test_statistics_of_a_batch_norm_computed_anew():
    model = nn.Sequential(nn.BatchNorm1d(2)).eval()
    first = np.arange(8, dtype=np.float32).reshape(4, 2)
    model[0].running_mean.fill_(7.0)
    update_bn([flow.tensor(first), [flow.tensor(2 * first), "labels"]], model)
    batches = [first, 2 * first]
    np.testing.assert_allclose(model[0].running_mean.tolist(), np.mean([x.mean(0) for x in batches], 0), rtol=1e-5)
    variances = [x.var(0, ddof=1) for x in batches]
    np.testing.assert_allclose(model[0].running_var.tolist(), np.mean(variances, 0), rtol=1e-5)
    assert model[0].momentum == 0.1 and not model.training


def test_the_rate_of_averaging():
    optimizer = optimizer_of()
    falls, averages = lr_scheduler.ExponentialLR(optimizer, 0.9), SWALR(optimizer, 0.05, 3, "linear")
    rates = []
    for step in range(6):
        (falls if step < 2 else averages).step()
        rates.append(optimizer.param_groups[0]["lr"])
    np.testing.assert_allclose(rates, [0.09, 0.081, 0.0706666667, 0.0603333333, 0.05, 0.05], rtol=1e-8)
    with pytest.raises(ValueError, match="SWALR: expects anneal_strategy to be cos or linear, got 'sine'"):
        SWALR(optimizer, 0.05, anneal_strategy="sine")
    assert SWALR(optimizer_of(), [0.05], anneal_epochs=0).get_last_lr() == [0.05]


def test_hyper_parameters_that_have_no_default():
    from weir.optim.optimizer import required

    weight = nn.Parameter(flow.ones(1))
    with pytest.raises(ValueError, match="Optimizer: expects groups with lr, which has no default"):
        optim.Optimizer([weight], {"lr": required})
    given = optim.Optimizer([{"params": [weight], "lr": 0.5}], {"lr": required})
    assert given.param_groups[0]["lr"] == 0.5 and repr(required) == "<required parameter>"
