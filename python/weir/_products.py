"""Products of vectors and matrices by PyTorch's rules, made of the op, which takes equal leading dimensions."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Sequence

import numpy as np

from . import _ops
from ._dispatch import broadcast_shapes, dispatch
from ._einsum import tensordot
from ._errors import at_user_line
from ._shape import broadcast_tensors, broadcast_to, reshape, squeeze, transpose, unsqueeze
from ._tensor_base import TensorBase

if TYPE_CHECKING:
    from ._tensor import Tensor

__all__ = [
    "addbmm",
    "addmm",
    "addmv",
    "addr",
    "baddbmm",
    "bmm",
    "chain_matmul",
    "cross",
    "dot",
    "ger",
    "inner",
    "kron",
    "matmul",
    "mm",
    "mv",
    "outer",
    "vdot",
]


def matmul(
    a: Tensor, b: Tensor, transpose_a: bool = False, transpose_b: bool = False, alpha: float = 1.0
) -> Tensor:
    """The matrix product over the last two dimensions, times alpha; leading dimensions broadcast. A vector is a row on
    the left and a column on the right, and its dimension of size 1 is dropped from the result. Raises ValueError for
    shapes that do not fit."""
    if alpha != 1:
        return matmul(a, b, transpose_a, transpose_b) * alpha
    if not (isinstance(a, TensorBase) and isinstance(b, TensorBase)):
        return _ops.matmul(a, b, transpose_a, transpose_b)  # which says what it expects
    ranks = len(a.shape), len(b.shape)
    if min(ranks) == 0:
        raise ValueError(at_user_line(f"matmul: expects vectors or matrices, got {_shapes(a, b)}"))
    inner = a.shape[-2 if transpose_a and ranks[0] > 1 else -1], b.shape[-2 if ranks[1] > 1 and not transpose_b else -1]
    if inner[0] != inner[1]:
        turned = [name for name, is_on in (("transpose_a", transpose_a), ("transpose_b", transpose_b)) if is_on]
        how = f" with {' and '.join(turned)}" if turned else ""
        raise ValueError(at_user_line(f"matmul: expects inner sizes that agree, got {_shapes(a, b)}{how}"))
    if ranks[0] == ranks[1] >= 2 and a.shape[:-2] == b.shape[:-2]:
        return _ops.matmul(a, b, transpose_a, transpose_b)
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
        leading = broadcast_shapes(tuple(a.shape[:-2]), tuple(b.shape[:-2]))
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


def _of_product(op: str, a: tuple[Tensor, int], b: tuple[Tensor, int]) -> None:
    _of_ranks(op, a, b)
    (left, rank), (right, _) = a, b
    if left.shape[-1] != right.shape[-2 if len(right.shape) > 1 else 0] or left.shape[:-2] != right.shape[:-2]:
        what = "inner sizes that agree" if rank < 3 else "inner sizes and batches that agree"
        raise ValueError(at_user_line(f"{op}: expects {what}, got {_shapes(left, right)}"))


def mm(input: Tensor, mat2: Tensor) -> Tensor:
    """The matrix product of (n, m) and (m, p)."""
    _of_product("mm", (input, 2), (mat2, 2))
    return _ops.matmul(input, mat2)


def bmm(input: Tensor, mat2: Tensor) -> Tensor:
    """The matrix products of (b, n, m) and (b, m, p)."""
    _of_product("bmm", (input, 3), (mat2, 3))
    return _ops.matmul(input, mat2)


def mv(input: Tensor, vec: Tensor) -> Tensor:
    """The product of a matrix (n, m) and a vector (m,)."""
    _of_product("mv", (input, 2), (vec, 1))
    return matmul(input, vec)


def dot(input: Tensor, other: Tensor) -> Tensor:
    """The inner product of two vectors."""
    _of_product("dot", (input, 1), (other, 1))
    return matmul(input, other)


def addmm(input: Tensor, mat1: Tensor, mat2: Tensor, beta: float = 1, alpha: float = 1) -> Tensor:
    """beta * input + alpha * mat1 @ mat2, for matrices mat1 (n, m) and mat2 (m, p), and an input that broadcasts to (n,
    p)."""
    _of_product("addmm", (mat1, 2), (mat2, 2))
    return dispatch("addmm", (input, mat1, mat2), beta=beta, alpha=alpha)  # type: ignore[no-any-return]


def baddbmm(input: Tensor, batch1: Tensor, batch2: Tensor, beta: float = 1, alpha: float = 1) -> Tensor:
    """beta * input + alpha * batch1 @ batch2, for batch1 (b, n, m) and batch2 (b, m, p), and an input that broadcasts
    to (b, n, p)."""
    _of_product("baddbmm", (batch1, 3), (batch2, 3))
    operands = (input, batch1, batch2)
    return dispatch("addmm", operands, function="baddbmm", beta=beta, alpha=alpha)  # type: ignore[no-any-return]


def vdot(input: Tensor, other: Tensor) -> Tensor:
    """The inner product of two vectors."""
    _of_product("vdot", (input, 1), (other, 1))
    return matmul(input, other)


def inner(input: Tensor, other: Tensor) -> Tensor:
    """The sums of products over the last dimensions, of each line of `input` with each one of `other`; a scalar times
    the other one."""
    if not input.shape or not other.shape:
        return input * other
    if input.shape[-1] != other.shape[-1]:
        raise ValueError(at_user_line(f"inner: expects last sizes that are equal, got {_shapes(input, other)}"))
    return tensordot(input, other, ([-1], [-1]))


def outer(input: Tensor, vec2: Tensor) -> Tensor:
    """The products of each element of one vector with each one of another: (n, m)."""
    _of_ranks("outer", (input, 1), (vec2, 1))
    return unsqueeze(input, 1) * vec2


ger = outer


def addmv(input: Tensor, mat: Tensor, vec: Tensor, *, beta: float = 1, alpha: float = 1) -> Tensor:
    """beta * input + alpha * mat @ vec, for a matrix (n, m), a vector (m,) and an input that broadcasts to (n,)."""
    _of_product("addmv", (mat, 2), (vec, 1))
    column = unsqueeze(input, -1) if input.shape else input
    operands = (column, mat, unsqueeze(vec, 1))
    return squeeze(dispatch("addmm", operands, function="addmv", beta=beta, alpha=alpha), 1)


def addr(input: Tensor, vec1: Tensor, vec2: Tensor, *, beta: float = 1, alpha: float = 1) -> Tensor:
    """beta * input + alpha * outer(vec1, vec2), for an input that broadcasts to (n, m)."""
    _of_ranks("addr", (vec1, 1), (vec2, 1))
    operands = (input, unsqueeze(vec1, 1), unsqueeze(vec2, 0))
    return dispatch("addmm", operands, function="addr", beta=beta, alpha=alpha)  # type: ignore[no-any-return]


def addbmm(input: Tensor, batch1: Tensor, batch2: Tensor, *, beta: float = 1, alpha: float = 1) -> Tensor:
    """beta * input + alpha * the sum of batch1[i] @ batch2[i], for batch1 (b, n, m) and batch2 (b, m, p)."""
    _of_product("addbmm", (batch1, 3), (batch2, 3))
    count, rows, inside = batch1.shape
    if batch2.shape[:2] != (count, inside):
        raise ValueError(at_user_line(f"addbmm: expects batches that fit, got {_shapes(batch1, batch2)}"))
    # The sum over the batch is one over the inner dimension of a longer product.
    long = reshape(transpose(batch1, 0, 1), (rows, count * inside))
    operands = (input, long, reshape(batch2, (count * inside, batch2.shape[2])))
    return dispatch("addmm", operands, function="addbmm", beta=beta, alpha=alpha)  # type: ignore[no-any-return]


def cross(input: Tensor, other: Tensor, dim: int | None = None) -> Tensor:
    """The cross products of vectors of three numbers along `dim`, or along the first dimension of size 3."""
    a, b = broadcast_tensors(input, other)
    if dim is None:
        threes = [d for d, size in enumerate(a.shape) if size == 3]
        if not threes:
            raise ValueError(at_user_line(f"cross: expects a dimension of 3 elements, got {_shapes(input, other)}"))
        dim = threes[0]
    return dispatch("cross", (a, b), dim=dim)  # type: ignore[no-any-return]


def kron(input: Tensor, other: Tensor) -> Tensor:
    """Kronecker's product: each element of `input` times all of `other`, side by side."""
    rank = max(len(input.shape), len(other.shape))
    shapes = [(*[1] * (rank - len(x.shape)), *x.shape) for x in (input, other)]
    apart = [
        reshape(input, [n for size in shapes[0] for n in (size, 1)]),
        reshape(other, [n for size in shapes[1] for n in (1, size)]),
    ]
    return reshape(apart[0] * apart[1], [n * m for n, m in zip(*shapes)])


def multi_dot(tensors: Sequence[Tensor]) -> Tensor:
    """The product of several matrices, of which the first and the last may be vectors, in the order that takes the
    fewest multiplications."""
    given = list(tensors)
    if len(given) < 2:
        raise ValueError(at_user_line(f"multi_dot: expects at least two tensors, got {len(given)}"))
    matrices = [*given]
    matrices[0] = unsqueeze(given[0], 0) if len(given[0].shape) == 1 else given[0]
    matrices[-1] = unsqueeze(given[-1], 1) if len(given[-1].shape) == 1 else given[-1]
    _of_ranks("multi_dot", *((x, 2) for x in matrices))
    for x, y in zip(matrices, matrices[1:]):
        if x.shape[1] != y.shape[0]:
            raise ValueError(at_user_line(f"multi_dot: expects matrices that fit, got {_shapes(*given)}"))
    product: Tensor = dispatch("multi_dot", matrices)
    shape = [*product.shape[:1] * (len(given[0].shape) == 2), *product.shape[1:] * (len(given[-1].shape) == 2)]
    return reshape(product, shape)


def chain_matmul(*matrices: Tensor) -> Tensor:
    """The product of several matrices: see `multi_dot`."""
    return multi_dot(matrices)
