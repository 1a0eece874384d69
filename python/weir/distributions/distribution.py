"""The base of distributions, and batches of them as one."""

from __future__ import annotations

import copy
import math
from typing import Any, Callable, Sequence

from .. import _executor, _random_creation
from .._buffers import as_tensor
from .._errors import at_user_line, lacks
from .._grad_mode import no_grad
from .._limits import finfo
from .._shape import broadcast_tensors
from .._tensor import Size
from .._tensor_base import TensorBase
from . import constraints

__all__ = ["Distribution", "Independent"]


_OF_ALL = ("temperature",)  # parameters that have one value for the whole batch


class Distribution:
    """The base of distributions. `batch_shape` is the shape of the parameters: there is one distribution for each
    element of it, and what is drawn from one has the shape `event_shape`. ValueError is raised for parameters that are
    none, and for values outside of the `support`, unless `validate_args` is False: to look at them waits for them. In
    `build`, where there are no numbers yet, nothing is looked at. `has_rsample` says whether gradients pass what
    `rsample` gives."""

    has_rsample = False
    has_enumerate_support = False
    _validate_args = __debug__

    def __init__(
        self,
        batch_shape: Sequence[int] = (),
        event_shape: Sequence[int] = (),
        validate_args: bool | None = None,
    ):
        self.batch_shape, self.event_shape = Size(batch_shape), Size(event_shape)
        if validate_args is not None:
            self._validate_args = validate_args

    @staticmethod
    def set_default_validate_args(value: bool) -> None:
        """Whether distributions look at parameters and values where `validate_args` says nothing; without `python -O`
        they do."""
        Distribution._validate_args = value

    @property
    def support(self) -> Any:
        raise lacks(self, "support")

    @property
    def mean(self) -> Any:
        raise lacks(self, "mean")

    @property
    def variance(self) -> Any:
        raise lacks(self, "variance")

    @property
    def stddev(self) -> Any:
        """The root of the variance."""
        return self.variance.sqrt()

    def sample(self, sample_shape: Sequence[int] = ()) -> Any:
        """Values (*sample_shape, *batch_shape, *event_shape), which no gradients pass."""
        with no_grad():
            return self.rsample(sample_shape)

    def rsample(self, sample_shape: Sequence[int] = ()) -> Any:
        """Values as of `sample` that gradients pass to the parameters."""
        raise lacks(self, "rsample")

    def log_prob(self, value: Any) -> Any:
        """The logarithm of the density, or of the probability, of each value."""
        self._require_inside(value)
        return self._log_prob(value)

    def _log_prob(self, value: Any) -> Any:
        raise lacks(self, "log_prob")

    def entropy(self) -> Any:
        """In nats."""
        raise lacks(self, "entropy")

    def enumerate_support(self, expand: bool = True) -> Any:
        """All values that there are, along the first dimension."""
        raise lacks(self, "enumerate_support")

    def expand(self, batch_shape: Sequence[int]) -> Any:
        """The same with the batch repeated to this shape, without copies."""
        made, before = copy.copy(self), len(self.batch_shape)
        made.batch_shape = Size(batch_shape)
        for name, value in vars(self).items():
            is_inner = isinstance(value, Distribution)
            shape = value.batch_shape if is_inner else value.shape if isinstance(value, TensorBase) else None
            if shape is not None and name not in _OF_ALL and tuple(shape[:before]) == tuple(self.batch_shape):
                whole = (*batch_shape, *shape[before:])
                setattr(made, name, value.expand(whole))
        return made

    def perplexity(self) -> Any:
        """e to the power of the entropy."""
        return self.entropy().exp()

    def _shape(self, sample_shape: Sequence[int]) -> tuple[int, ...]:
        if not isinstance(sample_shape, (tuple, list)):
            rule = f"expects sample_shape to be a shape such as (3,), got {sample_shape!r}"
            raise TypeError(at_user_line(f"sample: {rule}"))
        return (*sample_shape, *self.batch_shape, *self.event_shape)

    def _of_one_shape(self, *given: Any) -> tuple[Any, ...]:
        """Parameters, numbers or tensors, as tensors of one shape and a floating-point dtype."""
        like = next((each for each in given if isinstance(each, TensorBase)), None)
        options = {} if like is None else {"dtype": like.dtype, "device": like.device}
        tensors = [x if isinstance(x, TensorBase) else as_tensor(float(x), **options) for x in given]
        return tuple(broadcast_tensors(*tensors))

    def _require(self, validate_args: bool | None, holds: Callable[[], Any], rule: str) -> None:
        """Raises ValueError where the parameters are to be checked, and are not what they have to be."""
        checks = self._validate_args if validate_args is None else validate_args
        if checks and not _executor.current() and not bool(holds().all()):
            raise ValueError(at_user_line(f"{type(self).__name__}: expects {rule}"))

    def _require_inside(self, value: Any) -> None:
        """Raises ValueError where values are to be checked, and one of them is outside."""
        if not self._validate_args or _executor.current() or not isinstance(value, TensorBase):
            return
        support = self.support
        inside = support.check(value)
        if not bool(inside.all()):
            event = value.shape[value.ndim - support.event_dim :]
            first = value.expand(*inside.shape, *event)[inside.logical_not()][0].tolist()
            rule = f"expects values inside of {support}, got {first}"
            raise ValueError(at_user_line(f"{type(self).__name__}.log_prob: {rule}"))

    def __repr__(self) -> str:
        facts = ", ".join(f"{name}: {tuple(value.shape)}" for name, value in self._parameters().items())
        return f"{type(self).__name__}({facts})"

    def _parameters(self) -> dict[str, Any]:
        return {}


