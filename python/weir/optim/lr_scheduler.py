"""Learning rates that depend on the step. A scheduler writes "lr" of its optimizer's groups: when it is made, and at
each `step()`, which a graph calls after every training run if it was given to `add_optimizer`."""

from __future__ import annotations

import math
from bisect import bisect_right
from typing import Any, Callable, Iterable, Mapping, Sequence

from .._errors import at_user_line
from .cycles import CyclicLR, OneCycleLR
from .optimizer import Optimizer
from .scheduler import LRScheduler, write_rate

__all__ = [
    "ChainedScheduler",
    "ConstantLR",
    "CosineAnnealingLR",
    "CosineAnnealingWarmRestarts",
    "CosineDecayLR",
    "CyclicLR",
    "ExponentialLR",
    "LRScheduler",
    "LambdaLR",
    "LinearLR",
    "MultiStepLR",
    "MultiplicativeLR",
    "OneCycleLR",
    "PolynomialLR",
    "ReduceLROnPlateau",
    "SequentialLR",
    "StepLR",
    "WarmUpLR",
    "WarmupLR",
]

_LRScheduler = LRScheduler  # the name that PyTorch and OneFlow had for it first


class ConstantLR(LRScheduler):
    """base_lr * factor for the first total_iters steps, then base_lr."""

    _goes_on = True

    def __init__(self, optimizer: Optimizer, factor: float = 1 / 3, total_iters: int = 5, last_step: int = -1):
        self._check(0 <= factor <= 1, "factor to be in [0, 1]", factor)
        self.factor, self.total_iters = factor, total_iters
        super().__init__(optimizer, last_step)

    def _rate_at(self, base_lr: float, step: int) -> float:
        return base_lr * self.factor if step < self.total_iters else base_lr


class LinearLR(LRScheduler):
    """base_lr times a factor that goes linearly from start_factor to end_factor in total_iters steps and stays
    there."""

    _goes_on = True

    def __init__(
        self,
        optimizer: Optimizer,
        start_factor: float = 1 / 3,
        end_factor: float = 1.0,
        total_iters: int = 5,
        last_step: int = -1,
    ):
        self._check(total_iters > 0, "total_iters to be above 0", total_iters)
        self.start_factor, self.end_factor, self.total_iters = start_factor, end_factor, total_iters
        super().__init__(optimizer, last_step)

    def _rate_at(self, base_lr: float, step: int) -> float:
        done = min(step / self.total_iters, 1.0)
        return base_lr * (self.start_factor + (self.end_factor - self.start_factor) * done)


