"""Functions that make tensors from nothing or from Python's numbers. Inside `build` they make constants."""

from __future__ import annotations

from typing import Any, Sequence

import numpy as np

from . import _core, _dtypes, _ops, _random, _tracing
from ._call import cast, encode, python_scalar, splat
from ._device import CPU, device as Device, opened
from ._dtypes import dtype as DType
from ._errors import at_user_line
from ._tensor import Tensor


def from_host(values: np.ndarray, dtype: DType, requires_grad: bool = False, device: Device = CPU) -> Tensor:
    """A tensor with storage of its own that holds `values`, converted."""
    storage = _core.Storage.empty(dtype.index, values.shape)
    np.copyto(storage.array(True), encode(values, dtype))
    return Tensor(storage if device is CPU else storage.copy_on(str(device)), requires_grad)


def _place(device: Any, function: str, default: Device = CPU) -> Device:
    """Where a tensor is made: inside `build`, on the graph's device, whatever the default is."""
    trace = _tracing.current()
    place = None if device is None else opened(device, function)
    if trace is not None:
        if place is not None and place is not trace.device:
            raise RuntimeError(
                at_user_line(f"{function}: expects device {trace.device}, which the graph runs on, got {place}")
            )
        return trace.device
    return default if place is None else place


def _made(values: np.ndarray, dtype: DType, requires_grad: bool, device: Device) -> Tensor:
    trace = _tracing.current()
    if trace is None:
        return from_host(values, dtype, requires_grad, device)
    made: Tensor = trace.constant(encode(values, dtype), values.shape, dtype)
    return made.requires_grad_(requires_grad)


def _shape_of(sizes: tuple[Any, ...], function: str) -> tuple[int, ...]:
    """zeros(2, 3) and zeros((2, 3)) mean the same."""
    shape = sizes[0] if len(sizes) == 1 and isinstance(sizes[0], (tuple, list)) else sizes
    for size in shape:
        if not isinstance(size, (int, np.integer)) or isinstance(size, bool) or size < 0:
            raise ValueError(at_user_line(f"{function}: expects sizes of at least 0, got {tuple(shape)}"))
    return tuple(int(size) for size in shape)


def tensor(data: Any, dtype: DType | None = None, requires_grad: bool = False, device: Any = None) -> Tensor:
    """A tensor with a copy of the numbers in `data`: a number, nested lists, an array. Python floats become float32."""
    place = _place(device, "tensor", data.device if isinstance(data, Tensor) else CPU)
    if dtype is not None:
        _dtypes.checked(dtype, "tensor")
    if isinstance(data, Tensor):
        if _tracing.current() is not None:
            return cast(data.detach(), dtype or data.dtype).requires_grad_(requires_grad)
        return from_host(data._host_values("tensor"), dtype or data.dtype, requires_grad, place)
    is_typed = isinstance(data, (np.ndarray, np.generic))
    try:
        values = np.asarray(data)
    except ValueError as error:
        raise ValueError(at_user_line(f"tensor: expects lists of equal lengths ({error})")) from None
    if values.dtype.kind not in "fiub":
        raise TypeError(at_user_line(f"tensor: expects numbers, got {type(data).__name__} of {values.dtype}"))
    if dtype is None:
        if is_typed:
            dtype = _dtypes.from_numpy_dtype(values.dtype, "tensor")
        else:
            dtype = {"f": _dtypes.float32, "b": _dtypes.bool_}.get(values.dtype.kind, _dtypes.int64)
    return _made(values, dtype, requires_grad, place)


as_tensor = tensor


def full(
    size: int | Sequence[int],
    fill_value: bool | int | float,
    dtype: DType | None = None,
    requires_grad: bool = False,
    device: Any = None,
) -> Tensor:
    """A tensor of this shape whose elements all are `fill_value`; its dtype is float32, int64 or bool unless given."""
    fill_value = python_scalar(fill_value)
    dtype = _dtypes.common_dtype([], [fill_value]) if dtype is None else _dtypes.checked(dtype, "full")
    shape = _shape_of((size,), "full")
    place = _place(device, "full")
    if _tracing.current() is not None:
        result: Tensor = splat(fill_value, shape, dtype)
        return result.requires_grad_(requires_grad)
    return Tensor(_core.Storage.empty(dtype.index, shape, str(place)), requires_grad).fill_(fill_value)


def zeros(*size: Any, dtype: DType = _dtypes.float32, requires_grad: bool = False, device: Any = None) -> Tensor:
    place = _place(device, "zeros")
    return full(_shape_of(size, "zeros"), 0, _dtypes.checked(dtype, "zeros"), requires_grad, place)


def ones(*size: Any, dtype: DType = _dtypes.float32, requires_grad: bool = False, device: Any = None) -> Tensor:
    place = _place(device, "ones")
    return full(_shape_of(size, "ones"), 1, _dtypes.checked(dtype, "ones"), requires_grad, place)


