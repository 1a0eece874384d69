"""Random numbers by position: element i of a draw is a function of seed, ordinal, step and i alone (Philox 4x32-10, the
same words as in the compiler and in kernels). A generator's state is a seed and the next step. A draw outside of graphs
takes a step, and so does each run of a graph that draws: its draws are numbered by their order in `build`."""

from __future__ import annotations

import contextlib
import math
import operator
import os
import threading
from typing import TYPE_CHECKING, Any, Callable

import numpy as np

from . import _core, _dtypes, _executor
from ._device import device as Device
from ._dispatch import cast, dispatch, splat
from ._errors import at_user_line
from ._tensor_base import TensorBase, stored
from ._values import as_one

__all__ = [
    "Generator",
    "default_generator",
    "get_rng_state",
    "initial_seed",
    "manual_seed",
    "seed",
    "set_rng_state",
]

if TYPE_CHECKING:
    from ._tensor import Tensor

UNIFORM, NORMAL = 0, 1


_TAKING = threading.Lock()
_STATE_BYTES = 16


class Generator:
    """A seed and the number of steps taken with it, by draws and by runs of graphs that draw. Compiled graphs read both
    when they are called. Numbers are the same on all devices, so that `device` is only what the property says. An
    integer as the first argument is the seed."""

    def __init__(self, device: Any = None, seed: int = 0):
        if isinstance(device, int):
            device, seed = seed or None, device
        self.device = Device(device or "cpu")
        self.manual_seed(seed)

    def manual_seed(self, seed: int) -> Generator:
        """Starts the sequence of a seed, an integer of 64 bits; the generator itself."""
        try:
            number = operator.index(seed)
        except TypeError:
            number = 2**64
        if not -(2**63) <= number < 2**64:
            raise ValueError(at_user_line(f"manual_seed: expects an integer of 64 bits, got {seed!r}"))
        self._state = (number % 2**64, 0)
        return self

    def seed(self) -> int:
        """Starts the sequence of a seed that the system draws; that seed."""
        seed = int.from_bytes(os.urandom(8))
        self.manual_seed(seed)
        return seed

    def initial_seed(self) -> int:
        """The seed of the sequence."""
        return self._state[0]

    def get_state(self) -> Tensor:
        """Seed and step, as 16 bytes for `set_state`."""
        values = np.array(self._state, "<u8").view(np.uint8)
        return stored(_core.Storage.borrow(values, _dtypes.uint8.index))

    def set_state(self, state: Tensor) -> Generator:
        """Goes on where the generator was whose `get_state` this is; the generator itself."""
        if not isinstance(state, TensorBase) or state.dtype is not _dtypes.uint8 or state.shape != (_STATE_BYTES,):
            facts = f"{state.dtype.name} of shape {tuple(state.shape)}" if isinstance(state, TensorBase) else state
            expected = f"expects what get_state gives, {_STATE_BYTES} uint8"
            raise ValueError(at_user_line(f"set_state: {expected}, got {facts}"))
        seed, step = np.ascontiguousarray(state._host_values("set_state")).view("<u8").tolist()  # type: ignore
        self._state = (seed, step)
        return self

    def take(self, steps: int) -> tuple[int, int]:
        """The seed, and the first of the next `steps` steps, which are taken."""
        _core.count_op()
        with _TAKING:
            seed, step = self._state
            self._state = (seed, step + steps)
        return seed, step

    def draw(
        self, shape: tuple[int, ...], dtype: _dtypes.dtype, kind: int, scale: float = 1.0, offset: float = 0.0
    ) -> Tensor:
        """A draw on the CPU, times a scale and an offset. Narrow floats are rounded from float32."""
        seed, step = self.take(1)
        if kind == NORMAL and math.prod(shape) >= _MANY:
            with contextlib.suppress(ImportError):  # of the compiler, which may not be there
                return _many_normals(shape, dtype, seed, step, scale, offset)
        storage = _core.Storage.empty(dtype.index, shape)
        _core.fill_random(storage, kind, seed, step % 2**32, scale, offset)
        return stored(storage)

    def draw_integers(self, shape: tuple[int, ...], dtype: _dtypes.dtype, low: int, count: int) -> Tensor:
        """So many integers from `low` on, on the CPU."""
        storage = _core.Storage.empty(dtype.index, shape)
        seed, step = self.take(1)
        _core.fill_integers(storage, seed, step % 2**32, low, count)
        return stored(storage)

    def draw_permutation(self, count: int) -> Tensor:
        """The numbers from 0 to before `count` in random order, as int64 on the CPU."""
        storage = _core.Storage.empty(_dtypes.int64.index, (count,))
        seed, step = self.take(1)
        _core.fill_permutation(storage, seed, step % 2**32)
        return stored(storage)


_MANY = 1 << 16  # numbers that a kernel draws in less time than the host, also for the first time before long


