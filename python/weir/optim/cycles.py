"""Schedulers that let rates rise and fall, and momentum the other way round."""

from __future__ import annotations

import math
from typing import Any, Callable, Sequence

from .._errors import at_user_line
from .optimizer import Optimizer
from .schedule import LRScheduler


class _CyclingLR(LRScheduler):
    """Writes the momentum, too, where `cycle_momentum` is set: of optimizers that have one, or betas, the first of
    which it is."""

    cycle_momentum = False

    def momenta_at(self, step: int) -> list[float]:
        """The momentum of each group at a step."""
        raise NotImplementedError

    def _require_momentum(self, optimizer: Optimizer) -> None:
        defaults = getattr(optimizer, "defaults", {})
        has_one = "momentum" in defaults or "betas" in defaults
        self._check(has_one, "an optimizer with momentum or betas, or cycle_momentum=False", type(optimizer).__name__)

    def _write(self) -> None:
        super()._write()
        if not self.cycle_momentum:
            return
        for group, momentum in zip(self.optimizer.param_groups, self.momenta_at(self.last_step)):
            if "betas" in group:
                group["betas"] = (momentum, *group["betas"][1:])
            else:
                group["momentum"] = momentum

    def _of_groups(self, optimizer: Optimizer, name: str, given: float | Sequence[float]) -> list[float]:
        """One number for each group."""
        groups = len(optimizer.param_groups)
        numbers = [float(given)] * groups if isinstance(given, (int, float)) else [float(each) for each in given]
        self._check(len(numbers) == groups, f"{groups} numbers in {name}", len(numbers))
        return numbers


def _between(start: float, end: float, done: float, strategy: str) -> float:
    if strategy == "linear":
        return start + (end - start) * done
    return end + (start - end) / 2 * (1 + math.cos(math.pi * done))


class OneCycleLR(_CyclingLR):
    """Rises from max_lr / div_factor to max_lr in the first share pct_start of the steps, and falls to that start
    divided by final_div_factor in the others, or, with three_phase, first back to the start as it rose. The momentum
    falls from max_momentum to base_momentum and rises again. Smith and Topin, "Super-Convergence", 2018."""

    def __init__(
        self,
        optimizer: Optimizer,
        max_lr: float | Sequence[float],
        total_steps: int | None = None,
        epochs: int | None = None,
        steps_per_epoch: int | None = None,
        pct_start: float = 0.3,
        anneal_strategy: str = "cos",
        cycle_momentum: bool = True,
        base_momentum: float | Sequence[float] = 0.85,
        max_momentum: float | Sequence[float] = 0.95,
        div_factor: float = 25.0,
        final_div_factor: float = 1e4,
        three_phase: bool = False,
        last_step: int = -1,
    ):
        if total_steps is None and epochs is not None and steps_per_epoch is not None:
            total_steps = epochs * steps_per_epoch
        counted = total_steps if isinstance(total_steps, int) else 0
        self._check(counted > 0, "total_steps, or epochs and steps_per_epoch, above 0", total_steps)
        self._check(0 <= pct_start <= 1, "pct_start to be in [0, 1]", pct_start)
        self._check(anneal_strategy in ("cos", "linear"), 'anneal_strategy "cos" or "linear"', anneal_strategy)
        self.total_steps, self.pct_start, self.three_phase = counted, pct_start, three_phase
        self.anneal_strategy, self.cycle_momentum = anneal_strategy, cycle_momentum
        self.div_factor, self.final_div_factor = div_factor, final_div_factor
        self.max_lrs = self._of_groups(optimizer, "max_lr", max_lr)
        self.base_momenta = self._of_groups(optimizer, "base_momentum", base_momentum)
        self.max_momenta = self._of_groups(optimizer, "max_momentum", max_momentum)
        if cycle_momentum:
            self._require_momentum(optimizer)
        if last_step == -1:
            for group, most in zip(optimizer.param_groups, self.max_lrs):
                group["initial_lr"] = most / div_factor
        super().__init__(optimizer, last_step)

    def _at(self, step: int, low: float, high: float, end: float) -> float:
        """Where a value is that rises from low to high and falls to `end`."""
        if step > self.total_steps:
            raise ValueError(at_user_line(f"OneCycleLR: expects at most {self.total_steps} steps, got {step}"))
        rising = self.pct_start * self.total_steps - 1
        phases = [(rising, low, high)]
        if self.three_phase:
            phases += [(2 * rising, high, low), (self.total_steps - 1.0, low, end)]
        else:
            phases += [(self.total_steps - 1.0, high, end)]
        begun = 0.0
        for last, first, second in phases:
            if step <= last or last == self.total_steps - 1:
                done = (step - begun) / (last - begun) if last != begun else 1.0
                return _between(first, second, done, self.anneal_strategy)
            begun = last
        return end

    def lrs_at(self, step: int) -> list[float]:
        starts = [most / self.div_factor for most in self.max_lrs]
        return [self._at(step, s, most, s / self.final_div_factor) for s, most in zip(starts, self.max_lrs)]

    def momenta_at(self, step: int) -> list[float]:
        return [self._at(step, most, least, most) for least, most in zip(self.base_momenta, self.max_momenta)]


