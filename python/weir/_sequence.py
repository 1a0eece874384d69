"""Functions along one dimension in which elements depend on all others: cumulative ones and sorting."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import _ops
from ._dispatch import cast, dimension, dispatch
from ._dtypes import bool_, dtype as DType, uint8
from ._errors import at_user_line
from ._values import copied
from ._shape import broadcast_tensors, reshape
from .return_types import TYPES, ValuesAndIndices

if TYPE_CHECKING:
    from ._tensor import Tensor

__all__ = [
    "argsort",
    "cummax",
    "cummin",
    "cumprod",
    "cumsum",
    "cumulative_trapezoid",
    "diff",
    "logcumsumexp",
    "msort",
    "sort",
    "topk",
    "trapezoid",
    "trapz",
]


def _cumulative(op: str, x: Tensor, dim: int, dtype: DType | None) -> Tensor:
    y: Tensor = dispatch(op, (x if dtype is None else cast(x, dtype),), dim=dim)
    return y if dtype is None else cast(y, dtype)  # type: ignore[no-any-return]


def cumsum(x: Tensor, dim: int, dtype: DType | None = None) -> Tensor:
    """Cumulative sums along `dim`; of integers and bools in int64 unless `dtype` is given."""
    return _cumulative("cumsum", x, dim, dtype)


def cumprod(x: Tensor, dim: int, dtype: DType | None = None) -> Tensor:
    """Cumulative products along `dim`; of integers and bools in int64 unless `dtype` is given."""
    return _cumulative("cumprod", x, dim, dtype)


def _cumulative_extreme(op: str, x: Tensor, dim: int) -> ValuesAndIndices:
    if x.dtype is bool_:
        values, indices = dispatch(op, (cast(x, uint8),), dim=dim)
        return TYPES[op](cast(values, bool_), indices)  # type: ignore[no-any-return]
    return TYPES[op](*dispatch(op, (x,), dim=dim))  # type: ignore[no-any-return]


def cummax(input: Tensor, dim: int) -> ValuesAndIndices:
    """The maxima of the elements up to each one along `dim`, and their last positions; NaN from the first one on."""
    return _cumulative_extreme("cummax", input, dim)


def cummin(input: Tensor, dim: int) -> ValuesAndIndices:
    """The minima of the elements up to each one along `dim`, and their last positions; NaN from the first one on."""
    return _cumulative_extreme("cummin", input, dim)


def logcumsumexp(input: Tensor, dim: int) -> Tensor:
    """The logarithms of the sums of exp(input) up to each element along `dim`, without overflow."""
    return dispatch("logcumsumexp", (input,), dim=dim)  # type: ignore[no-any-return]


def diff(
    input: Tensor, n: int = 1, dim: int = -1, prepend: Tensor | None = None, append: Tensor | None = None
) -> Tensor:
    """The differences of neighbours along `dim`, n times; `prepend` and `append` are joined to input first, unless n is
    0."""
    if n < 0:
        raise ValueError(at_user_line(f"diff: expects n to be at least 0, got {n}"))
    if not input.shape:
        raise ValueError(at_user_line("diff: expects a tensor of at least one dimension, got a scalar"))
    dim = dimension(input, dim, "diff")
    if n == 0:
        return copied(input, input)
    return dispatch("diff", (input, prepend, append), n=n, dim=dim)  # type: ignore[no-any-return]


def _area(op: str, y: Tensor, x: Tensor | None, dx: float, dim: int) -> Tensor:
    from_end = dimension(y, dim, op) - len(y.shape)
    if x is not None and len(x.shape) == 1:
        x = reshape(x, [-1, *[1] * (-from_end - 1)])
    if x is not None:
        y, x = broadcast_tensors(y, x)
    return dispatch(op, (y, x), dx=dx, dim=from_end)  # type: ignore[no-any-return]


def trapezoid(y: Tensor, x: Tensor | None = None, *, dx: float = 1.0, dim: int = -1) -> Tensor:
    """The area below the line through points of these heights along `dim`, at places x or `dx` apart."""
    return _area("trapezoid", y, x, dx, dim)


trapz = trapezoid


def cumulative_trapezoid(y: Tensor, x: Tensor | None = None, *, dx: float = 1.0, dim: int = -1) -> Tensor:
    """The areas of `trapezoid` up to each point but the first."""
    return _area("cumulative_trapezoid", y, x, dx, dim)


def msort(input: Tensor) -> Tensor:
    """The elements sorted along the first dimension."""
    return sort(input, 0).values


def sort(x: Tensor, dim: int = -1, descending: bool = False, stable: bool = False) -> ValuesAndIndices:
    """The elements sorted along `dim`, and their positions before. NaN is larger than any number. The order of equal
    elements is always kept, whatever `stable` says."""
    return TYPES["sort"](*_ops.sort(x, dim, descending))  # type: ignore[no-any-return]


def argsort(x: Tensor, dim: int = -1, descending: bool = False, stable: bool = False) -> Tensor:
    """The positions of the sorted elements along `dim`: the indices of `sort`."""
    return sort(x, dim, descending, stable).indices


def topk(x: Tensor, k: int, dim: int = -1, largest: bool = True, sorted: bool = True) -> ValuesAndIndices:
    """The `k` largest, or smallest, elements along `dim` and their positions. They are always sorted, whatever `sorted`
    says."""
    return TYPES["topk"](*dispatch("topk", (x,), k=k, dim=dim, largest=largest))  # type: ignore[no-any-return]
