"""Random numbers by position: element i of a draw is a function of seed, ordinal, step and i alone (Philox 4x32-10, the
same words as in the compiler and in kernels). Draws outside a graph are numbered by a generator and have step 0, those
inside it by their order in `build`, and the step counts runs."""

from __future__ import annotations

from typing import Any

import numpy as np

from . import _core, _dtypes, _executor
from ._dispatch import dispatch, executor, splat
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


# Draws: arrays outside of `build`, of float32 where the dtype is narrower; traced values of the dtype inside it.


def uniform(
    shape: tuple[int, ...],
    dtype: _dtypes.dtype,
    generator: Generator | None = None,
    low: float = 0.0,
    high: float = 1.0,
) -> Any:
    """In [low, high)."""
    if _executor.current() is not None:
        return _traced("random_uniform", shape, dtype, generator, low=low, high=high)
    return (generator or default_generator).draw(shape, dtype, _UNIFORM) * (high - low) + low


def normal(
    shape: tuple[int, ...],
    dtype: _dtypes.dtype,
    generator: Generator | None = None,
    mean: float = 0.0,
    std: float = 1.0,
) -> Any:
    """Normal with this mean and standard deviation."""
    if _executor.current() is not None:
        return _traced("random_normal", shape, dtype, generator, mean=mean, std=std)
    return (generator or default_generator).draw(shape, dtype, _NORMAL) * std + mean


def integers(
    low: int,
    high: int,
    shape: tuple[int, ...],
    dtype: _dtypes.dtype,
    generator: Generator | None = None,
) -> Any:
    """In [low, high): low and the whole part of the range times a uniform number of 53 bits."""
    if _executor.current() is not None:
        return _traced("random_integers", shape, dtype, generator, function="randint", low=low, high=high)
    if not 0 < high - low <= 2**53:
        raise ValueError(at_user_line(f"randint: expects high above low by at most 2^53, got low {low}, high {high}"))
    return np.floor(uniform(shape, _dtypes.float64, generator) * float(high - low)).astype(np.int64) + low


def bernoulli(p: Any, dtype: _dtypes.dtype, generator: Generator | None = None, function: str = "") -> Any:
    """1 with the probabilities of a traced tensor, else 0."""
    step, seed = draw_inside(function or "bernoulli", generator)
    return dispatch("bernoulli", (p, step), function=function, seed=seed, to=dtype)


def permutation(count: int, generator: Generator | None = None) -> Any:
    """The numbers from 0 to before `count` in random order, as int64."""
    if _executor.current() is not None:
        return _traced("random_permutation", (count,), _dtypes.int64, generator, function="randperm")
    return np.argsort(uniform((count,), _dtypes.float64, generator), kind="stable")


def draw_inside(function: str, generator: Generator | None = None) -> tuple[Any, int]:
    """What a draw inside of `build` is made of beside its number in the trace: the step, and the seed as int64."""
    seed = (generator or default_generator).initial_seed()
    return executor(function).random_step(), seed - 2**64 if seed >= 2**63 else seed


def _traced(
    op: str, shape: tuple[int, ...], dtype: _dtypes.dtype, generator: Generator | None, **attributes: Any
) -> Any:
    step, seed = draw_inside(op, generator)
    return dispatch(op, (step,), shape=shape, dtype=dtype, seed=seed, **attributes)


class RandomMethods:
    """Draws into a tensor, as methods; inside `build`, as of that line and after the run."""

    __slots__ = ()

    def uniform_(self: Any, a: float = 0.0, b: float = 1.0, generator: Generator | None = None) -> Any:
        """Uniform in [a, b)."""
        return self.copy_(uniform(tuple(self.shape), self.dtype, generator, a, b))

    def normal_(self: Any, mean: float = 0.0, std: float = 1.0, generator: Generator | None = None) -> Any:
        """Normal with this mean and standard deviation."""
        return self.copy_(normal(tuple(self.shape), self.dtype, generator, mean, std))

    def bernoulli_(self: Any, p: float = 0.5, generator: Generator | None = None) -> Any:
        """1 with probability p, else 0."""
        if not 0 <= p <= 1:
            raise ValueError(at_user_line(f"bernoulli_: expects p in [0, 1], got {p}"))
        shape = tuple(self.shape)
        if _executor.current() is None:
            return self.copy_(uniform(shape, _dtypes.float32, generator) < p)
        return self.copy_(bernoulli(splat(p, shape, _dtypes.float32), self.dtype, generator, "bernoulli_"))
