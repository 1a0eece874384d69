"""ASGD."""

from __future__ import annotations

from typing import Any, Iterable

from .. import _dtypes, _ops
from .._dispatch import cast
from .._tensor import Tensor
from .optimizer import Group, Optimizer, Scalars, State, Updated


class ASGD(Optimizer):
    """Stochastic gradient descent that keeps the mean of its parameters, as "ax" of their state: of those behind step
    t0 + 2 and later; before, "ax" is the parameter. A step is eta * (gradient + lambd * parameter), where eta is lr at
    first, and lr / (1 + lambd * lr * step)^alpha behind a step; weight_decay * parameter is added to the gradient.
    Polyak and Juditsky, "Acceleration of Stochastic Approximation by Averaging", 1992."""

    hyper_parameters = ("lr", "lambd", "alpha", "t0", "weight_decay")
    parameter_state = ("ax",)
    running = {"step": 0.0, "eta": 0.0, "mu": 1.0}

    def __init__(
        self,
        params: Iterable[Any],
        lr: float = 1e-2,
        lambd: float = 1e-4,
        alpha: float = 0.75,
        t0: float = 1e6,
        weight_decay: float = 0.0,
        *,
        maximize: bool = False,
        **ways: Any,
    ):
        numbers = {"lr": lr, "lambd": lambd, "alpha": alpha, "t0": t0, "weight_decay": weight_decay}
        super().__init__(params, {**numbers, "maximize": maximize}, ways)

    def check(self, group: Group) -> None:
        self.check_not_negative(group, "lr", "weight_decay")

    def derived_scalars(self, group: Group, scalars: Scalars) -> dict[str, Tensor]:
        """"eta" and "mu" of the next step, and those of this one, "rate" and "share". In f64, as the decay of a step
        adds less to 1 than f32 resolves."""
        step, lr = scalars["step"], scalars["lr"]
        decay = cast(step, _dtypes.float64) * scalars["lambd"] * lr
        return {
            "rate": _ops.where(step == 1, lr, scalars["eta"]),
            "share": scalars["mu"].clone(),  # what is kept is written before updates read it
            "eta": cast(lr / _ops.pow(1 + decay, scalars["alpha"]), step.dtype),
            "mu": 1 / _ops.maximum(step - scalars["t0"], 1.0),
        }

    def update(self, group: Group, parameter: Tensor, gradient: Tensor, state: State, scalars: Scalars) -> Updated:
        gradient = gradient + (scalars["weight_decay"] + scalars["lambd"]) * parameter
        updated = parameter - scalars["rate"] * gradient
        share = scalars["share"]
        return updated, {"ax": (1 - share) * state["ax"] + share * updated}
