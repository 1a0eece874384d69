"""The base of schedulers of learning rates."""

from __future__ import annotations

import inspect
import math
from typing import Any, Callable, Mapping

from .._errors import at_user_line, lacks, warn
from .._spelling import spelled
from .._tensor import Tensor
from .optimizer import Group, Optimizer


class LRScheduler:
    """The base of schedulers. A subclass says in `get_lr(base_lr, step)` what the rate is at a step, counted from 0, in
    terms of the rate that the group began with ("initial_lr"). Or, as PyTorch has it, it lists the rates of all groups
    in `get_lr()`, by `last_epoch`, the number of the step, `base_lrs`, or the rates that the groups have from the step
    before."""

    _lists_rates = False  # whether `get_lr` is of the second kind
    _get_lr_called_within_step = True  # which overrides of PyTorch's classes ask for
    _goes_on = False  # whether a step changes the rate that a group has, whoever set it, as it changes its own
    _floor: float | None = None  # above which rates that do so are multiplied; without one, as of groups made later

    def __init_subclass__(cls) -> None:
        if "__init__" in vars(cls):
            cls.__init__ = spelled(cls.__init__)  # type: ignore[method-assign]
        cls._lists_rates = not _takes_two(cls.get_lr)

    @spelled
    def __init__(self, optimizer: Optimizer, last_step: int = -1, verbose: Any = False):
        if not isinstance(optimizer, Optimizer):
            raise TypeError(
                at_user_line(f"{type(self).__name__}: expects an Optimizer, got {type(optimizer).__name__}")
            )
        self.optimizer = optimizer
        is_known = all("initial_lr" in group for group in optimizer.param_groups)
        for group in optimizer.param_groups:
            rate = group["lr"]
            group.setdefault("initial_lr", rate.item() if isinstance(rate, Tensor) else rate)
        self.base_lrs = [float(group["initial_lr"]) for group in optimizer.param_groups]
        self.last_step = last_step
        self._walk = -1, list(self.base_lrs)  # the step that rates were listed up to for another scheduler, and these
        self._step_count = 0  # calls of `step`, the one that follows among them
        if last_step >= 0 and self._goes_on and not is_known:  # what groups have is what they began with
            for group, rate in zip(optimizer.param_groups, self._own(last_step)):
                write_rate(group, rate)
        self.step()

    @property
    def last_epoch(self) -> int:
        """The number of the step, by PyTorch's name."""
        return self.last_step

    @last_epoch.setter
    def last_epoch(self, step: int) -> None:
        self.last_step = step

    def get_lr(self, *base_lr_and_step: Any) -> Any:
        """The rate at a step of a group that began with a rate; without these the rates of all groups at this step,
        from those that they have."""
        return self._rate_at(*base_lr_and_step) if base_lr_and_step else self._next()

    def _rate_at(self, base_lr: float, step: int) -> float:
        raise lacks(self, "get_lr(base_lr, step)")

    def lrs_at(self, step: int) -> list[float]:
        """The rates of all groups at `step`."""
        if self._lists_rates:
            return self._walked(step)
        return [self.get_lr(base_lr, step) for base_lr in self.base_lrs]

    def _next(self) -> list[float]:
        """The rates at this step. Those that others have set since the step before are changed as its own are."""
        if not self._goes_on:
            return self._own(self.last_step)
        groups = self.optimizer.param_groups
        if self._floor is None:
            self.base_lrs += [float(group["lr"]) for group in groups[len(self.base_lrs) :]]
        now = self._own(self.last_step)
        before = self._own(self.last_step - 1) if self.last_step > 0 else self.base_lrs
        return [self._moved(float(group["lr"]), *both) for group, *both in zip(groups, before, now)]

    def _own(self, step: int) -> list[float]:
        """As of `lrs_at`, but what a subclass makes of these in a list of its own."""
        if self._lists_rates and type(self).lrs_at is LRScheduler.lrs_at:
            return [self._rate_at(base_lr, step) for base_lr in self.base_lrs]
        return self.lrs_at(step)

    def _moved(self, rate: float, before: float, now: float) -> float:
        """A rate, changed as another one has."""
        if math.isclose(rate, before, rel_tol=1e-6):
            return now
        floor = self._floor or 0.0
        if before == floor:
            return rate + (now - before)
        return floor + (rate - floor) * ((now - floor) / (before - floor))

    def _listed(self) -> list[float]:
        """What an override without arguments gives."""
        get_lr: Any = self.get_lr
        rates = get_lr()
        if not isinstance(rates, (list, tuple)) or len(rates) != len(self.base_lrs):
            expected = f"get_lr() to give a list of {len(self.base_lrs)} rates, one per group"
            raise ValueError(at_user_line(f"{type(self).__name__}: expects {expected}, got {rates!r}"))
        return [float(rate) for rate in rates]

    def _walked(self, step: int) -> list[float]:
        """The rates at a step, listed after those of all steps before it, which they may depend on. Groups and number
        of the step are as they were behind that."""
        done, rates = self._walk if self._walk[0] <= step else (-1, list(self.base_lrs))
        groups, last = self.optimizer.param_groups, self.last_step
        held = [group["lr"] for group in groups]
        try:
            for self.last_step in range(done + 1, step + 1):
                for group, rate in zip(groups, rates):
                    group["lr"] = rate
                rates = self._listed()
        finally:
            self.last_step = last
            for group, rate in zip(groups, held):
                group["lr"] = rate
        self._walk = step, rates
        return rates

    def step(self, epoch: int | None = None) -> None:
        """Goes on to the next step, or to that number: writes its rates to the groups. The first call warns if the
        optimizer has made no step yet, as the first rate would be left out."""
        if self._step_count == 1 and not self.optimizer.has_stepped:
            warn(f"{type(self).__name__}.step: expects to be called after the optimizer's step, got a call before it")
        self._step_count += 1
        self.last_step = self.last_step + 1 if epoch is None else epoch
        self._write(is_told=epoch is not None)

    def get_last_lr(self) -> list[float]:
        """The rates that the groups had from the last step."""
        return list(self._last_lr)

    def state_dict(self) -> dict[str, Any]:
        """What it is and how far it is: its numbers and words, and the states of schedulers that it is made of. Of one
        that lists its rates all attributes. Neither has the optimizer, nor functions."""
        attributes = {name: value for name, value in vars(self).items() if name not in ("optimizer", "_walk")}
        if not self._lists_rates:
            attributes = {name: state for name, value in attributes.items() if (state := _state_of(value)) is not None}
        return {**attributes, "last_epoch": self.last_step}

    def load_state_dict(self, state_dict: Mapping[str, Any]) -> None:
        """Goes on from a saved state. The rates of the groups are part of the optimizer's. Raises ValueError if it is
        of another kind or of another number of groups."""
        state = dict(state_dict)
        step = state.pop("last_epoch", state.get("last_step"))
        if step is None or len(state.get("base_lrs", ())) != len(self.base_lrs):
            expected = f"last_epoch and {len(self.base_lrs)} base_lrs"
            raise ValueError(
                at_user_line(f"load_state_dict: {type(self).__name__} expects {expected}, got {dict(state_dict)}")
            )
        self._step_count = int(step) + 1
        for name, value in {**state, "last_step": int(step)}.items():
            _load(self, name, value)

    def _write(self, is_told: bool = False) -> None:
        """Writes the rates of this step, of a number that `step` was told by the rates that the groups began with."""
        rates = self._listed() if self._lists_rates else self.lrs_at(self.last_step) if is_told else self._next()
        groups = self.optimizer.param_groups
        self._check(len(rates) == len(groups), f"as many groups as it was made for, {len(rates)}", len(groups))
        for group, rate in zip(groups, rates):
            write_rate(group, rate)
        self._last_lr = [float(group["lr"]) for group in self.optimizer.param_groups]

    def _check(self, holds: bool, expected: str, got: Any) -> None:
        if not holds:
            raise ValueError(at_user_line(f"{type(self).__name__}: expects {expected}, got {got}"))


def _takes_two(get_lr: Callable[..., Any]) -> bool:
    """Whether it is called with the rate of a group and a step, beside the scheduler."""
    try:
        inspect.signature(get_lr).bind(None, 0.0, 0)
    except TypeError:
        return False
    return True


def _state_of(value: Any) -> Any:
    """An attribute in a state; None for what has none."""
    if isinstance(value, LRScheduler):
        return value.state_dict()
    if isinstance(value, (list, tuple)):
        states = [*map(_state_of, value)]
        return None if None in states else states
    return value if isinstance(value, (bool, int, float, str)) else None


def _load(owner: Any, name: str, state: Any) -> None:
    """The opposite: into an attribute."""
    now = getattr(owner, name, None)
    if isinstance(now, LRScheduler):
        now.load_state_dict(state)
    elif isinstance(now, list) and now and isinstance(now[0], LRScheduler):
        for each, given in zip(now, state):
            each.load_state_dict(given)
    else:
        setattr(owner, name, state)


def write_rate(group: Group, rate: float) -> None:
    """A rate that is a tensor stays the same one, which users may hold."""
    if isinstance(group["lr"], Tensor):
        group["lr"].fill_(rate)
    else:
        group["lr"] = rate
