"""Draws of the distributions of counts.

Of Poisson's, below a rate of 10 one uniform number is held against the distribution function; from there on Hörmann's
"The transformed rejection method for generating Poisson random variables" (1993, PTRS), as so many tries at a time that
one of them is taken but for one draw in 10^12."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Sequence

from . import _ops, _random_creation
from ._creation import arange
from ._dtypes import float64
from ._errors import at_user_line
from ._found import require_values
from ._functions import where_of
from ._grad_mode import no_grad
from ._shape import broadcast_tensors, unsqueeze
from ._tensor_base import TensorBase
from ._values import as_one

if TYPE_CHECKING:
    from ._random import Generator
    from ._tensor import Tensor

__all__ = ["binomial", "poisson"]

_LARGE = 10.0
_MOST = 50  # more than what a rate below _LARGE gives once in 10^15 draws
_TRIES = 24


def poisson(input: Tensor, generator: Generator | None = None) -> Tensor:
    """A whole number for each rate, of the dtype and shape of the rates; NaN for a rate below 0. Gradients don't pass
    it. Raises TypeError for what is no tensor of floats."""
    if not isinstance(input, TensorBase) or not input.dtype.is_floating_point:
        got = input.dtype.name if isinstance(input, TensorBase) else type(input).__name__
        raise TypeError(at_user_line(f"poisson: expects a Tensor of a floating-point dtype, got {got}"))
    with no_grad():
        rates = input.detach().double()
        options: dict[str, Any] = {"dtype": float64, "generator": generator, "device": rates.device}
        places = _random_creation.rand(_TRIES, *rates.shape, **options)
        heights = _random_creation.rand(_TRIES, *rates.shape, **options)
        (drawn,) = as_one("poisson", _drawn, rates, places, heights)
        return drawn.to(input.dtype)  # type: ignore[no-any-return]


def binomial(count: Tensor, prob: Tensor, generator: Generator | None = None) -> Tensor:
    """How many of so many trials succeed, each with a probability, in the dtype of both, which broadcast. It waits for
    the largest count, and draws as many uniform numbers for each result. Gradients don't pass it. Raises TypeError for
    what are no tensors of one dtype of floats, ValueError for counts below 0 and for what are no probabilities."""
    for name, given in (("count", count), ("prob", prob)):
        if not isinstance(given, TensorBase) or not given.dtype.is_floating_point or given.dtype is not count.dtype:
            got = given.dtype.name if isinstance(given, TensorBase) else type(given).__name__
            raise TypeError(at_user_line(f"binomial: expects {name} to be a Tensor of the floats of count, got {got}"))
    dtype = count.dtype
    with no_grad():
        count, prob = broadcast_tensors(count.detach().double(), prob.detach().double())
        require_values("binomial", "distributions.Binomial of one count")
        if count.numel() and not bool(((count >= 0) & (count < math.inf) & (prob >= 0) & (prob <= 1)).all()):
            raise ValueError(at_user_line("binomial: expects counts of at least 0 and probabilities from 0 to 1"))
        most = int(count.max()) if count.numel() else 0
        options: dict[str, Any] = {"dtype": float64, "generator": generator, "device": count.device}
        drawn = _random_creation.rand(most, *count.shape, **options)
        trials = arange(1, most + 1, dtype=float64, device=count.device).reshape(most, *[1] * len(count.shape))
        return ((drawn < prob) & (trials <= count)).double().sum(0).to(dtype)  # type: ignore[no-any-return]


def _drawn(rates: Any, places: Any, heights: Any) -> Sequence[Any]:
    is_large = rates >= _LARGE
    few = _counted(where_of(rates, ~is_large, 1.0), heights[0])
    many = _tried(where_of(rates, is_large, _LARGE), places - 0.5, heights)
    return (where_of(where_of(many, is_large, few), rates >= 0, math.nan),)


def _counted(rates: Any, height: Any) -> Any:
    """Of how many numbers from 0 on the distribution function is below a height."""
    probability = (-rates).exp()
    reached, count = probability, 0
    for number in range(1, _MOST):
        count = count + (height >= reached).double()
        probability = probability * (rates / number)
        reached = reached + probability
    return count


def _tried(rates: Any, places: Any, heights: Any) -> Any:
    """The first try that is taken, of places in [-0.5, 0.5)."""
    b = 0.931 + 2.53 * rates.sqrt()
    a = -0.059 + 0.02483 * b
    inside = 0.5 - places.abs()
    found = ((2 * a / inside.clamp(min=1e-12) + b) * places + rates + 0.43).floor()
    whole = found.clamp(min=0)
    is_sure = (inside >= 0.07) & (heights <= 0.9277 - 3.6224 / (b - 2))
    is_left = (found < 0) | ((inside < 0.013) & (heights > inside))
    squeezed = heights.clamp(min=1e-300).log() + (1.1239 + 1.1328 / (b - 3.4)).log()
    squeezed = squeezed - (a / (inside * inside).clamp(min=1e-24) + b).log()
    is_below = squeezed <= whole * rates.log() - rates - _ops.lgamma(whole + 1)
    return first_taken(whole, is_sure | (~is_left & is_below))


def first_taken(tries: Any, is_taken: Any) -> Any:
    """Of tries along the first dimension, the first one that is taken."""
    return tries.gather(0, unsqueeze(is_taken.long().argmax(0), 0)).squeeze(0)
