"""Linear algebra: norms and products. Factorizations, and what is made of them, are not built."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Sequence

from . import _ops, _products, _reductions
from ._creation import ones
from ._dispatch import cast, dimension, dispatch
from ._dtypes import dtype as DType, int64
from ._errors import at_user_line
from ._indexing import diagonal as _diagonal
from ._joining import cat as _cat
from ._products import matmul, multi_dot
from ._shape import squeeze, unsqueeze

if TYPE_CHECKING:
    from ._tensor import Tensor

__all__ = [
    "cross",
    "diagonal",
    "matmul",
    "matrix_norm",
    "matrix_power",
    "multi_dot",
    "norm",
    "vander",
    "vecdot",
    "vector_norm",
]


def _converted(x: Tensor, dtype: DType | None) -> Tensor:
    return x if dtype is None else cast(x, dtype)  # type: ignore[no-any-return]


def vector_norm(
    x: Tensor,
    ord: float = 2,
    dim: int | Sequence[int] | None = None,
    keepdim: bool = False,
    *,
    dtype: DType | None = None,
) -> Tensor:
    """The ord-norm of the elements over `dim`, or of all: sum(|x|^ord)^(1/ord). See `weir.norm`."""
    if isinstance(ord, str):
        raise TypeError(at_user_line(f"vector_norm: expects ord to be a number, got {ord!r}"))
    return _reductions.norm(_converted(x, dtype), ord, dim, keepdim)


def matrix_norm(
    A: Tensor,
    ord: float | str = "fro",
    dim: Sequence[int] = (-2, -1),
    keepdim: bool = False,
    *,
    dtype: DType | None = None,
) -> Tensor:
    """A norm of the matrices in two dimensions: "fro", the largest sum of magnitudes of a row (infinity) or a column
    (1), or the smallest one (-infinity, -1). Raises NotImplementedError for norms that need singular values."""
    x = _converted(A, dtype)
    if len(dim) != 2 or len(x.shape) < 2:
        raise ValueError(
            at_user_line(f"matrix_norm: expects a matrix and two dimensions, got {tuple(x.shape)} and {dim}")
        )
    rows, columns = (dimension(x, d, "matrix_norm") for d in dim)
    if ord == "fro":
        return _reductions.norm(x, 2, (rows, columns), keepdim)
    if ord in ("nuc", 2, -2):
        raise NotImplementedError(at_user_line(f"matrix_norm: expects a norm without singular values, got {ord!r}"))
    if isinstance(ord, str) or (abs(ord) != 1 and not math.isinf(ord)):
        raise ValueError(
            at_user_line(f"matrix_norm: expects ord to be 'fro', 'nuc', 1, -1, 2, -2, inf or -inf, got {ord!r}")
        )
    along, over = (rows, columns) if abs(ord) == 1 else (columns, rows)
    sums = _ops.sum(_ops.abs(x), along, True)
    if ord < 0:
        y = _ops.amin(_reductions.with_elements("matrix_norm", sums, over), over, True)
    else:  # of nothing it is 0
        y = _ops.amax(sums, over, True) if sums.shape[over] else _ops.sum(sums, over, True)
    return y if keepdim else squeeze(y, (rows, columns))


def norm(
    A: Tensor,
    ord: float | str | None = None,
    dim: int | Sequence[int] | None = None,
    keepdim: bool = False,
    *,
    dtype: DType | None = None,
) -> Tensor:
    """A norm of a vector, of a matrix where there are two dimensions and `ord` is given, or without both of all
    elements."""
    is_one = isinstance(dim, int) or (dim is not None and len(dim) == 1)
    if ord is None:
        return vector_norm(A, 2, dim, keepdim, dtype=dtype)
    if is_one or (dim is None and len(A.shape) == 1):
        return vector_norm(A, ord, dim, keepdim, dtype=dtype)  # type: ignore[arg-type]
    if dim is None and len(A.shape) != 2:
        raise ValueError(at_user_line(f"norm: expects a vector or a matrix where ord is given, got {tuple(A.shape)}"))
    return matrix_norm(A, ord, (-2, -1) if dim is None else dim, keepdim, dtype=dtype)  # type: ignore[arg-type]


def vecdot(x: Tensor, y: Tensor, *, dim: int = -1) -> Tensor:
    """The inner products of vectors along `dim`."""
    return _ops.sum(x * y, dim)


def cross(input: Tensor, other: Tensor, *, dim: int = -1) -> Tensor:
    """The cross products of vectors of three numbers along `dim`, of tensors of as many dimensions, which broadcast."""
    if len(input.shape) != len(other.shape) or any(x.shape[dimension(x, dim, "cross")] != 3 for x in (input, other)):
        facts = f"{tuple(input.shape)} and {tuple(other.shape)}"
        raise ValueError(at_user_line(f"cross: expects as many dimensions, of which {dim} has size 3, got {facts}"))
    return _products.cross(input, other, dim)


def diagonal(A: Tensor, *, offset: int = 0, dim1: int = -2, dim2: int = -1) -> Tensor:
    """The diagonals of the matrices in two dimensions, as the last dimension."""
    return _diagonal(A, offset, dim1, dim2)


def matrix_power(A: Tensor, n: int) -> Tensor:
    """Square matrices multiplied n times, which is at least 0; by repeated squares."""
    if len(A.shape) < 2 or A.shape[-1] != A.shape[-2]:
        raise ValueError(at_user_line(f"matrix_power: expects square matrices, got {tuple(A.shape)}"))
    if n < 0:
        raise NotImplementedError(
            at_user_line(f"matrix_power: expects n to be at least 0, as there is no inverse, got {n}")
        )
    return dispatch("matrix_power", (A,), n=n)  # type: ignore[no-any-return]


def vander(x: Tensor, *, N: int | None = None) -> Tensor:
    """The powers 0 to N - 1 of each element, along a new last dimension; N is the number of elements unless given.
    Integers become int64."""
    x = x if x.dtype.is_floating_point else cast(x, int64)
    x = x if x.shape else unsqueeze(x, 0)
    count = x.shape[-1] if N is None else N
    x = x if x.dtype.is_floating_point else cast(x, int64)
    powers = [ones(*x.shape, 1, dtype=x.dtype, device=x.device)]
    for _ in range(count - 1):
        powers.append(powers[-1] * unsqueeze(x, -1))
    return _cat(powers, -1)
