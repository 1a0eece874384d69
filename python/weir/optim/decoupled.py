"""NAdam and RAdam, which share the choice of where weight decay goes."""

from __future__ import annotations

import math
from typing import Any, Iterable

from .. import _dtypes, _ops
from .._dispatch import cast
from .._errors import lacks
from .._tensor import Tensor
from .adam import MomentsOptimizer, exact_power
from .optimizer import Group, Scalars, State, Updated


class _Decoupled(MomentsOptimizer):
    """The base: weight_decay * parameter is added to the gradient, or, with `decoupled_weight_decay`, lr times that is
    subtracted from the parameter."""

    def variant(self, group: Group) -> tuple[Any, ...]:
        return *super().variant(group), group["decoupled_weight_decay"]

    def update(self, group: Group, parameter: Tensor, gradient: Tensor, state: State, scalars: Scalars) -> Updated:
        decay = scalars["weight_decay"] * parameter
        if group["decoupled_weight_decay"]:
            parameter = parameter - scalars["lr"] * decay
        else:
            gradient = gradient + decay
        means = self.means(gradient, state, scalars)
        step = self.direction(gradient, means["exp_avg"], means["exp_avg_sq"], scalars)
        return parameter - scalars["lr"] * step, means

    def direction(self, gradient: Tensor, mean: Tensor, square: Tensor, scalars: Scalars) -> Tensor:
        """What is subtracted from the parameter, before lr scales it."""
        raise lacks(self, "direction")


class NAdam(_Decoupled):
    """Adam with Nesterov's momentum, which rises from half of the first of the `betas` to all of it, the faster the
    larger `momentum_decay` is. weight_decay * parameter is added to the gradient, or with `decoupled_weight_decay` part
    of the step. Dozat, "Incorporating Nesterov Momentum into Adam", 2016."""

    hyper_parameters = (*MomentsOptimizer.hyper_parameters, "momentum_decay")
    running = {"step": 0.0, "mu_product": 1.0}

    def __init__(
        self,
        params: Iterable[Any],
        lr: float = 2e-3,
        betas: tuple[float, float] = (0.9, 0.999),
        eps: float = 1e-8,
        weight_decay: float = 0.0,
        momentum_decay: float = 4e-3,
        decoupled_weight_decay: bool = False,
        *,
        maximize: bool = False,
        **ways: Any,
    ):
        numbers = {"lr": lr, "betas": betas, "eps": eps, "weight_decay": weight_decay, "momentum_decay": momentum_decay}
        flags = {"decoupled_weight_decay": decoupled_weight_decay, "maximize": maximize}
        super().__init__(params, {**numbers, **flags}, ways)

    def check(self, group: Group) -> None:
        super().check(group)
        self.check_not_negative(group, "momentum_decay")

    def derived_scalars(self, group: Group, scalars: Scalars) -> dict[str, Tensor]:
        def momentum(step: Tensor) -> Tensor:
            exponent = cast(step * scalars["momentum_decay"], _dtypes.float64)
            risen: Tensor = cast(1 - 0.5 * _ops.exp(exponent * math.log(0.96)), step.dtype)
            return scalars["beta1"] * risen

        now, then = momentum(scalars["step"]), momentum(scalars["step"] + 1)
        product = scalars["mu_product"] * now
        shares = {"of_gradient": (1 - now) / (1 - product), "of_mean": then / (1 - product * then)}
        return {**self.corrections(group, scalars), **shares, "mu_product": product}

    def direction(self, gradient: Tensor, mean: Tensor, square: Tensor, scalars: Scalars) -> Tensor:
        root = _ops.sqrt(square / scalars["correction2"]) + scalars["eps"]
        return (scalars["of_gradient"] * gradient + scalars["of_mean"] * mean) / root


class RAdam(_Decoupled):
    """Adam whose steps are scaled by how well the mean of squares is known, and do without it as long as it is not: in
    the first five steps or so. weight_decay * parameter is added to the gradient, or with `decoupled_weight_decay` part
    of the step. Liu et al., "On the Variance of the Adaptive Learning Rate and Beyond", 2020."""

    def __init__(
        self,
        params: Iterable[Any],
        lr: float = 1e-3,
        betas: tuple[float, float] = (0.9, 0.999),
        eps: float = 1e-8,
        weight_decay: float = 0.0,
        decoupled_weight_decay: bool = False,
        *,
        maximize: bool = False,
        **ways: Any,
    ):
        numbers = {"lr": lr, "betas": betas, "eps": eps, "weight_decay": weight_decay}
        flags = {"decoupled_weight_decay": decoupled_weight_decay, "maximize": maximize}
        super().__init__(params, {**numbers, **flags}, ways)

    def derived_scalars(self, group: Group, scalars: Scalars) -> dict[str, Tensor]:
        step, beta = cast(scalars["step"], _dtypes.float64), cast(scalars["beta2"], _dtypes.float64)
        power = exact_power(beta, step)
        longest = 2 / (1 - beta) - 1
        length = longest - 2 * step * power / (1 - power)
        known = (length - 4) * (length - 2) * longest / ((longest - 4) * (longest - 2) * length)
        factor = _ops.sqrt(_ops.maximum(known, 0.0) * (1 - power))
        found = {"is_known": length > 5, "factor": cast(factor, scalars["step"].dtype)}
        return {**self.corrections(group, scalars), **found}

    def direction(self, gradient: Tensor, mean: Tensor, square: Tensor, scalars: Scalars) -> Tensor:
        by_squares = scalars["factor"] / (_ops.sqrt(square) + scalars["eps"])
        scaled: Tensor = mean / scalars["correction1"] * _ops.where(scalars["is_known"], by_squares, 1.0)
        return scaled
