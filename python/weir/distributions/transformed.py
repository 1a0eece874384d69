"""Distributions of what functions make of others' values."""

from __future__ import annotations

from typing import Any, Sequence

from .._errors import at_user_line
from .._grad_mode import no_grad
from . import constraints
from .distribution import Distribution, sum_rightmost
from .of_reals import Normal
from .transforms import ExpTransform, Transform

__all__ = ["LogNormal", "TransformedDistribution"]


class TransformedDistribution(Distribution):
    """What a transform, or several one after the other, make of values of `base_distribution`."""

    def __init__(
        self,
        base_distribution: Any,
        transforms: Transform | Sequence[Transform],
        validate_args: bool | None = None,
    ):
        self.base_dist = base_distribution
        self.transforms = [transforms] if isinstance(transforms, Transform) else list(transforms)
        self.has_rsample = base_distribution.has_rsample
        whole: tuple[int, ...] = (*base_distribution.batch_shape, *base_distribution.event_shape)
        for each in self.transforms:
            whole = each.forward_shape(whole)
        dims = [len(base_distribution.event_shape), *(each.event_dim for each in self.transforms)]
        if max(dims) > len(whole):
            rule = f"expects values of at least {max(dims)} dimensions, as the transforms' event_dim says"
            raise ValueError(at_user_line(f"{type(self).__name__}: {rule}, got {whole}"))
        count = len(whole) - max(dims)
        super().__init__(whole[:count], whole[count:], validate_args)

    @property
    def support(self) -> Any:
        """Where values are: what the last transform gives."""
        of_each = self.transforms[-1].codomain if self.transforms else self.base_dist.support
        return constraints.joined(of_each, len(self.event_shape) - of_each.event_dim)

    def _passed(self, value: Any) -> Any:
        for transform in self.transforms:
            value = transform(value)
        return value

    def sample(self, sample_shape: Sequence[int] = ()) -> Any:
        with no_grad():
            return self._passed(self.base_dist.sample(sample_shape))

    def rsample(self, sample_shape: Sequence[int] = ()) -> Any:
        return self._passed(self.base_dist.rsample(sample_shape))

    def _log_prob(self, value: Any) -> Any:
        stretched: Any = 0
        for transform in reversed(self.transforms):
            before = transform.inv(value)
            logarithm = transform.log_abs_det_jacobian(before, value)
            stretched = stretched + sum_rightmost(logarithm, len(self.event_shape) - transform.event_dim)
            value = before
        joined = len(self.event_shape) - len(self.base_dist.event_shape)
        return sum_rightmost(self.base_dist.log_prob(value), joined) - stretched

    def cdf(self, value: Any) -> Any:
        """The probability of a value of at most `value`."""
        sign: Any = 1
        for transform in reversed(self.transforms):
            value, sign = transform.inv(value), sign * transform.sign
        return sign * (self.base_dist.cdf(value) - 0.5) + 0.5  # 1 - cdf where the functions fall

    def icdf(self, value: Any) -> Any:
        """The value of which `cdf` is `value`."""
        sign: Any = 1
        for transform in self.transforms:
            sign = sign * transform.sign
        return self._passed(self.base_dist.icdf(sign * (value - 0.5) + 0.5))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.base_dist}, {self.transforms})"


class LogNormal(TransformedDistribution):
    """e to the power of what is normal with mean `loc` and standard deviation `scale`."""

    base_dist: Normal

    def __init__(self, loc: Any, scale: Any, validate_args: bool | None = None):
        super().__init__(Normal(loc, scale, validate_args), ExpTransform(), validate_args)

    @property
    def loc(self) -> Any:
        return self.base_dist.loc

    @property
    def scale(self) -> Any:
        return self.base_dist.scale

    @property
    def mean(self) -> Any:
        return (self.loc + self.scale**2 / 2).exp()

    @property
    def mode(self) -> Any:
        """The likeliest value."""
        return (self.loc - self.scale**2).exp()

    @property
    def variance(self) -> Any:
        square = self.scale**2
        return square.expm1() * (2 * self.loc + square).exp()

    def entropy(self) -> Any:
        return self.base_dist.entropy() + self.loc

    def __repr__(self) -> str:
        return f"LogNormal(loc: {tuple(self.loc.shape)}, scale: {tuple(self.scale.shape)})"
