"""Adadelta."""

from __future__ import annotations

from typing import Any, Iterable

from .. import _ops
from .._errors import at_user_line
from .._tensor import Tensor
from .optimizer import Group, Optimizer, Scalars, State, Updated


class Adadelta(Optimizer):
    """Adadelta: the gradient, times the root of the running mean of squared steps, divided by that of squared
    gradients, is the step, which lr scales. `rho` is the rate of both means; `eps` is added under the roots;
    weight_decay * parameter is added to the gradient. Zeiler, "ADADELTA: An Adaptive Learning Rate Method", 2012."""

    hyper_parameters = ("lr", "rho", "eps", "weight_decay")
    parameter_state = ("square_avg", "acc_delta")

    def __init__(
        self,
        params: Iterable[Any],
        lr: float = 1.0,
        rho: float = 0.9,
        eps: float = 1e-6,
        weight_decay: float = 0.0,
        *,
        maximize: bool = False,
        **ways: Any,
    ):
        numbers = {"lr": lr, "rho": rho, "eps": eps, "weight_decay": weight_decay}
        super().__init__(params, {**numbers, "maximize": maximize}, ways)

    def check(self, group: Group) -> None:
        self.check_not_negative(group, *self.hyper_parameters)
        if not group["rho"] <= 1:
            raise ValueError(at_user_line(f"Adadelta: expects rho to be at most 1, got {group['rho']}"))

    def scalar_values(self, group: Group) -> dict[str, float]:
        """Among them "rest", 1 - rho, which is less exact if it is computed from rho in f32."""
        return {**super().scalar_values(group), "rest": 1 - float(group["rho"])}

    def update(self, group: Group, parameter: Tensor, gradient: Tensor, state: State, scalars: Scalars) -> Updated:
        rho, rest, eps = scalars["rho"], scalars["rest"], scalars["eps"]
        gradient = gradient + scalars["weight_decay"] * parameter
        square = rho * state["square_avg"] + rest * gradient * gradient
        delta = gradient * _ops.sqrt(state["acc_delta"] + eps) / _ops.sqrt(square + eps)
        updated = parameter - scalars["lr"] * delta
        return updated, {"square_avg": square, "acc_delta": rho * state["acc_delta"] + rest * delta * delta}
