"""Distributions of random numbers, op by op and in graphs: what is drawn from them, and how likely values are. The
commonest of PyTorch's torch.distributions."""

from __future__ import annotations

import math
from typing import Any, Sequence

from . import _ops, _random_creation
from ._creation import as_tensor
from ._errors import at_user_line
from ._functions import where_of
from ._grad_mode import no_grad
from ._limits import finfo
from ._shape import broadcast_tensors
from ._tensor import Size, Tensor, broadcast_shapes
from ._tensor_base import TensorBase
from .nn import functional as F

__all__ = ["Bernoulli", "Categorical", "Distribution", "Normal", "Uniform", "kl_divergence"]


class Distribution:
    """The base of distributions. `batch_shape` is the shape of the parameters: there is one distribution for each
    element of it. Parameters are looked at with `validate_args` alone, as that waits for them; ValueError is raised for
    those that are none."""

    def __init__(self, batch_shape: Sequence[int] = (), event_shape: Sequence[int] = ()):
        self.batch_shape, self.event_shape = Size(batch_shape), Size(event_shape)

    @property
    def mean(self) -> Any:
        raise self._lacks("mean")

    @property
    def variance(self) -> Any:
        raise self._lacks("variance")

    @property
    def stddev(self) -> Any:
        """The root of the variance."""
        return self.variance.sqrt()

    def sample(self, sample_shape: Sequence[int] = ()) -> Any:
        """Values (*sample_shape, *batch_shape), which no gradients pass."""
        with no_grad():
            return self.rsample(sample_shape)

    def rsample(self, sample_shape: Sequence[int] = ()) -> Any:
        """Values as of `sample` that gradients pass to the parameters."""
        raise self._lacks("rsample")

    def log_prob(self, value: Any) -> Any:
        """The logarithm of the density, or of the probability, of each value."""
        raise self._lacks("log_prob")

    def entropy(self) -> Any:
        """In nats."""
        raise self._lacks("entropy")

    def _lacks(self, name: str) -> NotImplementedError:
        return NotImplementedError(at_user_line(f"{type(self).__name__}: expects a method {name}, found none"))

    def _shape(self, sample_shape: Sequence[int]) -> tuple[int, ...]:
        if not isinstance(sample_shape, (tuple, list)):
            rule = f"expects sample_shape to be a shape such as (3,), got {sample_shape!r}"
            raise TypeError(at_user_line(f"sample: {rule}"))
        return (*sample_shape, *self.batch_shape, *self.event_shape)

    def _of_two(self, first: Any, second: Any) -> tuple[Any, Any]:
        """Two parameters, numbers or tensors, of one shape and a floating-point dtype."""
        like = next((each for each in (first, second) if isinstance(each, TensorBase)), None)
        options = {} if like is None else {"dtype": like.dtype, "device": like.device}
        tensors = [x if isinstance(x, TensorBase) else as_tensor(float(x), **options) for x in (first, second)]
        return tuple(broadcast_tensors(*tensors))  # type: ignore[return-value]

    def _require(self, validate_args: bool | None, holds: Any, rule: str) -> None:
        """Raises ValueError where the parameters are to be checked, and are not what they have to be."""
        if validate_args and not bool(holds.all()):
            raise ValueError(at_user_line(f"{type(self).__name__}: expects {rule}"))

    def __repr__(self) -> str:
        facts = ", ".join(f"{name}: {tuple(value.shape)}" for name, value in self._parameters().items())
        return f"{type(self).__name__}({facts})"

    def _parameters(self) -> dict[str, Any]:
        return {}


class Normal(Distribution):
    """Normal distributions of a mean and a standard deviation."""

    def __init__(self, loc: Any, scale: Any, validate_args: bool | None = None):
        self.loc, self.scale = self._of_two(loc, scale)
        self._require(validate_args, self.scale > 0, "scale above 0")
        super().__init__(self.loc.shape)

    def _parameters(self) -> dict[str, Any]:
        return {"loc": self.loc, "scale": self.scale}

    @property
    def mean(self) -> Tensor:
        return self.loc  # type: ignore[no-any-return]

    mode = mean

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

    def log_prob(self, value: Any) -> Tensor:
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

    def __init__(self, low: Any, high: Any, validate_args: bool | None = None):
        self.low, self.high = self._of_two(low, high)
        self._require(validate_args, self.low < self.high, "low below high")
        super().__init__(self.low.shape)

    def _parameters(self) -> dict[str, Any]:
        return {"low": self.low, "high": self.high}

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

    def log_prob(self, value: Any) -> Tensor:
        is_inside = (value >= self.low) & (value < self.high)
        return where_of(-(self.high - self.low).log(), is_inside, -math.inf)

    def entropy(self) -> Tensor:
        return (self.high - self.low).log()  # type: ignore[no-any-return]


