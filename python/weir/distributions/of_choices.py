"""Distributions of integers: coins, wheels, and how often a coin fails."""

from __future__ import annotations

import math
from typing import Any, Sequence

from .. import _ops, _random_creation
from .._buffers import as_tensor
from .._creation import arange, full_like, zeros_like
from .._errors import at_user_line
from .._functions import where_of
from .._grad_mode import no_grad
from .._limits import finfo
from .._shape import broadcast_tensors
from .._tensor import Tensor, broadcast_shapes
from .._tensor_base import TensorBase
from ..nn import functional as F
from . import constraints
from .distribution import Distribution, uniform_like, value_of

__all__ = ["Bernoulli", "Categorical", "ContinuousBernoulli", "Geometric"]


class OfProbabilities(Distribution):
    """Has probabilities, or the logits that they are made of."""

    probs: Any
    logits: Any

    def _checked(self, probs: Any, logits: Any) -> Any:
        if (probs is None) == (logits is None):
            got = "both" if probs is not None else "neither"
            raise ValueError(at_user_line(f"{type(self).__name__}: expects probs or logits, got {got}"))
        given = probs if logits is None else logits
        return given if isinstance(given, TensorBase) else as_tensor(float(given))

    def _parameters(self) -> dict[str, Any]:
        return {"probs": self.probs}


class Bernoulli(OfProbabilities):
    """1 with a probability, else 0. `logits` are log(probs / (1 - probs))."""

    support = constraints.boolean

    def __init__(self, probs: Any = None, logits: Any = None, validate_args: bool | None = None):
        given = self._checked(probs, logits)
        self.probs = given if logits is None else _ops.sigmoid(given)
        self.logits = _ops.logit(given, finfo(given.dtype).eps) if logits is None else given
        self._require(validate_args, lambda: (self.probs >= 0) & (self.probs <= 1), "probs in [0, 1]")
        super().__init__(given.shape, (), validate_args)

    @property
    def mean(self) -> Tensor:
        return self.probs  # type: ignore[no-any-return]

    @property
    def variance(self) -> Tensor:
        return self.probs * (1 - self.probs)  # type: ignore[no-any-return]

    def sample(self, sample_shape: Sequence[int] = ()) -> Tensor:
        with no_grad():
            return _random_creation.bernoulli(self.probs.expand(self._shape(sample_shape)).clone())

    has_enumerate_support = True

    def enumerate_support(self, expand: bool = True) -> Tensor:
        """0 and 1 (2, *batch_shape), or with as many dimensions of size 1."""
        return _counted(2, self.batch_shape, expand, {"dtype": self.probs.dtype, "device": self.probs.device})

    def _log_prob(self, value: Any) -> Tensor:
        logits, value = broadcast_tensors(self.logits, value_of(value, self.logits))
        return -F.binary_cross_entropy_with_logits(logits, value, reduction="none")  # type: ignore[no-any-return]

    def entropy(self) -> Tensor:
        return F.binary_cross_entropy_with_logits(self.logits, self.probs, reduction="none")  # type: ignore


class ContinuousBernoulli(OfProbabilities):
    """Numbers x in [0, 1] with densities in proportion to probs^x (1 - probs)^(1 - x). Between `lims` the formulas are
    those of a series around 0.5, where the others divide 0 by 0. Loaiza-Ganem and Cunningham, "The continuous
    Bernoulli", 2019."""

    support = constraints.unit_interval
    has_rsample = True

    def __init__(
        self,
        probs: Any = None,
        logits: Any = None,
        lims: tuple[float, float] = (0.499, 0.501),
        validate_args: bool | None = None,
    ):
        given = self._checked(probs, logits)
        self.probs = given if logits is None else _ops.sigmoid(given)
        self._require(validate_args, lambda: (self.probs >= 0) & (self.probs <= 1), "probs in [0, 1]")
        eps = finfo(given.dtype).eps
        self.probs = self.probs.clamp(eps, 1 - eps)
        self.logits = _ops.logit(given, eps) if logits is None else given
        self._lims = lims
        super().__init__(given.shape, (), validate_args)

    def _is_apart(self) -> Any:
        """Whether probs is not near 0.5."""
        return (self.probs <= self._lims[0]) | (self.probs > self._lims[1])

    def _apart(self) -> Any:
        """probs, and what is not near 0.5 instead of those that are."""
        return where_of(self.probs, self._is_apart(), self._lims[0])

    def log_norm(self) -> Any:
        """The logarithm of what makes densities add up to 1."""
        p, x = self._apart(), (self.probs - 0.5) ** 2
        distance = ((-p).log1p() - p.log()).abs().log() - (1 - 2 * p).abs().log()
        return where_of(distance, self._is_apart(), math.log(2.0) + (4 / 3 + 104 / 45 * x) * x)

    @property
    def mean(self) -> Any:
        p, x = self._apart(), self.probs - 0.5
        found = p / (2 * p - 1) + 1 / ((-p).log1p() - p.log())
        return where_of(found, self._is_apart(), 0.5 + (1 / 3 + 16 / 45 * x**2) * x)

    @property
    def variance(self) -> Any:
        p, x = self._apart(), (self.probs - 0.5) ** 2
        found = p * (p - 1) / (1 - 2 * p) ** 2 + 1 / ((-p).log1p() - p.log()) ** 2
        return where_of(found, self._is_apart(), 1 / 12 - (1 / 15 - 128 / 945 * x) * x)

    def rsample(self, sample_shape: Sequence[int] = ()) -> Any:
        return self.icdf(uniform_like(self.probs, self._shape(sample_shape)))

    def _log_prob(self, value: Any) -> Any:
        logits, value = broadcast_tensors(self.logits, value_of(value, self.logits))
        return self.log_norm() - F.binary_cross_entropy_with_logits(logits, value, reduction="none")

    def cdf(self, value: Any) -> Any:
        """The probability of a value of at most `value`."""
        p, value = self._apart(), value_of(value, self.probs)
        found = (p**value * (1 - p) ** (1 - value) + p - 1) / (2 * p - 1)
        return where_of(found, self._is_apart(), value).clamp(0, 1)

    def icdf(self, value: Any) -> Any:
        """The value of which `cdf` is `value`."""
        p, value = self._apart(), value_of(value, self.probs)
        found = ((value * (2 * p - 1) - p).log1p() - (-p).log1p()) / (p.log() - (-p).log1p())
        return where_of(found, self._is_apart(), value)

    def entropy(self) -> Any:
        below, above = (-self.probs).log1p(), self.probs.log()
        return self.mean * (below - above) - self.log_norm() - below


