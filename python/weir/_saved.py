"""Tensors in the files of a checkpoint, which are read where they are asked for."""

from __future__ import annotations

import os
from typing import Any, Iterable, NamedTuple, Sequence

import numpy as np

from . import _core, _safetensors
from ._dtypes import dtype as DType
from ._safetensors import Entry, SafetensorsError
from ._tensor import Size, Tensor

Bounds = list[tuple[int, int]]


class Part(NamedTuple):
    """A box of a tensor, and the file that has its elements."""

    file: str
    box: Bounds


class SavedTensor:
    """A tensor in a checkpoint of ranks. `load_state_dict` and `copy_` read of it what a rank holds; `numpy()` and
    `tensor()` read the whole."""

    __slots__ = ("shape", "dtype", "_name", "_parts", "_folder")

    def __init__(self, name: str, shape: Sequence[int], dtype: DType, parts: Sequence[Part], folder: Folder) -> None:
        self.shape, self.dtype = Size(shape), dtype
        self._name, self._parts, self._folder = name, parts, folder

    def part(self, box: Bounds) -> Tensor:
        """The elements from a place on to before another, along each dimension."""
        return Tensor(_core.Storage.borrow(self._read(box), self.dtype.index))

    def tensor(self) -> Tensor:
        return self.part([(0, size) for size in self.shape])

    def numpy(self) -> np.ndarray:
        return self.tensor().numpy()

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> np.ndarray:
        return self.numpy().astype(dtype, copy=False)

    def entry(self) -> Entry:
        """The whole, as it is stored."""
        return Entry(self.dtype, self._read([(0, size) for size in self.shape]))

    def _read(self, box: Bounds) -> np.ndarray:
        values = np.empty([end - begin for begin, end in box], self.dtype.numpy)
        missing = values.size
        for part in self._parts:
            common = [(max(a, c), min(b, d)) for (a, b), (c, d) in zip(box, part.box)]
            if all(begin < end for begin, end in common):
                piece = self._folder.values(part, self._name, self.dtype)[slices(common, part.box)]
                values[slices(common, box)] = piece
                missing -= piece.size
        if missing:
            raise SafetensorsError(f"{self._folder.path}: expects parts that make up {self._name!r}, misses {missing}")
        _safetensors.check_bools(self._folder.path, self._name, self.dtype, values)
        return values

    def __repr__(self) -> str:
        return f"SavedTensor({self._name!r}, shape={tuple(self.shape)}, dtype={self.dtype!r})"


def slices(box: Bounds, within: Bounds) -> tuple[slice, ...]:
    return tuple(slice(begin - first, end - first) for (begin, end), (first, _) in zip(box, within))


class Folder:
    """The files of a checkpoint, mapped from now on: another may take its place."""

    def __init__(self, path: str, files: Iterable[str]) -> None:
        self.path = path
        self._files = {file: _safetensors.mapped(os.path.join(path, file)) for file in files}

    def values(self, part: Part, name: str, dtype: DType) -> np.ndarray:
        entry = self._files[part.file].get(name)
        if entry is None or entry.dtype is not dtype or entry.values.shape != tuple(e - b for b, e in part.box):
            raise SafetensorsError(f"{os.path.join(self.path, part.file)}: expects the part of {name!r} of the index")
        return entry.values
