"""Names of types for annotations: PyTorch's torch.types, and those of torch.nn.common_types."""

from __future__ import annotations

from builtins import bool as _bool, float as _float, int as _int
from os import PathLike
from typing import IO, Sequence, Union

from ._device import device as _device
from ._dtypes import dtype as _dtype
from ._tensor import Size, Tensor

__all__ = ["Device", "FileLike", "Number"]

_size = Union[Size, list[_int], tuple[_int, ...]]
_TensorOrTensors = Union[Tensor, Sequence[Tensor]]

Number = Union[_int, _float, _bool]
Device = Union[_device, str, _int, None]
FileLike = Union[str, PathLike[str], IO[bytes]]

_size_any_t = Union[_int, tuple[_int, ...]]
_size_1_t = Union[_int, tuple[_int]]
_size_2_t = Union[_int, tuple[_int, _int]]
_size_3_t = Union[_int, tuple[_int, _int, _int]]
_size_any_opt_t = tuple[Union[_int, None], ...]
_size_2_opt_t = tuple[Union[_int, None], Union[_int, None]]
_size_3_opt_t = tuple[Union[_int, None], Union[_int, None], Union[_int, None]]
