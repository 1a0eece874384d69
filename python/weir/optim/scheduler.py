"""The base of schedulers of learning rates."""

from __future__ import annotations

from typing import Any, Mapping

from .._errors import at_user_line
from .._spelling import spelled
from .optimizer import Optimizer


class LRScheduler:
    """The base of schedulers. A subclass says in `get_lr` what the rate is at a step, counted from 0, in terms of the
    rate that the group began with ("initial_lr")."""

    def __init_subclass__(cls) -> None:
        if "__init__" in vars(cls):
            cls.__init__ = spelled(cls.__init__)  # type: ignore[method-assign]

    def __init__(self, optimizer: Optimizer, last_step: int = -1):
        if not isinstance(optimizer, Optimizer):
            raise TypeError(
                at_user_line(f"{type(self).__name__}: expects an Optimizer, got {type(optimizer).__name__}")
            )
        self.optimizer = optimizer
        for group in optimizer.param_groups:
            group.setdefault("initial_lr", group["lr"])
        self.base_lrs = [float(group["initial_lr"]) for group in optimizer.param_groups]
        self.last_step = last_step
        self.step()

    def get_lr(self, base_lr: float, step: int) -> float:
        """The rate at `step` of a group that began with `base_lr`."""
        raise NotImplementedError(
            at_user_line(f"{type(self).__name__}: expects a method get_lr(base_lr, step), found none")
        )

    def lrs_at(self, step: int) -> list[float]:
        """The rates of all groups at `step`."""
        return [self.get_lr(base_lr, step) for base_lr in self.base_lrs]

    def step(self) -> None:
        """Goes on to the next step: writes its rates to the groups."""
        self.last_step += 1
        self._write()

    def get_last_lr(self) -> list[float]:
        """The rates of the groups now."""
        return [float(group["lr"]) for group in self.optimizer.param_groups]

    def state_dict(self) -> dict[str, Any]:
        """The number of the step and the rates that the groups began with."""
        return {"last_step": self.last_step, "base_lrs": list(self.base_lrs)}

    def load_state_dict(self, state_dict: Mapping[str, Any]) -> None:
        """Goes on from a saved state, and writes its rates to the groups. Raises ValueError if it is of another kind or
        of another number of groups."""
        if set(state_dict) != {"last_step", "base_lrs"} or len(state_dict["base_lrs"]) != len(self.base_lrs):
            raise ValueError(
                at_user_line(
                    f"load_state_dict: {type(self).__name__} expects last_step and {len(self.base_lrs)} base_lrs, "
                    f"got {dict(state_dict)}"
                )
            )
        self.last_step, self.base_lrs = int(state_dict["last_step"]), list(state_dict["base_lrs"])
        self._write()

    def _write(self) -> None:
        for group, lr in zip(self.optimizer.param_groups, self.lrs_at(self.last_step)):
            group["lr"] = lr

    def _check(self, holds: bool, expected: str, got: Any) -> None:
        if not holds:
            raise ValueError(at_user_line(f"{type(self).__name__}: expects {expected}, got {got}"))
