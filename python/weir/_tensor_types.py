"""PyTorch's old types of tensors, one for each dtype: `weir.LongTensor`. A tensor of the dtype is an instance, and a
call makes one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from . import _dtypes
from ._creation import host, of_sizes_or_values
from ._device import CPU, device as Device, opened, set_default_device
from ._dtypes import dtype as DType
from ._errors import at_user_line
from ._promotion import set_default_dtype
from ._tensor_base import TensorBase

if TYPE_CHECKING:
    from ._tensor import Tensor

__all__ = [
    "BFloat16Tensor",
    "BoolTensor",
    "ByteTensor",
    "CharTensor",
    "DoubleTensor",
    "FloatTensor",
    "HalfTensor",
    "IntTensor",
    "LongTensor",
    "ShortTensor",
    "set_default_tensor_type",
]

_NAMES = {
    "BFloat16Tensor": _dtypes.bfloat16,
    "BoolTensor": _dtypes.bool_,
    "ByteTensor": _dtypes.uint8,
    "CharTensor": _dtypes.int8,
    "DoubleTensor": _dtypes.float64,
    "FloatTensor": _dtypes.float32,
    "HalfTensor": _dtypes.float16,
    "IntTensor": _dtypes.int32,
    "LongTensor": _dtypes.int64,
    "ShortTensor": None,  # int16 is no dtype here
}


class TensorType(type):
    """The type of such types."""

    def __instancecheck__(cls, x: Any) -> bool:
        return isinstance(x, TensorBase) and x.dtype is _NAMES[cls.__name__] and x.device is CPU

    def __call__(cls, *given: Any, device: Any = None) -> Tensor:
        """A tensor of the dtype, of these sizes or of the numbers in one list or array."""
        return of_sizes_or_values(*given, dtype=_dtype_of(cls.__name__, cls.__name__), device=device or host())

    def __repr__(cls) -> str:
        return f"<class 'weir.{cls.__name__}'>"


def _type(name: str) -> Any:
    dtype = _NAMES[name]
    text = f"Tensors of {dtype.name} on the CPU." if dtype else "Of int16, which no tensor here is."
    return TensorType(name, (), {"__module__": "weir", "__doc__": text})


BFloat16Tensor, BoolTensor, ByteTensor = _type("BFloat16Tensor"), _type("BoolTensor"), _type("ByteTensor")
CharTensor, DoubleTensor, FloatTensor = _type("CharTensor"), _type("DoubleTensor"), _type("FloatTensor")
HalfTensor, IntTensor, LongTensor = _type("HalfTensor"), _type("IntTensor"), _type("LongTensor")
ShortTensor = _type("ShortTensor")


def _dtype_of(name: str, function: str) -> DType:
    dtype = _NAMES[name]
    if dtype is None:
        dtypes = ", ".join(each.name for each in _dtypes.ALL)
        raise TypeError(at_user_line(f"{function}: expects one of {dtypes}, got int16, which no tensor has"))
    return dtype


def name_of(x: Tensor) -> str:
    """The name of a tensor's type."""
    name = next(name for name, dtype in _NAMES.items() if dtype is x.dtype)
    return f"weir.{name}" if x.device.type == "cpu" else f"weir.{x.device.type}.{name}"


def meant(given: Any, function: str) -> tuple[DType, Device | None]:
    """The dtype that a dtype, a type of tensors or its name means, and the device, of those that say one."""
    if isinstance(given, TensorType):
        return _dtype_of(given.__name__, function), CPU
    if isinstance(given, str):
        package, _, name = given.rpartition(".")
        root, _, kind = package.partition(".")
        if name in _NAMES and root in ("torch", "weir", "oneflow") and kind in ("", "cuda"):
            return _dtype_of(name, function), opened(kind or "cpu", function)
    return _dtypes.checked(given, function), None


def set_default_tensor_type(t: Any) -> None:
    """`set_default_dtype` and `set_default_device` for a type of tensors such as DoubleTensor and cuda.FloatTensor, or
    its name. Raises TypeError for what is no type, or one of integers."""
    dtype, place = meant(t, "set_default_tensor_type")
    if place is None or not dtype.is_floating_point:
        rule = f"expects a type of tensors of floats such as weir.DoubleTensor, got {t!r}"
        raise TypeError(at_user_line(f"set_default_tensor_type: {rule}"))
    set_default_dtype(dtype)
    set_default_device(place)
