"""Parametrizations that are there: PyTorch's torch.nn.utils.parametrizations."""

from __future__ import annotations

from typing import Any

from .. import _products, _random_creation
from .._errors import at_user_line
from .._grad_mode import no_grad
from .computed_weights import M
from .functional import normalize
from .module import Module
from .parametrize import register_parametrization
from .weight_norms import TRANSPOSED, improve, matrix_of, norms_of

__all__ = ["spectral_norm", "weight_norm"]

_FIRST_ITERATIONS = 15


def weight_norm(module: M, name: str = "weight", dim: int | None = 0) -> M:
    """Lets a parameter of the module be computed of norms and a direction, `original0` and `original1`: norms of the
    slices along `dim`, or for None and -1, of the whole. Salimans and Kingma, "Weight Normalization", 2016."""
    return register_parametrization(module, name, _WeightNorm(None if dim == -1 else dim), unsafe=True)


def spectral_norm(
    module: M, name: str = "weight", n_power_iterations: int = 1, eps: float = 1e-12, dim: int | None = None
) -> M:
    """Lets a parameter of the module be divided by its largest singular value, as a matrix whose rows are the slices
    along `dim`: that of the outputs, unless given. In training each time that it is read improves the two vectors that
    the value is found with by so many power iterations. Miyato et al., "Spectral Normalization for Generative
    Adversarial Networks", 2018."""
    weight = getattr(module, name, None)
    if weight is None:
        rule = f"expects a parameter or buffer {name} of {type(module).__name__}, found none"
        raise ValueError(at_user_line(f"spectral_norm: {rule}"))
    if n_power_iterations < 1:
        got = f"got {n_power_iterations}"
        raise ValueError(at_user_line(f"spectral_norm: expects n_power_iterations of at least 1, {got}"))
    outer = (1 if isinstance(module, TRANSPOSED) else 0) if dim is None else dim
    return register_parametrization(module, name, _SpectralNorm(weight, n_power_iterations, outer, eps))


class _WeightNorm(Module):
    def __init__(self, dim: int | None) -> None:
        super().__init__()
        self.dim = dim

    def forward(self, g: Any, v: Any) -> Any:
        return v * (g / norms_of(v, self.dim))

    def right_inverse(self, weight: Any) -> tuple[Any, Any]:
        return norms_of(weight, self.dim), weight


class _SpectralNorm(Module):
    def __init__(self, weight: Any, iterations: int, outer: int, eps: float) -> None:
        super().__init__()
        self.iterations, self.outer, self.eps = iterations, outer, eps
        with no_grad():
            matrix = matrix_of(weight.detach(), outer)
            for name, size in zip(("_u", "_v"), matrix.shape):
                drawn = _random_creation.randn(size, dtype=weight.dtype, device=weight.device)
                self.register_buffer(name, normalize(drawn, dim=0, eps=eps))
            self._improve(matrix, _FIRST_ITERATIONS)

    def _improve(self, matrix: Any, iterations: int) -> None:
        improve(matrix.t(), self._v, self._u, iterations, self.eps)  # u first, as PyTorch has it in this form

    def forward(self, weight: Any) -> Any:
        matrix = matrix_of(weight, self.outer)
        if self.training:
            self._improve(matrix, self.iterations)
        with no_grad():
            u, v = self._u.clone(), self._v.clone()  # as they are now: later readings change them
        return weight / _products.dot(u, _products.mv(matrix, v))

    def right_inverse(self, value: Any) -> Any:
        return value
