"""Distributions of positive numbers, and of shares, that are made of gamma numbers."""

from __future__ import annotations

import math
from typing import Any, Sequence

from .. import _ops, _random_creation
from .._creation import full_like
from .._errors import at_user_line
from .._functions import where_of
from .._joining import stack
from .._limits import finfo
from ..nn import functional as F
from . import constraints
from .distribution import Distribution, value_of
from .gamma_draws import log_of_draws

__all__ = ["Beta", "Chi2", "Dirichlet", "Gamma", "InverseGamma", "StudentT"]


class Gamma(Distribution):
    """Densities rate^c x^(c - 1) exp(-rate x) / gamma(c) of x above 0, where c is `concentration`."""

    support = constraints.nonnegative
    has_rsample = True

    def __init__(self, concentration: Any, rate: Any, validate_args: bool | None = None):
        self.concentration, self.rate = self._of_one_shape(concentration, rate)
        self._require(
            validate_args,
            lambda: (self.concentration > 0) & (self.rate > 0),
            "concentration and rate above 0",
        )
        super().__init__(self.concentration.shape, (), validate_args)

    def _parameters(self) -> dict[str, Any]:
        return {"concentration": self.concentration, "rate": self.rate}

    @property
    def mean(self) -> Any:
        return self.concentration / self.rate

    @property
    def mode(self) -> Any:
        """The likeliest value."""
        return ((self.concentration - 1) / self.rate).clamp(min=0)

    @property
    def variance(self) -> Any:
        return self.concentration / self.rate**2

    def rsample(self, sample_shape: Sequence[int] = ()) -> Any:
        logs = log_of_draws(self.concentration, self._shape(sample_shape))
        return (logs.exp() / self.rate).clamp(min=finfo(logs.dtype).tiny)

    def _log_prob(self, value: Any) -> Any:
        value = value_of(value, self.rate)
        normed = _ops.xlogy(self.concentration, self.rate) - _ops.lgamma(self.concentration)
        return normed + _ops.xlogy(self.concentration - 1, value) - self.rate * value

    def entropy(self) -> Any:
        digamma = _ops.digamma(self.concentration)
        return (
            self.concentration
            - self.rate.log()
            + _ops.lgamma(self.concentration)
            + (1 - self.concentration) * digamma
        )


class Chi2(Gamma):
    """Sums of the squares of `df` normal numbers."""

    def __init__(self, df: Any, validate_args: bool | None = None):
        (df,) = self._of_one_shape(df)
        super().__init__(0.5 * df, full_like(df, 0.5), validate_args)

    @property
    def df(self) -> Any:
        return 2 * self.concentration

    def _parameters(self) -> dict[str, Any]:
        return {"df": self.df}


class InverseGamma(Distribution):
    """One over gamma numbers."""

    support = constraints.positive
    has_rsample = True

    def __init__(self, concentration: Any, rate: Any, validate_args: bool | None = None):
        self.base_dist = Gamma(concentration, rate, validate_args)
        self.concentration, self.rate = self.base_dist.concentration, self.base_dist.rate
        super().__init__(self.base_dist.batch_shape, (), validate_args)

    def _parameters(self) -> dict[str, Any]:
        return self.base_dist._parameters()

    @property
    def mean(self) -> Any:
        is_finite = self.concentration > 1
        return where_of(self.rate / (where_of(self.concentration, is_finite, 2.0) - 1), is_finite, math.inf)

    @property
    def mode(self) -> Any:
        """The likeliest value."""
        return self.rate / (self.concentration + 1)

    @property
    def variance(self) -> Any:
        is_finite = self.concentration > 2
        c = where_of(self.concentration, is_finite, 3.0)
        return where_of(self.rate**2 / ((c - 1) ** 2 * (c - 2)), is_finite, math.inf)

    def rsample(self, sample_shape: Sequence[int] = ()) -> Any:
        return 1 / self.base_dist.rsample(sample_shape)

    def _log_prob(self, value: Any) -> Any:
        value = value_of(value, self.rate)
        return self.base_dist._log_prob(1 / value) - 2 * value.log()

    def entropy(self) -> Any:
        c = self.concentration
        return c + self.rate.log() + _ops.lgamma(c) - (1 + c) * _ops.digamma(c)


