"""Distributions of how often something happens."""

from __future__ import annotations

from typing import Any, Sequence

from .. import _ops, _random_creation
from .._creation import arange
from .._errors import at_user_line
from .._functions import where_of
from .._grad_mode import no_grad
from .._limits import finfo
from .._poisson import poisson
from .._shape import broadcast_tensors
from .._tensor_base import TensorBase
from ..nn import functional as F
from . import constraints
from .distribution import Distribution, value_of
from .gamma_draws import log_of_draws
from .of_choices import Categorical, OfProbabilities

__all__ = ["Binomial", "Multinomial", "NegativeBinomial", "Poisson"]


class Poisson(Distribution):
    """Counts of what happens independently, `rate` times on average."""

    support = constraints.nonnegative_integer

    def __init__(self, rate: Any, validate_args: bool | None = None):
        (self.rate,) = self._of_one_shape(rate)
        self._require(validate_args, lambda: self.rate >= 0, "rate of at least 0")
        super().__init__(self.rate.shape, (), validate_args)

    def _parameters(self) -> dict[str, Any]:
        return {"rate": self.rate}

    @property
    def mean(self) -> Any:
        return self.rate

    @property
    def mode(self) -> Any:
        """The likeliest count."""
        return self.rate.floor()

    @property
    def variance(self) -> Any:
        return self.rate

    def sample(self, sample_shape: Sequence[int] = ()) -> Any:
        return poisson(self.rate.detach().expand(self._shape(sample_shape)))

    def _log_prob(self, value: Any) -> Any:
        value = value_of(value, self.rate)
        return _ops.xlogy(value, self.rate) - self.rate - _ops.lgamma(value + 1)


class _OfTrials(OfProbabilities):
    """Has `total_count`, how often something is tried or fails, and how likely it is each time."""

    total_count: Any

    def _take(self, total_count: Any, probs: Any, logits: Any, validate_args: bool | None) -> None:
        given = self._checked(probs, logits)
        count = value_of(total_count, given).to(given.dtype)
        self.total_count, given = broadcast_tensors(count, given)
        self.probs = given if logits is None else _ops.sigmoid(given)
        self.logits = _ops.logit(given, finfo(given.dtype).eps) if logits is None else given
        self._require(validate_args, lambda: self.total_count >= 0, "total_count of at least 0")
        Distribution.__init__(self, given.shape, (), validate_args)

    def _parameters(self) -> dict[str, Any]:
        return {"total_count": self.total_count, "probs": self.probs}


class Binomial(_OfTrials):
    """How many of `total_count` trials succeed, each with probability `probs`. A draw is made of as many uniform
    numbers as the largest total_count, which it waits for."""

    def __init__(
        self, total_count: Any = 1, probs: Any = None, logits: Any = None, validate_args: bool | None = None
    ):
        self._most = None if isinstance(total_count, TensorBase) else int(total_count)
        self._take(total_count, probs, logits, validate_args)
        self._require(validate_args, lambda: (self.probs >= 0) & (self.probs <= 1), "probs in [0, 1]")

    @property
    def support(self) -> constraints.Constraint:
        """Where counts are."""
        return constraints.integer_interval(0, self.total_count)

    @property
    def mean(self) -> Any:
        return self.total_count * self.probs

    @property
    def mode(self) -> Any:
        """The likeliest count."""
        return _ops.minimum(((self.total_count + 1) * self.probs).floor(), self.total_count)

    @property
    def variance(self) -> Any:
        return self.total_count * self.probs * (1 - self.probs)

    def sample(self, sample_shape: Sequence[int] = ()) -> Any:
        with no_grad():
            shape = self._shape(sample_shape)
            trial = self._upwards(self._largest(), len(shape))
            drawn = _random_creation.rand(*trial.shape[:1], *shape, dtype=trial.dtype, device=trial.device)
            return ((drawn < self.probs) & (trial < self.total_count)).to(trial.dtype).sum(0)

    def _log_prob(self, value: Any) -> Any:
        value, n = value_of(value, self.probs), self.total_count
        ways = _ops.lgamma(n + 1) - _ops.lgamma(value + 1) - _ops.lgamma(n - value + 1)
        return ways + value * F.logsigmoid(self.logits) + (n - value) * F.logsigmoid(-self.logits)

    def entropy(self) -> Any:
        count = self._upwards(self._largest() + 1, len(self.batch_shape))
        logs = self._log_prob(count)
        return -where_of(logs.exp() * logs, count <= self.total_count, 0.0).sum(0)

    def _largest(self) -> int:
        return int(self.total_count.max().item()) if self._most is None else self._most

    def _upwards(self, count: int, rank: int) -> Any:
        """The numbers from 0 on, in front of so many dimensions."""
        like = {"dtype": self.probs.dtype, "device": self.probs.device}
        return arange(count, **like).reshape(count, *[1] * rank)


