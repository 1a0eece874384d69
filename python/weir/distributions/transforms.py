"""Functions of numbers that have inverses, and how they stretch: PyTorch's torch.distributions.transforms."""

from __future__ import annotations

import math
from functools import reduce
from typing import Any, Sequence

from .. import _ops
from .._creation import arange, full_like, zeros_like
from .._errors import at_user_line, lacks
from .._limits import finfo
from .._shape import broadcast_to
from .._tensor_base import TensorBase
from ..nn import functional as F
from . import constraints
from .distribution import sum_rightmost

__all__ = [
    "AffineTransform",
    "ComposeTransform",
    "ExpTransform",
    "SigmoidTransform",
    "StickBreakingTransform",
    "TanhTransform",
    "Transform",
]


class Transform:
    """The base of functions of each number, which rise, or fall where `sign` is -1. A subclass has `_call`, `_inverse`
    and `log_abs_det_jacobian`, which is the sum over the last `event_dim` dimensions; `domain` and `codomain` are where
    its arguments and its results are. With `cache_size` 1, what the last result was made of is not computed again by
    `inv`."""

    bijective = True
    domain: Any = constraints.real
    codomain: Any = constraints.real
    event_dim = 0
    sign: Any = 1

    def __init__(self, cache_size: int = 0) -> None:
        if cache_size not in (0, 1):
            raise ValueError(at_user_line(f"{type(self).__name__}: expects cache_size of 0 or 1, got {cache_size!r}"))
        self.cache_size = cache_size
        self._last: tuple[Any, Any] = (None, None)

    def __call__(self, x: Any) -> Any:
        if self.cache_size and x is self._last[0]:
            return self._last[1]
        y = self._call(x)
        self._last = (x, y) if self.cache_size else self._last
        return y

    @property
    def inv(self) -> Transform:
        """The function the other way round."""
        return _Inverse(self)

    def inverse_of(self, y: Any) -> Any:
        """What the function makes `y` of."""
        return self._last[0] if self.cache_size and y is self._last[1] else self._inverse(y)

    def log_abs_det_jacobian(self, x: Any, y: Any) -> Any:
        """The logarithm of the absolute value of the derivative at x, where the function is y."""
        raise lacks(self, "log_abs_det_jacobian")

    def forward_shape(self, shape: Sequence[int]) -> tuple[int, ...]:
        """The shape of what the function makes of arguments of a shape."""
        return tuple(shape)

    def inverse_shape(self, shape: Sequence[int]) -> tuple[int, ...]:
        """The shape of arguments, by that of what the function makes of them."""
        return tuple(shape)

    def _call(self, x: Any) -> Any:
        raise lacks(self, "_call")

    def _inverse(self, y: Any) -> Any:
        raise lacks(self, "_inverse")

    def __eq__(self, other: Any) -> bool:
        return type(self) is type(other)

    __hash__ = object.__hash__

    def __repr__(self) -> str:
        return f"{type(self).__name__}()"


class _Inverse(Transform):
    def __init__(self, of: Transform) -> None:
        super().__init__()
        self._of, self.event_dim = of, of.event_dim
        self.domain, self.codomain = of.codomain, of.domain

    @property
    def sign(self) -> Any:  # type: ignore[override]
        return self._of.sign

    @property
    def inv(self) -> Transform:
        return self._of

    def forward_shape(self, shape: Sequence[int]) -> tuple[int, ...]:
        return self._of.inverse_shape(shape)

    def inverse_shape(self, shape: Sequence[int]) -> tuple[int, ...]:
        return self._of.forward_shape(shape)

    def _call(self, x: Any) -> Any:
        return self._of.inverse_of(x)

    def _inverse(self, y: Any) -> Any:
        return self._of(y)

    def log_abs_det_jacobian(self, x: Any, y: Any) -> Any:
        return -self._of.log_abs_det_jacobian(y, x)

    def __eq__(self, other: Any) -> bool:
        return isinstance(other, _Inverse) and self._of == other._of

    __hash__ = object.__hash__

    def __repr__(self) -> str:
        return f"{self._of!r}.inv"


class AffineTransform(Transform):
    """loc + scale * x, whose last `event_dim` dimensions are one value."""

    def __init__(self, loc: Any, scale: Any, event_dim: int = 0, cache_size: int = 0) -> None:
        super().__init__(cache_size)
        self.loc, self.scale, self.event_dim = loc, scale, event_dim
        self.domain = self.codomain = constraints.joined(constraints.real, event_dim)

    @property
    def sign(self) -> Any:  # type: ignore[override]
        return self.scale.sign() if isinstance(self.scale, TensorBase) else math.copysign(1, self.scale)

    def _call(self, x: Any) -> Any:
        return self.loc + self.scale * x

    def _inverse(self, y: Any) -> Any:
        return (y - self.loc) / self.scale

    def log_abs_det_jacobian(self, x: Any, y: Any) -> Any:
        if isinstance(self.scale, TensorBase):
            of_each = broadcast_to(self.scale.abs().log(), y.shape)
        else:
            of_each = full_like(x, math.log(abs(self.scale)))
        return sum_rightmost(of_each, self.event_dim)

    def __eq__(self, other: Any) -> bool:
        if not isinstance(other, AffineTransform) or self.event_dim != other.event_dim:
            return False
        return all(a is b or _are_equal(a, b) for a, b in ((self.loc, other.loc), (self.scale, other.scale)))

    __hash__ = object.__hash__

    def __repr__(self) -> str:
        return f"AffineTransform(loc={self.loc}, scale={self.scale})"


