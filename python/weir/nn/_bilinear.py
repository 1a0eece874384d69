"""Products with two inputs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._einsum import einsum
from .._errors import at_user_line

if TYPE_CHECKING:
    from .._tensor import Tensor


def bilinear(input1: Tensor, input2: Tensor, weight: Tensor, bias: Tensor | None = None) -> Tensor:
    """x1^T W[o] x2 + bias[o] for each o: inputs (*, in1) and (*, in2), a weight (out, in1, in2), a bias (out,)."""
    inside = tuple(weight.shape[1:])
    if input1.shape[:-1] != input2.shape[:-1] or (*input1.shape[-1:], *input2.shape[-1:]) != inside:
        facts = f"{tuple(input1.shape)}, {tuple(input2.shape)} and {tuple(weight.shape)}"
        rule = "inputs (*, in1), (*, in2), a weight (out, in1, in2)"
        raise ValueError(at_user_line(f"bilinear: expects {rule}, got {facts}"))
    products = einsum("...i,oij,...j->...o", input1, weight, input2)
    return products if bias is None else products + bias