class Categorical(OfProbabilities):
    """A number from 0 to K - 1, with the probabilities along the last dimension of `probs`, which are scaled so that
    they add up to 1, or those of softmax(logits)."""

    def __init__(self, probs: Any = None, logits: Any = None, validate_args: bool | None = None):
        given = self._checked(probs, logits)
        if not given.shape:
            raise ValueError(at_user_line("Categorical: expects probabilities along a dimension, got a scalar"))
        if logits is None:
            total = given.sum(-1, keepdim=True)
            self._require(validate_args, lambda: (given >= 0) & (total > 0), "probs of at least 0, not all of them 0")
            self.probs = given / total
            eps = finfo(given.dtype).eps
            self.logits = self.probs.clamp(eps, 1 - eps).log()
        else:
            self.logits = given - given.logsumexp(-1, keepdim=True)
            self.probs = _ops.softmax(given, -1)
        super().__init__(given.shape[:-1], (), validate_args)

    has_enumerate_support = True

    @property
    def support(self) -> constraints.Constraint:
        """Where numbers are."""
        return constraints.integer_interval(0, self.probs.shape[-1] - 1)

    def enumerate_support(self, expand: bool = True) -> Tensor:
        """All numbers (K, *batch_shape), or with as many dimensions of size 1."""
        return _counted(self.probs.shape[-1], self.batch_shape, expand, {"device": self.probs.device})

    @property
    def mean(self) -> Tensor:
        """NaN: numbers are names here."""
        return full_like(self.probs[..., 0], math.nan)

    variance = mean

    @property
    def mode(self) -> Tensor:
        """The likeliest number."""
        return self.probs.argmax(-1)  # type: ignore[no-any-return]

    def sample(self, sample_shape: Sequence[int] = ()) -> Tensor:
        count = math.prod(sample_shape)
        with no_grad():
            lines = self.probs.detach().reshape(-1, self.probs.shape[-1])
            drawn = _random_creation.multinomial(lines, count, True)
            return drawn.t().reshape(self._shape(sample_shape))

    def _log_prob(self, value: Any) -> Tensor:
        shape = broadcast_shapes(self.batch_shape, value.shape)
        logits = self.logits.expand(*shape, self.logits.shape[-1])
        index = value.long().expand(shape).unsqueeze(-1)
        return logits.gather(-1, index).squeeze(-1)  # type: ignore[no-any-return]

    def entropy(self) -> Tensor:
        return -(self.probs * finite(self.logits)).sum(-1)  # type: ignore[no-any-return]


class Geometric(OfProbabilities):
    """How often a coin fails before it first gives 1, which it does with a probability. `logits` are
    log(probs / (1 - probs))."""

    support = constraints.nonnegative_integer

    def __init__(self, probs: Any = None, logits: Any = None, validate_args: bool | None = None):
        given = self._checked(probs, logits)
        self.probs = given if logits is None else _ops.sigmoid(given)
        self.logits = _ops.logit(given, finfo(given.dtype).eps) if logits is None else given
        self._require(validate_args, lambda: (self.probs > 0) & (self.probs <= 1), "probs in (0, 1]")
        super().__init__(given.shape, (), validate_args)

    @property
    def mean(self) -> Any:
        return 1 / self.probs - 1

    @property
    def mode(self) -> Any:
        """The likeliest number, which is 0."""
        return zeros_like(self.probs)

    @property
    def variance(self) -> Any:
        return (1 / self.probs - 1) / self.probs

    def sample(self, sample_shape: Sequence[int] = ()) -> Any:
        with no_grad():
            return (uniform_like(self.probs, self._shape(sample_shape)).log() / (-self.probs).log1p()).floor()

    def _log_prob(self, value: Any) -> Any:
        return _ops.xlogy(value_of(value, self.probs), 1 - self.probs) + self.probs.log()  # 0 log 0 is 0

    def entropy(self) -> Any:
        of_one = F.binary_cross_entropy_with_logits(self.logits, self.probs, reduction="none")
        return of_one / self.probs


def _counted(count: int, batch: Sequence[int], expand: bool, options: dict[str, Any]) -> Any:
    """The numbers below `count` along the first dimension."""
    numbers = arange(count, **options).reshape(count, *[1] * len(batch))
    return numbers.expand(count, *batch) if expand else numbers


def finite(logits: Any) -> Any:
    """Those of what is impossible as the lowest number, which times 0 is 0, as are its gradients."""
    return logits.clamp(min=finfo(logits.dtype).min)
