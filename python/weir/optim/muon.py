"""Muon."""

from __future__ import annotations

import math
from typing import Any, Iterable

from .. import _dtypes, _ops
from .._dispatch import cast
from .._errors import at_user_line
from .._products import addmm
from .._reductions import norm
from .._tensor import Tensor
from .optimizer import Group, Optimizer, Scalars, State, Updated

_RATES = (None, "original", "match_rms_adamw")
_MOST_STEPS = 100


class Muon(Optimizer):
    """Muon, for matrices: steps along the running mean of the gradients, of the rate `momentum`, which with `nesterov`
    takes the gradient once more, made nearly orthogonal: divided by its norm, which is at least `eps`, it goes through
    `ns_steps` iterations of Newton and Schulz in bfloat16, of the polynomial `ns_coefficients`. lr is multiplied by
    sqrt(max(1, n / m)) for a matrix (n, m), or if `adjust_lr_fn` is "match_rms_adamw" by 0.2 * sqrt(max(n, m)). lr *
    weight_decay * parameter is subtracted, too. Jordan et al., "Muon: An optimizer for hidden layers in neural
    networks", 2024; Liu et al., "Muon is Scalable for LLM Training", 2025."""

    hyper_parameters = ("lr", "weight_decay", "momentum", "eps")
    parameter_state = ("momentum_buffer",)

    def __init__(
        self,
        params: Iterable[Any],
        lr: float = 1e-3,
        weight_decay: float = 0.1,
        momentum: float = 0.95,
        nesterov: bool = True,
        ns_coefficients: tuple[float, float, float] = (3.4445, -4.7750, 2.0315),
        eps: float = 1e-7,
        ns_steps: int = 5,
        adjust_lr_fn: str | None = None,
        *,
        maximize: bool = False,
        **ways: Any,
    ):
        numbers = {"lr": lr, "weight_decay": weight_decay, "momentum": momentum, "eps": eps}
        schulz = {"ns_coefficients": ns_coefficients, "ns_steps": ns_steps, "adjust_lr_fn": adjust_lr_fn}
        super().__init__(params, {**numbers, **schulz, "nesterov": nesterov, "maximize": maximize}, ways)

    def check(self, group: Group) -> None:
        self.check_not_negative(group, *self.hyper_parameters)
        coefficients, steps, way = group["ns_coefficients"], group["ns_steps"], group["adjust_lr_fn"]
        if len(coefficients) != 3:
            raise ValueError(at_user_line(f"Muon: expects three ns_coefficients, got {coefficients}"))
        if not 0 <= steps < _MOST_STEPS:
            raise ValueError(at_user_line(f"Muon: expects ns_steps from 0 to {_MOST_STEPS - 1}, got {steps}"))
        if way not in _RATES:
            rule = f"expects adjust_lr_fn to be one of {', '.join(map(repr, _RATES))}"
            raise ValueError(at_user_line(f"Muon: {rule}, got {way!r}"))
        for parameter in group["params"]:
            if parameter.dim() != 2:
                rule = "expects matrices as parameters"
                raise ValueError(at_user_line(f"Muon: {rule}, got one of shape {tuple(parameter.shape)}"))

    def scalar_values(self, group: Group) -> dict[str, float]:
        """Among them "rest", 1 - momentum, which is less exact if it is computed from momentum in f32."""
        return {**super().scalar_values(group), "rest": 1 - float(group["momentum"])}

    def variant(self, group: Group) -> tuple[Any, ...]:
        return group["nesterov"], tuple(group["ns_coefficients"]), group["ns_steps"], group["adjust_lr_fn"]

    def update(self, group: Group, parameter: Tensor, gradient: Tensor, state: State, scalars: Scalars) -> Updated:
        momentum, rest = scalars["momentum"], scalars["rest"]
        direction = mean = momentum * state["momentum_buffer"] + rest * gradient
        if group["nesterov"]:
            direction = momentum * mean + rest * gradient
        step = _orthogonal(direction, group["ns_coefficients"], group["ns_steps"], scalars["eps"])
        rate = _rate_of(group["adjust_lr_fn"], *parameter.shape) * cast(step, parameter.dtype)
        return parameter - scalars["lr"] * (scalars["weight_decay"] * parameter + rate), {"momentum_buffer": mean}


def _rate_of(way: str | None, rows: int, columns: int) -> float:
    if way == "match_rms_adamw":
        return 0.2 * math.sqrt(max(rows, columns))
    return math.sqrt(max(1.0, rows / max(columns, 1)))


def _orthogonal(matrix: Tensor, coefficients: Iterable[float], steps: int, eps: Tensor) -> Tensor:
    """In bfloat16, U @ S @ V^T for the singular value decomposition U, _, V^T of a matrix, where S is near 1."""
    a, b, c = coefficients
    x = cast(matrix, _dtypes.bfloat16)
    is_tall = matrix.shape[0] > matrix.shape[1]
    if is_tall:  # the products of rows are the smaller ones
        x = x.T
    x = x / _ops.maximum(norm(x), cast(eps, x.dtype))
    for _ in range(steps):
        products = _ops.matmul(x, x, transpose_b=True)
        x = addmm(x, addmm(products, products, products, beta=b, alpha=c), x, beta=a)
    return x.T if is_tall else x
