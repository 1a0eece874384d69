"""Functions along one dimension in which elements depend on all others: cumulative ones and sorting."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import _ops
from ._dispatch import cast, dispatch
from ._dtypes import dtype as DType
from ._reductions import ValuesAndIndices

if TYPE_CHECKING:
    from ._tensor import Tensor

__all__ = ["argsort", "cumprod", "cumsum", "sort", "topk"]


def _cumulative(op: str, x: Tensor, dim: int, dtype: DType | None) -> Tensor:
    y: Tensor = dispatch(op, (x if dtype is None else cast(x, dtype),), dim=dim)
    return y if dtype is None else cast(y, dtype)  # type: ignore[no-any-return]


def cumsum(x: Tensor, dim: int, dtype: DType | None = None) -> Tensor:
    """Cumulative sums along `dim`; of integers and bools in int64 unless `dtype` is given."""
    return _cumulative("cumsum", x, dim, dtype)


def cumprod(x: Tensor, dim: int, dtype: DType | None = None) -> Tensor:
    """Cumulative products along `dim`; of integers and bools in int64 unless `dtype` is given."""
    return _cumulative("cumprod", x, dim, dtype)


def sort(x: Tensor, dim: int = -1, descending: bool = False, stable: bool = False) -> ValuesAndIndices:
    """The elements sorted along `dim`, and their positions before. NaN is larger than any number. The order of equal
    elements is always kept, whatever `stable` says."""
    return ValuesAndIndices(*_ops.sort(x, dim, descending))


def argsort(x: Tensor, dim: int = -1, descending: bool = False, stable: bool = False) -> Tensor:
    """The positions of the sorted elements along `dim`: the indices of `sort`."""
    return sort(x, dim, descending, stable).indices


def topk(x: Tensor, k: int, dim: int = -1, largest: bool = True, sorted: bool = True) -> ValuesAndIndices:
    """The `k` largest, or smallest, elements along `dim` and their positions. They are always sorted, whatever `sorted`
    says."""
    return ValuesAndIndices(*dispatch("topk", (x,), k=k, dim=dim, largest=largest))
