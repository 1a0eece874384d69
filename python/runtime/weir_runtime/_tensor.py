"""Values that go into runs and come out of them."""

from __future__ import annotations

from typing import Any

import numpy as np

from . import _runtime

# By the runtime's numbers. Of bfloat16, which NumPy lacks, the bit patterns.
DTYPES = ("float64", "float32", "float16", "bfloat16", "int64", "int32", "int8", "uint8", "bool")
_NUMPY = {np.dtype(name): index for index, name in enumerate(DTYPES) if name != "bfloat16"}
_DLPACK_KINDS = {"cpu": 1, "cuda": 2}


class Tensor:
    """Memory of a device. NumPy and whoever knows DLPack read it in place: `tensor.numpy()`, `numpy.asarray(tensor)`,
    `torch.from_dlpack(tensor)`."""

    __slots__ = ("_storage",)

    def __init__(self, storage: Any):
        self._storage = storage

    @property
    def shape(self) -> tuple[int, ...]:
        shape: tuple[int, ...] = self._storage.shape
        return shape

    @property
    def dtype(self) -> str:
        """"float32" and so on."""
        return DTYPES[self._storage.dtype]

    @property
    def device(self) -> str:
        """Its name, as "cpu"."""
        name: str = self._storage.device
        return name

    def numpy(self) -> np.ndarray:
        """The same memory as an array; of a tensor on a GPU, a copy. Elements of bfloat16, which NumPy lacks, are their
        bit patterns, as uint16."""
        is_host = self.device.partition(":")[0] != "cuda"
        storage = self._storage if is_host else self._storage.copy_on("cpu")
        array: np.ndarray = storage.array(True)
        return array

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> np.ndarray:
        array = self.numpy()
        if dtype is not None and np.dtype(dtype) != array.dtype:
            if copy is False:
                raise ValueError(f"expects dtype {array.dtype} where no copy is allowed, got {dtype}")
            return array.astype(dtype)
        return array.copy() if copy else array

    def __dlpack__(
        self, *, stream: Any = None, max_version: Any = None, dl_device: Any = None, copy: bool | None = None
    ) -> Any:
        device = self.__dlpack_device__()
        if device[0] not in _DLPACK_KINDS.values():
            raise BufferError(f"__dlpack__: expects a tensor on cpu or cuda, got one on {self.device}; use numpy()")
        if dl_device is not None and tuple(dl_device) != device:
            raise BufferError(f"__dlpack__: expects {device} as target, as on {self.device}, got {tuple(dl_device)}")
        return (self._storage.clone() if copy else self._storage).dlpack(device)

    def __dlpack_device__(self) -> tuple[int, int]:
        kind, _, index = self.device.partition(":")
        return (_DLPACK_KINDS.get(kind, 12), int(index or 0))

    def __repr__(self) -> str:
        return f"Tensor({self.dtype}{list(self.shape)} on {self.device})"


def tensor_of(value: Any, what: str, device: str, dtype: int) -> Tensor:
    """A value of a user as a tensor of the device, in place where that can be. `dtype` is what the program reads: an
    array's elements are not converted to it, but bit patterns are taken for bfloat16."""
    if not isinstance(value, Tensor):
        value = Tensor(_storage_of(value, what, dtype))
    return value if value.device == device else Tensor(value._storage.copy_on(device))


def _storage_of(value: Any, what: str, dtype: int) -> Any:
    if not isinstance(value, np.ndarray) and hasattr(value, "__dlpack__"):
        return _runtime.Storage.from_dlpack(value.__dlpack__())
    array = np.asarray(value)
    index = _NUMPY.get(array.dtype.newbyteorder("="))
    if DTYPES[dtype] == "bfloat16" and array.dtype == np.uint16:
        index = dtype
    if index is None:
        raise TypeError(f"{what}: expects elements of one of {', '.join(DTYPES)}, got {array.dtype}")
    flags, stride = array.flags, array.itemsize
    in_place = flags.writeable and flags.aligned and array.dtype.isnative
    in_place = in_place and all(each >= 0 and each % stride == 0 for each in array.strides)
    return _runtime.Storage.borrow(array if in_place else array.astype(array.dtype.newbyteorder("="), order="C"), index)
