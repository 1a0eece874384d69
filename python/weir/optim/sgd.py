"""Stochastic gradient descent."""

from __future__ import annotations

from typing import Any, Iterable

from .._dispatch import dispatch
from .._errors import at_user_line
from .._tensor import Tensor
from .optimizer import Group, Optimizer, Scalars, State, Updated


class SGD(Optimizer):
    """Stochastic gradient descent: parameter - lr * gradient, to which weight_decay * parameter is added first. With
    `momentum` the step is a buffer, momentum * buffer + (1 - dampening) * gradient, whose first value is the gradient;
    with `nesterov` it is gradient + momentum * buffer. Sutskever et al., "On the importance of initialization and
    momentum in deep learning", 2013."""

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
        **ways: Any,
    ):
        defaults = {"lr": lr, "momentum": momentum, "dampening": dampening, "weight_decay": weight_decay}
        super().__init__(params, {**defaults, "nesterov": nesterov, "maximize": maximize}, ways)

    def check(self, group: Group) -> None:
        self.check_not_negative(group, "lr", "momentum", "weight_decay")
        if group["nesterov"] and (group["momentum"] <= 0 or group["dampening"] != 0):
            got = f"{group['momentum']} and {group['dampening']}"
            raise ValueError(at_user_line(f"SGD: expects momentum above 0 and dampening 0 with nesterov, got {got}"))

    def variant(self, group: Group) -> tuple[Any, ...]:
        return group["momentum"] != 0, group["nesterov"]

    def update(self, group: Group, parameter: Tensor, gradient: Tensor, state: State, scalars: Scalars) -> Updated:
        if group["momentum"] == 0:
            return dispatch("sgd_update", (parameter, gradient, scalars["lr"], scalars["weight_decay"])), {}
        operands = (parameter, gradient, state["momentum_buffer"], *(scalars[name] for name in self.hyper_parameters))
        updated, buffer = dispatch("momentum_update", (*operands, scalars["step"]), nesterov=group["nesterov"])
        return updated, {"momentum_buffer": buffer}