class StepLR(LRScheduler):
    """base_lr times gamma once for every step_size steps done: base_lr * gamma ** (step // step_size)."""

    _goes_on = True

    def __init__(self, optimizer: Optimizer, step_size: int, gamma: float = 0.1, last_step: int = -1):
        self._check(step_size > 0, "step_size to be above 0", step_size)
        self.step_size, self.gamma = step_size, gamma
        super().__init__(optimizer, last_step)

    def _rate_at(self, base_lr: float, step: int) -> float:
        return base_lr * self.gamma ** (step // self.step_size)


class MultiStepLR(LRScheduler):
    """base_lr times gamma once for every milestone, a number of steps, that is reached."""

    _goes_on = True

    def __init__(self, optimizer: Optimizer, milestones: Iterable[int], gamma: float = 0.1, last_step: int = -1):
        self.milestones, self.gamma = sorted(milestones), gamma
        super().__init__(optimizer, last_step)

    def _rate_at(self, base_lr: float, step: int) -> float:
        return base_lr * self.gamma ** bisect_right(self.milestones, step)


class ExponentialLR(LRScheduler):
    """base_lr * gamma ** step."""

    _goes_on = True

    def __init__(self, optimizer: Optimizer, gamma: float, last_step: int = -1):
        self._check(gamma > 0, "gamma to be above 0", gamma)
        self.gamma = gamma
        super().__init__(optimizer, last_step)

    def _rate_at(self, base_lr: float, step: int) -> float:
        return base_lr * self.gamma**step


class LambdaLR(LRScheduler):
    """base_lr * lr_lambda(step), with one function for all groups or a list with one per group."""

    def __init__(
        self,
        optimizer: Optimizer,
        lr_lambda: Callable[[int], float] | Sequence[Callable[[int], float]],
        last_step: int = -1,
    ):
        groups = len(optimizer.param_groups)
        self.lr_lambdas = [lr_lambda] * groups if callable(lr_lambda) else list(lr_lambda)
        self._check(len(self.lr_lambdas) == groups, f"{groups} functions, one per group", len(self.lr_lambdas))
        super().__init__(optimizer, last_step)

    def lrs_at(self, step: int) -> list[float]:
        return [base_lr * function(step) for base_lr, function in zip(self.base_lrs, self.lr_lambdas)]


class MultiplicativeLR(LambdaLR):
    """base_lr times the product of lr_lambda(1), ..., lr_lambda(step), with one function for all groups or a list with
    one per group."""

    _goes_on = True

    def lrs_at(self, step: int) -> list[float]:
        return [
            base_lr * math.prod(function(each) for each in range(1, step + 1))
            for base_lr, function in zip(self.base_lrs, self.lr_lambdas)
        ]


class PolynomialLR(LRScheduler):
    """(base_lr - end_learning_rate) * (1 - step / decay_batch) ** power + end_learning_rate, which stays at the end
    after decay_batch steps. With `cycle`, decay_batch is multiplied by the least integer that makes it no smaller than
    step. PyTorch's `total_iters` is a decay_batch after which the rate is 0. Its third argument is `power`; an end
    above the first rate, which that most often is, raises ValueError."""

    _goes_on = True

    def __init__(
        self,
        optimizer: Optimizer,
        decay_batch: int | None = None,
        end_learning_rate: float | None = None,
        power: float = 1.0,
        cycle: bool = False,
        last_step: int = -1,
        *,
        total_iters: int | None = None,
    ):
        given = "both" if total_iters is not None else "none"
        self._check((decay_batch is None) != (total_iters is None), "one of decay_batch and total_iters", given)
        if end_learning_rate is None:
            end_learning_rate = 0.0001 if total_iters is None else 0.0
        decay_batch = total_iters if decay_batch is None else decay_batch
        self._check(decay_batch > 0, "decay_batch to be above 0", decay_batch)
        self._check_end(optimizer, end_learning_rate)
        self.decay_batch, self.end_learning_rate, self.power, self.cycle = decay_batch, end_learning_rate, power, cycle
        self._floor = float(end_learning_rate) or None
        super().__init__(optimizer, last_step)

    def _check_end(self, optimizer: Any, end: float) -> None:
        groups = getattr(optimizer, "param_groups", ())
        first = min((float(group.get("initial_lr", group["lr"])) for group in groups), default=math.inf)
        rule = f"the rate to fall, from {first:g} to end_learning_rate; PyTorch's third argument is power=..."
        self._check(end <= first, rule, f"end_learning_rate={end:g}")

    def _rate_at(self, base_lr: float, step: int) -> float:
        total = self.decay_batch * (max(math.ceil(step / self.decay_batch), 1) if self.cycle else 1)
        left = 1 - min(step, total) / total
        return (base_lr - self.end_learning_rate) * left**self.power + self.end_learning_rate


class CosineAnnealingLR(LRScheduler):
    """Along a cosine from base_lr at step 0 to eta_min at step T_max, and back up after it: eta_min + (base_lr -
    eta_min) * (1 + cos(pi * step / T_max)) / 2. Loshchilov and Hutter, "SGDR: Stochastic Gradient Descent with Warm
    Restarts", 2017."""

    _goes_on = True

    def __init__(self, optimizer: Optimizer, T_max: int, eta_min: float = 0.0, last_step: int = -1):
        self._check(T_max > 0, "T_max to be above 0", T_max)
        self.T_max, self.eta_min = T_max, eta_min
        self._floor = float(eta_min)
        super().__init__(optimizer, last_step)

    def _rate_at(self, base_lr: float, step: int) -> float:
        return self.eta_min + (base_lr - self.eta_min) * (1 + math.cos(math.pi * step / self.T_max)) / 2


class CosineAnnealingWarmRestarts(LRScheduler):
    """Along a cosine from base_lr to eta_min, and then again from base_lr. The first period has T_0 steps, each further
    one T_mult times as many as the one before. Loshchilov and Hutter, "SGDR: Stochastic Gradient Descent with Warm
    Restarts", 2017."""

    def __init__(
        self, optimizer: Optimizer, T_0: int, T_mult: int = 1, eta_min: float = 0.0, last_step: int = -1
    ):
        self._check(T_0 > 0, "T_0 to be above 0", T_0)
        self._check(T_mult >= 1, "T_mult to be at least 1", T_mult)
        self.T_0, self.T_mult, self.eta_min = T_0, T_mult, eta_min
        super().__init__(optimizer, last_step)

    def _rate_at(self, base_lr: float, step: int) -> float:
        length = self.T_0
        while step >= length:
            step, length = step - length, length * self.T_mult
        return self.eta_min + (base_lr - self.eta_min) * (1 + math.cos(math.pi * step / length)) / 2


class CosineDecayLR(LRScheduler):
    """Along a cosine from base_lr to alpha * base_lr in decay_steps steps, where it stays."""

    def __init__(self, optimizer: Optimizer, decay_steps: int, alpha: float = 0.0, last_step: int = -1):
        self._check(decay_steps > 0, "decay_steps to be above 0", decay_steps)
        self.decay_steps, self.alpha = decay_steps, alpha
        super().__init__(optimizer, last_step)

    def _rate_at(self, base_lr: float, step: int) -> float:
        cosine = (1 + math.cos(math.pi * min(step / self.decay_steps, 1.0))) / 2
        return base_lr * (cosine * (1 - self.alpha) + self.alpha)


class SequentialLR(LRScheduler):
    """Several schedulers one after another. At each milestone, a number of steps, the next one takes over and counts
    from its step 0."""

    def __init__(
        self,
        optimizer: Optimizer,
        schedulers: Sequence[LRScheduler],
        milestones: Sequence[int],
        last_step: int = -1,
    ):
        self._check(len(schedulers) == len(milestones) + 1, "one milestone between schedulers", len(milestones))
        self._check(
            all(scheduler.optimizer is optimizer for scheduler in schedulers),
            "schedulers of this optimizer",
            "one of another",
        )
        self.schedulers, self.milestones = list(schedulers), list(milestones)
        super().__init__(optimizer, last_step)

    def lrs_at(self, step: int) -> list[float]:
        number = bisect_right(self.milestones, step)
        return self.schedulers[number].lrs_at(step - ([0] + self.milestones)[number])


class ChainedScheduler(LRScheduler):
    """Several schedulers at once: base_lr times the factors by which each of them changes its own."""

    def __init__(self, schedulers: Sequence[LRScheduler], last_step: int = -1):
        self._check(len(schedulers) > 0, "at least one scheduler", "none")
        optimizer = schedulers[0].optimizer
        self._check(all(each.optimizer is optimizer for each in schedulers), "schedulers of one optimizer", "several")
        self.schedulers = list(schedulers)
        super().__init__(optimizer, last_step)

    def lrs_at(self, step: int) -> list[float]:
        rates = list(self.base_lrs)
        for scheduler in self.schedulers:
            shares = [lr / base if base else 0.0 for lr, base in zip(scheduler.lrs_at(step), scheduler.base_lrs)]
            rates = [rate * share for rate, share in zip(rates, shares)]
        return rates


class WarmupLR(LRScheduler):
    """A warm-up of warmup_iters steps before another scheduler, or before the constant base_lr of an optimizer. A
    "linear" warm-up begins at warmup_factor * base_lr and rises to the rate that follows it; a "constant" one stays at
    warmup_factor * base_lr. With `warmup_prefix` the scheduler counts its steps from the end of the warm-up, else from
    its beginning."""

    def __init__(
        self,
        scheduler_or_optimizer: LRScheduler | Optimizer,
        warmup_factor: float = 1 / 3,
        warmup_iters: int = 5,
        warmup_method: str = "linear",
        warmup_prefix: bool = False,
        last_step: int = -1,
    ):
        self._check(warmup_method in ("linear", "constant"), 'warmup_method "linear" or "constant"', warmup_method)
        self._check(warmup_iters > 0, "warmup_iters to be above 0", warmup_iters)
        is_scheduler = isinstance(scheduler_or_optimizer, LRScheduler)
        self.inner = scheduler_or_optimizer if is_scheduler else None
        self.warmup_factor, self.warmup_iters = warmup_factor, warmup_iters
        self.warmup_method, self.warmup_prefix = warmup_method, warmup_prefix
        super().__init__(scheduler_or_optimizer.optimizer if is_scheduler else scheduler_or_optimizer, last_step)

    def lrs_at(self, step: int) -> list[float]:
        if step >= self.warmup_iters:
            return self._after(step)
        if self.warmup_method == "constant":
            return [base_lr * self.warmup_factor for base_lr in self.base_lrs]
        done = step / self.warmup_iters
        return [
            base_lr * self.warmup_factor * (1 - done) + end * done
            for base_lr, end in zip(self.base_lrs, self._after(self.warmup_iters))
        ]

    def _after(self, step: int) -> list[float]:
        if self.inner is None:
            return list(self.base_lrs)
        return self.inner.lrs_at(step - self.warmup_iters if self.warmup_prefix else step)


WarmUpLR = WarmupLR


class ReduceLROnPlateau:
    """Multiplies the rates by factor, down to min_lr, when more than `patience` calls of `step(metric)` in a row have
    brought no improvement. A metric improves if it is below (`mode` "min") or above ("max") the best one so far by more
    than threshold, as a fraction of the best ("rel") or as a difference ("abs"). After a reduction, `cooldown` calls
    are not counted. Changes of at most `eps` are not made. The user calls `step`; graphs do not."""

    _STATE = ("best", "num_bad_epochs", "cooldown_counter", "last_epoch")

    def __init__(
        self,
        optimizer: Optimizer,
        mode: str = "min",
        factor: float = 0.1,
        patience: int = 10,
        threshold: float = 1e-4,
        threshold_mode: str = "rel",
        cooldown: int = 0,
        min_lr: float | Sequence[float] = 0.0,
        eps: float = 1e-8,
    ):
        for holds, expected, got in (
            (mode in ("min", "max"), 'mode "min" or "max"', mode),
            (threshold_mode in ("rel", "abs"), 'threshold_mode "rel" or "abs"', threshold_mode),
            (0 <= factor < 1, "factor to be in [0, 1)", factor),
        ):
            if not holds:
                raise ValueError(at_user_line(f"ReduceLROnPlateau: expects {expected}, got {got}"))
        groups = len(optimizer.param_groups)
        self.min_lrs = [float(min_lr)] * groups if isinstance(min_lr, (int, float)) else list(min_lr)
        if len(self.min_lrs) != groups:
            raise ValueError(
                at_user_line(f"ReduceLROnPlateau: expects {groups} rates in min_lr, got {len(self.min_lrs)}")
            )
        self.optimizer, self.mode, self.factor, self.patience = optimizer, mode, factor, patience
        self.threshold, self.threshold_mode, self.cooldown, self.eps = threshold, threshold_mode, cooldown, eps
        self.best = math.inf if mode == "min" else -math.inf
        self.num_bad_epochs = self.cooldown_counter = self.last_epoch = 0

    def step(self, metrics: Any) -> None:
        """Takes note of a metric, a number or a tensor with one element, and reduces the rates if it is time to."""
        metric = float(metrics)
        self.last_epoch += 1
        if self._is_better(metric):
            self.best, self.num_bad_epochs = metric, 0
        else:
            self.num_bad_epochs += 1
        if self.cooldown_counter > 0:
            self.cooldown_counter -= 1
            self.num_bad_epochs = 0
        if self.num_bad_epochs > self.patience:
            self._reduce()
            self.cooldown_counter, self.num_bad_epochs = self.cooldown, 0

    def _is_better(self, metric: float) -> bool:
        sign = 1 if self.mode == "min" else -1
        is_share = self.threshold_mode == "rel"
        bound = self.best * (1 - sign * self.threshold) if is_share else self.best - sign * self.threshold
        return sign * metric < sign * bound

    def _reduce(self) -> None:
        for group, least in zip(self.optimizer.param_groups, self.min_lrs):
            rate = float(group["lr"])
            reduced = max(rate * self.factor, least)
            if rate - reduced > self.eps:
                write_rate(group, reduced)

    def get_last_lr(self) -> list[float]:
        """The rates of the groups now."""
        return [float(group["lr"]) for group in self.optimizer.param_groups]

    def state_dict(self) -> dict[str, Any]:
        """Its settings, the best metric so far, the counters and the rates."""
        state = {name: value for name, value in vars(self).items() if name != "optimizer"}
        return {**state, "_last_lr": self.get_last_lr()}

    def load_state_dict(self, state_dict: Mapping[str, Any]) -> None:
        """Goes on from a saved state, with its settings. Raises ValueError if it lacks the best metric or a counter."""
        lacking = [name for name in self._STATE if name not in state_dict]
        if lacking:
            raise ValueError(at_user_line(f"load_state_dict: expects {', '.join(self._STATE)}, got no {lacking[0]}"))
        vars(self).update(state_dict)
