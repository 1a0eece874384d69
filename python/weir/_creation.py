"""Functions that make tensors from nothing or from Python's numbers. Inside `build` they make constants."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Sequence

import numpy as np

from . import _core, _dtypes, _executor, _ops, _values
from ._counting import counted, stepped
from ._dispatch import as_number, cast, encode, python_scalar, splat
from ._device import CPU, default_device, device as Device, opened
from ._dtypes import dtype as DType
from ._errors import at_user_line
from ._joining import stack
from ._number import Number
from ._open_sizes import OpenSize, as_size
from ._sequence import argsort
from ._tensor_base import TensorBase, is_traced, stored

if TYPE_CHECKING:
    from ._tensor import Tensor


_MOST = 1 << 48  # numbers that a range has less than
_FEW = 512  # elements that a call like this one makes again without looking


def from_host(values: np.ndarray, dtype: DType, requires_grad: bool = False, device: Device = CPU) -> Tensor:
    """A tensor with storage of its own that holds `values`, converted."""
    storage = _core.Storage.empty(dtype.index, values.shape)
    np.copyto(storage.array(True), encode(values, dtype))
    return stored(storage if device is CPU else storage.copy_on(str(device)), requires_grad)


def placed(device: Any, function: str, default: Device | None = None) -> Device:
    """Where a tensor is made: inside `build`, on the graph's device, whatever the default is."""
    executor = _executor.current()
    place = None if device is None else opened(device, function)
    if executor is not None:
        if place is not None and place is not executor.device:
            raise RuntimeError(
                at_user_line(f"{function}: expects device {executor.device}, which the graph runs on, got {place}")
            )
        return executor.device
    return place or default or default_device()


def get_default_device() -> Device:
    """Where tensors are made unless told otherwise: the CPU, what `set_default_device` was given, or the device that a
    `with` has entered; inside `nn.Graph.build` where the graph runs."""
    return placed(None, "get_default_device")


def host() -> Device:
    """Where small tensors are made on the way to a result: the CPU; inside `build` where the graph runs."""
    return unless_traced(CPU)


def unless_traced(device: Device) -> Device:
    """The device; inside `build` that of the graph."""
    return placed(None, "host", device)


def made_on(made: Tensor, requires_grad: bool, device: Device) -> Tensor:
    """What was made on the CPU, or inside of `build`, where it is to be."""
    placed = made if _executor.current() is not None or device is CPU else made.to(device)
    return placed.requires_grad_() if requires_grad else placed


def _of_values(values: Any, dtype: DType, requires_grad: bool, device: Device) -> Tensor:
    """A tensor of an array's elements, which inside `build` is a constant, or of those of a traced value."""
    made: Tensor
    executor = _executor.current()
    if isinstance(values, TensorBase):
        made = cast(values, dtype)
    elif executor is not None:
        made = executor.constant(encode(np.array(values), dtype), values.shape, dtype)
    elif values.size <= _FEW:
        elements = np.ascontiguousarray(encode(values, dtype)).reshape(values.shape)
        made = _core.constant(elements, str(device), device, dtype)
    else:
        return from_host(values, dtype, requires_grad, device)
    return made.requires_grad_() if requires_grad else made


def shape_of(sizes: tuple[Any, ...], function: str) -> tuple[int, ...]:
    """zeros(2, 3) and zeros((2, 3)) mean the same."""
    given = sizes[0] if len(sizes) == 1 and isinstance(sizes[0], (tuple, list)) else sizes
    shape = [as_number(size) for size in given]
    for size in shape:
        if isinstance(size, (float, np.floating, TensorBase)) or size is None:
            raise TypeError(at_user_line(f"{function}: expects sizes to be integers, got {size!r}"))
        if not isinstance(size, (int, np.integer)) or isinstance(size, bool) or size < 0:
            raise ValueError(at_user_line(f"{function}: expects sizes of at least 0, got {tuple(shape)}"))
    return tuple(map(as_size, shape))


