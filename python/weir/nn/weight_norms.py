"""Weights that are computed from other parameters each time that they are read. PyTorch's nn.utils."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Callable, TypeVar

from .. import _creation, _functions, _grad_mode, _products, _random_creation, _reductions
from .._errors import at_user_line
from .convolution import ConvTranspose1d, ConvTranspose2d, ConvTranspose3d
from .functional import normalize
from .module import Module
from .parameter import Parameter

if TYPE_CHECKING:
    from .._tensor import Tensor

__all__ = ["remove_spectral_norm", "remove_weight_norm", "spectral_norm", "weight_norm"]

M = TypeVar("M", bound=Module)
_TRANSPOSED = (ConvTranspose1d, ConvTranspose2d, ConvTranspose3d)  # whose outputs are dimension 1 of the weight


def weight_norm(module: M, name: str = "weight", dim: int | None = 0) -> M:
    """Lets a parameter of the module be `name`_g * `name`_v / norm, parameters of which the first holds norms: of the
    slices along `dim`, or for None, of the whole. Salimans and Kingma, "Weight Normalization", 2016."""
    weight = _taken(module, name, "weight_norm")
    rest = [d for d in range(len(weight.shape)) if dim is None or d != dim % len(weight.shape)]

    def norm_of(v: Any) -> Any:
        return v.norm(2, rest, True) if dim is not None else v.norm()

    with _grad_mode.no_grad():
        module.register_parameter(f"{name}_g", Parameter(norm_of(weight)))
    module.register_parameter(f"{name}_v", Parameter(weight.detach()))

    def weight_of(owner: Any) -> Any:
        g, v = getattr(owner, f"{name}_g"), getattr(owner, f"{name}_v")
        return v * (g / norm_of(v))

    return _computed(module, name, weight_of)


def remove_weight_norm(module: M, name: str = "weight") -> M:
    """Makes what `weight_norm` computes a parameter again."""
    return _restored(module, name, [f"{name}_g", f"{name}_v"], "remove_weight_norm")


def spectral_norm(
    module: M, name: str = "weight", n_power_iterations: int = 1, eps: float = 1e-12, dim: int | None = None
) -> M:
    """Lets a parameter of the module be `name`_orig divided by its largest singular value, as a matrix whose rows are
    the slices along `dim`: that of the outputs, unless given. In training each read improves the two vectors that the
    value is found with, buffers `name`_u and `name`_v, by so many power iterations. Miyato et al., "Spectral
    Normalization for Generative Adversarial Networks", 2018."""
    if n_power_iterations <= 0:
        got = f"got {n_power_iterations}"
        raise ValueError(at_user_line(f"spectral_norm: expects n_power_iterations of at least 1, {got}"))
    weight = _taken(module, name, "spectral_norm")
    outer = (1 if isinstance(module, _TRANSPOSED) else 0) if dim is None else dim

    def matrix_of(given: Any) -> Any:
        return given.movedim(outer, 0).flatten(1) if len(given.shape) > 1 else given.unsqueeze(1)

    with _grad_mode.no_grad():
        for suffix, size in zip("uv", matrix_of(weight).shape):
            drawn = _random_creation.randn(size, dtype=weight.dtype, device=weight.device)
            module.register_buffer(f"{name}_{suffix}", normalize(drawn, dim=0, eps=eps))
    module.register_parameter(f"{name}_orig", Parameter(weight.detach()))

    def weight_of(owner: Any) -> Any:
        given, u, v = (getattr(owner, f"{name}_{suffix}") for suffix in ("orig", "u", "v"))
        matrix = matrix_of(given)
        with _grad_mode.no_grad():
            for _ in range(n_power_iterations if owner.training else 0):
                v.copy_(normalize(_products.mv(matrix.t(), u), dim=0, eps=eps))
                u.copy_(normalize(_products.mv(matrix, v), dim=0, eps=eps))
            u, v = u.clone(), v.clone()
        return given / _products.dot(u, _products.mv(matrix, v))

    return _computed(module, name, weight_of)


def remove_spectral_norm(module: M, name: str = "weight") -> M:
    """Makes what `spectral_norm` computes a parameter again."""
    return _restored(module, name, [f"{name}_orig", f"{name}_u", f"{name}_v"], "remove_spectral_norm")


def _taken(module: Module, name: str, function: str) -> Parameter:
    """The module's parameter, which it has no longer."""
    weight = module._parameters.get(name)
    if weight is None:
        raise ValueError(at_user_line(f"{function}: expects a parameter {name} of {type(module).__name__}, found none"))
    delattr(module, name)
    return weight


def _computed(module: M, name: str, weight_of: Callable[[Any], Any]) -> M:
    """Lets reads of the attribute compute it, by a class of the module's own."""
    own = type(module)
    module.__class__ = type(own.__name__, (own,), {"__module__": own.__module__, name: property(weight_of)})
    return module


def _restored(module: M, name: str, parts: list[str], function: str) -> M:
    if not isinstance(vars(type(module)).get(name), property) or not all(hasattr(module, part) for part in parts):
        raise ValueError(at_user_line(f"{function}: expects a computed {name} of {type(module).__name__}, found none"))
    training = module.training
    with _grad_mode.no_grad():
        module.training = False  # which leaves vectors as they are
        weight = getattr(module, name).clone()
        module.training = training
    module.__class__ = type(module).__base__  # type: ignore[assignment]
    for part in parts:
        delattr(module, part)
    module.register_parameter(name, Parameter(weight))
    return module
