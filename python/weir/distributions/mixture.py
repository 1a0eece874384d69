"""Mixtures: one of several distributions of a kind, by chance."""

from __future__ import annotations

from typing import Any, Sequence

from .._errors import at_user_line
from .._grad_mode import no_grad
from .distribution import Distribution
from .of_choices import Categorical

__all__ = ["MixtureSameFamily"]


class MixtureSameFamily(Distribution):
    """Of the distributions along the last dimension of a batch, the one that a Categorical draws."""

    component_distribution: Any

    def __init__(self, mixture_distribution: Any, component_distribution: Any, validate_args: bool | None = None):
        if not isinstance(mixture_distribution, Categorical) or not isinstance(component_distribution, Distribution):
            got = f"{type(mixture_distribution).__name__} and {type(component_distribution).__name__}"
            raise ValueError(at_user_line(f"MixtureSameFamily: expects a Categorical and a Distribution, got {got}"))
        batch, count = component_distribution.batch_shape, mixture_distribution.probs.shape[-1]
        if not batch or batch[-1] != count:
            rule = f"expects {count} distributions along the last dimension of the batch"
            raise ValueError(at_user_line(f"MixtureSameFamily: {rule}, got a batch {tuple(batch)}"))
        self.mixture_distribution, self.component_distribution = mixture_distribution, component_distribution
        super().__init__(batch[:-1], component_distribution.event_shape)

    @property
    def support(self) -> Any:
        """Where values are."""
        return self.component_distribution.support

    def _spread(self, x: Any) -> Any:
        """Numbers of each distribution with dimensions for the event behind."""
        return x.reshape(*x.shape, *[1] * len(self.event_shape))

    def _mean_of(self, x: Any) -> Any:
        return (self._spread(self.mixture_distribution.probs) * x).sum(-1 - len(self.event_shape))

    @property
    def mean(self) -> Any:
        return self._mean_of(self.component_distribution.mean)

    @property
    def variance(self) -> Any:
        place = -1 - len(self.event_shape)
        distance = self.component_distribution.mean - self.mean.unsqueeze(place)
        return self._mean_of(self.component_distribution.variance + distance**2)

    def sample(self, sample_shape: Sequence[int] = ()) -> Any:
        with no_grad():
            drawn, place = self.component_distribution.sample(sample_shape), -1 - len(self.event_shape)
            chosen = self.mixture_distribution.expand(self.batch_shape).sample(sample_shape)
            index = self._spread(chosen.unsqueeze(-1)).expand(*chosen.shape, 1, *self.event_shape)
            return drawn.gather(drawn.ndim + place, index).squeeze(place)

    def log_prob(self, value: Any) -> Any:
        logs = self.component_distribution.log_prob(value.unsqueeze(-1 - len(self.event_shape)))
        return (logs + self.mixture_distribution.logits).logsumexp(-1)

    def cdf(self, value: Any) -> Any:
        """The probability of a value of at most `value`."""
        return (self.component_distribution.cdf(value.unsqueeze(-1)) * self.mixture_distribution.probs).sum(-1)

    def __repr__(self) -> str:
        return f"MixtureSameFamily({self.mixture_distribution}, {self.component_distribution})"