def tensor(data: Any, dtype: DType | None = None, requires_grad: bool = False, device: Any = None) -> Tensor:
    """A tensor with a copy of `data`: a number, nested lists of numbers, a NumPy array or a tensor. Without `dtype`,
    Python's floats get the default dtype, integers int64 and bools bool; arrays, NumPy's numbers and tensors keep
    theirs, in lists too. Raises ValueError for lists of unequal lengths."""
    if type(data) is Number:  # what is an input of a graph
        data, dtype = data.tensor, dtype or _dtypes.default()
    place = placed(device, "tensor", data.device if isinstance(data, TensorBase) else None)
    if dtype is not None:
        _dtypes.checked(dtype, "tensor")
    if isinstance(data, TensorBase):
        copied = data._host_values("tensor") if _executor.current() is None else data.detach()
        return _of_values(copied, dtype or data.dtype, requires_grad, place)
    is_typed = isinstance(data, (np.ndarray, np.generic))
    if _executor.current() is not None and _has_traced(data):
        rule = "expects numbers in lists, got values of nn.Graph.build"
        raise TypeError(at_user_line(f"tensor: {rule}; weir.stack makes a tensor of these"))
    values = _array_of(data)
    if values.dtype.kind not in "fiub":
        raise TypeError(at_user_line(f"tensor: expects numbers, got {type(data).__name__} of {values.dtype}"))
    if dtype is None:
        if is_typed:
            dtype = _dtypes.from_numpy_dtype(values.dtype, "tensor")
        elif isinstance(data, (list, tuple)):
            dtype = _dtypes.of_lists(data)
        else:
            dtype = {"f": _dtypes.default(), "b": _dtypes.bool_}.get(values.dtype.kind, _dtypes.int64)
    return _of_values(values, dtype, requires_grad, place)


def _has_traced(data: Any) -> bool:
    if isinstance(data, (list, tuple)):
        return any(map(_has_traced, data))
    return isinstance(data, TensorBase) and is_traced(data)


def _array_of(data: Any) -> np.ndarray:
    """The numbers of lists, in which tensors may stand, as an array."""
    try:
        return np.asarray(data)
    except ValueError as error:
        raise ValueError(at_user_line(f"tensor: expects lists of equal lengths ({error})")) from None
    except TypeError:  # tensors on other devices
        if not isinstance(data, (list, tuple)):
            raise
        return np.asarray([each.cpu() if isinstance(each, TensorBase) else _array_of(each) for each in data])


def asarray(
    obj: Any, dtype: DType | None = None, device: Any = None, copy: bool | None = None, requires_grad: bool = False
) -> Tensor:
    """`tensor(obj)`, or obj itself if it is a tensor of this dtype on this device, unless `copy`."""
    if not isinstance(obj, TensorBase) or copy:
        return tensor(obj, dtype, requires_grad, device)
    made: Any = obj.to(device or obj.device, _dtypes.checked(dtype, "asarray", obj.dtype))  # type: ignore[attr-defined]
    return made.requires_grad_() if requires_grad else made  # type: ignore[no-any-return]


def scalar_tensor(
    s: bool | int | float, dtype: DType | None = None, requires_grad: bool = False, device: Any = None
) -> Tensor:
    """A scalar of a number, of the default dtype unless given."""
    return full((), s, _dtypes.checked(dtype, "scalar_tensor", _dtypes.default()), requires_grad, device)


def full(
    size: int | Sequence[int],
    fill_value: bool | int | float,
    dtype: DType | None = None,
    requires_grad: bool = False,
    device: Any = None,
) -> Tensor:
    """A tensor of this shape whose elements are all `fill_value`. Without `dtype` it is of the default one, int64 or
    bool, as the number is."""
    fill_value = as_number(fill_value)
    dtype = _dtypes.common_dtype([], [fill_value]) if dtype is None else _dtypes.checked(dtype, "full")
    if type(fill_value) not in (Number, OpenSize):
        element = encode(np.asarray(fill_value), dtype, "full")
    shape = shape_of((size,), "full")
    place = placed(device, "full")
    if _executor.current() is not None:
        result: Tensor = splat(fill_value, shape, dtype)
        return result.requires_grad_(requires_grad)
    made: Tensor = _core.full(element, shape, str(place), place, dtype)
    return made.requires_grad_() if requires_grad else made


