"""Products with two inputs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._dispatch import dispatch

if TYPE_CHECKING:
    from .._tensor import Tensor


def bilinear(input1: Tensor, input2: Tensor, weight: Tensor, bias: Tensor | None = None) -> Tensor:
    """x1^T W[o] x2 + bias[o] for each o: inputs (*, in1) and (*, in2), a weight (out, in1, in2), a bias (out,)."""
    return dispatch("bilinear", (input1, input2, weight, bias))  # type: ignore[no-any-return]
