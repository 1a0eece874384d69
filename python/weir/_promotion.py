"""What dtypes say of each other, as PyTorch's functions ask it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from . import _core, _dtypes
from ._dtypes import dtype as DType
from ._errors import at_user_line
from ._tensor_base import TensorBase

if TYPE_CHECKING:
    from ._tensor import Tensor

__all__ = ["can_cast", "get_default_dtype", "is_complex", "promote_types", "result_type", "set_default_dtype"]


def result_type(tensor1: Tensor | bool | int | float, tensor2: Tensor | bool | int | float) -> DType:
    """The dtype in which elementwise ops compute on these two, tensors or numbers."""
    given: tuple[Any, ...] = (tensor1, tensor2)
    tensors = [each for each in given if isinstance(each, TensorBase)]
    numbers = [each for each in given if not isinstance(each, TensorBase)]
    for each in numbers:
        if not isinstance(each, (bool, int, float)):
            raise TypeError(at_user_line(f"result_type: expects tensors or numbers, got {type(each).__name__}"))
    whole = [each.dtype for each in tensors if each.shape]
    return _dtypes.common_dtype(whole, numbers, [each.dtype for each in tensors if not each.shape])


def promote_types(type1: DType, type2: DType) -> DType:
    """The dtype in which elementwise ops compute on tensors of these two."""
    return _dtypes.common_dtype([_dtypes.checked(each, "promote_types") for each in (type1, type2)], [])


def can_cast(from_: DType, to: DType) -> bool:
    """Whether a conversion keeps the kind of number: a float stays one, an integer becomes no bool."""
    source, target = (_kind(_dtypes.checked(each, "can_cast")) for each in (from_, to))
    return source <= target


def _kind(dtype: DType) -> int:
    return 2 if dtype.is_floating_point else 0 if dtype is _dtypes.bool_ else 1


def get_default_dtype() -> DType:
    """The dtype that Python's floats become, and tensors have that are made without one: float32, or what
    `set_default_dtype` was given."""
    return _dtypes.default()


def set_default_dtype(d: DType) -> None:
    """The dtype that Python's floats become from now on, integers where a function makes floats of them, and that
    tensors and parameters have which are made without one. Arrays of NumPy keep theirs. Raises TypeError for one of
    integers."""
    dtype = _dtypes.checked(d, "set_default_dtype")
    if not dtype.is_floating_point:
        raise TypeError(at_user_line(f"set_default_dtype: expects a floating-point dtype, got {dtype!r}"))
    _dtypes.set_default(dtype)
    _core.something_changed()  # of what graphs have been compiled for
    _core.forget_plans()


def is_complex(input: Tensor) -> bool:
    """False: no dtype here is complex."""
    return False
