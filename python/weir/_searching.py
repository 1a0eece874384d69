"""What is found among elements: places in an order, members of sets, counts of values, medians and quantiles."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from . import _dtypes, _executor, _ops
from ._creation import tensor
from ._dispatch import as_number, cast, dimension, dispatch, splat
from ._errors import at_user_line
from ._shape import flatten, movedim, reshape
from ._tensor_base import TensorBase
from .return_types import TYPES, ValuesAndIndices

if TYPE_CHECKING:
    from ._functions import Operand
    from ._tensor import Tensor

__all__ = [
    "bincount",
    "bucketize",
    "in_top_k",
    "isin",
    "kthvalue",
    "median",
    "nanmedian",
    "nanquantile",
    "quantile",
    "searchsorted",
]


# sets, places, counts


def isin(elements: Operand, test_elements: Operand, *, assume_unique: bool = False, invert: bool = False) -> Tensor:
    """Whether each element is among `test_elements`, or with `invert` whether it is not. One of both may be a
    number."""
    given = [elements, test_elements]
    if not any(isinstance(x, TensorBase) for x in given):
        raise TypeError(at_user_line("isin: expects elements or test_elements to be a Tensor, got two numbers"))
    place = next(x.device for x in given if isinstance(x, TensorBase))
    given = [x if isinstance(x, TensorBase) else tensor(x, device=place) for x in given]
    return dispatch("isin", given, invert=invert)  # type: ignore[no-any-return]


def in_top_k(targets: Tensor, predictions: Tensor, k: int) -> Tensor:
    """Whether fewer than k of the predictions (N, C) of a row are above that of its target (N,), and all are finite."""
    if len(predictions.shape) != 2 or tuple(targets.shape) != tuple(predictions.shape[:1]):
        facts = f"{tuple(targets.shape)} and {tuple(predictions.shape)}"
        raise ValueError(at_user_line(f"in_top_k: expects targets (N,) and predictions (N, C), got {facts}"))
    chosen = _ops.gather(predictions, 1, reshape(cast(targets, _dtypes.int64), [-1, 1]))
    above = _ops.sum(predictions > chosen, 1)
    return _ops.logical_and(above < as_number(k), _ops.all(_ops.isfinite(predictions), 1))


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
    if not isinstance(input, TensorBase):
        input = tensor(input, device=sorted_sequence.device)
    options = {"right": right or side == "right", "out_int32": out_int32}
    return dispatch("searchsorted", (sorted_sequence, input, sorter), **options)  # type: ignore[no-any-return]


def bucketize(input: Operand, boundaries: Tensor, *, out_int32: bool = False, right: bool = False) -> Tensor:
    """Between which of the ascending `boundaries` each element is: `searchsorted` of a vector."""
    return searchsorted(boundaries, input, out_int32=out_int32, right=right)


def bincount(input: Tensor, weights: Tensor | None = None, minlength: int = 0) -> Tensor:
    """How often each of the numbers 0 to minlength - 1 is among the elements of a vector, or the sums of their
    `weights`. The result is at least as long as the largest number says, which inside `build` is not known: there
    minlength is needed, and a number outside is an error of the run."""
    if _executor.current() is None:
        largest = int(input.max()) if input.numel() else -1
        if largest < 0 and input.numel():
            raise ValueError(at_user_line(f"bincount: expects numbers that are not negative, got {largest}"))
        minlength = max(minlength, largest + 1)
    elif minlength < 1:
        raise ValueError(
            at_user_line(
                "bincount: expects minlength to be given inside nn.Graph.build, as the size of the result would depend "
                "on values, which are not known before the graph runs"
            )
        )
    if minlength == 0:
        dtype = _dtypes.int64 if weights is None else weights.dtype
        return splat(0, (0,), dtype, input)  # type: ignore[no-any-return]
    if weights is not None and not weights.dtype.is_floating_point:
        weights = cast(weights, _dtypes.float64)
    operands = (cast(input, _dtypes.int64), weights)
    return dispatch("bincount", operands, minlength=minlength)  # type: ignore[no-any-return]


# ranks


def _ranked(op: str, x: Tensor, dim: int, keepdim: bool, function: str, **attributes: Any) -> ValuesAndIndices:
    if x.shape:
        found = dispatch(op, (x,), function=function, dim=dim, keepdim=keepdim, **attributes)
    else:
        of_one = dispatch(op, (reshape(x, [1]),), function=function, dim=dim, **attributes)
        found = [reshape(each, []) for each in of_one]
    return TYPES[function](*found)  # type: ignore[no-any-return]


def _median(function: str, x: Tensor, dim: int | None, keepdim: bool, ignore_nan: bool) -> Any:
    if dim is None and not all(x.shape) and x.dtype.is_floating_point:
        return splat(math.nan, (), x.dtype, x)
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
    return _ranked("kthvalue", input, dim, keepdim, "kthvalue", k=k)


def _quantile(
    function: str, x: Tensor, q: Any, dim: int | None, keepdim: bool, interpolation: str, ignore_nan: bool
) -> Tensor:
    if not isinstance(q, TensorBase):
        if not 0 <= q <= 1:
            raise ValueError(at_user_line(f"{function}: expects q in [0, 1], got {q}"))
        q = splat(float(q), (), x.dtype, x)
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