def _are_equal(a: Any, b: Any) -> bool:
    same = a == b
    return bool(same.all()) if isinstance(same, TensorBase) else bool(same)


class ExpTransform(Transform):
    """e to the power of x"""

    codomain = constraints.positive

    def _call(self, x: Any) -> Any:
        return x.exp()

    def _inverse(self, y: Any) -> Any:
        return y.log()

    def log_abs_det_jacobian(self, x: Any, y: Any) -> Any:
        return x


class SigmoidTransform(Transform):
    """1 / (1 + exp(-x)), in (0, 1)"""

    codomain = constraints.unit_interval

    def _call(self, x: Any) -> Any:
        limits = finfo(x.dtype)
        return _ops.sigmoid(x).clamp(limits.tiny, 1 - limits.eps)

    def _inverse(self, y: Any) -> Any:
        limits = finfo(y.dtype)
        y = y.clamp(limits.tiny, 1 - limits.eps)
        return y.log() - (-y).log1p()

    def log_abs_det_jacobian(self, x: Any, y: Any) -> Any:
        return -F.softplus(-x) - F.softplus(x)


class TanhTransform(Transform):
    """tanh(x). Near 1 and -1 the inverse is inexact: a `cache_size` of 1 keeps what it would be."""

    codomain = constraints.interval(-1.0, 1.0)

    def _call(self, x: Any) -> Any:
        return x.tanh()

    def _inverse(self, y: Any) -> Any:
        return y.atanh()

    def log_abs_det_jacobian(self, x: Any, y: Any) -> Any:
        return 2 * (math.log(2) - x - F.softplus(-2 * x))  # log(1 - y^2), without the difference


class ComposeTransform(Transform):
    """Functions one after the other. `event_dim` is the largest of theirs."""

    def __init__(self, parts: Sequence[Transform], cache_size: int = 0) -> None:
        super().__init__(cache_size)
        self.parts = list(parts)
        self.event_dim = max((part.event_dim for part in self.parts), default=0)
        ends = (self.parts[0].domain, self.parts[-1].codomain) if self.parts else (constraints.real, constraints.real)
        self.domain, self.codomain = (constraints.joined(each, self.event_dim - each.event_dim) for each in ends)

    @property
    def sign(self) -> Any:  # type: ignore[override]
        return math.prod(part.sign for part in self.parts)

    def forward_shape(self, shape: Sequence[int]) -> tuple[int, ...]:
        return reduce(lambda found, part: part.forward_shape(found), self.parts, tuple(shape))

    def inverse_shape(self, shape: Sequence[int]) -> tuple[int, ...]:
        return reduce(lambda found, part: part.inverse_shape(found), reversed(self.parts), tuple(shape))

    def _call(self, x: Any) -> Any:
        return reduce(lambda found, part: part(found), self.parts, x)

    def _inverse(self, y: Any) -> Any:
        return reduce(lambda found, part: part.inverse_of(found), reversed(self.parts), y)

    def log_abs_det_jacobian(self, x: Any, y: Any) -> Any:
        found: Any = 0
        for number, part in enumerate(self.parts):
            after = y if number == len(self.parts) - 1 else part(x)
            found = found + sum_rightmost(part.log_abs_det_jacobian(x, after), self.event_dim - part.event_dim)
            x = after
        return found if self.parts else sum_rightmost(zeros_like(x), self.event_dim)

    def __eq__(self, other: Any) -> bool:
        return isinstance(other, ComposeTransform) and self.parts == other.parts

    __hash__ = object.__hash__

    def __repr__(self) -> str:
        lines = ",\n    ".join(map(repr, self.parts))
        return f"ComposeTransform(\n    {lines}\n)"


class StickBreakingTransform(Transform):
    """Shares (K) that add up to 1, of K - 1 numbers: each says which part of what is left is taken."""

    domain, codomain = constraints.real_vector, constraints.simplex
    event_dim = 1

    def forward_shape(self, shape: Sequence[int]) -> tuple[int, ...]:
        return (*shape[:-1], shape[-1] + 1)

    def inverse_shape(self, shape: Sequence[int]) -> tuple[int, ...]:
        return (*shape[:-1], shape[-1] - 1)

    def _call(self, x: Any) -> Any:
        limits = finfo(x.dtype)
        taken = _ops.sigmoid(x - _logs_of_rest(x)).clamp(limits.tiny, 1 - limits.eps)
        return F.pad(taken, [0, 1], value=1) * F.pad((1 - taken).cumprod(-1), [1, 0], value=1)

    def _inverse(self, y: Any) -> Any:
        shares = y[..., :-1]
        rest = (1 - shares.cumsum(-1)).clamp(min=finfo(y.dtype).tiny)
        return shares.log() - rest.log() + _logs_of_rest(shares)

    def log_abs_det_jacobian(self, x: Any, y: Any) -> Any:
        x = x - _logs_of_rest(x)
        return (F.logsigmoid(x) - x + y[..., :-1].log()).sum(-1)


def _logs_of_rest(x: Any) -> Any:
    """Of how many shares are left behind each number."""
    return arange(x.shape[-1], 0, -1, dtype=x.dtype, device=x.device).log()