class _OfProbabilities(Distribution):
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


class Bernoulli(_OfProbabilities):
    """1 with a probability, else 0. `logits` are log(probs / (1 - probs))."""

    def __init__(self, probs: Any = None, logits: Any = None, validate_args: bool | None = None):
        given = self._checked(probs, logits)
        self.probs = given if logits is None else _ops.sigmoid(given)
        self.logits = _ops.logit(given, finfo(given.dtype).eps) if logits is None else given
        self._require(validate_args, (self.probs >= 0) & (self.probs <= 1), "probs in [0, 1]")
        super().__init__(given.shape)

    @property
    def mean(self) -> Tensor:
        return self.probs  # type: ignore[no-any-return]

    @property
    def variance(self) -> Tensor:
        return self.probs * (1 - self.probs)  # type: ignore[no-any-return]

    def sample(self, sample_shape: Sequence[int] = ()) -> Tensor:
        with no_grad():
            return _random_creation.bernoulli(self.probs.expand(self._shape(sample_shape)).clone())

    def log_prob(self, value: Any) -> Tensor:
        given = value if isinstance(value, TensorBase) else as_tensor(float(value), dtype=self.logits.dtype)
        logits, value = broadcast_tensors(self.logits, given)
        return -F.binary_cross_entropy_with_logits(logits, value, reduction="none")  # type: ignore[no-any-return]

    def entropy(self) -> Tensor:
        return F.binary_cross_entropy_with_logits(self.logits, self.probs, reduction="none")  # type: ignore


class Categorical(_OfProbabilities):
    """A number from 0 to K - 1, with the probabilities along the last dimension of `probs`, which are scaled so that
    they add up to 1, or those of softmax(logits)."""

    def __init__(self, probs: Any = None, logits: Any = None, validate_args: bool | None = None):
        given = self._checked(probs, logits)
        if not given.shape:
            raise ValueError(at_user_line("Categorical: expects probabilities along a dimension, got a scalar"))
        if logits is None:
            total = given.sum(-1, keepdim=True)
            self._require(validate_args, (given >= 0) & (total > 0), "probs of at least 0, not all of them 0")
            self.probs = given / total
            eps = finfo(given.dtype).eps
            self.logits = self.probs.clamp(eps, 1 - eps).log()
        else:
            self.logits = given - given.logsumexp(-1, keepdim=True)
            self.probs = _ops.softmax(given, -1)
        super().__init__(given.shape[:-1])

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

    def log_prob(self, value: Any) -> Tensor:
        shape = broadcast_shapes(self.batch_shape, value.shape)
        logits = self.logits.expand(*shape, self.logits.shape[-1])
        index = value.long().expand(shape).unsqueeze(-1)
        return logits.gather(-1, index).squeeze(-1)  # type: ignore[no-any-return]

    def entropy(self) -> Tensor:
        return -(self.probs * _finite(self.logits)).sum(-1)  # type: ignore[no-any-return]


def _finite(logits: Any) -> Any:
    """Those of what is impossible as the lowest number, which times 0 is 0, as are its gradients."""
    return logits.clamp(min=finfo(logits.dtype).min)


def _from(p: Any, q: Any, log_p: Any, log_q: Any) -> Any:
    """p log (p / q): 0 where p is 0, else infinite where q is 0."""
    terms = where_of(p * (_finite(log_p) - _finite(log_q)), q > 0, math.inf)
    return where_of(terms, p > 0, 0.0)


def kl_divergence(p: Distribution, q: Distribution) -> Any:
    """The divergence of q from p, of distributions of one kind: the mean under p of log(p / q), in nats. Raises
    NotImplementedError for others."""
    if isinstance(p, Normal) and isinstance(q, Normal):
        ratio, distance = (p.scale / q.scale) ** 2, ((p.loc - q.loc) / q.scale) ** 2
        return 0.5 * (ratio + distance - 1 - ratio.log())
    if isinstance(p, Categorical) and isinstance(q, Categorical):
        return _from(p.probs, q.probs, p.logits, q.logits).sum(-1)
    if isinstance(p, Bernoulli) and isinstance(q, Bernoulli):
        of_one = _from(p.probs, q.probs, F.logsigmoid(p.logits), F.logsigmoid(q.logits))
        return of_one + _from(1 - p.probs, 1 - q.probs, F.logsigmoid(-p.logits), F.logsigmoid(-q.logits))
    if isinstance(p, Uniform) and isinstance(q, Uniform):
        is_inside = (q.low <= p.low) & (p.high <= q.high)
        return where_of(((q.high - q.low) / (p.high - p.low)).log(), is_inside, math.inf)
    rule = f"expects two of Normal, Uniform, Categorical or Bernoulli, got {type(p).__name__} and {type(q).__name__}"
    raise NotImplementedError(at_user_line(f"kl_divergence: {rule}"))
