"""Distributions of powers of uniform numbers."""

from __future__ import annotations

import math
from typing import Any, Sequence

from .. import _ops
from .._functions import where_of
from .._limits import finfo
from . import constraints
from .distribution import Distribution, uniform_like, value_of
from .of_reals import EULER

__all__ = ["Kumaraswamy", "Pareto", "Weibull"]


class Weibull(Distribution):
    """`scale` times exponential numbers to the power of 1 / `concentration`."""

    has_rsample = True
    support = constraints.positive

    def __init__(self, scale: Any, concentration: Any, validate_args: bool | None = None):
        self.scale, self.concentration = self._of_one_shape(scale, concentration)
        self._require(
            validate_args,
            lambda: (self.scale > 0) & (self.concentration > 0),
            "scale and concentration above 0",
        )
        super().__init__(self.scale.shape, (), validate_args)

    def _parameters(self) -> dict[str, Any]:
        return {"scale": self.scale, "concentration": self.concentration}

    @property
    def mean(self) -> Any:
        return self.scale * _ops.lgamma(1 + 1 / self.concentration).exp()

    @property
    def mode(self) -> Any:
        """The likeliest value."""
        inner = ((self.concentration - 1) / self.concentration).clamp(min=0)
        return self.scale * inner ** (1 / self.concentration)

    @property
    def variance(self) -> Any:
        of_squares = _ops.lgamma(1 + 2 / self.concentration).exp()
        return self.scale**2 * (of_squares - _ops.lgamma(1 + 1 / self.concentration).exp() ** 2)

    def rsample(self, sample_shape: Sequence[int] = ()) -> Any:
        drawn = uniform_like(self.scale, self._shape(sample_shape))
        drawn = drawn.clamp(max=1 - finfo(drawn.dtype).eps / 2)
        return self.scale * (-drawn.log()) ** (1 / self.concentration)

    def _log_prob(self, value: Any) -> Any:
        logs = (value_of(value, self.scale) / self.scale).log()
        powers = (self.concentration * logs).exp()
        return (self.concentration / self.scale).log() + (self.concentration - 1) * logs - powers

    def entropy(self) -> Any:
        return EULER * (1 - 1 / self.concentration) + (self.scale / self.concentration).log() + 1


class Pareto(Distribution):
    """Numbers x from `scale` on, with densities in proportion to x^-(alpha + 1)."""

    has_rsample = True

    def __init__(self, scale: Any, alpha: Any, validate_args: bool | None = None):
        self.scale, self.alpha = self._of_one_shape(scale, alpha)
        self._require(validate_args, lambda: (self.scale > 0) & (self.alpha > 0), "scale and alpha above 0")
        super().__init__(self.scale.shape, (), validate_args)

    def _parameters(self) -> dict[str, Any]:
        return {"scale": self.scale, "alpha": self.alpha}

    @property
    def support(self) -> constraints.Constraint:
        """Where values are."""
        return constraints.greater_than_eq(self.scale)

    @property
    def mean(self) -> Any:
        alpha = self.alpha.clamp(min=1)  # infinite there
        return alpha * self.scale / (alpha - 1)

    @property
    def mode(self) -> Any:
        """The likeliest value."""
        return self.scale

    @property
    def variance(self) -> Any:
        alpha = self.alpha.clamp(min=2)  # infinite there
        return self.scale**2 * alpha / ((alpha - 1) ** 2 * (alpha - 2))

    def rsample(self, sample_shape: Sequence[int] = ()) -> Any:
        return self.scale * (-uniform_like(self.scale, self._shape(sample_shape)).log() / self.alpha).exp()

    def _log_prob(self, value: Any) -> Any:
        value = value_of(value, self.scale)
        density = self.alpha.log() + self.alpha * self.scale.log() - (self.alpha + 1) * value.log()
        return where_of(density, value >= self.scale, -math.inf)

    def entropy(self) -> Any:
        return (self.scale / self.alpha).log() + 1 + 1 / self.alpha


class Kumaraswamy(Distribution):
    """Numbers in (0, 1), of which 1 - x^concentration1, to the power of concentration0, is uniform."""

    has_rsample = True
    support = constraints.unit_interval

    def __init__(self, concentration1: Any, concentration0: Any, validate_args: bool | None = None):
        self.concentration1, self.concentration0 = self._of_one_shape(concentration1, concentration0)
        self._require(
            validate_args,
            lambda: (self.concentration1 > 0) & (self.concentration0 > 0),
            "concentrations above 0",
        )
        super().__init__(self.concentration1.shape, (), validate_args)

    def _parameters(self) -> dict[str, Any]:
        return {"concentration1": self.concentration1, "concentration0": self.concentration0}

    def _moment(self, power: int) -> Any:
        a, b = 1 + power / self.concentration1, self.concentration0
        return (b.log() + _ops.lgamma(a) + _ops.lgamma(b) - _ops.lgamma(a + b)).exp()

    @property
    def mean(self) -> Any:
        return self._moment(1)

    @property
    def variance(self) -> Any:
        return self._moment(2) - self._moment(1) ** 2

    def rsample(self, sample_shape: Sequence[int] = ()) -> Any:
        logs = uniform_like(self.concentration1, self._shape(sample_shape)).log() / self.concentration0
        limits = finfo(logs.dtype)
        inner = (-_ops.expm1(logs)).clamp(limits.tiny, 1 - limits.eps)
        return (inner.log() / self.concentration1).exp().clamp(limits.tiny, 1 - limits.eps)

    def _log_prob(self, value: Any) -> Any:
        value = value_of(value, self.concentration1)
        of_power = _ops.xlogy(self.concentration1 - 1, value)
        rest = _ops.xlogy(self.concentration0 - 1, 1 - value**self.concentration1)
        return self.concentration1.log() + self.concentration0.log() + of_power + rest

    def entropy(self) -> Any:
        a, b = self.concentration1, self.concentration0
        return 1 - 1 / b + (1 - 1 / a) * (_ops.digamma(b + 1) + EULER) - a.log() - b.log()
