"""Distributions of real numbers that have a place and a width."""

from __future__ import annotations

import math
from typing import Any, Sequence

from .. import _ops, _random_creation
from .._creation import full_like, zeros_like
from .._functions import where_of
from .._limits import finfo
from .._tensor import Tensor
from . import constraints
from .distribution import Distribution, uniform_like, value_of

__all__ = ["Cauchy", "Exponential", "Gumbel", "HalfCauchy", "HalfNormal", "Laplace", "Normal", "Uniform"]

EULER = 0.5772156649015329  # Euler and Mascheroni's constant: the mean of Gumbel's distribution


class _OfPlaceAndScale(Distribution):
    """Has `loc`, a place, and `scale` above 0."""

    support = constraints.real
    has_rsample = True

    def __init__(self, loc: Any, scale: Any, validate_args: bool | None = None):
        self.loc, self.scale = self._of_one_shape(loc, scale)
        self._require(validate_args, lambda: self.scale > 0, "scale above 0")
        super().__init__(self.loc.shape, (), validate_args)

    def _parameters(self) -> dict[str, Any]:
        return {"loc": self.loc, "scale": self.scale}

    def _standard(self, value: Any) -> Any:
        return (value - self.loc) / self.scale

    @property
    def mode(self) -> Any:
        """The likeliest value."""
        return self.loc


class Normal(_OfPlaceAndScale):
    """Normal distributions of a mean and a standard deviation."""

    @property
    def mean(self) -> Tensor:
        return self.loc  # type: ignore[no-any-return]

    @property
    def stddev(self) -> Tensor:
        return self.scale  # type: ignore[no-any-return]

    @property
    def variance(self) -> Tensor:
        return self.scale**2  # type: ignore[no-any-return]

    def rsample(self, sample_shape: Sequence[int] = ()) -> Tensor:
        like = {"dtype": self.loc.dtype, "device": self.loc.device}
        drawn = _random_creation.randn(*self._shape(sample_shape), **like)
        return self.loc + self.scale * drawn  # type: ignore[no-any-return]

    def _log_prob(self, value: Any) -> Tensor:
        distance = (value - self.loc) / self.scale
        return -0.5 * distance**2 - self.scale.log() - 0.5 * math.log(2 * math.pi)  # type: ignore[no-any-return]

    def cdf(self, value: Any) -> Tensor:
        """The probability of a value of at most `value`."""
        return 0.5 * (1 + _ops.erf((value - self.loc) / (self.scale * math.sqrt(2))))  # type: ignore[no-any-return]

    def icdf(self, value: Any) -> Tensor:
        """The value of which `cdf` is `value`."""
        return self.loc + self.scale * _ops.erfinv(2 * value - 1) * math.sqrt(2)  # type: ignore[no-any-return]

    def entropy(self) -> Tensor:
        return self.scale.log() + 0.5 + 0.5 * math.log(2 * math.pi)  # type: ignore[no-any-return]


class Uniform(Distribution):
    """Equal densities in [low, high)."""

    has_rsample = True

    def __init__(self, low: Any, high: Any, validate_args: bool | None = None):
        self.low, self.high = self._of_one_shape(low, high)
        self._require(validate_args, lambda: self.low < self.high, "low below high")
        super().__init__(self.low.shape, (), validate_args)

    def _parameters(self) -> dict[str, Any]:
        return {"low": self.low, "high": self.high}

    @property
    def support(self) -> constraints.Constraint:
        """Where values are."""
        return constraints.interval(self.low, self.high)

    @property
    def mean(self) -> Tensor:
        return (self.low + self.high) / 2  # type: ignore[no-any-return]

    @property
    def variance(self) -> Tensor:
        return (self.high - self.low) ** 2 / 12  # type: ignore[no-any-return]

    def rsample(self, sample_shape: Sequence[int] = ()) -> Tensor:
        like = {"dtype": self.low.dtype, "device": self.low.device}
        drawn = _random_creation.rand(*self._shape(sample_shape), **like)
        return self.low + (self.high - self.low) * drawn  # type: ignore[no-any-return]

    def cdf(self, value: Any) -> Any:
        """The probability of a value of at most `value`."""
        return ((value - self.low) / (self.high - self.low)).clamp(0, 1)

    def icdf(self, value: Any) -> Any:
        """The value of which `cdf` is `value`."""
        return self.low + value * (self.high - self.low)

    def _log_prob(self, value: Any) -> Tensor:
        is_inside = (value >= self.low) & (value < self.high)
        return where_of(-(self.high - self.low).log(), is_inside, -math.inf)

    def entropy(self) -> Tensor:
        return (self.high - self.low).log()  # type: ignore[no-any-return]


class Laplace(_OfPlaceAndScale):
    """Densities exp(-|x - loc| / scale) / (2 scale)."""

    @property
    def mean(self) -> Any:
        return self.loc

    @property
    def variance(self) -> Any:
        return 2 * self.scale**2

    def rsample(self, sample_shape: Sequence[int] = ()) -> Any:
        drawn = 2 * uniform_like(self.loc, self._shape(sample_shape)) - 1
        drawn = drawn.clamp(min=finfo(drawn.dtype).eps - 1)  # log1p is infinite at -1
        return self.loc - self.scale * drawn.sign() * (-drawn.abs()).log1p()

    def _log_prob(self, value: Any) -> Any:
        return -(2 * self.scale).log() - self._standard(value).abs()

    def cdf(self, value: Any) -> Any:
        """The probability of a value of at most `value`."""
        distance = self._standard(value)
        return 0.5 - 0.5 * distance.sign() * _ops.expm1(-distance.abs())

    def icdf(self, value: Any) -> Any:
        """The value of which `cdf` is `value`."""
        distance = value - 0.5
        return self.loc - self.scale * distance.sign() * (-2 * distance.abs()).log1p()

    def entropy(self) -> Any:
        return 1 + (2 * self.scale).log()