def empty(*size: Any, dtype: DType = _dtypes.float32, requires_grad: bool = False, device: Any = None) -> Tensor:
    """A tensor whose contents the caller writes."""
    _dtypes.checked(dtype, "empty")
    if _tracing.current() is not None:
        return zeros(*size, dtype=dtype, requires_grad=requires_grad, device=device)
    place = _place(device, "empty")
    return Tensor(_core.Storage.empty(dtype.index, _shape_of(size, "empty"), str(place)), requires_grad)


def zeros_like(x: Tensor, dtype: DType | None = None, device: Any = None) -> Tensor:
    return zeros(x.shape, dtype=dtype or x.dtype, device=device or x.device)


def ones_like(x: Tensor, dtype: DType | None = None, device: Any = None) -> Tensor:
    return ones(x.shape, dtype=dtype or x.dtype, device=device or x.device)


def empty_like(x: Tensor, dtype: DType | None = None, device: Any = None) -> Tensor:
    return empty(x.shape, dtype=dtype or x.dtype, device=device or x.device)


def full_like(x: Tensor, fill_value: bool | int | float, dtype: DType | None = None, device: Any = None) -> Tensor:
    return full(x.shape, fill_value, dtype=dtype or x.dtype, device=device or x.device)


def eye(
    n: int,
    m: int | None = None,
    dtype: DType = _dtypes.float32,
    requires_grad: bool = False,
    device: Any = None,
) -> Tensor:
    """A matrix of n rows and m columns, as many as rows unless given, with ones on the diagonal and zeros elsewhere."""
    rows, columns = _shape_of((n, n if m is None else m), "eye")
    _dtypes.checked(dtype, "eye")
    place = _place(device, "eye")
    if _tracing.current() is None:
        return from_host(np.eye(rows, columns), dtype, requires_grad, place)
    is_diagonal = arange(rows).unsqueeze(1) == arange(columns)
    result: Tensor = cast(is_diagonal, dtype)
    return result.requires_grad_(requires_grad)


def arange(
    start: int | float,
    end: int | float | None = None,
    step: int | float = 1,
    dtype: DType | None = None,
    device: Any = None,
) -> Tensor:
    if end is None:
        start, end = 0, start
    if step == 0:
        raise ValueError(at_user_line("arange: expects a step other than 0"))
    start, end, step = python_scalar(start), python_scalar(end), python_scalar(step)
    return tensor(np.arange(start, end, step), dtype or _dtypes.common_dtype([], [start + end + step]), device=device)


def rand(
    *size: Any,
    dtype: DType = _dtypes.float32,
    generator: _random.Generator | None = None,
    requires_grad: bool = False,
    device: Any = None,
) -> Tensor:
    """Uniform in [0, 1), the same numbers on all devices. Inside `build`, different ones in each run."""
    shape = _shape_of(size, "rand")
    _dtypes.checked(dtype, "rand")
    place = _place(device, "rand")
    if _tracing.current() is not None:
        return _traced_rand(shape, dtype, generator)
    return from_host(_random.uniform(shape, dtype, generator), dtype, requires_grad, place)


def _traced_rand(shape: tuple[int, ...], dtype: DType, generator: _random.Generator | None) -> Tensor:
    """The upper 24 of 32 random bits, as an unsigned number over 2^24: exact in float32."""
    trace = _tracing.current()
    assert trace is not None
    if dtype is not _dtypes.float32:
        raise TypeError(at_user_line(f"rand: expects dtype float32 inside nn.Graph.build, got {dtype.name}"))
    seed = (generator or _random.default_generator).initial_seed()
    signed = seed - 2**64 if seed >= 2**63 else seed
    bits = _ops.OPS["random_bits"]((trace.random_step(),), shape=shape, dtype=_dtypes.int32, seed=signed)
    wide = cast(bits, _dtypes.int64)
    unsigned = _ops.where(wide < 0, wide + 2**32, wide)
    return cast(_ops.div(unsigned, 256), _dtypes.float32) * 2.0**-24


def randn(
    *size: Any,
    dtype: DType = _dtypes.float32,
    generator: _random.Generator | None = None,
    requires_grad: bool = False,
    device: Any = None,
) -> Tensor:
    """Standard normal, the same numbers on all devices."""
    if _tracing.current() is not None:
        raise NotImplementedError(at_user_line("randn: is not available inside nn.Graph.build; draw before the graph"))
    _dtypes.checked(dtype, "randn")
    place = _place(device, "randn")
    return from_host(_random.normal(_shape_of(size, "randn"), dtype, generator), dtype, requires_grad, place)


def randperm(n: int, generator: _random.Generator | None = None, device: Any = None) -> Tensor:
    """The numbers from 0 to n - 1 in random order."""
    if _tracing.current() is not None:
        raise NotImplementedError(at_user_line("randperm: is not available inside nn.Graph.build"))
    keys = _random.uniform((n,), _dtypes.float64, generator)
    return from_host(np.argsort(keys, kind="stable"), _dtypes.int64, device=_place(device, "randperm"))
