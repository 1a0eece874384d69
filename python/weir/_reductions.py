"""Reductions with PyTorch's signatures, where these differ from an op's."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Sequence, TypeAlias

from . import _ops
from ._dtypes import dtype as DType
from ._dispatch import dispatch, reshape
from ._errors import at_user_line
from ._tensor_base import TensorBase
from .return_types import TYPES, MinAndMax, ValuesAndIndices

if TYPE_CHECKING:
    from ._tensor import Tensor

    Dims: TypeAlias = int | Sequence[int] | None

__all__ = [
    "amax",
    "amin",
    "aminmax",
    "argmax",
    "argmin",
    "dist",
    "max",
    "min",
    "nansum",
    "norm",
    "renorm",
    "std",
    "std_mean",
    "var",
    "var_mean",
]


def _spread(op: str, x: Tensor, dim: Dims, unbiased: bool, keepdim: bool, correction: int | float | None) -> Any:
    if isinstance(dim, bool):  # x.var(False)
        dim, unbiased = None, dim
    less = int(unbiased) if correction is None else correction
    return dispatch(op, (x,), dims=dim, keepdim=keepdim, correction=less)


def var(
    x: Tensor, dim: Dims = None, unbiased: bool = True, keepdim: bool = False, *, correction: int | float | None = None
) -> Tensor:
    """The variance over `dim`, or over all dimensions: the sum of squared distances from the mean, divided by the
    number of elements less `correction`, which is 1, or 0 if `unbiased` is false."""
    return _spread("var", x, dim, unbiased, keepdim, correction)  # type: ignore[no-any-return]


def std(
    x: Tensor, dim: Dims = None, unbiased: bool = True, keepdim: bool = False, *, correction: int | float | None = None
) -> Tensor:
    """The standard deviation over `dim`, or over all dimensions: the square root of `var`."""
    return _spread("std", x, dim, unbiased, keepdim, correction)  # type: ignore[no-any-return]


def var_mean(
    input: Tensor,
    dim: Dims = None,
    unbiased: bool = True,
    keepdim: bool = False,
    *,
    correction: int | float | None = None,
) -> tuple[Tensor, Tensor]:
    """The variance over `dim`, or over all dimensions, and the mean: see `var`."""
    return _spread("var_mean", input, dim, unbiased, keepdim, correction)  # type: ignore[no-any-return]


def std_mean(
    input: Tensor,
    dim: Dims = None,
    unbiased: bool = True,
    keepdim: bool = False,
    *,
    correction: int | float | None = None,
) -> tuple[Tensor, Tensor]:
    """The standard deviation over `dim`, or over all dimensions, and the mean: see `std`."""
    return _spread("std_mean", input, dim, unbiased, keepdim, correction)  # type: ignore[no-any-return]


def norm(x: Tensor, p: int | float | str = "fro", dim: Dims = None, keepdim: bool = False) -> Tensor:
    """The p-norm over `dim`, or over all dimensions: sum(|x|^p)^(1/p). It is the largest magnitude for p = infinity,
    the smallest for -infinity, and the number of elements other than 0 for p = 0; "fro" is p = 2. The gradient is 0
    where the norm is 0."""
    if isinstance(p, str) and p != "fro":
        raise ValueError(at_user_line(f"norm: expects p to be a number or 'fro', got {p!r}"))
    return dispatch("norm", (x,), dims=dim, keepdim=keepdim, p=2 if p == "fro" else p)  # type: ignore[no-any-return]


def dist(input: Tensor, other: Tensor, p: float = 2) -> Tensor:
    """The p-norm of input - other, which broadcast."""
    return dispatch("dist", (input, other), p=p)  # type: ignore[no-any-return]


def renorm(input: Tensor, p: float, dim: int, maxnorm: float) -> Tensor:
    """The tensor with each of its parts along `dim` whose p-norm is above `maxnorm` scaled down to that."""
    return dispatch("renorm", (input,), p=p, dim=dim, maxnorm=maxnorm)  # type: ignore[no-any-return]


def nansum(input: Tensor, dim: Dims = None, keepdim: bool = False, *, dtype: DType | None = None) -> Tensor:
    """The sum over `dim`, or over all dimensions, of what is no NaN, in `dtype` if it is given; see `weir.sum`."""
    function = _ops.nansum if input.dtype.is_floating_point else _ops.sum
    return function(input, dim, keepdim, dtype)


def with_elements(function: str, x: Tensor, dim: Dims = None) -> Tensor:
    """x, unless a part of it that is reduced has no elements."""
    rank = len(x.shape)
    is_whole = dim is None or dim in ((), [])
    dims = range(rank) if is_whole else dim if isinstance(dim, (tuple, list)) else [dim]
    if any(x.shape[d] == 0 for d in dims if isinstance(d, int) and -rank <= d < rank):
        kind, along = (RuntimeError, "") if is_whole else (IndexError, f" along dimension {dim}")
        raise kind(at_user_line(f"{function}: expects elements{along}, got shape {tuple(x.shape)}"))
    return x


def amax(input: Tensor, dim: Dims = None, keepdim: bool = False) -> Tensor:
    """The maximum over `dim`, or over all dimensions; NaN if any is NaN. Equal maxima share the gradient evenly. Raises
    RuntimeError, or IndexError with `dim`, if there are no elements to reduce."""
    return _ops.amax(with_elements("amax", input, dim), dim, keepdim)


def amin(input: Tensor, dim: Dims = None, keepdim: bool = False) -> Tensor:
    """The minimum over `dim`, or over all dimensions; NaN if any is NaN. Equal minima share the gradient evenly. Raises
    RuntimeError, or IndexError with `dim`, if there are no elements to reduce."""
    return _ops.amin(with_elements("amin", input, dim), dim, keepdim)


def aminmax(input: Tensor, *, dim: int | None = None, keepdim: bool = False) -> MinAndMax:
    """The smallest and the largest element along `dim`, or of all, as `min` and `max`. Raises RuntimeError, or
    IndexError with `dim`, if there are no elements to reduce."""
    found = dispatch("aminmax", (with_elements("aminmax", input, dim),), dims=dim, keepdim=keepdim)
    return TYPES["aminmax"](*found)  # type: ignore[no-any-return]


def _position(op: str, x: Tensor, dim: int | None, keepdim: bool) -> Tensor:
    if dim is None:
        flat = reshape(x, [math.prod(x.shape)])
        position = dispatch(op, (flat,), dim=0)
        return reshape(position, [1] * len(x.shape) if keepdim else [])  # type: ignore[no-any-return]
    return dispatch(op, (with_elements(op, x, dim),), dim=dim, keepdim=keepdim)  # type: ignore[no-any-return]


def argmax(x: Tensor, dim: int | None = None, keepdim: bool = False) -> Tensor:
    """The first position of the maximum along `dim`, or in x as a vector; NaN counts as the maximum. Raises IndexError
    if there are no elements along `dim`."""
    return _position("argmax", x, dim, keepdim)


def argmin(x: Tensor, dim: int | None = None, keepdim: bool = False) -> Tensor:
    """The first position of the minimum along `dim`, or in x as a vector; NaN counts as the minimum. Raises IndexError
    if there are no elements along `dim`."""
    return _position("argmin", x, dim, keepdim)


def _along(function: str, x: Tensor, dim: int, keepdim: bool) -> ValuesAndIndices:
    x = with_elements(function, x, dim)
    found = dispatch(f"{function}_along", (x,), function=function, dim=dim, keepdim=keepdim)
    return TYPES[function](*found)  # type: ignore[no-any-return]


def max(x: Tensor, dim: int | Tensor | None = None, keepdim: bool = False) -> Any:
    """The maximum of all elements. With an integer `dim`, the maxima along it and their first positions, as `values`
    and `indices`; only those elements get gradients. With a tensor in place of `dim`, the elementwise maximum of
    both."""
    if dim is None:
        return _ops.amax(with_elements("max", x))
    if isinstance(dim, TensorBase):
        return _ops.maximum(x, dim)
    return _along("max", x, dim, keepdim)


def min(x: Tensor, dim: int | Tensor | None = None, keepdim: bool = False) -> Any:
    """The minimum of all elements. With an integer `dim`, the minima along it and their first positions, as `values`
    and `indices`; only those elements get gradients. With a tensor in place of `dim`, the elementwise minimum of
    both."""
    if dim is None:
        return _ops.amin(with_elements("min", x))
    if isinstance(dim, TensorBase):
        return _ops.minimum(x, dim)
    return _along("min", x, dim, keepdim)
