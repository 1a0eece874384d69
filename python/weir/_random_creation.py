"""Functions that make tensors of random numbers, the same on all devices. Inside `build`, each run draws others."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from . import _dtypes, _executor, _random
from ._creation import made_on, placed, shape_of
from ._device import CPU, device as Device
from ._dispatch import as_number, cast, dispatch
from ._dtypes import dtype as DType
from ._errors import at_user_line
from ._random import Generator
from ._shape import broadcast_tensors
from ._tensor_base import TensorBase

if TYPE_CHECKING:
    from ._tensor import Tensor


def _drawn(kind: int, function: str, size: tuple[Any, ...], dtype: DType | None, options: dict[str, Any]) -> Tensor:
    """A draw whose numbers are of no other range."""
    shape, dtype, place = shape_of(size, function), _float(dtype, function), placed(options["device"], function)
    draw = _random.uniform if kind == _random.UNIFORM else _random.normal
    return made_on(draw(shape, dtype, options["generator"]), options["requires_grad"], place)


def _float(dtype: DType | None, function: str) -> DType:
    dtype = _dtypes.checked(dtype, function, _dtypes.default())
    _random.check_floats(dtype, function)
    return dtype


def rand(
    *size: Any,
    dtype: DType | None = None,
    generator: Generator | None = None,
    requires_grad: bool = False,
    device: Any = None,
) -> Tensor:
    """Uniform in [0, 1)."""
    options = {"generator": generator, "requires_grad": requires_grad, "device": device}
    return _drawn(_random.UNIFORM, "rand", size, dtype, options)


def randn(
    *size: Any,
    dtype: DType | None = None,
    generator: Generator | None = None,
    requires_grad: bool = False,
    device: Any = None,
) -> Tensor:
    """Standard normal."""
    options = {"generator": generator, "requires_grad": requires_grad, "device": device}
    return _drawn(_random.NORMAL, "randn", size, dtype, options)


def normal(
    mean: float | Tensor,
    std: float | Tensor = 1.0,
    *size: Any,
    dtype: DType | None = None,
    generator: Generator | None = None,
    requires_grad: bool = False,
    device: Any = None,
) -> Tensor:
    """Normal with this mean and standard deviation; of those in tensors, a number for each element."""
    given = [x for x in (mean, std) if isinstance(x, TensorBase)]
    if given:
        if size:
            raise TypeError(at_user_line(f"normal: expects sizes to be left out beside a tensor, got {size}"))
        like = broadcast_tensors(*given)[0]
        drawn = randn(*like.shape, dtype=like.dtype, generator=generator, device=like.device)
        return drawn * std + mean
    shape, dtype, place = shape_of(size, "normal"), _float(dtype, "normal"), placed(device, "normal")
    return made_on(_random.normal(shape, dtype, generator, mean, std), requires_grad, place)


def randint(
    low: int,
    high: Any = None,
    size: Any = None,
    *,
    dtype: DType | None = None,
    generator: Generator | None = None,
    requires_grad: bool = False,
    device: Any = None,
) -> Tensor:
    """Integers in [low, high), or in [0, low) where one limit is given: randint(10, (2, 3))."""
    if size is None:
        low, high, size = 0, low, high
    low, high = as_number(low), as_number(high)
    for name, limit in (("low", low), ("high", high)):
        if not isinstance(limit, (int, np.integer)) or isinstance(limit, bool):
            raise TypeError(at_user_line(f"randint: expects {name} to be an integer, got {limit!r}"))
    dtype = _dtypes.checked(dtype, "randint", _dtypes.int64)
    shape, place = shape_of((size,), "randint"), placed(device, "randint")
    return made_on(_random.integers(int(low), int(high), shape, dtype, generator), requires_grad, place)


def rand_like(x: Tensor, dtype: DType | None = None, device: Any = None, requires_grad: bool = False) -> Tensor:
    return rand(*x.shape, dtype=dtype or x.dtype, requires_grad=requires_grad, device=device or x.device)


def randn_like(x: Tensor, dtype: DType | None = None, device: Any = None, requires_grad: bool = False) -> Tensor:
    return randn(*x.shape, dtype=dtype or x.dtype, requires_grad=requires_grad, device=device or x.device)


def randint_like(
    x: Tensor,
    low: int,
    high: int | None = None,
    dtype: DType | None = None,
    device: Any = None,
    requires_grad: bool = False,
) -> Tensor:
    limits = (0, low) if high is None else (low, high)
    options: Any = {"dtype": dtype or x.dtype, "requires_grad": requires_grad, "device": device or x.device}
    return randint(*limits, tuple(x.shape), **options)


def bernoulli(x: Tensor, generator: Generator | None = None) -> Tensor:
    """1 with the probability that the element of x says, else 0; of the dtype of x."""
    _float(x.dtype, "bernoulli")
    if _executor.current() is not None:
        return _random.bernoulli(x, x.dtype, generator)  # type: ignore[no-any-return]
    drawn = _random.uniform(tuple(x.shape), _dtypes.computed_in(x.dtype), generator)
    return cast(made_on(drawn, False, x.device) < x, x.dtype)  # type: ignore[no-any-return]


def multinomial(
    input: Tensor, num_samples: int, replacement: bool = False, *, generator: Generator | None = None
) -> Tensor:
    """`num_samples` positions along the last dimension of `input`, each with a probability in proportion to the element
    there; each position at most once without `replacement`. A row with a negative, infinite or NaN weight, or with too
    few positive ones (1, or `num_samples` without `replacement`), is a RuntimeError where the result is read."""
    _float(input.dtype, "multinomial")
    count = input.shape[-1] if input.shape else 0
    if len(input.shape) not in (1, 2) or not 1 <= num_samples <= (num_samples if replacement else count):
        facts = f"{tuple(input.shape)} and {num_samples}"
        raise ValueError(
            at_user_line(
                f"multinomial: expects a vector or a matrix with at least as many columns as samples, got {facts}"
            )
        )
    operands = (input, *_random.draw_inside("multinomial", generator))
    options = {"num_samples": num_samples, "replacement": replacement}
    return dispatch("multinomial", operands, **options)  # type: ignore[no-any-return]


def randperm(n: int, generator: Generator | None = None, device: Any = None) -> Tensor:
    """The numbers from 0 to n - 1 in random order."""
    (size,), place = shape_of((n,), "randperm"), placed(device, "randperm")
    return made_on(_random.permutation(size, generator), False, place)
