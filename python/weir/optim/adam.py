"""Adam and AdamW."""

from __future__ import annotations

import math
from numbers import Real
from typing import Any, Iterable, Mapping

from .. import _dtypes, _ops
from .._dispatch import cast, dispatch, splat
from .._errors import at_user_line
from .._tensor import Tensor
from .optimizer import Group, Optimizer, Scalars, State, Updated


class MomentsOptimizer(Optimizer):
    """The base of optimizers with running means of gradients ("exp_avg") and of their squares ("exp_avg_sq")."""

    hyper_parameters = ("lr", "beta1", "beta2", "eps", "weight_decay")
    parameter_state: tuple[str, ...] = ("exp_avg", "exp_avg_sq")

    def check(self, group: Group) -> None:
        self.check_not_negative(group, "lr", "eps", "weight_decay")
        betas = tuple(group["betas"])
        if len(betas) != 2 or not all(isinstance(beta, Real) and 0 <= beta < 1 for beta in betas):
            raise ValueError(at_user_line(f"{type(self).__name__}: expects betas in [0, 1), got {betas}"))

    def scalar_values(self, group: Group) -> dict[str, float]:
        beta1, beta2 = group["betas"]
        named = {**group, "beta1": beta1, "beta2": beta2}
        return {name: float(named[name]) for name in self.hyper_parameters}

    def variant(self, group: Group) -> tuple[Any, ...]:
        return (group.get("do_bias_correction", True),)

    def corrections(self, group: Group, scalars: Scalars) -> dict[str, Tensor]:
        """"correction1" and "correction2": 1 - beta^step for both betas. The means start at 0, so dividing by these
        makes them unbiased."""
        return {f"correction{i}": _correction(scalars[f"beta{i}"], self.step_of(group, scalars)) for i in (1, 2)}

    def derived_scalars(self, group: Group, scalars: Scalars) -> dict[str, Tensor]:
        return self.corrections(group, scalars)

    @staticmethod
    def means(gradient: Tensor, state: State, scalars: Scalars) -> dict[str, Tensor]:
        """The running means of gradients and of their squares, by their names in the state, with this gradient."""
        beta1, beta2 = scalars["beta1"], scalars["beta2"]
        return {
            "exp_avg": beta1 * state["exp_avg"] + (1 - beta1) * gradient,
            "exp_avg_sq": beta2 * state["exp_avg_sq"] + (1 - beta2) * gradient * gradient,
        }

    def step_of(self, group: Group, scalars: Scalars) -> Tensor:
        """The step number that corrections use; without bias correction it is infinite, which makes them 1."""
        is_corrected = group.get("do_bias_correction", True)
        step: Tensor = scalars["step"] if is_corrected else splat(math.inf, (), scalars["step"].dtype)
        return step


def exact_power(base: Tensor, exponent: Tensor) -> Tensor:
    """In f64, as it is subtracted from one where it is close to it."""
    result: Tensor = _ops.exp(cast(exponent, _dtypes.float64) * _ops.log(cast(base, _dtypes.float64)))
    return result


def _correction(beta: Tensor, step: Tensor) -> Tensor:
    correction: Tensor = cast(1 - exact_power(beta, step), beta.dtype)
    return correction


def direction_of(mean: Tensor, square: Tensor, scalars: Scalars) -> Tensor:
    """mean / (sqrt(square) + eps), both corrected for their start at 0."""
    root = _ops.sqrt(square / scalars["correction2"])
    return (mean / scalars["correction1"]) / (root + scalars["eps"])


class _Adam(MomentsOptimizer):
    parameter_state = ("exp_avg", "exp_avg_sq", "max_exp_avg_sq")
    op = ""  # the update

    def __init__(
        self,
        params: Iterable[Any],
        lr: float,
        betas: tuple[float, float],
        eps: float,
        weight_decay: float,
        ways: Mapping[str, Any],
        **flags: bool,
    ):
        numbers = {"lr": lr, "betas": betas, "eps": eps, "weight_decay": weight_decay}
        super().__init__(params, {**numbers, **flags}, ways)

    def variant(self, group: Group) -> tuple[Any, ...]:
        return *super().variant(group), group["amsgrad"]

    def derived_scalars(self, group: Group, scalars: Scalars) -> dict[str, Tensor]:
        return self.corrections(group, scalars) if group["amsgrad"] else {}

    def update(self, group: Group, parameter: Tensor, gradient: Tensor, state: State, scalars: Scalars) -> Updated:
        operands = (
            parameter,
            gradient,
            state["exp_avg"],
            state["exp_avg_sq"],
            *(scalars[name] for name in self.hyper_parameters),
            self.step_of(group, scalars),
        )
        updated, mean, square = dispatch(self.op, operands)
        changed = {"exp_avg": mean, "exp_avg_sq": square}
        if group["amsgrad"]:
            largest = changed["max_exp_avg_sq"] = _ops.maximum(state["max_exp_avg_sq"], square)
            updated = self._amsgrad(parameter, mean, largest, scalars)
        return updated, changed

    def _amsgrad(self, parameter: Tensor, mean: Tensor, largest: Tensor, scalars: Scalars) -> Tensor:
        """The update by the largest mean of squares so far. Reddi, Kale and Kumar, "On the Convergence of Adam and
        Beyond", 2018."""
        direction = direction_of(mean, largest, scalars)
        if self.op == "adamw_update":
            direction = direction + scalars["weight_decay"] * parameter
        return parameter - scalars["lr"] * direction


class Adam(_Adam):
    """Adam: steps of lr along the running mean of the gradients, divided by the root of the running mean of their
    squares plus eps. `betas` are the rates of the two means, which are corrected for their start at 0 unless
    `do_bias_correction` is false. weight_decay * parameter is added to the gradient. With `amsgrad` the largest mean
    square so far is used. Kingma and Ba, "Adam: A Method for Stochastic Optimization", 2015."""

    op = "adam_update"

    def __init__(
        self,
        params: Iterable[Any],
        lr: float = 1e-3,
        betas: tuple[float, float] = (0.9, 0.999),
        eps: float = 1e-8,
        weight_decay: float = 0.0,
        amsgrad: bool = False,
        do_bias_correction: bool = True,
        *,
        maximize: bool = False,
        **ways: Any,
    ):
        flags = {"amsgrad": amsgrad, "do_bias_correction": do_bias_correction, "maximize": maximize}
        super().__init__(params, lr, betas, eps, weight_decay, ways, **flags)


class AdamW(_Adam):
    """Adam with decoupled weight decay: weight_decay * parameter is part of the step, not of the gradient, and is no
    part of the running means. Loshchilov and Hutter, "Decoupled Weight Decay Regularization", 2019."""

    op = "adamw_update"

    def __init__(
        self,
        params: Iterable[Any],
        lr: float = 1e-3,
        betas: tuple[float, float] = (0.9, 0.999),
        eps: float = 1e-8,
        weight_decay: float = 1e-2,
        amsgrad: bool = False,
        do_bias_correction: bool = True,
        *,
        maximize: bool = False,
        **ways: Any,
    ):
        flags = {"amsgrad": amsgrad, "do_bias_correction": do_bias_correction, "maximize": maximize}
        super().__init__(params, lr, betas, eps, weight_decay, ways, **flags)
