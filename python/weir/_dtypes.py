"""Element types, their counterparts in NumPy, and the promotion of two of them."""

from __future__ import annotations

import re
from functools import reduce
from typing import Any, Iterable

import numpy as np

from ._errors import at_user_line


class dtype:
    """An element type. Compare by identity: `x.dtype is weir.float32`."""

    __slots__ = ("name", "index", "itemsize", "is_floating_point", "numpy", "_rank")

    def __init__(self, name: str, index: int, numpy: type, is_floating_point: bool, rank: int):
        self.name = name
        self.index = index  # of weir::DType
        # Of bfloat16, which NumPy lacks, the bit patterns.
        self.numpy = np.dtype(numpy)
        self.itemsize = self.numpy.itemsize
        self.is_floating_point = is_floating_point
        self._rank = rank

    def __repr__(self) -> str:
        return f"weir.{self.name}"

    def __reduce__(self) -> str:
        return "bool_" if self.name == "bool" else self.name


float64 = double = dtype("float64", 0, np.float64, True, 7)
float32 = dtype("float32", 1, np.float32, True, 6)
float16 = half = dtype("float16", 2, np.float16, True, 5)
bfloat16 = dtype("bfloat16", 3, np.uint16, True, 5)
int64 = long = dtype("int64", 4, np.int64, False, 4)
int32 = dtype("int32", 5, np.int32, False, 3)
int8 = dtype("int8", 6, np.int8, False, 2)
uint8 = dtype("uint8", 7, np.uint8, False, 2)
bool_ = dtype("bool", 8, np.bool_, False, 1)

ALL = (float64, float32, float16, bfloat16, int64, int32, int8, uint8, bool_)
_SHORT = {"f64": float64, "f32": float32, "f16": float16, "bf16": bfloat16, "i64": int64, "i32": int32}
_SHORT |= {"i8": int8, "u8": uint8}
_FROM_NUMPY = {d.numpy: d for d in ALL if d is not bfloat16}
_PLAIN: dict[type, dtype] = {bool: bool_, int: int64}  # floats are of the default one
_OF_PYTHON: dict[type, dtype] = {bool: bool_, int: int64, float: float64}


class _Default:
    """What a program has said, for all threads."""

    dtype = float32


def default() -> dtype:
    """What Python's floats become, and tensors have that are made without a dtype."""
    return _Default.dtype


def set_default(given: dtype) -> None:
    _Default.dtype = given


def from_numpy_dtype(numpy: np.dtype, function: str) -> dtype:
    found = _FROM_NUMPY.get(numpy) or _FROM_NUMPY.get(numpy.newbyteorder("="))
    if found is None:
        names = ", ".join(d.name for d in ALL if d is not bfloat16)
        raise TypeError(at_user_line(f"{function}: expects an array of one of {names}, got {numpy}"))
    return found


def of_lists(data: Any) -> dtype:
    """The dtype of what stands in lists: arrays, NumPy's numbers and tensors keep theirs, Python's floats have the
    default one, integers are int64."""
    return common_dtype(_in_lists(data) or {default()}, ())


def _plain(kind: type) -> dtype | None:
    return default() if kind is float else _PLAIN.get(kind)


def _in_lists(data: Any) -> set[dtype]:
    if isinstance(data, (list, tuple)):
        kinds = set(map(type, data))
        plain = set(map(_plain, kinds))
        if None not in plain:
            return plain  # type: ignore[return-value]
        return set().union(*(_in_lists(each) for each in data))
    if isinstance(data, (np.ndarray, np.generic)):
        return {_FROM_NUMPY.get(data.dtype) or (float64 if data.dtype.kind == "f" else int64)}
    own = getattr(data, "dtype", None)
    return {own if isinstance(own, dtype) else _plain(type(data)) or int64}


def spelled_out(message: str) -> str:
    """A message of the compiler with the names that dtypes have here. Behind the last bracket may stand a path."""
    facts, bracket, rest = message.rpartition(" (")
    return re.sub(rf"\b({'|'.join(_SHORT)})\b", lambda found: _SHORT[found[0]].name, facts) + bracket + rest


def checked(given: dtype | None, function: str, default: dtype | None = None) -> dtype:
    """What a function is asked for, or where that is None, its default. Python's types stand for its numbers."""
    if given is None and default is not None:
        return default
    if isinstance(given, type) and given in _OF_PYTHON:
        return _OF_PYTHON[given]
    if not isinstance(given, dtype):
        raise TypeError(at_user_line(f"{function}: expects a weir dtype such as weir.float32, got {given!r}"))
    return given


def check_limits(first: float, last: float, wanted: dtype, function: str) -> None:
    """That a dtype has the numbers between these, if it is one of integers."""
    if wanted.is_floating_point or wanted is bool_:
        return
    known: Any = np.iinfo(wanted.numpy.name)
    least, most = min(first, last), max(first, last)
    if not known.min <= least <= most <= known.max:
        numbers = "integers" if isinstance(least, int) and isinstance(most, int) else "numbers"
        rule = f"expects {numbers} in [{known.min}, {known.max}] for {wanted.name}, got {least} to {most}"
        raise ValueError(at_user_line(f"{function}: {rule}"))


def computed_in(given: dtype) -> dtype:
    """What a formula of several steps over floats of a dtype is computed in: float32 for narrower ones."""
    return float64 if given is float64 else float32


def _join(a: dtype, b: dtype) -> dtype:
    if a is b:
        return a
    if a._rank == b._rank:  # float16 and bfloat16, int8 and uint8: neither holds the other
        return float32 if a.is_floating_point else int32
    return a if a._rank > b._rank else b


def common_dtype(
    tensors: Iterable[dtype], scalars: Iterable[bool | int | float], of_rank_0: Iterable[dtype] = ()
) -> dtype:
    """What operands are converted to. Tensors `of_rank_0` take the other tensors' dtype unless theirs is of a higher
    kind, float above integer above bool; and so do scalars, which are of the default dtype, int64 or bool."""
    of_scalars = (bool_ if isinstance(x, bool) else int64 if isinstance(x, int) else default() for x in scalars)
    joined = reduce(_over, (reduce(_joined, dtypes, None) for dtypes in (tensors, of_rank_0, of_scalars)))
    assert joined is not None
    return joined


def _joined(a: dtype | None, b: dtype) -> dtype:
    return b if a is None else _join(a, b)


def _over(first: dtype | None, then: dtype | None) -> dtype | None:
    """The dtype of the first, unless that of the others is of a higher kind."""
    if first is None or then is None:
        return first or then
    is_higher = not first.is_floating_point and (then.is_floating_point or first is bool_)
    return _join(first, then) if is_higher else first


def bfloat16_to_float32(bits: np.ndarray) -> np.ndarray:
    """The values of bfloat16 bit patterns (uint16)."""
    return (np.ascontiguousarray(bits, np.uint16).astype(np.uint32) << 16).view(np.float32)


def float32_to_bfloat16(values: np.ndarray) -> np.ndarray:
    """Bit patterns (uint16) of the nearest bfloat16, ties to even; a NaN stays one."""
    values = np.ascontiguousarray(values, np.float32)
    bits = values.view(np.uint32)
    rounded = (bits + 0x7FFF + ((bits >> 16) & 1)) >> 16
    return np.where(np.isnan(values), (bits >> 16) | 0x40, rounded).astype(np.uint16)
