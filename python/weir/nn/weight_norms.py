"""Weights that are computed from other parameters each time that they are read. PyTorch's nn.utils."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any, TypeVar

from .. import _grad_mode, _products, _random_creation
from .._errors import at_user_line
from .computed_weights import weights_of, with_weights
from .convolution import ConvTranspose1d, ConvTranspose2d, ConvTranspose3d
from .functional import normalize
from .module import Module
from .parameter import Parameter

if TYPE_CHECKING:
    from .._tensor import Tensor

__all__ = ["remove_spectral_norm", "remove_weight_norm", "spectral_norm", "weight_norm"]

M = TypeVar("M", bound=Module)
TRANSPOSED = (ConvTranspose1d, ConvTranspose2d, ConvTranspose3d)  # whose outputs are dimension 1 of the weight


def weight_norm(module: M, name: str = "weight", dim: int | None = 0) -> M:
    """Lets a parameter of the module be `name`_g * `name`_v / norm, parameters of which the first holds norms: of the
    slices along `dim`, or for None and -1, of the whole. Salimans and Kingma, "Weight Normalization", 2016."""
    weight = _taken(module, name, "weight_norm")
    norm = _WeightNorm(name, None if dim == -1 else dim)
    with _grad_mode.no_grad():
        module.register_parameter(f"{name}_g", Parameter(norms_of(weight, norm.dim)))
    module.register_parameter(f"{name}_v", Parameter(weight.detach()))
    return with_weights(module, {**weights_of(module), name: norm})


def remove_weight_norm(module: M, name: str = "weight") -> M:
    """Makes what `weight_norm` computes a parameter again."""
    return _restored(module, name, _WeightNorm, "remove_weight_norm")


def spectral_norm(
    module: M, name: str = "weight", n_power_iterations: int = 1, eps: float = 1e-12, dim: int | None = None
) -> M:
    """Lets a parameter of the module be `name`_orig divided by its largest singular value, as a matrix whose rows are
    the slices along `dim`: that of the outputs, unless given. In training each call of the module improves the two
    vectors that the value is found with, buffers `name`_u and `name`_v, by so many power iterations. Miyato et al.,
    "Spectral Normalization for Generative Adversarial Networks", 2018."""
    if n_power_iterations <= 0:
        got = f"got {n_power_iterations}"
        raise ValueError(at_user_line(f"spectral_norm: expects n_power_iterations of at least 1, {got}"))
    weight = _taken(module, name, "spectral_norm")
    outer = (1 if isinstance(module, TRANSPOSED) else 0) if dim is None else dim
    norm = _SpectralNorm(name, n_power_iterations, eps, outer)
    with _grad_mode.no_grad():
        for suffix, size in zip("uv", matrix_of(weight, outer).shape):
            drawn = _random_creation.randn(size, dtype=weight.dtype, device=weight.device)
            module.register_buffer(f"{name}_{suffix}", normalize(drawn, dim=0, eps=eps))
    module.register_parameter(f"{name}_orig", Parameter(weight.detach()))
    module.register_forward_pre_hook(norm.improve)
    return with_weights(module, {**weights_of(module), name: norm})


def remove_spectral_norm(module: M, name: str = "weight") -> M:
    """Makes what `spectral_norm` computes a parameter again."""
    return _restored(module, name, _SpectralNorm, "remove_spectral_norm")


def norms_of(v: Any, dim: int | None) -> Any:
    """Of the slices along `dim`, which it keeps with the others' size 1; for None, of the whole."""
    if dim is None:
        return v.norm()
    return v.norm(2, [d for d in range(len(v.shape)) if d != dim % len(v.shape)], True)


def matrix_of(weight: Any, outer: int) -> Any:
    """The slices along a dimension as rows."""
    return weight.movedim(outer, 0).flatten(1) if len(weight.shape) > 1 else weight.unsqueeze(1)


def improve(matrix: Any, u: Any, v: Any, iterations: int, eps: float) -> None:
    """Brings u and v nearer to the singular vectors of the largest value."""
    with _grad_mode.no_grad():
        for _ in range(iterations):
            v.copy_(normalize(_products.mv(matrix.t(), u), dim=0, eps=eps))
            u.copy_(normalize(_products.mv(matrix, v), dim=0, eps=eps))


@dataclasses.dataclass(frozen=True)
class _WeightNorm:
    """Computes a weight of a direction and norms."""

    name: str
    dim: int | None
    parts = ("g", "v")

    def __call__(self, module: Any) -> Tensor:
        g, v = (getattr(module, f"{self.name}_{part}") for part in self.parts)
        return v * (g / norms_of(v, self.dim))  # type: ignore[no-any-return]


@dataclasses.dataclass(frozen=True)
class _SpectralNorm:
    """Computes a weight of largest singular value 1."""

    name: str
    iterations: int
    eps: float
    outer: int
    parts = ("orig", "u", "v")

    def improve(self, module: Any, args: Any = ()) -> None:
        """The power iterations of a call in training."""
        weight, u, v = (getattr(module, f"{self.name}_{part}") for part in self.parts)
        with _grad_mode.no_grad():
            improve(matrix_of(weight, self.outer), u, v, self.iterations if module.training else 0, self.eps)

    def __call__(self, module: Any) -> Tensor:
        weight, u, v = (getattr(module, f"{self.name}_{part}") for part in self.parts)
        with _grad_mode.no_grad():
            u, v = u.clone(), v.clone()
        return weight / _products.dot(u, _products.mv(matrix_of(weight, self.outer), v))  # type: ignore[no-any-return]


def _taken(module: Module, name: str, function: str) -> Parameter:
    """The module's parameter, which it has no longer."""
    weight = module._parameters.get(name)
    if weight is None:
        raise ValueError(at_user_line(f"{function}: expects a parameter {name} of {type(module).__name__}, found none"))
    delattr(module, name)
    return weight


def _restored(module: M, name: str, kind: type, function: str) -> M:
    rest = dict(weights_of(module))
    norm = rest.pop(name, None)
    if not isinstance(norm, kind):
        raise ValueError(at_user_line(f"{function}: expects a computed {name} of {type(module).__name__}, found none"))
    with _grad_mode.no_grad():
        weight = norm(module).clone()
    with_weights(module, rest)
    improve = getattr(norm, "improve", None)
    module._hooks = tuple(hook for hook in module._hooks if hook.function != improve)
    for part in norm.parts:
        delattr(module, f"{name}_{part}")
    module.register_parameter(name, Parameter(weight))
    return module
