"""Parameters as one vector. PyTorch's nn.utils."""

from __future__ import annotations

from typing import TYPE_CHECKING, Iterable

from .. import _grad_mode
from .._errors import at_user_line
from .._joining import cat

if TYPE_CHECKING:
    from .._tensor import Tensor

__all__ = ["parameters_to_vector", "vector_to_parameters"]


def parameters_to_vector(parameters: Iterable[Tensor]) -> Tensor:
    """The elements of all parameters behind each other."""
    return cat([parameter.reshape(-1) for parameter in parameters])


def vector_to_parameters(vec: Tensor, parameters: Iterable[Tensor]) -> None:
    """Gives the parameters the elements of a vector, in the order of `parameters_to_vector`. Raises ValueError if it
    has more or fewer than they."""
    every = list(parameters)
    expected = sum(parameter.numel() for parameter in every)
    if tuple(vec.shape) != (expected,):
        rule = f"expects a vector of {expected} elements, as the parameters have, got shape {tuple(vec.shape)}"
        raise ValueError(at_user_line(f"vector_to_parameters: {rule}"))
    begin = 0
    with _grad_mode.no_grad():
        for parameter in every:
            part = vec[begin : begin + parameter.numel()]
            parameter.copy_(part.reshape(parameter.shape))
            begin += parameter.numel()


def unflattened(flat: Tensor, tensors: Iterable[Tensor]) -> tuple[Tensor, ...]:
    """Of a vector, one behind the other, views in the shapes of tensors."""
    every = list(tensors)
    parts = flat.split([each.numel() for each in every])
    return tuple(part.reshape(each.shape) for part, each in zip(parts, every))