class CyclicLR(_CyclingLR):
    """Rises from base_lr to max_lr in step_size_up steps and falls back in step_size_down, again and again, by a height
    that `mode` scales: not at all ("triangular"), by half for each cycle ("triangular2"), by gamma for each step
    ("exp_range"), or by scale_fn of the number of the cycle, from 1 on, or of the step (scale_mode "iterations"). The
    momentum falls from max_momentum while the rate rises. Smith, "Cyclical Learning Rates", 2017."""

    def __init__(
        self,
        optimizer: Optimizer,
        base_lr: float | Sequence[float],
        max_lr: float | Sequence[float],
        step_size_up: int = 2000,
        step_size_down: int | None = None,
        mode: str = "triangular",
        gamma: float = 1.0,
        scale_fn: Callable[[Any], float] | None = None,
        scale_mode: str = "cycle",
        cycle_momentum: bool = True,
        base_momentum: float | Sequence[float] = 0.8,
        max_momentum: float | Sequence[float] = 0.9,
        last_step: int = -1,
    ):
        modes: dict[str, tuple[Callable[[Any], float], str]] = {
            "triangular": (lambda cycle: 1.0, "cycle"),
            "triangular2": (lambda cycle: 0.5 ** (cycle - 1), "cycle"),
            "exp_range": (lambda step: gamma**step, "iterations"),
        }
        self._check(scale_fn is not None or mode in modes, f"mode to be one of {', '.join(modes)}", mode)
        self._check(step_size_up > 0, "step_size_up to be above 0", step_size_up)
        self.scale, self.scale_mode = modes[mode] if scale_fn is None else (scale_fn, scale_mode)
        self.step_size_up = step_size_up
        self.step_size_down = step_size_up if step_size_down is None else step_size_down
        self.cycle_momentum = cycle_momentum
        self.max_lrs = self._of_groups(optimizer, "max_lr", max_lr)
        self.base_momenta = self._of_groups(optimizer, "base_momentum", base_momentum)
        self.max_momenta = self._of_groups(optimizer, "max_momentum", max_momentum)
        if cycle_momentum:
            self._require_momentum(optimizer)
        if last_step == -1:
            for group, least in zip(optimizer.param_groups, self._of_groups(optimizer, "base_lr", base_lr)):
                group["initial_lr"] = least
        super().__init__(optimizer, last_step)

    def _height(self, step: int) -> float:
        """What of the way up a value has gone, scaled."""
        total = self.step_size_up + self.step_size_down
        cycle, place = step // total + 1, step % total
        up, down = place / self.step_size_up, (total - place) / max(self.step_size_down, 1)
        return (up if place <= self.step_size_up else down) * self.scale(cycle if self.scale_mode == "cycle" else step)

    def lrs_at(self, step: int) -> list[float]:
        height = self._height(step)
        return [least + (most - least) * height for least, most in zip(self.base_lrs, self.max_lrs)]

    def momenta_at(self, step: int) -> list[float]:
        height = self._height(step)
        return [most - (most - least) * height for least, most in zip(self.base_momenta, self.max_momenta)]
