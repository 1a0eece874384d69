"""Stochastic gradient descent."""

from __future__ import annotations

from typing import Any, Iterable

from .._dispatch import dispatch
from .._errors import at_user_line
from .._tensor import Tensor
from ..nn.parameter import Parameter
from .optimizer import Optimizer, State


class SGD(Optimizer):
    """Gradient descent, with momentum if that is not 0."""

    hyper_parameters = ("lr", "momentum", "dampening", "weight_decay")
    parameter_state = ("momentum_buffer",)

    def __init__(
        self,
        params: Iterable[Any],
        lr: float = 1e-3,
        momentum: float = 0.0,
        dampening: float = 0.0,
        weight_decay: float = 0.0,
        nesterov: bool = False,
        *,
        maximize: bool = False,
    ):
        defaults = {"lr": lr, "momentum": momentum, "dampening": dampening, "weight_decay": weight_decay}
        super().__init__(params, {**defaults, "nesterov": nesterov, "maximize": maximize})

    def check(self, group: dict[str, Any]) -> None:
        self.check_not_negative(group, "lr", "momentum", "weight_decay")
        if group["nesterov"] and (group["momentum"] <= 0 or group["dampening"] != 0):
            got = f"{group['momentum']} and {group['dampening']}"
            raise ValueError(at_user_line(f"SGD: expects momentum above 0 and dampening 0 with nesterov, got {got}"))

    def variant(self, group: dict[str, Any]) -> tuple[Any, ...]:
        return group["momentum"] != 0, group["nesterov"]

    def update(
        self,
        group: dict[str, Any],
        parameter: Parameter,
        gradient: Tensor,
        state: State,
        scalars: dict[str, Tensor],
    ) -> None:
        if group["momentum"] == 0:
            parameter.copy_(dispatch("sgd_update", (parameter, gradient, scalars["lr"], scalars["weight_decay"])))
            return
        operands = (parameter, gradient, state["momentum_buffer"], *(scalars[name] for name in self.hyper_parameters))
        updated, buffer = dispatch("momentum_update", (*operands, scalars["step"]), nesterov=group["nesterov"])
        parameter.copy_(updated)
        state["momentum_buffer"] = buffer
