"""Learning rates that rise and fall, while momentum falls and rises."""

from __future__ import annotations

import math
from typing import Any, Callable, Sequence

from .._errors import at_user_line, lacks
from .optimizer import Group, Optimizer
from .scheduler import LRScheduler


def _along_cosine(start: float, end: float, part: float) -> float:
    return end + (start - end) / 2 * (1 + math.cos(math.pi * part))


def _along_line(start: float, end: float, part: float) -> float:
    return start + (end - start) * part


_ANNEALED: dict[str, Callable[[float, float, float], float]] = {"cos": _along_cosine, "linear": _along_line}


class _Cycle(LRScheduler):
    """What both have: a rate and a momentum of each group at a step."""

    def _set_up(self, optimizer: Optimizer, cycle_momentum: bool, first_rates: Sequence[float], last_step: int) -> None:
        if not isinstance(optimizer, Optimizer):
            super().__init__(optimizer)  # which refuses it
        self.cycle_momentum = cycle_momentum
        if cycle_momentum and not all("momentum" in group or "betas" in group for group in optimizer.param_groups):
            rule = "an optimizer with momentum or betas, or cycle_momentum=False"
            raise ValueError(at_user_line(f"{type(self).__name__}: expects {rule}, got {type(optimizer).__name__}"))
        if last_step == -1:
            for group, rate in zip(optimizer.param_groups, first_rates):
                group["initial_lr"] = rate
        super().__init__(optimizer, last_step)

    def _of_groups(self, optimizer: Any, name: str, value: Any) -> list[float]:
        """A number for each group."""
        count = len(getattr(optimizer, "param_groups", ()))
        if not isinstance(value, (list, tuple)):
            return [float(value)] * count
        self._check(len(value) == count, f"{count} of {name}, one per group", len(value))
        return [float(each) for each in value]

    def momenta_at(self, step: int) -> list[float]:
        """The momenta of all groups at `step`."""
        raise lacks(self, "momenta_at")

    def _write(self, is_told: bool = False) -> None:
        super()._write(is_told)
        if self.cycle_momentum:
            for group, momentum in zip(self.optimizer.param_groups, self.momenta_at(self.last_step)):
                _set_momentum(group, momentum)


def _set_momentum(group: Group, momentum: float) -> None:
    if "betas" in group:
        group["betas"] = (momentum, *group["betas"][1:])
    else:
        group["momentum"] = momentum


class OneCycleLR(_Cycle):
    """One cycle of total_steps, or epochs * steps_per_epoch: from max_lr / div_factor up to max_lr, for pct_start of
    the steps, and down to the first rate / final_div_factor, along cosines or lines; with three_phase down to the first
    rate as fast as up, and then on. Momentum, or the first of betas, goes from max_momentum to base_momentum and back.
    Smith and Topin, "Super-Convergence", 2017."""

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
        if total_steps is None:
            given = epochs is not None and steps_per_epoch is not None
            self._check(given, "total_steps, or epochs and steps_per_epoch", "neither")
            total_steps = (epochs or 0) * (steps_per_epoch or 0)
        self._check(total_steps > 0, "a number of steps above 0", total_steps)
        self._check(0 <= pct_start <= 1, "pct_start to be in [0, 1]", pct_start)
        self._check(anneal_strategy in _ANNEALED, "anneal_strategy to be cos or linear", repr(anneal_strategy))
        self.total_steps, self._annealed = total_steps, _ANNEALED[anneal_strategy]
        self.max_lrs = self._of_groups(optimizer, "max_lr", max_lr)
        self.base_momenta = self._of_groups(optimizer, "base_momentum", base_momentum)
        self.max_momenta = self._of_groups(optimizer, "max_momentum", max_momentum)
        self.final_div_factor, rise = final_div_factor, pct_start * total_steps
        ends = [rise - 1, 2 * rise - 2] if three_phase else [rise - 1]
        self._ends = [*ends, float(total_steps - 1)]  # of phases
        self._set_up(optimizer, cycle_momentum, [rate / div_factor for rate in self.max_lrs], last_step)

    def _between(self, levels: Sequence[float], step: int) -> float:
        """At a step, of what has `levels` at the first step and at the ends of phases."""
        self._check(step <= self.total_steps, f"at most {self.total_steps} steps", step)
        starts = [0.0, *self._ends]
        phase = next((i for i, end in enumerate(self._ends) if step <= end), len(self._ends) - 1)
        length = self._ends[phase] - starts[phase]
        part = (step - starts[phase]) / length if length else 1.0
        return self._annealed(levels[phase], levels[phase + 1], part)

    def lrs_at(self, step: int) -> list[float]:
        rates = []
        for first, highest in zip(self.base_lrs, self.max_lrs):
            down = [first] if len(self._ends) == 3 else []
            rates.append(self._between([first, highest, *down, first / self.final_div_factor], step))
        return rates

    def momenta_at(self, step: int) -> list[float]:
        more = len(self._ends) - 1
        pairs = zip(self.base_momenta, self.max_momenta)
        return [self._between([high, low] + [high] * more, step) for low, high in pairs]


