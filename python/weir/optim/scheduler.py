"""The base of schedulers of learning rates."""

from __future__ import annotations

import inspect
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
        for group in optimizer.param_groups:
            rate = group["lr"]
            group.setdefault("initial_lr", rate.item() if isinstance(rate, Tensor) else rate)
        self.base_lrs = [float(group["initial_lr"]) for group in optimizer.param_groups]
        self.last_step = last_step
        self._walk = -1, list(self.base_lrs)  # the step that rates were listed up to for another scheduler, and these
        self._step_count = 0  # calls of `step`, the one that follows among them
        self.step()

    @property
    def last_epoch(self) -> int:
        """The number of the step, by PyTorch's name."""
        return self.last_step

    @last_epoch.setter
    def last_epoch(self, step: int) -> None:
        self.last_step = step

    def get_lr(self, base_lr: float, step: int) -> float:
        """The rate at `step` of a group that began with `base_lr`."""
        raise lacks(self, "get_lr(base_lr, step)")

    def lrs_at(self, step: int) -> list[float]:
        """The rates of all groups at `step`."""
        if self._lists_rates:
            return self._walked(step)
        return [self.get_lr(base_lr, step) for base_lr in self.base_lrs]

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
        self._write()

    def get_last_lr(self) -> list[float]:
        """The rates of the groups now."""
        return [float(group["lr"]) for group in self.optimizer.param_groups]

    def state_dict(self) -> dict[str, Any]:
        """The number of the step and the rates that the groups began with; of a scheduler that lists its rates, all
        attributes but the optimizer."""
        if self._lists_rates:
            return {name: value for name, value in vars(self).items() if name not in ("optimizer", "_walk")}
        return {"last_step": self.last_step, "base_lrs": list(self.base_lrs)}

    def load_state_dict(self, state_dict: Mapping[str, Any]) -> None:
        """Goes on from a saved state, and writes its rates to the groups. Raises ValueError if it is of another kind or
        of another number of groups. Listed rates may depend on those of before, so the groups keep what they have."""
        names = {"last_step", "base_lrs"}
        has_names = names <= set(state_dict) if self._lists_rates else names == set(state_dict)
        if not has_names or len(state_dict["base_lrs"]) != len(self.base_lrs):
            raise ValueError(
                at_user_line(
                    f"load_state_dict: {type(self).__name__} expects last_step and {len(self.base_lrs)} base_lrs, "
                    f"got {dict(state_dict)}"
                )
            )
        if self._lists_rates:
            vars(self).update(state_dict)
            return
        self.last_step, self.base_lrs = int(state_dict["last_step"]), list(state_dict["base_lrs"])
        self._step_count = self.last_step + 1
        self._write()

    def _write(self) -> None:
        rates = self._listed() if self._lists_rates else self.lrs_at(self.last_step)
        for group, rate in zip(self.optimizer.param_groups, rates):
            write_rate(group, rate)
        self._last_lr = self.get_last_lr()

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


def write_rate(group: Group, rate: float) -> None:
    """A rate that is a tensor stays the same one, which users may hold."""
    if isinstance(group["lr"], Tensor):
        group["lr"].fill_(rate)
    else:
        group["lr"] = rate
