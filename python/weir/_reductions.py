"""Reductions in PyTorch's words, where those are other forms of an op's arguments."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, NamedTuple, Sequence, TypeAlias

from . import _ops
from ._dispatch import dimension, dispatch, reshape
from ._errors import at_user_line
from ._tensor_base import TensorBase

if TYPE_CHECKING:
    from ._tensor import Tensor

    Dims: TypeAlias = int | Sequence[int] | None

__all__ = ["argmax", "argmin", "max", "min", "norm", "std", "var"]


def _spread(
    op: str, x: Tensor, dim: Dims, unbiased: bool, keepdim: bool, correction: int | float | None
) -> Tensor:
    less = int(unbiased) if correction is None else correction
    return dispatch(op, (x,), dims=dim, keepdim=keepdim, correction=less)  # type: ignore[no-any-return]


def var(
    x: Tensor, dim: Dims = None, unbiased: bool = True, keepdim: bool = False, *, correction: int | float | None = None
) -> Tensor:
    """The variance over `dim`, or over all dimensions: squared distances from the mean, summed and divided by their
    number less `correction`, which is 1 unless `unbiased` is false."""
    return _spread("var", x, dim, unbiased, keepdim, correction)


def std(
    x: Tensor, dim: Dims = None, unbiased: bool = True, keepdim: bool = False, *, correction: int | float | None = None
) -> Tensor:
    """The standard deviation over `dim`, or over all dimensions: the root of `var`."""
    return _spread("std", x, dim, unbiased, keepdim, correction)


def norm(x: Tensor, p: int | float | str = "fro", dim: Dims = None, keepdim: bool = False) -> Tensor:
    """The p-norm over `dim`, or over all dimensions: the p-th root of the sum of |x| to the power of p. The largest
    magnitude if p is infinity, the smallest if it is -infinity, the number of elements other than 0 if it is 0; "fro"
    is 2. The gradient of a norm that is 0 is 0."""
    if isinstance(p, str) and p != "fro":
        raise ValueError(at_user_line(f"norm: expects p to be a number or 'fro', got {p!r}"))
    return dispatch("norm", (x,), dims=dim, keepdim=keepdim, p=2 if p == "fro" else p)  # type: ignore[no-any-return]


class ValuesAndIndices(NamedTuple):
    """Elements, and where they stand along a dimension."""

    values: Tensor
    indices: Tensor


def _position(op: str, x: Tensor, dim: int | None, keepdim: bool) -> Tensor:
    if dim is None:
        flat = reshape(x, [math.prod(x.shape)])
        position = dispatch(op, (flat,), dim=0)
        return reshape(position, [1] * len(x.shape) if keepdim else [])  # type: ignore[no-any-return]
    if not x.shape:  # one element along a dimension
        return reshape(dispatch(op, (reshape(x, [1]),), dim=dim), [])  # type: ignore[no-any-return]
    if x.shape[dimension(x, dim, op)] == 0:
        raise IndexError(at_user_line(f"{op}: expects elements along dimension {dim}, got shape {tuple(x.shape)}"))
    return dispatch(op, (x,), dim=dim, keepdim=keepdim)  # type: ignore[no-any-return]


def argmax(x: Tensor, dim: int | None = None, keepdim: bool = False) -> Tensor:
    """Where along `dim`, or in x made flat, the maximum stands first; a NaN counts as the maximum."""
    return _position("argmax", x, dim, keepdim)


def argmin(x: Tensor, dim: int | None = None, keepdim: bool = False) -> Tensor:
    """Where along `dim`, or in x made flat, the minimum stands first; a NaN counts as the minimum."""
    return _position("argmin", x, dim, keepdim)


def _along(function: str, x: Tensor, dim: int, keepdim: bool) -> ValuesAndIndices:
    if x.shape:
        return ValuesAndIndices(*dispatch(f"{function}_along", (x,), function=function, dim=dim, keepdim=keepdim))
    values, indices = dispatch(f"{function}_along", (reshape(x, [1]),), function=function, dim=dim)
    return ValuesAndIndices(reshape(values, []), reshape(indices, []))


def max(x: Tensor, dim: int | Tensor | None = None, keepdim: bool = False) -> Any:
    """The maximum of all elements. With `dim`, the maxima along it and where they stand first, as `values` and
    `indices`; those elements alone get gradients. With a tensor in place of `dim`, the larger of two elements each."""
    if dim is None:
        return _ops.amax(x)
    if isinstance(dim, TensorBase):
        return _ops.maximum(x, dim)
    return _along("max", x, dim, keepdim)


def min(x: Tensor, dim: int | Tensor | None = None, keepdim: bool = False) -> Any:
    """The minimum of all elements. With `dim`, the minima along it and where they stand first, as `values` and
    `indices`; those elements alone get gradients. With a tensor in place of `dim`, the smaller of two elements each."""
    if dim is None:
        return _ops.amin(x)
    if isinstance(dim, TensorBase):
        return _ops.minimum(x, dim)
    return _along("min", x, dim, keepdim)
