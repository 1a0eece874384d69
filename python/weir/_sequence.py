"""Functions along one dimension in which elements depend on all others: cumulative ones and sorting."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import _ops
from ._dispatch import cast, dimension, dispatch
from ._dtypes import bool_, dtype as DType, uint8
from ._errors import at_user_line
from ._joining import cat, narrow
from ._reductions import ValuesAndIndices
from ._shape import reshape

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
        return ValuesAndIndices(cast(values, bool_), indices)
    return ValuesAndIndices(*dispatch(op, (x,), dim=dim))


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
    """The differences of neighbours along `dim`, n times; `prepend` and `append` are joined to input first."""
    if n < 0:
        raise ValueError(at_user_line(f"diff: expects n to be at least 0, got {n}"))
    if not input.shape:
        raise ValueError(at_user_line("diff: expects a tensor of at least one dimension, got a scalar"))
    dim = dimension(input, dim, "diff")
    around = [part for part in (prepend, input, append) if part is not None]
    input = cat(around, dim) if len(around) > 1 else input
    for _ in range(n):
        if input.shape[dim] == 0:
            break
        behind, before = narrow(input, dim, 1, input.shape[dim] - 1), narrow(input, dim, 0, input.shape[dim] - 1)
        input = _ops.bitwise_xor(behind, before) if input.dtype is bool_ else behind - before
    return input


def _trapezoids(y: Tensor, x: Tensor | None, dx: float, dim: int) -> tuple[Tensor, int]:
    """The areas between neighbours along `dim`."""
    dim = dimension(y, dim, "trapezoid")
    between = max(0, y.shape[dim] - 1)
    heights = narrow(y, dim, y.shape[dim] - between, between) + narrow(y, dim, 0, between)
    if x is None:
        return heights * (0.5 * dx), dim
    widths = diff(x, dim=dim if len(x.shape) > 1 else 0)
    if len(x.shape) == 1:
        widths = reshape(widths, [-1, *[1] * (len(y.shape) - dim - 1)])
    return heights * widths * 0.5, dim


def trapezoid(y: Tensor, x: Tensor | None = None, *, dx: float = 1.0, dim: int = -1) -> Tensor:
    """The area below the line through points of these heights along `dim`, at places x or `dx` apart."""
    areas, dim = _trapezoids(y, x, dx, dim)
    return _ops.sum(areas, dim)


trapz = trapezoid


def cumulative_trapezoid(y: Tensor, x: Tensor | None = None, *, dx: float = 1.0, dim: int = -1) -> Tensor:
    """The areas of `trapezoid` up to each point but the first."""
    areas, dim = _trapezoids(y, x, dx, dim)
    return cumsum(areas, dim)


def msort(input: Tensor) -> Tensor:
    """The elements sorted along the first dimension."""
    return sort(input, 0).values


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