class CyclicLR(_Cycle):
    """Up from base_lr to max_lr in step_size_up steps and down in step_size_down, again and again. The height of a
    cycle stays ("triangular"), halves each time ("triangular2"), or is gamma ** step ("exp_range"); or it is scale_fn
    of the number of the cycle, counted from 1, or with scale_mode "iterations" of the step. Momentum, or the first of
    betas, goes from max_momentum to base_momentum and back. Smith, "Cyclical Learning Rates for Training Neural
    Networks", 2017."""

    def __init__(
        self,
        optimizer: Optimizer,
        base_lr: float | Sequence[float],
        max_lr: float | Sequence[float],
        step_size_up: int = 2000,
        step_size_down: int | None = None,
        mode: str = "triangular",
        gamma: float = 1.0,
        scale_fn: Callable[[float], float] | None = None,
        scale_mode: str = "cycle",
        cycle_momentum: bool = True,
        base_momentum: float | Sequence[float] = 0.8,
        max_momentum: float | Sequence[float] = 0.9,
        last_step: int = -1,
    ):
        heights: dict[str, Callable[[float], float]] = {
            "triangular": lambda cycle: 1.0,
            "triangular2": lambda cycle: 0.5 ** (cycle - 1),
            "exp_range": lambda step: gamma**step,
        }
        self._check(mode in heights or scale_fn is not None, f"mode to be one of {', '.join(heights)}", repr(mode))
        self._check(scale_mode in ("cycle", "iterations"), "scale_mode to be cycle or iterations", repr(scale_mode))
        down = step_size_up if step_size_down is None else step_size_down
        self._check(step_size_up > 0 and down > 0, "steps up and down to be above 0", (step_size_up, down))
        self._height = heights[mode] if scale_fn is None else scale_fn
        self._by_step = mode == "exp_range" if scale_fn is None else scale_mode == "iterations"
        self.total_size, self.step_ratio = step_size_up + down, step_size_up / (step_size_up + down)
        self.max_lrs = self._of_groups(optimizer, "max_lr", max_lr)
        self.base_momenta = self._of_groups(optimizer, "base_momentum", base_momentum)
        self.max_momenta = self._of_groups(optimizer, "max_momentum", max_momentum)
        self._set_up(optimizer, cycle_momentum, self._of_groups(optimizer, "base_lr", base_lr), last_step)

    def _scale(self, step: int) -> float:
        """How far up it is, from 0 to 1, times the height of the cycle."""
        cycle = math.floor(1 + step / self.total_size)
        x = 1 + step / self.total_size - cycle
        part = x / self.step_ratio if x <= self.step_ratio else (x - 1) / (self.step_ratio - 1)
        return part * self._height(step if self._by_step else cycle)

    def lrs_at(self, step: int) -> list[float]:
        return [low + (high - low) * self._scale(step) for low, high in zip(self.base_lrs, self.max_lrs)]

    def momenta_at(self, step: int) -> list[float]:
        pairs = zip(self.base_momenta, self.max_momenta)
        return [high - (high - low) * self._scale(step) for low, high in pairs]