def zeros(*size: Any, dtype: DType | None = None, requires_grad: bool = False, device: Any = None) -> Tensor:
    """A tensor of zeros: `zeros(2, 3)` or `zeros((2, 3))`."""
    place = placed(device, "zeros")
    return full(shape_of(size, "zeros"), 0, _dtypes.checked(dtype, "zeros", _dtypes.default()), requires_grad, place)


def ones(*size: Any, dtype: DType | None = None, requires_grad: bool = False, device: Any = None) -> Tensor:
    """A tensor of ones: `ones(2, 3)` or `ones((2, 3))`."""
    place = placed(device, "ones")
    return full(shape_of(size, "ones"), 1, _dtypes.checked(dtype, "ones", _dtypes.default()), requires_grad, place)


def empty(*size: Any, dtype: DType | None = None, requires_grad: bool = False, device: Any = None) -> Tensor:
    """A tensor whose elements are yet to be written: `empty(2, 3)` or `empty((2, 3))`. Inside `build` it is zeros."""
    dtype = _dtypes.checked(dtype, "empty", _dtypes.default())
    if _executor.current() is not None:
        return zeros(*size, dtype=dtype, requires_grad=requires_grad, device=device)
    place = placed(device, "empty")
    return stored(_core.Storage.empty(dtype.index, shape_of(size, "empty"), str(place)), requires_grad)


def zeros_like(x: Tensor, dtype: DType | None = None, device: Any = None, requires_grad: bool = False) -> Tensor:
    """Zeros of the shape, and unless given the dtype and the device, of x."""
    return full_like(x, 0, dtype, device, requires_grad)


def ones_like(x: Tensor, dtype: DType | None = None, device: Any = None, requires_grad: bool = False) -> Tensor:
    """Ones of the shape, and unless given the dtype and the device, of x."""
    return full_like(x, 1, dtype, device, requires_grad)


def empty_like(x: Tensor, dtype: DType | None = None, device: Any = None, requires_grad: bool = False) -> Tensor:
    """A tensor yet to be written, of the shape, and unless given the dtype and the device, of x."""
    if x._held is not None and _executor.current() is None:
        return full_like(x, 0, dtype, requires_grad=requires_grad)
    return empty(x.shape, dtype=dtype or x.dtype, requires_grad=requires_grad, device=device or x.device)


def full_like(
    x: Tensor,
    fill_value: bool | int | float,
    dtype: DType | None = None,
    device: Any = None,
    requires_grad: bool = False,
) -> Tensor:
    """`fill_value` in the shape, and unless given the dtype and the device, of x."""
    if x._held is not None and _executor.current() is None:
        made: Tensor = x._full(fill_value, dtype or x.dtype)  # type: ignore[attr-defined]
        return made.requires_grad_() if requires_grad else made
    return full(x.shape, fill_value, dtype or x.dtype, requires_grad, device or x.device)


def eye(
    n: int,
    m: int | None = None,
    dtype: DType | None = None,
    requires_grad: bool = False,
    device: Any = None,
) -> Tensor:
    """A matrix of n rows and m columns (n, unless given) with ones on the diagonal and zeros elsewhere."""
    rows, columns = shape_of((n, n if m is None else m), "eye")
    dtype = _dtypes.checked(dtype, "eye", _dtypes.default())
    place = placed(device, "eye")
    is_diagonal = counted(rows).reshape((rows, 1)) == counted(columns)
    return made_on(cast(is_diagonal, dtype), requires_grad, place)


def range_(
    start: int | float = 0,
    end: int | float | None = None,
    step: int | float = 1,
    *,
    dtype: DType | None = None,
    requires_grad: bool = False,
    device: Any = None,
) -> Tensor:
    """A vector of the numbers from `start` up to `end`, which is among them if so many steps lead there; one argument
    is `end`. Without `dtype` it is of the default one."""
    start, end = (0, start) if end is None else (start, end)
    if step == 0 or (end - start) * step < 0:
        raise ValueError(at_user_line(f"range: expects a step towards the end, got {step} from {start} to {end}"))
    numbers = arange(0, math.floor((end - start) / step) + 1, dtype=_dtypes.float64, device=device) * step + start
    return cast(numbers, dtype or _dtypes.default()).requires_grad_(requires_grad)


