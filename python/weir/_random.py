"""Random numbers by position: element i of a draw is a function of seed, ordinal, step and i alone (Philox 4x32-10, the
same words as in the compiler and in kernels). Draws outside a graph are numbered by a generator and have step 0, those
inside it by their order in `build`, and the step counts runs."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from . import _core, _dtypes, _ops, _tracing
from ._dispatch import cast, dispatch, executor, reshape
from ._errors import at_user_line

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


# Draws: arrays outside of `build`, traced values inside it. Those of narrower dtypes than float32 are in float32.


def uniform(shape: tuple[int, ...], dtype: _dtypes.dtype, generator: Generator | None = None) -> Any:
    """In [0, 1)."""
    generator = generator or default_generator
    if _tracing.current() is None:
        return generator.draw(shape, dtype, _UNIFORM)
    if dtype is _dtypes.float64:
        words = _traced_words((*shape, 2), generator)
        kept = _ops.floor(words * _traced_row(2.0**-5, 2.0**-6)) * _traced_row(2.0**26, 1.0)
        return _ops.sum(kept, [len(shape)]) * 2.0**-53
    return cast(_ops.floor(_traced_words(shape, generator) * 2.0**-8) * 2.0**-24, _dtypes.float32)


def normal(shape: tuple[int, ...], dtype: _dtypes.dtype, generator: Generator | None = None) -> Any:
    """Standard normal, by Box-Muller: of each pair of uniform numbers the first gives the radius, the second the
    angle."""
    generator = generator or default_generator
    if _tracing.current() is None:
        return generator.draw(shape, dtype, _NORMAL)
    wide = dtype if dtype is _dtypes.float64 else _dtypes.float32
    count = math.prod(shape)
    units = cast(uniform(((count + 1) // 2, 2), wide, generator), _dtypes.float64)
    first, second = (_ops.sum(units * _traced_row(*picked), [1]) for picked in ((1.0, 0.0), (0.0, 1.0)))
    radius, angle = _ops.sqrt(_ops.log(1 - first) * -2.0), second * (2 * math.pi)
    column = (*angle.shape, 1)
    sides = _ops.where(_traced_row(1.0, 0.0) > 0, reshape(_ops.cos(angle), column), reshape(_ops.sin(angle), column))
    flat = reshape(sides * reshape(radius, column), (2 * angle.shape[0],))
    if count % 2:
        kept = np.arange(count, dtype=np.int64)
        flat = _ops.gather(flat, 0, executor("constant").constant(kept, kept.shape, _dtypes.int64))
    return cast(reshape(flat, shape), wide)


def integers(low: int, high: int, shape: tuple[int, ...], generator: Generator | None = None) -> Any:
    """In [low, high), as int64: low and the whole part of the range times a uniform number of 53 bits."""
    if not 0 < high - low <= 2**53:
        raise ValueError(at_user_line(f"randint: expects high above low by at most 2^53, got low {low}, high {high}"))
    parts = uniform(shape, _dtypes.float64, generator) * float(high - low)
    whole = np.floor(parts).astype(np.int64) if _tracing.current() is None else cast(_ops.floor(parts), _dtypes.int64)
    return whole + low


def draw_inside(function: str, generator: Generator | None = None) -> tuple[Any, int]:
    """What a draw inside of `build` is made of beside its number in the trace: the step, and the seed as int64."""
    seed = (generator or default_generator).initial_seed()
    return executor(function).random_step(), seed - 2**64 if seed >= 2**63 else seed


def _traced_bits(shape: tuple[int, ...], generator: Generator) -> Any:
    """32 bits of each element, as int32."""
    step, seed = draw_inside("random_bits", generator)
    return dispatch("random_bits", (step,), shape=shape, dtype=_dtypes.int32, seed=seed)


def _traced_words(shape: tuple[int, ...], generator: Generator) -> Any:
    """The bits as integers from 0, in float64, which holds them."""
    words = cast(_traced_bits(shape, generator), _dtypes.float64)
    return _ops.where(words < 0, words + 2.0**32, words)


def _traced_row(*numbers: float) -> Any:
    row = np.array(numbers)
    return executor("constant").constant(row, row.shape, _dtypes.float64)


class RandomMethods:
    """Draws into a tensor, as methods; inside `build`, as of that line and after the run."""

    __slots__ = ()

    def uniform_(self: Any, a: float = 0.0, b: float = 1.0, generator: Generator | None = None) -> Any:
        """Uniform in [a, b)."""
        return _written(self, uniform(tuple(self.shape), self.dtype, generator) * (b - a) + a)

    def normal_(self: Any, mean: float = 0.0, std: float = 1.0, generator: Generator | None = None) -> Any:
        """Normal with this mean and standard deviation."""
        return _written(self, normal(tuple(self.shape), self.dtype, generator) * std + mean)

    def bernoulli_(self: Any, p: float = 0.5, generator: Generator | None = None) -> Any:
        """1 with probability p, else 0."""
        if not 0 <= p <= 1:
            raise ValueError(at_user_line(f"bernoulli_: expects p in [0, 1], got {p}"))
        return _written(self, uniform(tuple(self.shape), _dtypes.float32, generator) < p)


def _written(tensor: Any, values: Any) -> Any:
    return tensor.copy_(values if _tracing.current() is None else cast(values, tensor.dtype))
