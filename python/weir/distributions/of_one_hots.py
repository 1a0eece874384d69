"""Choices as vectors of zeros with a 1, and what is near to choices: numbers in between, which gradients pass.
Maddison, Mnih and Teh, "The Concrete Distribution", 2017; Jang, Gu and Poole, "Categorical Reparameterization with
Gumbel-Softmax", 2017."""

from __future__ import annotations

import math
from typing import Any, Sequence

from .. import _ops
from .._buffers import as_tensor
from .._creation import eye
from .._limits import finfo
from .._tensor_base import TensorBase
from ..nn import functional as F
from . import constraints
from .distribution import Distribution, uniform_like, value_of
from .of_choices import Bernoulli, Categorical

__all__ = ["OneHotCategorical", "OneHotCategoricalStraightThrough", "RelaxedBernoulli", "RelaxedOneHotCategorical"]


class _OfChoice(Distribution):
    """Has vectors for the choices of a Categorical."""

    def _choose(self, probs: Any, logits: Any, validate_args: bool | None) -> None:
        self._choice = choice = Categorical(probs, logits, validate_args)
        Distribution.__init__(self, choice.batch_shape, choice.probs.shape[-1:], validate_args)

    @property
    def probs(self) -> Any:
        return self._choice.probs

    @property
    def logits(self) -> Any:
        return self._choice.logits

    def _parameters(self) -> dict[str, Any]:
        return {"probs": self.probs}


class OneHotCategorical(_OfChoice):
    """Vectors (K) that are 1 at the place that a Categorical draws, and 0 elsewhere."""

    support = constraints.one_hot
    has_enumerate_support = True

    def __init__(self, probs: Any = None, logits: Any = None, validate_args: bool | None = None):
        self._choose(probs, logits, validate_args)

    def _vectors(self, places: Any) -> Any:
        return F.one_hot(places, self.event_shape[0]).to(self.probs.dtype)

    @property
    def mean(self) -> Any:
        return self.probs

    @property
    def mode(self) -> Any:
        """The likeliest vector."""
        return self._vectors(self._choice.mode)

    @property
    def variance(self) -> Any:
        return self.probs * (1 - self.probs)

    def sample(self, sample_shape: Sequence[int] = ()) -> Any:
        return self._vectors(self._choice.sample(sample_shape))

    def _log_prob(self, value: Any) -> Any:
        return self._choice._log_prob(value.argmax(-1))

    def entropy(self) -> Any:
        return self._choice.entropy()

    def enumerate_support(self, expand: bool = True) -> Any:
        """All vectors (K, *batch_shape, K), or with as many dimensions of size 1 in between."""
        size = self.event_shape[0]
        vectors = eye(size, dtype=self.probs.dtype, device=self.probs.device)
        vectors = vectors.reshape(size, *[1] * len(self.batch_shape), size)
        return vectors.expand(size, *self.batch_shape, size) if expand else vectors


class OneHotCategoricalStraightThrough(OneHotCategorical):
    """The same vectors, through which gradients pass as if they were the probabilities. Bengio, Leonard and Courville,
    "Estimating or Propagating Gradients Through Stochastic Neurons", 2013."""

    has_rsample = True

    def rsample(self, sample_shape: Sequence[int] = ()) -> Any:
        return self.sample(sample_shape) + (self.probs - self.probs.detach())


def _temperature(given: Any, like: Any) -> Any:
    return given if isinstance(given, TensorBase) else as_tensor(float(given), dtype=like.dtype, device=like.device)


class RelaxedOneHotCategorical(_OfChoice):
    """Vectors (K) of numbers above 0 that add up to 1; of a low `temperature` one is near 1."""

    has_rsample = True
    support = constraints.simplex

    def __init__(self, temperature: Any, probs: Any = None, logits: Any = None, validate_args: bool | None = None):
        self._choose(probs, logits, validate_args)
        self.temperature = _temperature(temperature, self.probs)

    def rsample(self, sample_shape: Sequence[int] = ()) -> Any:
        drawn = uniform_like(self.probs, self._shape(sample_shape))
        inner = -drawn.clamp(max=1 - finfo(drawn.dtype).eps / 2).log()
        return _ops.softmax((self.logits - inner.log()) / self.temperature, -1)

    def _log_prob(self, value: Any) -> Any:
        size, logs = self.event_shape[0], value_of(value, self.probs).log()
        scores = self.logits - self.temperature * logs
        scores = scores - scores.logsumexp(-1, keepdim=True)
        return math.lgamma(size) + (size - 1) * self.temperature.log() + (scores - logs).sum(-1)


class RelaxedBernoulli(Distribution):
    """Numbers in (0, 1), of a low `temperature` near 0 or 1."""

    has_rsample = True
    support = constraints.unit_interval

    def __init__(self, temperature: Any, probs: Any = None, logits: Any = None, validate_args: bool | None = None):
        coin = Bernoulli(probs, logits, validate_args)
        self.probs, self.logits = coin.probs, coin.logits
        self.temperature = _temperature(temperature, self.probs)
        super().__init__(coin.batch_shape, (), validate_args)

    def _parameters(self) -> dict[str, Any]:
        return {"probs": self.probs}

    def rsample(self, sample_shape: Sequence[int] = ()) -> Any:
        eps = finfo(self.probs.dtype).eps
        drawn = uniform_like(self.probs, self._shape(sample_shape)).clamp(eps, 1 - eps)
        logistic = drawn.log() - (-drawn).log1p()
        return _ops.sigmoid((self.logits + logistic) / self.temperature).clamp(finfo(drawn.dtype).tiny, 1 - eps)

    def _log_prob(self, value: Any) -> Any:
        value = value_of(value, self.probs)
        high, low = value.log(), (-value).log1p()
        distance = self.logits - self.temperature * (high - low)
        return self.temperature.log() + distance - 2 * F.softplus(distance) - high - low
