"""Rprop."""

from __future__ import annotations

from typing import Any, Iterable

from .. import _ops
from .._errors import at_user_line
from .._tensor import Tensor
from .optimizer import Group, Optimizer, Scalars, State, Updated


class Rprop(Optimizer):
    """Rprop: each element has a step size of its own, of which gradients say the direction alone. It begins as lr, and
    is multiplied by the second of the `etas` where the gradient has the sign of before, and by the first where it has
    changed it, which skips the step; it stays between the `step_sizes`. For whole batches. Riedmiller and Braun, "A
    Direct Adaptive Method for Faster Backpropagation Learning: The RPROP Algorithm", 1993."""

    hyper_parameters = ("smaller", "larger", "least", "most")
    parameter_state = ("prev", "step_size")

    def __init__(
        self,
        params: Iterable[Any],
        lr: float = 1e-2,
        etas: tuple[float, float] = (0.5, 1.2),
        step_sizes: tuple[float, float] = (1e-6, 50),
        *,
        maximize: bool = False,
        **ways: Any,
    ):
        super().__init__(params, {"lr": lr, "etas": etas, "step_sizes": step_sizes, "maximize": maximize}, ways)

    def check(self, group: Group) -> None:
        self.check_not_negative(group, "lr")
        smaller, larger = group["etas"]
        if not 0 < smaller < 1 < larger:
            raise ValueError(at_user_line(f"Rprop: expects etas below and above 1, got {tuple(group['etas'])}"))

    def scalar_values(self, group: Group) -> dict[str, float]:
        return dict(zip(self.hyper_parameters, map(float, (*group["etas"], *group["step_sizes"]))))

    def first_state(self, group: Group, name: str) -> float:
        return float(group["lr"]) if name == "step_size" else 0.0

    def update(self, group: Group, parameter: Tensor, gradient: Tensor, state: State, scalars: Scalars) -> Updated:
        agreement = gradient * _ops.sign(state["prev"])
        factor = _ops.where(agreement > 0, scalars["larger"], _ops.where(agreement < 0, scalars["smaller"], 1.0))
        size = _ops.minimum(_ops.maximum(state["step_size"] * factor, scalars["least"]), scalars["most"])
        gradient = _ops.where(agreement < 0, 0.0, gradient)
        return parameter - _ops.sign(gradient) * size, {"prev": gradient, "step_size": size}
