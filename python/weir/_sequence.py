"""Functions along one dimension in which elements depend on all others: cumulative ones and sorting."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import _ops
from ._dispatch import cast, dimension, dispatch
from ._dtypes import dtype as DType
from ._reductions import ValuesAndIndices
from ._shape import reshape

if TYPE_CHECKING:
    from ._tensor import Tensor

__all__ = ["argsort", "cumprod", "cumsum", "sort", "topk"]


def _with_dimension(x: Tensor) -> Tensor:
    """x, or a scalar as a vector of one element."""
    return x if x.shape else reshape(x, [1])


def _cumulative(op: str, x: Tensor, dim: int, dtype: DType | None) -> Tensor:
    along = _with_dimension(x if dtype is None else cast(x, dtype))
    return reshape(dispatch(op, (along,), dim=dim), x.shape)


def cumsum(x: Tensor, dim: int, dtype: DType | None = None) -> Tensor:
    """Cumulative sums along `dim`; of integers and bools in int64 unless `dtype` is given."""
    return _cumulative("cumsum", x, dim, dtype)


def cumprod(x: Tensor, dim: int, dtype: DType | None = None) -> Tensor:
    """Cumulative products along `dim`; of integers and bools in int64 unless `dtype` is given."""
    return _cumulative("cumprod", x, dim, dtype)


def sort(x: Tensor, dim: int = -1, descending: bool = False, stable: bool = False) -> ValuesAndIndices:
    """The elements sorted along `dim`, and their positions before. NaN is larger than any number. The order of equal
    elements is always kept, whatever `stable` says."""
    along = _with_dimension(x)
    values, indices = _ops.sort(along, dimension(along, dim, "sort"), descending)
    return ValuesAndIndices(reshape(values, x.shape), reshape(indices, x.shape))


def argsort(x: Tensor, dim: int = -1, descending: bool = False, stable: bool = False) -> Tensor:
    """The positions of the sorted elements along `dim`: the indices of `sort`."""
    return sort(x, dim, descending, stable).indices


def topk(x: Tensor, k: int, dim: int = -1, largest: bool = True, sorted: bool = True) -> ValuesAndIndices:
    """The `k` largest, or smallest, elements along `dim` and their positions. They are always sorted, whatever `sorted`
    says."""
    along = _with_dimension(x)
    values, indices = dispatch("topk", (along,), k=k, dim=dim, largest=largest)
    return ValuesAndIndices(values, indices)
