"""Random numbers by position: element i of a draw is a function of seed, ordinal, step and i alone (Philox 4x32-10, the
same words as in the compiler and in kernels). Draws outside a graph are numbered by `ordinal` and have step 0."""

from __future__ import annotations

import numpy as np

from . import _core, _dtypes

_UNIFORM, _NORMAL = 0, 1


class Generator:
    """A seed and the number of draws made with it."""

    def __init__(self, seed: int = 0):
        self.manual_seed(seed)

    def manual_seed(self, seed: int) -> Generator:
        if not isinstance(seed, int) or not -(2**63) <= seed < 2**64:
            raise ValueError(f"manual_seed: expects an integer of 64 bits, got {seed!r}")
        self._seed = seed % 2**64
        self._ordinal = 0
        return self

    def initial_seed(self) -> int:
        return self._seed

    def draw(self, shape: tuple[int, ...], dtype: _dtypes.dtype, kind: int) -> np.ndarray:
        """float32 and float64 are drawn as such; narrower floats are rounded from float32."""
        wide = dtype if dtype is _dtypes.float64 else _dtypes.float32
        storage = _core.Storage.empty(wide.index, shape)
        _core.fill_random(storage, kind, self._seed, self._ordinal, 0)
        self._ordinal += 1
        array: np.ndarray = storage.array(True)
        return array


default_generator = Generator()


def manual_seed(seed: int) -> Generator:
    """Starts the sequence of draws anew."""
    return default_generator.manual_seed(seed)


def uniform(shape: tuple[int, ...], dtype: _dtypes.dtype, generator: Generator | None = None) -> np.ndarray:
    """In [0, 1)."""
    return (generator or default_generator).draw(shape, dtype, _UNIFORM)


def normal(shape: tuple[int, ...], dtype: _dtypes.dtype, generator: Generator | None = None) -> np.ndarray:
    return (generator or default_generator).draw(shape, dtype, _NORMAL)
