"""What is found among elements: places in an order, members of sets, counts of values, medians and quantiles."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, NoReturn

from . import _dtypes
from ._creation import tensor
from ._dispatch import cast, dimension, dispatch, splat
from ._errors import at_user_line
from ._reductions import ValuesAndIndices
from ._shape import flatten, movedim, reshape
from ._tensor_base import TensorBase

if TYPE_CHECKING:
    from ._functions import Operand
    from ._tensor import Tensor

__all__ = [
    "argwhere",
    "bincount",
    "bucketize",
    "isin",
    "kthvalue",
    "masked_select",
    "median",
    "nanmedian",
    "nanquantile",
    "nonzero",
    "quantile",
    "searchsorted",
    "unique",
    "unique_consecutive",
]


# sets, places, counts


def isin(elements: Operand, test_elements: Operand, *, assume_unique: bool = False, invert: bool = False) -> Tensor:
    """Whether each element is among `test_elements`, or with `invert` whether it is not. One of both may be a
    number."""
    given = [elements, test_elements]
    if not any(isinstance(x, TensorBase) for x in given):
        raise TypeError(at_user_line("isin: expects elements or test_elements to be a Tensor, got two numbers"))
    given = [x if isinstance(x, TensorBase) else tensor(x) for x in given]
    return dispatch("isin", given, invert=invert)  # type: ignore[no-any-return]


def searchsorted(
    sorted_sequence: Tensor,
    input: Operand,
    *,
    out_int32: bool = False,
    right: bool = False,
    side: str | None = None,
    sorter: Tensor | None = None,
) -> Tensor:
    """Where each element of `input` can be put in the last dimension of `sorted_sequence` so that it stays in order: in
    front of equal elements, or behind them with `right` or side="right". `sorted_sequence` is a vector, or has the
    leading dimensions of input; `sorter` has the positions of its elements in order."""
    if side not in (None, "left", "right"):
        raise ValueError(at_user_line(f"searchsorted: expects side to be 'left' or 'right', got {side!r}"))
    values = input if isinstance(input, TensorBase) else tensor(input)
    options = {"right": right or side == "right", "out_int32": out_int32}
    return dispatch("searchsorted", (sorted_sequence, values, sorter), **options)  # type: ignore[no-any-return]


def bucketize(input: Operand, boundaries: Tensor, *, out_int32: bool = False, right: bool = False) -> Tensor:
    """Between which of the ascending `boundaries` each element is: `searchsorted` of a vector."""
    return searchsorted(boundaries, input, out_int32=out_int32, right=right)


def bincount(input: Tensor, weights: Tensor | None = None, minlength: int = 0) -> Tensor:
    """How often each of the numbers 0 to minlength - 1 is among the elements of a vector, or the sums of their
    `weights`. A number outside is an error of the run; without `minlength`, the result's size would depend on values,
    which is refused."""
    if minlength < 1:
        _refuse("bincount", "minlength", "the size of the result")
    if weights is not None and not weights.dtype.is_floating_point:
        weights = cast(weights, _dtypes.float64)
    operands = (cast(input, _dtypes.int64), weights)
    return dispatch("bincount", operands, minlength=minlength)  # type: ignore[no-any-return]


# ranks


def _ranked(op: str, x: Tensor, dim: int, keepdim: bool, function: str = "", **attributes: Any) -> ValuesAndIndices:
    if x.shape:
        return ValuesAndIndices(*dispatch(op, (x,), function=function, dim=dim, keepdim=keepdim, **attributes))
    values, indices = dispatch(op, (reshape(x, [1]),), function=function, dim=dim, **attributes)
    return ValuesAndIndices(reshape(values, []), reshape(indices, []))


def _median(function: str, x: Tensor, dim: int | None, keepdim: bool, ignore_nan: bool) -> Any:
    if dim is None and not all(x.shape) and x.dtype.is_floating_point:
        return splat(math.nan, (), x.dtype)
    if dim is None:
        return dispatch("overall_median", (x,), function=function, ignore_nan=ignore_nan)
    return _ranked("median", x, dim, keepdim, function, ignore_nan=ignore_nan)


def median(input: Tensor, dim: int | None = None, keepdim: bool = False) -> Any:
    """The median of all elements, or medians along `dim` and their positions as `values` and `indices`; of an even
    number of elements the lower of two. NaN if there is one."""
    return _median("median", input, dim, keepdim, False)


def nanmedian(input: Tensor, dim: int | None = None, keepdim: bool = False) -> Any:
    """`median` of what is no NaN."""
    return _median("nanmedian", input, dim, keepdim, True)


def kthvalue(input: Tensor, k: int, dim: int = -1, keepdim: bool = False) -> ValuesAndIndices:
    """The k-th smallest elements along `dim`, counted from 1, and their positions."""
    return _ranked("kthvalue", input, dim, keepdim, k=k)


def _quantile(
    function: str, x: Tensor, q: Any, dim: int | None, keepdim: bool, interpolation: str, ignore_nan: bool
) -> Tensor:
    if not isinstance(q, TensorBase):
        if not 0 <= q <= 1:
            raise ValueError(at_user_line(f"{function}: expects q in [0, 1], got {q}"))
        q = splat(float(q), (), x.dtype)
    if len(q.shape) > 1:
        raise ValueError(at_user_line(f"{function}: expects q to be a scalar or a vector, got shape {tuple(q.shape)}"))
    if q.dtype is not x.dtype:
        raise TypeError(at_user_line(f"{function}: expects q of dtype {x.dtype.name}, got {q.dtype.name}"))
    rank = len(x.shape)
    along = flatten(x) if dim is None or not rank else x
    at = 0 if dim is None or not rank else dimension(x, dim, function)
    y = dispatch(
        "quantile",
        (along, reshape(q, [-1])),
        function=function,
        dim=at,
        interpolation=interpolation,
        ignore_nan=ignore_nan,
    )
    y = movedim(y, at, 0)
    kept = [1] * rank if dim is None else [*x.shape[:at], 1, *x.shape[at + 1 :]] if rank else []
    rest = kept if keepdim else [] if dim is None else [size for d, size in enumerate(x.shape) if d != at]
    return reshape(y, [*q.shape, *rest])


def quantile(
    input: Tensor,
    q: float | Tensor,
    dim: int | None = None,
    keepdim: bool = False,
    *,
    interpolation: str = "linear",
) -> Tensor:
    """The q-th quantiles of all elements or along `dim`. For a vector q they stand along a new first dimension. Between
    neighbours, `interpolation` is "linear", "lower", "higher", "midpoint" or "nearest". NaN if there is one."""
    return _quantile("quantile", input, q, dim, keepdim, interpolation, False)


def nanquantile(
    input: Tensor,
    q: float | Tensor,
    dim: int | None = None,
    keepdim: bool = False,
    *,
    interpolation: str = "linear",
) -> Tensor:
    """`quantile` of what is no NaN."""
    return _quantile("nanquantile", input, q, dim, keepdim, interpolation, True)


# results whose size depends on values


def _refuse(function: str, what: str, why: str) -> NoReturn:
    raise ValueError(
        at_user_line(
            f"{function}: expects {what} to be given inside nn.Graph.build, as {why} would depend on values, which are "
            "not known before the graph runs"
        )
    )


def _of_unknown_size(function: str, instead: str) -> NoReturn:
    raise TypeError(
        at_user_line(
            f"{function}: expects sizes that are known before the graph runs, but how many elements there are depends "
            f"on values; use {instead}, or numpy() outside of nn.Graph.build"
        )
    )


def nonzero(input: Tensor, *, as_tuple: bool = False) -> NoReturn:
    """Refused with TypeError: how many elements are not 0 is known only when the graph has run."""
    _of_unknown_size("nonzero", "count_nonzero, weir.where or masked_fill")


def argwhere(input: Tensor) -> NoReturn:
    """Refused with TypeError: how many elements are not 0 is known only when the graph has run."""
    _of_unknown_size("argwhere", "count_nonzero, weir.where or masked_fill")


def masked_select(input: Tensor, mask: Tensor) -> NoReturn:
    """Refused with TypeError: how many elements a mask finds is known only when the graph has run."""
    _of_unknown_size("masked_select", "weir.where or masked_fill")


def unique(
    input: Tensor,
    sorted: bool = True,
    return_inverse: bool = False,
    return_counts: bool = False,
    dim: int | None = None,
) -> NoReturn:
    """Refused with TypeError: how many different elements there are is known only when the graph has run."""
    _of_unknown_size("unique", "sort or bincount")


def unique_consecutive(
    input: Tensor, return_inverse: bool = False, return_counts: bool = False, dim: int | None = None
) -> NoReturn:
    """Refused with TypeError: how many different elements there are is known only when the graph has run."""
    _of_unknown_size("unique_consecutive", "sort or bincount")
