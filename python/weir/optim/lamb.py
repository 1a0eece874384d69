"""LAMB."""

from __future__ import annotations

from typing import Any, Iterable

from .. import _ops
from .._tensor import Tensor
from .adam import MomentsOptimizer, direction_of
from .optimizer import Group, Scalars, State, Updated


class LAMB(MomentsOptimizer):
    """LAMB: the direction of Adam, scaled for each parameter by the ratio of the parameter's norm to the direction's,
    which is 1 where either is 0. With `adam_w_mode`, weight_decay * parameter is added to the direction, else to the
    gradient. You et al., "Large Batch Optimization for Deep Learning: Training BERT in 76 minutes", 2020."""

    def __init__(
        self,
        params: Iterable[Any],
        lr: float = 1e-3,
        betas: tuple[float, float] = (0.9, 0.999),
        eps: float = 1e-8,
        weight_decay: float = 0.0,
        adam_w_mode: bool = True,
        do_bias_correction: bool = True,
        *,
        maximize: bool = False,
        **ways: Any,
    ):
        numbers = {"lr": lr, "betas": betas, "eps": eps, "weight_decay": weight_decay}
        flags = {"adam_w_mode": adam_w_mode, "do_bias_correction": do_bias_correction, "maximize": maximize}
        super().__init__(params, {**numbers, **flags}, ways)

    def variant(self, group: Group) -> tuple[Any, ...]:
        return *super().variant(group), group["adam_w_mode"]

    def update(self, group: Group, parameter: Tensor, gradient: Tensor, state: State, scalars: Scalars) -> Updated:
        decay = scalars["weight_decay"] * parameter
        if not group["adam_w_mode"]:
            gradient = gradient + decay
        means = self.means(gradient, state, scalars)
        direction = direction_of(means["exp_avg"], means["exp_avg_sq"], scalars)
        if group["adam_w_mode"]:
            direction = direction + decay
        length, step_length = _norm(parameter), _norm(direction)
        ratio = _ops.where(length > 0, _ops.where(step_length > 0, length / step_length, 1.0), 1.0)
        return parameter - scalars["lr"] * ratio * direction, means


def _norm(x: Tensor) -> Tensor:
    return _ops.sqrt((x * x).sum())
