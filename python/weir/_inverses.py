"""Inverses of hyperbolic functions and of erf, made of several ops. Narrow floats are computed in float32."""

from __future__ import annotations

import functools
import math
from typing import TYPE_CHECKING, Any, Callable

from . import _dtypes, _ops
from ._call import cast, require_trace
from ._errors import at_user_line

if TYPE_CHECKING:
    from ._tensor import Tensor

__all__ = ["acosh", "arccosh", "arcsinh", "arctanh", "asinh", "atanh", "erfinv"]

_LARGE = 2.0**28  # where 1 is nothing beside a square, in float64 too
_WINITZKI = 0.147


def _in_wide_floats(function: Callable[[Any], Any]) -> Callable[[Tensor], Tensor]:
    @functools.wraps(function)
    def call(x: Tensor) -> Tensor:
        name = function.__name__
        require_trace(name)
        if not x.dtype.is_floating_point:
            raise TypeError(
                at_user_line(f"{name}: expects x to be of a floating-point dtype, got {x.dtype.name}")
            )
        wide = x if x.dtype is _dtypes.float64 else cast(x, _dtypes.float32)
        result: Tensor = cast(function(wide), x.dtype)
        return result

    return call


def _odd(x: Any, of_magnitude: Callable[[Any], Any]) -> Any:
    """A function of the magnitude, with the sign of x. At 0 its gradient is that from above, where abs has none."""
    is_negative = x < 0
    y = of_magnitude(_ops.where(is_negative, -x, x))
    return _ops.where(is_negative, -y, y)


@_in_wide_floats
def asinh(x: Any) -> Any:
    """The number whose sinh is x."""

    def of_magnitude(a: Any) -> Any:
        # log(a + sqrt(a * a + 1)) without 1 + a, which forgets a small a; squares of large ones would overflow. What
        # is not selected has a finite gradient, which times 0 is 0.
        is_large = a > _LARGE
        small = _ops.where(is_large, 1.0, a)
        near = _ops.log1p(small * (1 + small / (1 + _ops.sqrt(small * small + 1))))
        return _ops.where(is_large, _ops.log(_ops.where(is_large, a, 1.0)) + math.log(2), near)

    return _odd(x, of_magnitude)


@_in_wide_floats
def acosh(x: Any) -> Any:
    """The number of at least 0 whose cosh is x; NaN below 1."""
    is_large = x > _LARGE
    above = _ops.where(is_large, 1.0, x - 1)
    # Two roots, so that both are NaN below 1.
    near = _ops.log1p(above + _ops.sqrt(above) * _ops.sqrt(above + 2))
    return _ops.where(is_large, _ops.log(x) + math.log(2), near)


@_in_wide_floats
def atanh(x: Any) -> Any:
    """The number whose tanh is x; NaN beyond -1 and 1."""
    return _odd(x, lambda a: _ops.log1p(2 * a / (1 - a)) * 0.5)


@_in_wide_floats
def erfinv(x: Any) -> Any:
    """The number whose erf is x; infinite at -1 and 1, NaN beyond."""
    inner = _ops.where(_ops.abs(x) == 1, 0.0, x)
    # Winitzki's formula is good to 1/500; a step of Halley's method cubes that. The last step gives the gradient.
    logarithm = _ops.log1p(-inner * inner)
    half = logarithm * 0.5 + 2 / (math.pi * _WINITZKI)
    rest = logarithm / -_WINITZKI
    y = _ops.detach(_ops.sign(inner) * _ops.sqrt(rest / (_ops.sqrt(half * half + rest) + half)))
    for _ in range(2):
        step = (inner - _ops.erf(y)) * (_ops.exp(y * y) * (math.sqrt(math.pi) / 2))
        y = y + step / (1 - step * y)
    return _ops.where(x == 1, math.inf, _ops.where(x == -1, -math.inf, y))


arcsinh, arccosh, arctanh = asinh, acosh, atanh


class InverseMethods:
    """The functions above as methods."""

    __slots__ = ()
    acosh, asinh, atanh, erfinv = acosh, asinh, atanh, erfinv
    arccosh, arcsinh, arctanh = acosh, asinh, atanh
