"""AdamW."""

from __future__ import annotations

from numbers import Real
from typing import Any, Iterable

from .. import _ops
from .._errors import at_user_line
from .._tensor import Tensor
from ..nn.parameter import Parameter
from .optimizer import Optimizer


class AdamW(Optimizer):
    """Adam with decoupled weight decay (Loshchilov and Hutter, 2019)."""

    hyper_parameters = ("lr", "beta1", "beta2", "eps", "weight_decay")
    parameter_state = ("exp_avg", "exp_avg_sq")

    def __init__(
        self,
        params: Iterable[Any],
        lr: float = 1e-3,
        betas: tuple[float, float] = (0.9, 0.999),
        eps: float = 1e-8,
        weight_decay: float = 1e-2,
    ):
        super().__init__(params, {"lr": lr, "betas": betas, "eps": eps, "weight_decay": weight_decay})

    def check(self, group: dict[str, Any]) -> None:
        for name in ("lr", "eps", "weight_decay"):
            if not isinstance(group[name], Real):
                raise TypeError(at_user_line(f"AdamW: expects {name} to be a number, got {group[name]!r}"))
            if not group[name] >= 0:
                raise ValueError(at_user_line(f"AdamW: expects {name} to be at least 0, got {group[name]}"))
        betas = tuple(group["betas"])
        if len(betas) != 2 or not all(isinstance(beta, Real) and 0 <= beta < 1 for beta in betas):
            raise ValueError(at_user_line(f"AdamW: expects betas in [0, 1), got {betas}"))

    def scalar_values(self, group: dict[str, Any]) -> dict[str, float]:
        beta1, beta2 = group["betas"]
        return {
            "lr": float(group["lr"]),
            "beta1": float(beta1),
            "beta2": float(beta2),
            "eps": float(group["eps"]),
            "weight_decay": float(group["weight_decay"]),
        }

    def update(
        self, parameter: Parameter, gradient: Tensor, state: dict[str, Tensor], scalars: dict[str, Tensor]
    ) -> None:
        operands = (
            parameter,
            gradient,
            state["exp_avg"],
            state["exp_avg_sq"],
            *(scalars[name] for name in self.hyper_parameters),
            scalars["step"],
        )
        updated = _ops.OPS["adamw_update"].all_results(operands)
        for tensor, value in zip((parameter, state["exp_avg"], state["exp_avg_sq"]), updated):
            tensor.copy_(value)
