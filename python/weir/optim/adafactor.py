"""Adafactor."""

from __future__ import annotations

from typing import Any, Iterable

from .. import _ops
from .._dispatch import cast
from .._errors import at_user_line
from .._limits import finfo
from .._tensor import Tensor
from .adam import exact_power
from .optimizer import Group, Optimizer, Scalars, State, Updated


class Adafactor(Optimizer):
    """Adafactor: the direction is the gradient, divided by the root of a running mean of its squares, of which only
    means over rows and over columns are kept for a parameter of two dimensions or more, and scaled down to a root mean
    square of `d` if it has a larger one. The step is as large as the root mean square of the parameter, at least the
    second `eps`, times the smaller of lr and 1 / sqrt(step). The rate of means is 1 - step^beta2_decay; the first `eps`
    bounds their roots from below, where None stands for that of the parameter's dtype. lr * weight_decay * parameter is
    subtracted, too. Shazeer and Stern, "Adafactor: Adaptive Learning Rates with Sublinear Memory Cost", 2018; what
    `eps` bounds is as in PyTorch."""

    hyper_parameters = ("lr", "beta2_decay", "eps1", "eps2", "d", "weight_decay")
    parameter_state = ("row_var", "col_var", "variance")

    def __init__(
        self,
        params: Iterable[Any],
        lr: float = 1e-2,
        beta2_decay: float = -0.8,
        eps: tuple[float | None, float] = (None, 1e-3),
        d: float = 1.0,
        weight_decay: float = 0.0,
        *,
        maximize: bool = False,
        **ways: Any,
    ):
        numbers = {"lr": lr, "beta2_decay": beta2_decay, "eps": eps, "d": d, "weight_decay": weight_decay}
        super().__init__(params, {**numbers, "maximize": maximize}, ways)

    def check(self, group: Group) -> None:
        if len(group["eps"]) != 2:
            raise ValueError(at_user_line(f"Adafactor: expects two eps, got {group['eps']}"))
        self.check_not_negative(self._named(group), "lr", "eps1", "eps2", "weight_decay")
        decay, longest = group["beta2_decay"], group["d"]
        if not decay <= 0:
            raise ValueError(at_user_line(f"Adafactor: expects beta2_decay to be at most 0, got {decay}"))
        if not longest >= 1:
            raise ValueError(at_user_line(f"Adafactor: expects d to be at least 1, got {longest}"))

    def scalar_values(self, group: Group) -> dict[str, float]:
        return super().scalar_values(self._named(group))

    def variant(self, group: Group) -> tuple[Any, ...]:
        return (group["eps"][0] is None,)

    def state_shape(self, parameter: Tensor, name: str) -> tuple[int, ...]:
        shape = [*parameter.shape]
        if name != "variance" and len(shape) > 1:
            shape[-1 if name == "row_var" else -2] = 1
        return tuple(shape)

    def derived_scalars(self, group: Group, scalars: Scalars) -> dict[str, Tensor]:
        """"rho", what lr is with its bound, and "rest", 1 minus the rate of means."""
        step = scalars["step"]
        rest = cast(exact_power(step, scalars["beta2_decay"]), step.dtype)
        return {"rho": _ops.minimum(scalars["lr"], 1 / _ops.sqrt(step)), "rest": rest}

    def update(self, group: Group, parameter: Tensor, gradient: Tensor, state: State, scalars: Scalars) -> Updated:
        least = finfo(state.parameter.dtype).eps if group["eps"][0] is None else scalars["eps1"]
        variance, changed = self._variance(gradient * gradient, least, state, scalars["rest"])
        direction = gradient / _ops.sqrt(_ops.maximum(variance, least * least))
        length = _ops.maximum(_root_mean_square(parameter), scalars["eps2"])
        longer = _ops.maximum(_root_mean_square(direction) / scalars["d"], 1.0)
        decayed = parameter - scalars["lr"] * scalars["weight_decay"] * parameter
        return decayed - scalars["rho"] * length / longer * direction, changed

    @staticmethod
    def _variance(square: Tensor, least: Any, state: State, rest: Tensor) -> Updated:
        """The mean of squares with these, and what is kept of it."""

        def mean(name: str, found: Tensor) -> Tensor:
            return (1 - rest) * state[name] + rest * found

        if square.dim() < 2:
            variance = mean("variance", square)
            return variance, {"variance": variance}
        row, column = (mean(name, square.mean(dim, keepdim=True)) for name, dim in (("row_var", -1), ("col_var", -2)))
        return row * column / _ops.maximum(row.mean(-2, keepdim=True), least), {"row_var": row, "col_var": column}

    @staticmethod
    def _named(group: Group) -> Group:
        least, smallest = group["eps"]
        return {**group, "eps1": 0.0 if least is None else least, "eps2": smallest}


def _root_mean_square(x: Tensor) -> Tensor:
    return _ops.sqrt((x * x).mean())