class Dirichlet(Distribution):
    """Vectors (K) of numbers above 0 that add up to 1, with densities in proportion to the product of their powers
    concentration - 1, for `concentration` (*, K)."""

    support = constraints.simplex
    has_rsample = True

    def __init__(self, concentration: Any, validate_args: bool | None = None):
        (self.concentration,) = self._of_one_shape(concentration)
        shape = self.concentration.shape
        if not shape:
            raise ValueError(at_user_line("Dirichlet: expects concentration of at least one dimension, got a scalar"))
        self._require(validate_args, lambda: self.concentration > 0, "concentration above 0")
        super().__init__(shape[:-1], shape[-1:], validate_args)

    def _parameters(self) -> dict[str, Any]:
        return {"concentration": self.concentration}

    @property
    def mean(self) -> Any:
        return self.concentration / self.concentration.sum(-1, keepdim=True)

    @property
    def mode(self) -> Any:
        """The likeliest vector; where all concentrations are below 1 the largest one's corner."""
        above = (self.concentration - 1).clamp(min=0)
        total = above.sum(-1, keepdim=True)
        is_corner = (self.concentration < 1).all(-1, keepdim=True)
        corner = F.one_hot(self.concentration.argmax(-1), self.event_shape[0]).to(above.dtype)
        return where_of(corner, is_corner, above / where_of(total, total > 0, 1.0))

    @property
    def variance(self) -> Any:
        total = self.concentration.sum(-1, keepdim=True)
        return self.concentration * (total - self.concentration) / (total**2 * (total + 1))

    def rsample(self, sample_shape: Sequence[int] = ()) -> Any:
        logs = log_of_draws(self.concentration, self._shape(sample_shape))
        return logs.softmax(-1).clamp(min=finfo(logs.dtype).tiny)

    def _log_prob(self, value: Any) -> Any:
        value = value_of(value, self.concentration)
        powers = _ops.xlogy(self.concentration - 1, value).sum(-1)
        return powers + _ops.lgamma(self.concentration.sum(-1)) - _ops.lgamma(self.concentration).sum(-1)

    def entropy(self) -> Any:
        c, total = self.concentration, self.concentration.sum(-1)
        normed = _ops.lgamma(c).sum(-1) - _ops.lgamma(total)
        of_total = (c.shape[-1] - total) * _ops.digamma(total)
        return normed - of_total - ((c - 1) * _ops.digamma(c)).sum(-1)


class Beta(Distribution):
    """Numbers in (0, 1), with densities in proportion to x^(concentration1 - 1) (1 - x)^(concentration0 - 1)."""

    support = constraints.unit_interval
    has_rsample = True

    def __init__(self, concentration1: Any, concentration0: Any, validate_args: bool | None = None):
        both = self._of_one_shape(concentration1, concentration0)
        self._dirichlet = Dirichlet(stack(both, -1), validate_args=False)
        self._require(validate_args, lambda: self._dirichlet.concentration > 0, "concentrations above 0")
        super().__init__(both[0].shape, (), validate_args)

    @property
    def concentration1(self) -> Any:
        return self._dirichlet.concentration[..., 0]

    @property
    def concentration0(self) -> Any:
        return self._dirichlet.concentration[..., 1]

    def _parameters(self) -> dict[str, Any]:
        return {"concentration1": self.concentration1, "concentration0": self.concentration0}

    @property
    def mean(self) -> Any:
        return self.concentration1 / (self.concentration1 + self.concentration0)

    @property
    def mode(self) -> Any:
        """The likeliest value."""
        return self._dirichlet.mode[..., 0]

    @property
    def variance(self) -> Any:
        total = self.concentration1 + self.concentration0
        return self.concentration1 * self.concentration0 / (total**2 * (total + 1))

    def rsample(self, sample_shape: Sequence[int] = ()) -> Any:
        return self._dirichlet.rsample(sample_shape)[..., 0]

    def _log_prob(self, value: Any) -> Any:
        value = value_of(value, self._dirichlet.concentration)
        return self._dirichlet._log_prob(stack([value, 1 - value], -1))

    def entropy(self) -> Any:
        return self._dirichlet.entropy()


class StudentT(Distribution):
    """Normal numbers over the root of the mean square of `df` others, times `scale`, around `loc`."""

    support = constraints.real
    has_rsample = True

    def __init__(self, df: Any, loc: Any = 0.0, scale: Any = 1.0, validate_args: bool | None = None):
        self.df, self.loc, self.scale = self._of_one_shape(df, loc, scale)
        self._require(validate_args, lambda: (self.df > 0) & (self.scale > 0), "df and scale above 0")
        super().__init__(self.df.shape, (), validate_args)

    def _parameters(self) -> dict[str, Any]:
        return {"df": self.df, "loc": self.loc, "scale": self.scale}

    @property
    def mean(self) -> Any:
        return where_of(self.loc, self.df > 1, math.nan)

    @property
    def mode(self) -> Any:
        """The likeliest value."""
        return self.loc

    @property
    def variance(self) -> Any:
        is_finite = self.df > 2
        finite = self.scale**2 * self.df / (where_of(self.df, is_finite, 3.0) - 2)
        return where_of(where_of(finite, is_finite, math.inf), self.df > 1, math.nan)

    def rsample(self, sample_shape: Sequence[int] = ()) -> Any:
        shape = self._shape(sample_shape)
        normal = _random_creation.randn(*shape, dtype=self.df.dtype, device=self.df.device)
        halves = log_of_draws(0.5 * self.df, shape)  # of sums of squares
        return self.loc + self.scale * normal * (0.5 * ((0.5 * self.df).log() - halves)).exp()

    def _log_prob(self, value: Any) -> Any:
        distance = (value - self.loc) / self.scale
        normed = 0.5 * (self.df.log() + math.log(math.pi)) + self.scale.log()
        normed = normed + _ops.lgamma(0.5 * self.df) - _ops.lgamma(0.5 * (self.df + 1))
        return -0.5 * (self.df + 1) * (distance**2 / self.df).log1p() - normed

    def entropy(self) -> Any:
        half, beyond = 0.5 * self.df, 0.5 * (self.df + 1)
        of_beta = _ops.lgamma(half) + math.log(math.pi) / 2 - _ops.lgamma(beyond)
        slope = _ops.digamma(beyond) - _ops.digamma(half)
        return self.scale.log() + beyond * slope + 0.5 * self.df.log() + of_beta