def sum_rightmost(values: Any, count: int) -> Any:
    """Sums over so many dimensions from the last on."""
    return values.sum(tuple(range(-count, 0))) if count else values


def uniform_like(like: Any, shape: Sequence[int]) -> Any:
    """Uniform numbers above 0 and below 1, of the dtype and on the device of a tensor."""
    drawn = _random_creation.rand(*shape, dtype=like.dtype, device=like.device)
    return drawn.clamp(min=finfo(like.dtype).tiny)  # logarithms of them are finite


def value_of(value: Any, like: Any) -> Any:
    """A value whose likelihood is asked for: a tensor, or a number in the dtype of another tensor."""
    return value if isinstance(value, TensorBase) else as_tensor(float(value), dtype=like.dtype, device=like.device)


class Independent(Distribution):
    """The distributions in the last dimensions of another's batch as one, of all their values together."""

    def __init__(
        self, base_distribution: Any, reinterpreted_batch_ndims: int, validate_args: bool | None = None
    ):
        batch, event = base_distribution.batch_shape, base_distribution.event_shape
        count = reinterpreted_batch_ndims
        if not 0 <= count <= len(batch):
            rule = f"expects reinterpreted_batch_ndims from 0 to the {len(batch)} dimensions of the batch"
            raise ValueError(at_user_line(f"Independent: {rule}, got {count}"))
        self.base_dist, self.reinterpreted_batch_ndims = base_distribution, count
        self.has_rsample = base_distribution.has_rsample
        super().__init__(batch[: len(batch) - count], (*batch[len(batch) - count :], *event))

    @property
    def mean(self) -> Any:
        return self.base_dist.mean

    @property
    def mode(self) -> Any:
        """The likeliest values."""
        return self.base_dist.mode

    @property
    def variance(self) -> Any:
        return self.base_dist.variance

    @property
    def support(self) -> Any:
        """Where values are."""
        return constraints.joined(self.base_dist.support, self.reinterpreted_batch_ndims)

    def sample(self, sample_shape: Sequence[int] = ()) -> Any:
        return self.base_dist.sample(sample_shape)

    def rsample(self, sample_shape: Sequence[int] = ()) -> Any:
        return self.base_dist.rsample(sample_shape)

    def log_prob(self, value: Any) -> Any:
        return sum_rightmost(self.base_dist.log_prob(value), self.reinterpreted_batch_ndims)

    def entropy(self) -> Any:
        return sum_rightmost(self.base_dist.entropy(), self.reinterpreted_batch_ndims)

    def __repr__(self) -> str:
        return f"Independent({self.base_dist}, {self.reinterpreted_batch_ndims})"
