"""Adagrad."""

from __future__ import annotations

from typing import Any, Iterable

from .. import _ops
from .._tensor import Tensor
from .optimizer import Group, Optimizer, Scalars, State, Updated


class Adagrad(Optimizer):
    """Adagrad: steps of lr along the gradient, divided by the root of the sum of its squares so far plus eps. The sum
    begins at `initial_accumulator_value`; lr is divided by 1 + lr_decay times the number of steps before; weight_decay
    * parameter is added to the gradient. Duchi, Hazan and Singer, "Adaptive Subgradient Methods for Online Learning and
    Stochastic Optimization", 2011."""

    hyper_parameters = ("lr", "lr_decay", "weight_decay", "eps")
    parameter_state = ("sum",)

    def __init__(
        self,
        params: Iterable[Any],
        lr: float = 1e-2,
        lr_decay: float = 0.0,
        weight_decay: float = 0.0,
        initial_accumulator_value: float = 0.0,
        eps: float = 1e-10,
        *,
        maximize: bool = False,
        **ways: Any,
    ):
        numbers = {"lr": lr, "lr_decay": lr_decay, "weight_decay": weight_decay, "eps": eps}
        first = {"initial_accumulator_value": initial_accumulator_value}
        super().__init__(params, {**numbers, **first, "maximize": maximize}, ways)

    def check(self, group: Group) -> None:
        self.check_not_negative(group, *self.hyper_parameters, "initial_accumulator_value")

    def first_state(self, group: Group, name: str) -> float:
        return float(group["initial_accumulator_value"])

    def update(self, group: Group, parameter: Tensor, gradient: Tensor, state: State, scalars: Scalars) -> Updated:
        gradient = gradient + scalars["weight_decay"] * parameter
        rate = scalars["lr"] / (1 + (scalars["step"] - 1) * scalars["lr_decay"])
        total = state["sum"] + gradient * gradient
        return parameter - rate * gradient / (_ops.sqrt(total) + scalars["eps"]), {"sum": total}
