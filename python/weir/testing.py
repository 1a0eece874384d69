"""Comparisons for tests, in the words of PyTorch's torch.testing."""

from __future__ import annotations

from typing import Any, Callable

import numpy as np

from . import _dtypes
from ._errors import at_user_line
from ._tensor_base import TensorBase

__all__ = ["assert_allclose", "assert_close"]

# (rtol, atol) by dtype; of others, which are compared exactly, zeros.
_TOLERANCES = {
    _dtypes.float16: (1e-3, 1e-5),
    _dtypes.bfloat16: (1.6e-2, 1e-5),
    _dtypes.float32: (1.3e-6, 1e-5),
    _dtypes.float64: (1e-7, 1e-7),
}


def assert_close(
    actual: Any,
    expected: Any,
    *,
    allow_subclasses: bool = True,
    rtol: float | None = None,
    atol: float | None = None,
    equal_nan: bool = False,
    check_device: bool = True,
    check_dtype: bool = True,
    check_layout: bool = True,
    check_stride: bool = False,
    msg: str | Callable[[str], str] | None = None,
) -> None:
    """Raises AssertionError unless |actual - expected| <= atol + rtol * |expected| everywhere, in numbers, tensors, and
    lists, tuples and dicts of them, of equal shapes, dtypes and devices. Both tolerances are given, or follow from the
    dtype. Raises ValueError for one alone, TypeError for what can't be compared."""
    if (rtol is None) != (atol is None):
        raise ValueError(at_user_line(f"assert_close: expects rtol and atol or neither, got {rtol} and {atol}"))
    checks = {"device": check_device, "dtype": check_dtype, "stride": check_stride}
    problem = _difference(actual, expected, (rtol, atol), equal_nan, checks, "")
    if problem:
        said = msg(problem) if callable(msg) else msg
        raise AssertionError(problem if said is None else said)


def assert_allclose(
    actual: Any, expected: Any, rtol: float | None = None, atol: float | None = None, equal_nan: bool = True
) -> None:
    """The same for older programs: dtypes and devices may differ, NaN equals NaN."""
    options: Any = {"equal_nan": equal_nan, "check_device": False, "check_dtype": False}
    assert_close(actual, expected, rtol=rtol, atol=atol, **options)


def _difference(
    actual: Any, expected: Any, tolerances: tuple[float | None, float | None], equal_nan: bool, checks: Any, where: str
) -> str:
    """What differs, or nothing."""
    if isinstance(actual, (list, tuple)) and isinstance(expected, (list, tuple)):
        pairs: Any = [(f"{where}[{place}]", *both) for place, both in enumerate(zip(actual, expected))]
        if len(actual) != len(expected):
            return f"expects {len(expected)} items{_at(where)}, got {len(actual)}"
    elif isinstance(actual, dict) and isinstance(expected, dict):
        if actual.keys() != expected.keys():
            return f"expects keys {sorted(map(repr, expected))}{_at(where)}, got {sorted(map(repr, actual))}"
        pairs = [(f"{where}[{key!r}]", actual[key], expected[key]) for key in expected]
    elif isinstance(actual, TensorBase) and isinstance(expected, TensorBase):
        return _of_tensors(actual, expected, tolerances, equal_nan, checks, where)
    else:
        return _of_numbers(actual, expected, tolerances, equal_nan, where)
    found = (_difference(one, other, tolerances, equal_nan, checks, place) for place, one, other in pairs)
    return next(filter(None, found), "")


def _at(where: str) -> str:
    return f" at {where}" if where else ""


def _of_tensors(
    actual: Any, expected: Any, tolerances: tuple[float | None, float | None], equal_nan: bool, checks: Any, where: str
) -> str:
    facts = {
        "shape": (tuple(actual.shape), tuple(expected.shape), True),
        "dtype": (actual.dtype, expected.dtype, checks["dtype"]),
        "device": (actual.device, expected.device, checks["device"]),
        "stride": (actual.stride(), expected.stride(), checks["stride"]),
    }
    for name, (own, other, is_checked) in facts.items():
        if is_checked and own != other:
            return f"expects {name} {other}{_at(where)}, got {own}"
    own_defaults = [_TOLERANCES.get(each.dtype, (0.0, 0.0)) for each in (actual, expected)]
    rtol, atol = (max(each) if given is None else given for given, each in zip(tolerances, zip(*own_defaults)))
    return _of_arrays(*(np.asarray(each.detach().cpu().tolist()) for each in (actual, expected)),
                      rtol, atol, equal_nan, where)  # fmt: skip


def _of_numbers(
    actual: Any, expected: Any, tolerances: tuple[float | None, float | None], equal_nan: bool, where: str
) -> str:
    try:
        arrays = [np.asarray(each.tolist() if isinstance(each, TensorBase) else each) for each in (actual, expected)]
    except ValueError:  # lists of several lengths
        arrays = []
    if not arrays or any(each.dtype.kind not in "biuf" for each in arrays):
        kinds = " and ".join(type(each).__name__ for each in (actual, expected))
        rule = "expects tensors, numbers, or lists, tuples and dicts of them"
        raise TypeError(at_user_line(f"assert_close: {rule}, got {kinds}"))
    if arrays[0].shape != arrays[1].shape:
        return f"expects shape {arrays[1].shape}{_at(where)}, got {arrays[0].shape}"
    is_exact = all(each.dtype.kind != "f" for each in arrays)
    defaults = (0.0, 0.0) if is_exact else _TOLERANCES[_dtypes.float64]
    rtol, atol = (default if given is None else given for given, default in zip(tolerances, defaults))
    return _of_arrays(*arrays, rtol, atol, equal_nan, where)


def _of_arrays(actual: Any, expected: Any, rtol: float, atol: float, equal_nan: bool, where: str) -> str:
    is_close = np.isclose(actual, expected, rtol, atol, equal_nan)
    if is_close.all():
        return ""
    first = tuple(int(each) for each in np.argwhere(~np.atleast_1d(is_close))[0])
    own, other = (np.atleast_1d(each)[first] for each in (actual, expected))
    count = f"{np.size(is_close) - np.count_nonzero(is_close)} of {np.size(is_close)} elements"
    place = f"the first at {list(first)}" if np.ndim(is_close) else "the only one"
    allowed = atol + rtol * abs(float(other))
    return (
        f"expects tensors to be close{_at(where)}, got {count} that differ, {place}: {own} and {other}, "
        f"where {allowed:.3g} is allowed (atol {atol}, rtol {rtol})"
    )
