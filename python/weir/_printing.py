"""How the elements of tensors are shown: as many digits as a reader wants, in columns, of large tensors the edges."""

from __future__ import annotations

import dataclasses
import sys
from typing import Any, Callable

import numpy as np

from ._errors import at_user_line


@dataclasses.dataclass(frozen=True)
class _Options:
    precision: int = 4  # digits behind the point
    threshold: int = 1000  # elements; of more, edges are shown
    edgeitems: int = 3  # elements at either end of a dimension there
    linewidth: int = 80  # characters
    sci_mode: bool | None = None  # None: where numbers are far apart, very large or very small


_PROFILES = {
    "default": _Options(),
    "short": _Options(precision=2, edgeitems=2),
    "full": _Options(threshold=sys.maxsize),
}
_FAR_APART, _LARGE, _SMALL = 1e3, 1e8, 1e-4
_chosen = [_PROFILES["default"]]


def set_printoptions(
    precision: int | None = None,
    threshold: float | None = None,
    edgeitems: int | None = None,
    linewidth: int | None = None,
    profile: str | None = None,
    sci_mode: bool | None = None,
) -> None:
    """How tensors are printed from now on: digits behind the point (4), the number of elements from which edges alone
    are shown (1000), how many at either end (3), characters of a line (80), whether with exponents (None: where it
    helps). `profile` is default, short or full, of which the others change something. Raises ValueError for another
    one, and for edgeitems below 1."""
    if profile is not None and profile not in _PROFILES:
        raise ValueError(at_user_line(f"set_printoptions: expects profile {', '.join(_PROFILES)}, got {profile!r}"))
    if edgeitems is not None and edgeitems < 1:
        raise ValueError(at_user_line(f"set_printoptions: expects edgeitems of at least 1, got {edgeitems}"))
    given: dict[str, Any] = {"precision": precision, "edgeitems": edgeitems, "linewidth": linewidth}
    if threshold is not None:
        given["threshold"] = int(min(threshold, sys.maxsize))
    changes = {name: value for name, value in given.items() if value is not None}
    base = _chosen[0] if profile is None else _PROFILES[profile]
    _chosen[0] = dataclasses.replace(base, sci_mode=sci_mode, **changes)


def shown(values: np.ndarray, prefix: str) -> str:
    """The elements in brackets; `prefix` is what stands in front of them."""
    options = _chosen[0]
    if values.size == 0:
        return "[]"
    return np.array2string(
        values,
        separator=", ",
        prefix=prefix,
        threshold=options.threshold,
        edgeitems=options.edgeitems,
        max_line_width=options.linewidth,
        formatter={"all": _in_columns(_seen(values, options), options)},
    )


def _seen(values: np.ndarray, options: _Options) -> np.ndarray:
    """Those that are shown."""
    if values.size > options.threshold:
        for axis, size in enumerate(values.shape):
            if size > 2 * options.edgeitems:
                places = [*range(options.edgeitems), *range(size - options.edgeitems, size)]
                values = values.take(places, axis)
    return values.reshape(-1)


def _in_columns(seen: np.ndarray, options: _Options) -> Callable[[Any], str]:
    """What writes an element, as wide as each of these."""
    write = _of_floats(seen.astype(np.float64), options) if seen.dtype.kind == "f" else str
    width = max(len(write(value)) for value in seen)
    return lambda value: write(value).rjust(width)


def _of_floats(seen: np.ndarray, options: _Options) -> Callable[[Any], str]:
    numbers = np.abs(seen[np.isfinite(seen) & (seen != 0)])
    least, most = (numbers.min(), numbers.max()) if numbers.size else (1.0, 1.0)
    are_whole = bool((numbers == np.trunc(numbers)).all())
    far_apart = most > _FAR_APART * least or most > _LARGE or (least < _SMALL and not are_whole)
    if far_apart if options.sci_mode is None else options.sci_mode:
        return lambda value: f"{value:.{options.precision}e}"
    if are_whole:
        return lambda value: f"{value:.0f}." if np.isfinite(value) else f"{value:.0f}"
    return lambda value: f"{value:.{options.precision}f}"