def _many_normals(
    shape: tuple[int, ...], dtype: _dtypes.dtype, seed: int, step: int, scale: float, offset: float
) -> Tensor:
    """What the host would draw, by a job: whose f64 may have another last digit. One for all sizes, so in a line."""
    line: Any = splat(False, (), _dtypes.bool_).expand(math.prod(shape))  # says how many
    numbers = [splat(each - (each >> 63 << 64), (), _dtypes.int64) for each in (seed, step)]
    drawn: Any = as_one("normal", _normals_along, line, *numbers, given=(_wide(dtype),))[0]
    if scale != 1 or offset != 0:
        drawn = drawn.mul_(scale).add_(offset)
    return cast(drawn, dtype).reshape(shape)  # type: ignore[no-any-return]


def _normals_along(dtype: _dtypes.dtype, line: Tensor, seed: Tensor, step: Tensor) -> list[Any]:
    return [dispatch("random_normal", (seed, step), shape=tuple(line.shape), dtype=dtype, mean=0.0, std=1.0)]


default_generator = Generator()


def manual_seed(seed: int) -> Generator:
    """Starts the default generator's sequence of a seed: draws, and runs of graphs, go on from its beginning."""
    return default_generator.manual_seed(seed)


def seed() -> int:
    """Starts the default generator's sequence of a seed that the system draws; that seed."""
    return default_generator.seed()


def initial_seed() -> int:
    """The default generator's seed."""
    return default_generator.initial_seed()


def get_rng_state() -> Tensor:
    """The default generator's state: the next draws follow from it, whatever was drawn before."""
    return default_generator.get_state()


def set_rng_state(new_state: Tensor) -> None:
    """Lets the default generator go on where it was when `get_rng_state` gave this state."""
    default_generator.set_state(new_state)


# Draws: tensors on the CPU outside of `build`, traced values inside it.


def check_floats(dtype: _dtypes.dtype, function: str) -> None:
    """Raises TypeError for a dtype that has not the numbers between integers."""
    if not dtype.is_floating_point:
        raise TypeError(at_user_line(f"{function}: expects a floating-point dtype, got {dtype.name}"))


def uniform(
    shape: tuple[int, ...],
    dtype: _dtypes.dtype,
    generator: Generator | None = None,
    low: float = 0.0,
    high: float = 1.0,
) -> Any:
    """In [low, high). Raises ValueError where low is above high, TypeError for a dtype of integers."""
    check_floats(dtype, "uniform")
    if not low <= high:
        raise ValueError(at_user_line(f"uniform: expects a range from a lower to a higher number, got {low} to {high}"))
    if _executor.current() is not None:
        return _traced("random_uniform", shape, dtype, generator, low=low, high=high)
    return (generator or default_generator).draw(shape, dtype, UNIFORM, high - low, low)


def normal(
    shape: tuple[int, ...],
    dtype: _dtypes.dtype,
    generator: Generator | None = None,
    mean: float = 0.0,
    std: float = 1.0,
) -> Any:
    """Normal with this mean and standard deviation. Raises ValueError where that is negative, TypeError for a dtype of
    integers."""
    check_floats(dtype, "normal")
    if not std >= 0:
        raise ValueError(at_user_line(f"normal: expects a standard deviation that is not negative, got {std}"))
    if _executor.current() is not None:
        return _traced("random_normal", shape, dtype, generator, mean=mean, std=std)
    return (generator or default_generator).draw(shape, dtype, NORMAL, std, mean)


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
    _dtypes.check_limits(low, high - 1, dtype, "randint")
    return (generator or default_generator).draw_integers(shape, dtype, low, high - low)


def bernoulli(p: Any, dtype: _dtypes.dtype, generator: Generator | None = None, function: str = "") -> Any:
    """1 with the probabilities of a traced tensor, else 0."""
    stream = draw_inside(function or "bernoulli", generator)
    return dispatch("bernoulli", (p, *stream), function=function, to=dtype)


def permutation(count: int, generator: Generator | None = None) -> Any:
    """The numbers from 0 to before `count` in random order, as int64."""
    if _executor.current() is not None:
        return _traced("random_permutation", (count,), _dtypes.int64, generator, function="randperm")
    return (generator or default_generator).draw_permutation(count)


def draw_inside(function: str, generator: Generator | None = None) -> tuple[Any, Any]:
    """What a draw inside of `build` is made of beside its number in the trace: the generator's seed, and its step."""
    return _executor.now().random_stream(generator or default_generator)


def _traced(
    op: str, shape: tuple[int, ...], dtype: _dtypes.dtype, generator: Generator | None, **attributes: Any
) -> Any:
    return dispatch(op, draw_inside(op, generator), shape=shape, dtype=dtype, **attributes)


def _wide(dtype: _dtypes.dtype) -> _dtypes.dtype:
    """In which numbers are drawn that are narrower in the end."""
    return _dtypes.float64 if dtype is _dtypes.float64 else _dtypes.float32


_DIGITS = {_dtypes.float64: 53, _dtypes.float32: 24, _dtypes.float16: 11, _dtypes.bfloat16: 8}


