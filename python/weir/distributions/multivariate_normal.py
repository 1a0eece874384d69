"""Normal distributions of vectors."""

from __future__ import annotations

import math
from typing import Any, Sequence

from .. import _ops, _random_creation
from .._creation import eye, ones
from .._errors import at_user_line
from .._joining import cat, stack
from .._shape import broadcast_to
from .._tensor import broadcast_shapes
from . import constraints
from .distribution import Distribution

__all__ = ["MultivariateNormal"]


class MultivariateNormal(Distribution):
    """Vectors (D) with mean `loc` (*, D), and covariances L L^T of a lower triangular matrix L = `scale_tril`
    (*, D, D) with a diagonal above 0; or of the `covariance_matrix`, or with the `precision_matrix`, its inverse: these
    are factorized column by column."""

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
        matrices = {
            "covariance_matrix": covariance_matrix,
            "precision_matrix": precision_matrix,
            "scale_tril": scale_tril,
        }
        given = [name for name, matrix in matrices.items() if matrix is not None]
        if len(given) != 1:
            rule = "expects one of covariance_matrix, precision_matrix and scale_tril"
            raise ValueError(at_user_line(f"MultivariateNormal: {rule}, got {' and '.join(given) or 'none'}"))
        (name,) = given
        matrix = matrices[name]
        shapes = [tuple(x.shape) for x in (loc, matrix)]
        if not shapes[0] or len(shapes[1]) < 2 or shapes[1][-2:] != shapes[0][-1:] * 2:
            rule = f"expects loc (*, D) and {name} (*, D, D), got {shapes[0]} and {shapes[1]}"
            raise ValueError(at_user_line(f"MultivariateNormal: {rule}"))
        rule = "a diagonal of scale_tril above 0"
        if scale_tril is None:
            rule = f"a {name} that is symmetric and positive definite"
            self._require(validate_args, lambda: _ops.isclose(matrix, matrix.transpose(-2, -1), atol=1e-6), rule)
            scale_tril = _factor(matrix) if precision_matrix is None else _factor_of_inverse(matrix)
        batch, size = broadcast_shapes(shapes[0][:-1], shapes[1][:-2]), shapes[0][-1]
        self.loc, self.scale_tril = broadcast_to(loc, (*batch, size)), broadcast_to(scale_tril, (*batch, size, size))
        self._require(validate_args, lambda: self._diagonal() > 0, rule)
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
    def precision_matrix(self) -> Any:
        """The inverse of the covariances (*, D, D)."""
        inverse = _inverse(self.scale_tril)
        return inverse.transpose(-2, -1) @ inverse

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


def _factor(matrix: Any) -> Any:
    """The lower triangular L with L L^T = matrix (*, D, D); NaN where there is none. One column after the other is
    taken out of it, by products with rows of the identity, so that each step is the same program."""
    size, like = matrix.shape[-1], {"dtype": matrix.dtype, "device": matrix.device}
    matrix, columns = (matrix + matrix.transpose(-2, -1)) / 2, []  # so that both halves have gradients
    for one, below in zip(eye(size, **like).unbind(), ones(size, size, **like).triu().unbind()):
        column = matrix @ one
        column = column * below / (column * one).sum(-1, keepdim=True).sqrt()
        matrix = matrix - column.unsqueeze(-1) * column.unsqueeze(-2)
        columns.append(column)
    return stack(columns, -1)


def _factor_of_inverse(matrix: Any) -> Any:
    """The lower triangular L with L L^T times matrix (*, D, D) = 1: back to front, the matrix has a factor that is
    the inverse of L, transposed."""
    return _inverse(_factor(matrix.flip(-2, -1)).flip(-2, -1).transpose(-2, -1))


def _inverse(lower: Any) -> Any:
    """Of a lower triangular matrix (*, D, D)."""
    size, like = lower.shape[-1], {"dtype": lower.dtype, "device": lower.device}
    return solved(lower.unsqueeze(-3), eye(size, **like)).transpose(-2, -1)


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
