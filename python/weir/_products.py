"""Products of vectors and matrices by PyTorch's rules, made of the op, which takes equal leading dimensions."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from . import _ops
from ._dispatch import dispatch
from ._errors import at_user_line
from ._shape import broadcast_to, reshape, squeeze, unsqueeze
from ._tensor_base import TensorBase

if TYPE_CHECKING:
    from ._tensor import Tensor

__all__ = ["addmm", "baddbmm", "bmm", "dot", "matmul", "mm", "mv"]


def matmul(a: Tensor, b: Tensor, transpose_a: bool = False, transpose_b: bool = False) -> Tensor:
    """The matrix product over the last two dimensions; leading dimensions broadcast. A vector is a row on the left and
    a column on the right, and its dimension of size 1 is dropped from the result. Raises ValueError for shapes that do
    not fit."""
    if not (isinstance(a, TensorBase) and isinstance(b, TensorBase)):
        return _ops.matmul(a, b, transpose_a, transpose_b)  # which says what it expects
    ranks = len(a.shape), len(b.shape)
    if ranks[0] == ranks[1] >= 2 and a.shape[:-2] == b.shape[:-2]:
        return _ops.matmul(a, b, transpose_a, transpose_b)
    if min(ranks) == 0:
        raise ValueError(at_user_line(f"matmul: expects vectors or matrices, got {_shapes(a, b)}"))
    if ranks[0] == 1:
        return squeeze(matmul(unsqueeze(a, 0), b, False, transpose_b), -1 if ranks[1] == 1 else -2)
    if ranks[1] == 1:
        return squeeze(matmul(a, unsqueeze(b, 1), transpose_a, False), -1)
    if ranks[1] == 2 and not transpose_a:
        # All rows are those of one matrix.
        rows = reshape(a, (math.prod(a.shape[:-1]), a.shape[-1]))
        product = _ops.matmul(rows, b, transpose_b=transpose_b)
        return reshape(product, (*a.shape[:-1], product.shape[1]))
    try:
        leading = np.broadcast_shapes(tuple(a.shape[:-2]), tuple(b.shape[:-2]))
    except ValueError:
        raise ValueError(
            at_user_line(f"matmul: expects leading dimensions that broadcast, got {_shapes(a, b)}")
        ) from None
    a, b = (broadcast_to(x, (*leading, *x.shape[-2:])) for x in (a, b))
    return _ops.matmul(a, b, transpose_a, transpose_b)


def _shapes(*tensors: Tensor) -> str:
    return " and ".join(str(tuple(x.shape)) for x in tensors)


def _of_ranks(op: str, *given: tuple[Tensor, int]) -> None:
    if any(len(x.shape) != rank for x, rank in given):
        ranks = ", ".join(str(rank) for _, rank in given)
        got = ", ".join(str(tuple(x.shape)) for x, _ in given)
        raise ValueError(at_user_line(f"{op}: expects tensors of {ranks} dimensions, got {got}"))


def mm(input: Tensor, mat2: Tensor) -> Tensor:
    """The matrix product of (n, m) and (m, p)."""
    _of_ranks("mm", (input, 2), (mat2, 2))
    return _ops.matmul(input, mat2)


def bmm(input: Tensor, mat2: Tensor) -> Tensor:
    """The matrix products of (b, n, m) and (b, m, p)."""
    _of_ranks("bmm", (input, 3), (mat2, 3))
    return _ops.matmul(input, mat2)


def mv(input: Tensor, vec: Tensor) -> Tensor:
    """The product of a matrix (n, m) and a vector (m,)."""
    _of_ranks("mv", (input, 2), (vec, 1))
    return matmul(input, vec)


def dot(input: Tensor, other: Tensor) -> Tensor:
    """The inner product of two vectors."""
    _of_ranks("dot", (input, 1), (other, 1))
    return matmul(input, other)


def addmm(input: Tensor, mat1: Tensor, mat2: Tensor, beta: float = 1, alpha: float = 1) -> Tensor:
    """beta * input + alpha * mat1 @ mat2, for matrices mat1 (n, m) and mat2 (m, p), and an input that broadcasts to (n,
    p)."""
    _of_ranks("addmm", (mat1, 2), (mat2, 2))
    return dispatch("addmm", (input, mat1, mat2), beta=beta, alpha=alpha)  # type: ignore[no-any-return]


def baddbmm(input: Tensor, batch1: Tensor, batch2: Tensor, beta: float = 1, alpha: float = 1) -> Tensor:
    """beta * input + alpha * batch1 @ batch2, for batch1 (b, n, m) and batch2 (b, m, p), and an input that broadcasts
    to (b, n, p)."""
    _of_ranks("baddbmm", (batch1, 3), (batch2, 3))
    operands = (input, batch1, batch2)
    return dispatch("addmm", operands, function="baddbmm", beta=beta, alpha=alpha)  # type: ignore[no-any-return]