def arange(
    start: int | float,
    end: int | float | None = None,
    step: int | float = 1,
    dtype: DType | None = None,
    requires_grad: bool = False,
    device: Any = None,
) -> Tensor:
    """A vector of the numbers from `start` up to, but without, `end`, `step` apart; one argument is `end`. Without
    `dtype` it is int64, or the default one if one of them is a float. Raises ValueError for a step of 0 or away
    from `end`."""
    if end is None:
        start, end = 0, start
    start, end, step = as_number(start), as_number(end), as_number(step)
    if step == 0:
        raise ValueError(at_user_line("arange: expects a step other than 0"))
    dtype = _dtypes.checked(dtype, "arange") if dtype else _dtypes.common_dtype([], [start + end + step])
    place = placed(device, "arange")
    if dtype is _dtypes.int64:
        start, end, step = as_size(start), as_size(end), as_size(step)
    if step == 0:
        raise ValueError(at_user_line("arange: expects a step of at least 1 for integers"))
    if (end - start) * step < 0:
        raise ValueError(at_user_line(f"arange: expects a step towards the end, got {step} from {start} to {end}"))
    length = end - start
    is_open = type(length) is OpenSize and step == 1
    count = max(0, length if is_open else math.ceil(length / step))
    if not dtype.is_floating_point:
        start, step = as_size(start), as_size(step)
    is_whole = all(isinstance(number, int) for number in (start, end, step))
    if type(count) is int:
        if count >= _MOST:
            raise ValueError(at_user_line(f"arange: expects fewer than 2^48 numbers, got {count}"))
        _dtypes.check_limits(start, start + max(0, count - 1) * step, dtype, "arange")
    if _executor.current() is None:
        return made_on(stepped(count, start, step, dtype), requires_grad, place)
    numbers = counted(count) if is_whole else counted(count).double()
    values = numbers if (start, step) == (0, 1) else numbers * step + start
    return made_on(cast(values, dtype), requires_grad, place)


def _counted(steps: Any, function: str) -> Any:
    """`steps`, which is a count."""
    steps = as_number(steps)
    if not isinstance(steps, (int, np.integer)) or isinstance(steps, bool) or steps < 0:
        raise ValueError(at_user_line(f"{function}: expects steps to be an integer of at least 0, got {steps}"))
    return steps


