"""Draws of Gamma(concentration, 1), as logarithms, and how they change with the concentration.

Drawn by Marsaglia and Tsang, "A simple method for generating gamma variables" (2000), as so many tries at a time that
one of them is taken but for one draw in 10^13. The derivative is that of a value at which the distribution function
stays what it is, -(dF/da) / f. dF/da is an integral over the logarithms of values, from the one drawn to the side on
which the integrand falls from there, by Gauss and Legendre's rule."""

from __future__ import annotations

from typing import Any, Sequence

import numpy as np

from .. import _ops, _random_creation
from .._creation import tensor
from .._dtypes import float64
from .._functions import where_of
from .._grad_mode import no_grad
from .._poisson import first_taken
from .._values import as_one
from .distribution import uniform_like

_TRIES = 10
_LEAST_ROOT = 1e-3  # no try below is taken
_NODES = 48
_FALL = 36.0  # the integral ends where the integrand is e^-36 of what it is at the value
_STEPS = 5  # of Newton's method towards that end, which it comes to from beyond


def log_of_draws(concentration: Any, shape: Sequence[int]) -> Any:
    """Logarithms of draws, of a shape that the concentrations broadcast to, with gradients by these. Values of small
    concentrations may be below all floats; their logarithms are not."""
    with no_grad():
        wide = concentration.detach().double().expand(tuple(shape)).contiguous()
        normal = _random_creation.randn(_TRIES, *shape, dtype=float64, device=wide.device)
        heights, power = (uniform_like(wide, each) for each in ((_TRIES, *shape), shape))
        (logs,) = as_one("gamma", _taken, wide, normal, heights, power)
        if not concentration.requires_grad:
            return logs.to(concentration.dtype)
        (slopes,) = as_one("gamma", _slopes, wide, logs)
    moved = concentration - concentration.detach()
    return logs.to(concentration.dtype) + slopes.to(concentration.dtype) * moved


def _taken(a: Any, normal: Any, heights: Any, power: Any) -> Sequence[Any]:
    """The logarithms of the first tries that are taken."""
    is_small = a < 1
    d = where_of(a + 1, is_small, a) - 1 / 3
    root = 1 + normal / (9 * d).sqrt()
    cubes = root.clamp(min=_LEAST_ROOT) ** 3
    is_taken = (root > _LEAST_ROOT) & (heights.log() < normal**2 / 2 + d * (1 - cubes + cubes.log()))
    logs = (d * first_taken(cubes, is_taken)).log()
    # Gamma(a) is Gamma(a + 1) times the power 1 / a of a uniform number.
    return (where_of(logs + power.log() / a, is_small, logs),)


def _slopes(a: Any, log_x: Any) -> Sequence[Any]:
    """The derivatives of log_x by a: of the integrand (log x + t - digamma(a)) e^h with h = a t - x (e^t - 1), which is
    0 at t = 0 and falls to one side."""
    x = log_x.exp()
    side = 2 * (x > a).double() - 1
    length = _end(a, x, side)
    nodes, weights = np.polynomial.legendre.leggauss(_NODES)
    of_all = (_NODES, *[1] * len(a.shape))
    t = side * length * tensor((nodes + 1) / 2).reshape(of_all)
    h = a * t - x * _ops.expm1(t)
    summed = (tensor(weights / 2).reshape(of_all) * (log_x + t - _ops.digamma(a)) * h.exp()).sum(0)
    return (side * length * summed,)


def _end(a: Any, x: Any, side: Any) -> Any:
    """The distance from 0 at which h is -_FALL."""
    least = 2 * _FALL / x.clamp(min=1e-300)  # twice what e^t - 1 - t is at least there, if x > a
    above = _ops.minimum(least.sqrt(), least.log().clamp(min=2))
    length = where_of(above, side > 0, (_FALL + x) / a)
    for _ in range(_STEPS):
        t = side * length
        beyond = x * _ops.expm1(t) - a * t - _FALL
        length = length - beyond / (side * (x * t.exp() - a)).clamp(min=1e-300)
    return length