def _integers_of(dtype: _dtypes.dtype) -> int:
    """How many integers from 0 on a dtype has without a gap; at most 2^53."""
    if dtype.is_floating_point:
        return 2 ** _DIGITS[dtype]
    return 2 if dtype is _dtypes.bool_ else min(int(np.iinfo(dtype.numpy.name).max) + 1, 2**53)


def _require_above_0(function: str, name: str, value: float) -> None:
    if not value > 0:
        raise ValueError(at_user_line(f"{function}: expects {name} above 0, got {value}"))


class RandomMethods:
    """Draws into a tensor, as methods; inside `build`, as of that line and after the run."""

    __slots__ = ()

    def uniform_(self: Any, a: float = 0.0, b: float = 1.0, generator: Generator | None = None) -> Any:
        """Uniform in [a, b)."""
        return self.copy_(uniform(tuple(self.shape), self.dtype, generator, a, b))

    def normal_(self: Any, mean: float = 0.0, std: float = 1.0, generator: Generator | None = None) -> Any:
        """Normal with this mean and standard deviation."""
        return self.copy_(normal(tuple(self.shape), self.dtype, generator, mean, std))

    def log_normal_(self: Any, mean: float = 1.0, std: float = 2.0, generator: Generator | None = None) -> Any:
        """e to the power of normal numbers with this mean and standard deviation, which is above 0."""
        _require_above_0("log_normal_", "std", std)

        def drawn(dtype: _dtypes.dtype) -> Any:
            return normal(tuple(self.shape), dtype, generator, mean, std).exp()

        return self._draw("random_log_normal", generator, drawn, mean=mean, std=std)

    def exponential_(self: Any, lambd: float = 1.0, generator: Generator | None = None) -> Any:
        """Exponential with this rate, which is above 0."""
        _require_above_0("exponential_", "lambd", lambd)

        def drawn(dtype: _dtypes.dtype) -> Any:
            return (-uniform(tuple(self.shape), dtype, generator)).log1p() / -lambd

        return self._draw("random_exponential", generator, drawn, rate=lambd)

    def geometric_(self: Any, p: float, generator: Generator | None = None) -> Any:
        """How many trials there are until the first that succeeds, each with probability p."""
        if not 0 < p < 1:
            raise ValueError(at_user_line(f"geometric_: expects p in (0, 1), got {p}"))

        def drawn(dtype: _dtypes.dtype) -> Any:
            return ((-uniform(tuple(self.shape), dtype, generator)).log1p() / math.log1p(-p)).floor() + 1

        return self._draw("random_geometric", generator, drawn, p=p)

    def cauchy_(self: Any, median: float = 0.0, sigma: float = 1.0, generator: Generator | None = None) -> Any:
        """Of Cauchy's distribution; its width `sigma` is above 0."""
        _require_above_0("cauchy_", "sigma", sigma)

        def drawn(dtype: _dtypes.dtype) -> Any:
            return ((uniform(tuple(self.shape), dtype, generator) - 0.5) * math.pi).tan() * sigma + median

        return self._draw("random_cauchy", generator, drawn, median=median, sigma=sigma)

    def random_(self: Any, *limits: int | None, generator: Generator | None = None) -> Any:
        """Integers in [0, to) of `random_(to)`, in [from, to) of `random_(from, to)`; without a limit up to the largest
        one below which the dtype has all, and to 2^53."""
        low, high = {0: (0, None), 1: (0, *limits)}.get(len(limits), limits)
        high = _integers_of(self.dtype) if high is None else high
        return self.copy_(integers(low, high, tuple(self.shape), self.dtype, generator))

    def _draw(self: Any, op: str, generator: Generator | None, drawn: Callable[..., Any], **attributes: float) -> Any:
        """Numbers of the op inside of `build`, else what `drawn` makes in the dtype that they are drawn in."""
        if _executor.current() is None:
            values = drawn(_wide(self.dtype))
            if not self.dtype.is_floating_point and values.numel():
                name = f"{op.removeprefix('random_')}_"
                _dtypes.check_limits(values.min().item(), values.max().item(), self.dtype, name)
            return self.copy_(cast(values, self.dtype))
        takes_all = self.dtype.is_floating_point or op == "random_geometric"
        values = _traced(op, tuple(self.shape), self.dtype if takes_all else _dtypes.float32, generator, **attributes)
        return self.copy_(cast(values, self.dtype))

    def bernoulli_(self: Any, p: float = 0.5, generator: Generator | None = None) -> Any:
        """1 with probability p, else 0."""
        if not 0 <= p <= 1:
            raise ValueError(at_user_line(f"bernoulli_: expects p in [0, 1], got {p}"))
        shape = tuple(self.shape)
        if _executor.current() is None:
            return self.copy_(cast(uniform(shape, _dtypes.float32, generator) < p, self.dtype))
        return self.copy_(bernoulli(splat(p, shape, _dtypes.float32), self.dtype, generator, "bernoulli_"))