def linspace(
    start: int | float,
    end: int | float,
    steps: int,
    dtype: DType | None = None,
    requires_grad: bool = False,
    device: Any = None,
) -> Tensor:
    """A vector of `steps` evenly spaced numbers from `start` to `end`, both included."""
    dtype = _dtypes.checked(dtype, "linspace", _dtypes.default())
    for x in (start, end):
        if isinstance(x, TensorBase) and x.shape:
            raise ValueError(at_user_line(f"linspace: expects numbers or scalars, got shape {tuple(x.shape)}"))
    start, end = (x.double() if isinstance(x, TensorBase) else python_scalar(x) for x in (start, end))
    if not dtype.is_floating_point:
        start, end = (x.long().double() if isinstance(x, TensorBase) else int(x) for x in (start, end))
    steps = _counted(steps, "linspace")
    place = placed(device, "linspace")
    if steps and not any(isinstance(x, (TensorBase, Number, OpenSize)) for x in (start, end)):
        _dtypes.check_limits(start, end if steps > 1 else start, dtype, "linspace")
    given = (start, end, max(1, steps - 1), steps - 1, (steps + 1) // 2)
    if _executor.current() is None:
        scalars = [x if isinstance(x, TensorBase) else full((), float(x), _dtypes.float64, device=CPU) for x in given]
        given = tuple(x.to(CPU) for x in scalars)
    (made,) = _values.as_one("linspace", _spaced, counted(steps), *given, given=(dtype,))
    return made_on(made, requires_grad, place)


def _spaced(dtype: DType, numbers: Any, start: Any, end: Any, parts: Any, last: Any, half: Any) -> list[Any]:
    """From both ends, so that the last number is `end` and the middle is symmetric."""
    step, numbers = (end - start) / parts, numbers.double()
    upwards, downwards = numbers * step + start, end - (last - numbers) * step
    return [cast(_ops.where(numbers < half, upwards, downwards), dtype)]


def _triangle(row: int, col: int, offset: int, is_lower: bool, dtype: DType | None, device: Any) -> Tensor:
    name = "tril_indices" if is_lower else "triu_indices"
    rows, columns = map(int, shape_of((row, col), name))
    dtype = _dtypes.checked(dtype, name, _dtypes.int64)
    place = placed(device, name)
    if _executor.current() is None:
        return made_on(cast(_places_of_triangle(rows, columns, offset, is_lower), dtype), False, place)
    with _executor.suspended():
        places = _places_of_triangle(rows, columns, offset, is_lower).numpy()
    return _of_values(places, dtype, False, place)


def _places_of_triangle(rows: int, columns: int, offset: int, is_lower: bool) -> Tensor:
    reached = [min(max(y + offset + is_lower, 0), columns) for y in range(rows)]
    count = sum(reached) if is_lower else rows * columns - sum(reached)
    if count == 0:
        return zeros(2, 0, dtype=_dtypes.int64, device=host())
    y, x = counted(rows).reshape((rows, 1)) + offset, counted(columns)
    outside = x > y if is_lower else x < y
    places = argsort(cast(outside, _dtypes.uint8).reshape((rows * columns,)), stable=True)[:count]
    return stack([_ops.floor_divide(places, columns), _ops.remainder(places, columns)])


def tril_indices(row: int, col: int, offset: int = 0, dtype: DType | None = None, device: Any = None) -> Tensor:
    """Where the elements up to a diagonal of a matrix stand: their rows, and below these their columns."""
    return _triangle(row, col, offset, True, dtype, device)


def triu_indices(row: int, col: int, offset: int = 0, dtype: DType | None = None, device: Any = None) -> Tensor:
    """Where the elements from a diagonal of a matrix on stand: their rows, and below these their columns."""
    return _triangle(row, col, offset, False, dtype, device)


def logspace(
    start: int | float,
    end: int | float,
    steps: int,
    base: float = 10.0,
    dtype: DType | None = None,
    requires_grad: bool = False,
    device: Any = None,
) -> Tensor:
    """The powers of `base` with the exponents of `linspace`."""
    steps = _counted(steps, "logspace")
    dtype = _dtypes.checked(dtype, "logspace", _dtypes.default())
    if not dtype.is_floating_point:
        start, end = (x.long() if isinstance(x, TensorBase) else int(x) for x in (start, end))
    is_known = not any(isinstance(x, (TensorBase, Number, OpenSize)) for x in (start, end))
    if steps and is_known and not dtype.is_floating_point:
        _dtypes.check_limits(float(base) ** start, float(base) ** (end if steps > 1 else start), dtype, "logspace")
    powers = _ops.pow(float(base), linspace(start, end, steps, _dtypes.float64, device=host()))
    return made_on(cast(powers, dtype), requires_grad, placed(device, "logspace"))


def of_sizes_or_values(*given: Any, dtype: DType | None = None, device: Any = None) -> Tensor:
    """What `Tensor(...)` makes of its arguments."""
    if not given or isinstance(given[0], _core.SlicedTuple):  # another tensor's shape
        return empty(*(given or (0,)), dtype=dtype, device=device)
    if all(isinstance(size, int) and not isinstance(size, bool) for size in given):
        return empty(*given, dtype=dtype, device=device)
    if len(given) > 1:
        got = f"got {len(given)} arguments"
        raise TypeError(at_user_line(f"Tensor: expects sizes, or numbers in one list or array, {got}"))
    return tensor(given[0], dtype=dtype or _dtypes.default(), device=device)
