"""RMSprop."""

from __future__ import annotations

from typing import Any, Iterable

from .. import _ops
from .._tensor import Tensor
from .optimizer import Group, Optimizer, Scalars, State, Updated


class RMSprop(Optimizer):
    """RMSprop: steps of lr along the gradient, divided by the root of the running mean of its squares plus eps. `alpha`
    is the rate of the mean; with `centered` the squared mean gradient is subtracted, so that the root is of a variance;
    with `momentum` steps are accumulated; weight_decay * parameter is added to the gradient. Graves, "Generating
    Sequences With Recurrent Neural Networks", 2013."""

    hyper_parameters = ("lr", "alpha", "eps", "weight_decay", "momentum")
    parameter_state = ("square_avg", "momentum_buffer", "grad_avg")

    def __init__(
        self,
        params: Iterable[Any],
        lr: float = 1e-2,
        alpha: float = 0.99,
        eps: float = 1e-8,
        weight_decay: float = 0.0,
        momentum: float = 0.0,
        centered: bool = False,
        *,
        maximize: bool = False,
        **ways: Any,
    ):
        numbers = {"lr": lr, "alpha": alpha, "eps": eps, "weight_decay": weight_decay, "momentum": momentum}
        super().__init__(params, {**numbers, "centered": centered, "maximize": maximize}, ways)

    def check(self, group: Group) -> None:
        self.check_not_negative(group, *self.hyper_parameters)

    def scalar_values(self, group: Group) -> dict[str, float]:
        """Among them "rest", 1 - alpha: computed from alpha in f32 it would be a hundred times as inexact, in every
        step alike."""
        return {**super().scalar_values(group), "rest": 1 - float(group["alpha"])}

    def variant(self, group: Group) -> tuple[Any, ...]:
        return group["momentum"] != 0, group["centered"]

    def update(self, group: Group, parameter: Tensor, gradient: Tensor, state: State, scalars: Scalars) -> Updated:
        alpha, rest = scalars["alpha"], scalars["rest"]
        gradient = gradient + scalars["weight_decay"] * parameter
        spread = square = alpha * state["square_avg"] + rest * gradient * gradient
        changed = {"square_avg": square}
        if group["centered"]:
            mean = changed["grad_avg"] = alpha * state["grad_avg"] + rest * gradient
            spread = square - mean * mean
        direction = gradient / (_ops.sqrt(spread) + scalars["eps"])
        if group["momentum"] != 0:
            direction = changed["momentum_buffer"] = scalars["momentum"] * state["momentum_buffer"] + direction
        return parameter - scalars["lr"] * direction, changed
