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
    """A scalar counts as one element along a dimension."""
    return x if x.shape else reshape(x, [1])


def _cumulative(op: str, x: Tensor, dim: int, dtype: DType | None) -> Tensor:
    along = _with_dimension(x if dtype is None else cast(x, dtype))
    return reshape(dispatch(op, (along,), dim=dim), x.shape)


def cumsum(x: Tensor, dim: int, dtype: DType | None = None) -> Tensor:
    """Sums of the elements up to each one along `dim`; of integers and bools in int64 unless `dtype` is given."""
    return _cumulative("cumsum", x, dim, dtype)


def cumprod(x: Tensor, dim: int, dtype: DType | None = None) -> Tensor:
    """Products of the elements up to each one along `dim`; of integers and bools in int64 unless `dtype` is given."""
    return _cumulative("cumprod", x, dim, dtype)


def sort(x: Tensor, dim: int = -1, descending: bool = False, stable: bool = False) -> ValuesAndIndices:
    """The elements along `dim` in order, and where they stood. NaN is larger than any number. The order of equal
    elements is kept, whether `stable` asks for it or not."""
    along = _with_dimension(x)
    values, indices = _ops.sort(along, dimension(along, dim, "sort"), descending)
    return ValuesAndIndices(reshape(values, x.shape), reshape(indices, x.shape))


def argsort(x: Tensor, dim: int = -1, descending: bool = False, stable: bool = False) -> Tensor:
    """Where the elements in order along `dim` stand."""
    return sort(x, dim, descending, stable).indices


def topk(x: Tensor, k: int, dim: int = -1, largest: bool = True, sorted: bool = True) -> ValuesAndIndices:
    """The `k` largest or smallest elements along `dim` in order, whether `sorted` asks for it or not, and where they
    stand."""
    along = _with_dimension(x)
    values, indices = dispatch("topk", (along,), k=k, dim=dim, largest=largest)
    return ValuesAndIndices(values, indices)
