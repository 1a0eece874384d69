"""Normal distributions of vectors."""

from __future__ import annotations

import math
from typing import Any, Sequence

from .. import _random_creation
from .._errors import at_user_line
from .._joining import cat
from .._shape import broadcast_to
from .._tensor import broadcast_shapes
from . import constraints
from .distribution import Distribution

__all__ = ["MultivariateNormal"]


class MultivariateNormal(Distribution):
    """Vectors (D) with mean `loc` (*, D), and covariances L L^T of a lower triangular matrix L = `scale_tril`
    (*, D, D) with a diagonal above 0. Raises NotImplementedError for a covariance or precision matrix, which would
    have to be factorized."""

    support = constraints.real_vector
    has_rsample = True

    def __init__(
        self,
        loc: Any,
        covariance_matrix: Any = None,
        precision_matrix: Any = None,
        scale_tril: Any = None,
        validate_args: bool | None = None,
    ):
        if covariance_matrix is not None or precision_matrix is not None:
            given = "covariance_matrix" if covariance_matrix is not None else "precision_matrix"
            raise NotImplementedError(at_user_line(f"MultivariateNormal: expects scale_tril alone, got {given}"))
        shapes = [() if x is None else tuple(x.shape) for x in (loc, scale_tril)]
        if not shapes[0] or len(shapes[1]) < 2 or shapes[1][-2:] != shapes[0][-1:] * 2:
            rule = f"expects loc (*, D) and scale_tril (*, D, D), got {shapes[0]} and {shapes[1]}"
            raise ValueError(at_user_line(f"MultivariateNormal: {rule}"))
        batch, size = broadcast_shapes(shapes[0][:-1], shapes[1][:-2]), shapes[0][-1]
        self.loc, self.scale_tril = broadcast_to(loc, (*batch, size)), broadcast_to(scale_tril, (*batch, size, size))
        self._require(validate_args, lambda: self._diagonal() > 0, "a diagonal of scale_tril above 0")
        super().__init__(batch, (size,), validate_args)

    def _parameters(self) -> dict[str, Any]:
        return {"loc": self.loc, "scale_tril": self.scale_tril}

    def _diagonal(self) -> Any:
        return self.scale_tril.diagonal(0, -2, -1)

    @property
    def mean(self) -> Any:
        return self.loc

    mode = mean

    @property
    def covariance_matrix(self) -> Any:
        """The covariances (*, D, D)."""
        return self.scale_tril @ self.scale_tril.transpose(-2, -1)

    @property
    def variance(self) -> Any:
        return (self.scale_tril**2).sum(-1)

    def rsample(self, sample_shape: Sequence[int] = ()) -> Any:
        like = {"dtype": self.loc.dtype, "device": self.loc.device}
        drawn = _random_creation.randn(*self._shape(sample_shape), **like)
        return self.loc + (self.scale_tril @ drawn.unsqueeze(-1)).squeeze(-1)

    def _log_prob(self, value: Any) -> Any:
        distance = (solved(self.scale_tril, value - self.loc) ** 2).sum(-1)
        return -0.5 * (distance + self.event_shape[0] * math.log(2 * math.pi)) - self.log_determinant()

    def log_determinant(self) -> Any:
        """Of scale_tril."""
        return self._diagonal().log().sum(-1)

    def entropy(self) -> Any:
        return 0.5 * self.event_shape[0] * (1 + math.log(2 * math.pi)) + self.log_determinant()


def solved(lower: Any, right: Any) -> Any:
    """x (*, D) for which lower (*, D, D), a triangular matrix, times x is right (*, D): the first half of x, and then
    the second with what is left of right."""
    size = right.shape[-1]
    if size == 1:
        return right / lower[..., 0]
    half = size // 2
    first = solved(lower[..., :half, :half], right[..., :half])
    rest = right[..., half:] - (lower[..., half:, :half] @ first.unsqueeze(-1)).squeeze(-1)
    return cat([first, solved(lower[..., half:, half:], rest)], -1)