class Cauchy(_OfPlaceAndScale):
    """Densities 1 / (pi scale (1 + ((x - loc) / scale)^2)), which have no mean."""

    @property
    def mean(self) -> Any:
        """NaN."""
        return full_like(self.loc, math.nan)

    @property
    def variance(self) -> Any:
        """Infinite."""
        return full_like(self.loc, math.inf)

    def rsample(self, sample_shape: Sequence[int] = ()) -> Any:
        return self.icdf(uniform_like(self.loc, self._shape(sample_shape)))

    def _log_prob(self, value: Any) -> Any:
        return -math.log(math.pi) - self.scale.log() - (self._standard(value) ** 2).log1p()

    def cdf(self, value: Any) -> Any:
        """The probability of a value of at most `value`."""
        return self._standard(value).atan() / math.pi + 0.5

    def icdf(self, value: Any) -> Any:
        """The value of which `cdf` is `value`."""
        return self.loc + self.scale * (math.pi * (value - 0.5)).tan()

    def entropy(self) -> Any:
        return math.log(4 * math.pi) + self.scale.log()


class Gumbel(_OfPlaceAndScale):
    """The largest of many: `cdf` exp(-exp(-(x - loc) / scale))."""

    @property
    def mean(self) -> Any:
        return self.loc + EULER * self.scale

    @property
    def variance(self) -> Any:
        return (math.pi**2 / 6) * self.scale**2

    def rsample(self, sample_shape: Sequence[int] = ()) -> Any:
        return self.icdf(uniform_like(self.loc, self._shape(sample_shape)))

    def _log_prob(self, value: Any) -> Any:
        distance = -self._standard(value)
        return distance - distance.exp() - self.scale.log()

    def cdf(self, value: Any) -> Any:
        """The probability of a value of at most `value`."""
        return (-(-self._standard(value)).exp()).exp()

    def icdf(self, value: Any) -> Any:
        """The value of which `cdf` is `value`."""
        return self.loc - self.scale * (-value.log()).log()

    def entropy(self) -> Any:
        return self.scale.log() + (1 + EULER)


class _Half(Distribution):
    """The absolute values of a distribution around 0."""

    support = constraints.nonnegative
    has_rsample = True
    _whole: Any  # the class

    def __init__(self, scale: Any, validate_args: bool | None = None):
        (self.scale,) = self._of_one_shape(scale)
        self._require(validate_args, lambda: self.scale > 0, "scale above 0")
        self.base_dist = self._whole(zeros_like(self.scale), self.scale, validate_args=False)
        super().__init__(self.scale.shape, (), validate_args)

    def _parameters(self) -> dict[str, Any]:
        return {"scale": self.scale}

    @property
    def mode(self) -> Any:
        """The likeliest value, which is 0."""
        return zeros_like(self.scale)

    def rsample(self, sample_shape: Sequence[int] = ()) -> Any:
        return self.base_dist.rsample(sample_shape).abs()

    def _log_prob(self, value: Any) -> Any:
        value = value_of(value, self.scale)
        return where_of(self.base_dist._log_prob(value) + math.log(2), value >= 0, -math.inf)

    def cdf(self, value: Any) -> Any:
        """The probability of a value of at most `value`, which is at least 0."""
        return 2 * self.base_dist.cdf(value) - 1

    def icdf(self, value: Any) -> Any:
        """The value of which `cdf` is `value`."""
        return self.base_dist.icdf((value + 1) / 2)

    def entropy(self) -> Any:
        return self.base_dist.entropy() - math.log(2)


class HalfNormal(_Half):
    """The absolute values of what is normal with mean 0 and standard deviation `scale`."""

    _whole = Normal

    @property
    def mean(self) -> Any:
        return self.scale * math.sqrt(2 / math.pi)

    @property
    def variance(self) -> Any:
        return self.scale**2 * (1 - 2 / math.pi)


class HalfCauchy(_Half):
    """The absolute values of what Cauchy's distribution around 0 gives, which have no mean."""

    _whole = Cauchy

    @property
    def mean(self) -> Any:
        """Infinite."""
        return full_like(self.scale, math.inf)

    @property
    def variance(self) -> Any:
        """Infinite."""
        return full_like(self.scale, math.inf)


class Exponential(Distribution):
    """Densities rate * exp(-rate * x) for x of at least 0."""

    support = constraints.nonnegative
    has_rsample = True

    def __init__(self, rate: Any, validate_args: bool | None = None):
        (self.rate,) = self._of_one_shape(rate)
        self._require(validate_args, lambda: self.rate > 0, "rate above 0")
        super().__init__(self.rate.shape, (), validate_args)

    def _parameters(self) -> dict[str, Any]:
        return {"rate": self.rate}

    @property
    def mean(self) -> Any:
        return 1 / self.rate

    @property
    def mode(self) -> Any:
        """The likeliest value, which is 0."""
        return zeros_like(self.rate)

    @property
    def variance(self) -> Any:
        return 1 / self.rate**2

    def rsample(self, sample_shape: Sequence[int] = ()) -> Any:
        return self.icdf(uniform_like(self.rate, self._shape(sample_shape)))

    def _log_prob(self, value: Any) -> Any:
        return self.rate.log() - self.rate * value

    def cdf(self, value: Any) -> Any:
        """The probability of a value of at most `value`."""
        return -_ops.expm1(-self.rate * value)

    def icdf(self, value: Any) -> Any:
        """The value of which `cdf` is `value`."""
        return -(-value).log1p() / self.rate

    def entropy(self) -> Any:
        return 1 - self.rate.log()