class NegativeBinomial(_OfTrials):
    """How often trials of probability `probs` succeed before `total_count` of them have failed."""

    support = constraints.nonnegative_integer

    def __init__(self, total_count: Any, probs: Any = None, logits: Any = None, validate_args: bool | None = None):
        self._take(total_count, probs, logits, validate_args)
        self._require(validate_args, lambda: (self.probs >= 0) & (self.probs < 1), "probs in [0, 1)")

    @property
    def mean(self) -> Any:
        return self.total_count * self.logits.exp()

    @property
    def mode(self) -> Any:
        """The likeliest count."""
        return ((self.total_count - 1) * self.logits.exp()).floor().clamp(min=0)

    @property
    def variance(self) -> Any:
        return self.mean / _ops.sigmoid(-self.logits)

    def sample(self, sample_shape: Sequence[int] = ()) -> Any:
        with no_grad():
            logs = log_of_draws(self.total_count.detach(), self._shape(sample_shape))
            return poisson((logs + self.logits).exp())

    def _log_prob(self, value: Any) -> Any:
        value, n = value_of(value, self.probs), self.total_count
        likely = n * F.logsigmoid(-self.logits) + value * F.logsigmoid(self.logits)
        return likely + _ops.lgamma(n + value) - _ops.lgamma(1 + value) - _ops.lgamma(n)


class Multinomial(Distribution):
    """Of `total_count` draws of a Categorical, how many have given each of its K numbers."""

    def __init__(
        self, total_count: int = 1, probs: Any = None, logits: Any = None, validate_args: bool | None = None
    ):
        if not isinstance(total_count, int):
            got = type(total_count).__name__
            raise TypeError(at_user_line(f"Multinomial: expects total_count to be an integer, got {got}"))
        self.total_count, self._categorical = total_count, Categorical(probs, logits, validate_args)
        super().__init__(self._categorical.batch_shape, self._categorical.probs.shape[-1:], validate_args)

    @property
    def support(self) -> constraints.Constraint:
        """Where counts are."""
        return constraints.multinomial(self.total_count)

    def _parameters(self) -> dict[str, Any]:
        return {"probs": self.probs}

    @property
    def probs(self) -> Any:
        return self._categorical.probs

    @property
    def logits(self) -> Any:
        return self._categorical.logits

    @property
    def mean(self) -> Any:
        return self.probs * self.total_count

    @property
    def variance(self) -> Any:
        return self.total_count * self.probs * (1 - self.probs)

    def sample(self, sample_shape: Sequence[int] = ()) -> Any:
        drawn = self._categorical.sample((self.total_count, *sample_shape))
        return F.one_hot(drawn, self.event_shape[0]).sum(0).to(self.probs.dtype)

    def _log_prob(self, value: Any) -> Any:
        value = value_of(value, self.probs)
        ways = _ops.lgamma(value.sum(-1) + 1) - _ops.lgamma(value + 1).sum(-1)
        return ways + _ops.xlogy(value, self.probs).sum(-1)
