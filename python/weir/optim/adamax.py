"""Adamax."""

from __future__ import annotations

from typing import Any, Iterable

from .. import _ops
from .._tensor import Tensor
from .adam import MomentsOptimizer
from .optimizer import Group, Scalars, State, Updated


class Adamax(MomentsOptimizer):
    """Adamax: steps of lr along the running mean of the gradients, which is corrected for its start at 0, divided by
    the largest of their sizes plus eps, which decays by the second of the `betas`. weight_decay * parameter is added to
    the gradient. Kingma and Ba, "Adam: A Method for Stochastic Optimization", 2015."""

    parameter_state = ("exp_avg", "exp_inf")

    def __init__(
        self,
        params: Iterable[Any],
        lr: float = 2e-3,
        betas: tuple[float, float] = (0.9, 0.999),
        eps: float = 1e-8,
        weight_decay: float = 0.0,
        *,
        maximize: bool = False,
        **ways: Any,
    ):
        numbers = {"lr": lr, "betas": betas, "eps": eps, "weight_decay": weight_decay}
        super().__init__(params, {**numbers, "maximize": maximize}, ways)

    def update(self, group: Group, parameter: Tensor, gradient: Tensor, state: State, scalars: Scalars) -> Updated:
        gradient = gradient + scalars["weight_decay"] * parameter
        mean = scalars["beta1"] * state["exp_avg"] + (1 - scalars["beta1"]) * gradient
        largest = _ops.maximum(scalars["beta2"] * state["exp_inf"], _ops.abs(gradient) + scalars["eps"])
        updated = parameter - scalars["lr"] / scalars["correction1"] * mean / largest
        return updated, {"exp_avg": mean, "exp_inf": largest}
