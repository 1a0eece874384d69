"""How the elements of tensors are shown: as many digits as a reader wants, in columns, of large tensors the edges."""

from __future__ import annotations

import dataclasses
import sys
from typing import Any, Callable, Sequence

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


def shown(values: np.ndarray, prefix: str, facts: Sequence[str]) -> str:
    """What stands in front, the elements in brackets, and facts about them, in lines of the width that is chosen."""
    options = _chosen[0]
    if values.size:
        write, width = _in_columns(_seen(values, options), options)
        cuts = values.size > options.threshold
        elements = _written(values, lambda value: write(value).rjust(width), width, len(prefix), cuts)
    else:
        elements = "[]"
    text = prefix + elements
    for fact in facts:
        last = len(text) - text.rfind("\n") - 1
        fits = last + len(fact) + 4 <= options.linewidth
        text += f", {fact}" if fits else f",\n{' ' * len(prefix)}{fact}"
    return text + ")"


def _written(values: np.ndarray, write: Callable[[Any], str], width: int, indent: int, cuts: bool) -> str:
    """The elements; where it `cuts`, of each dimension the edges. Rows go on below their first element."""
    if not values.shape:
        return write(values[()])
    options, count = _chosen[0], len(values)
    edge = options.edgeitems
    is_cut = cuts and count > 2 * edge
    places = [*range(edge), *range(count - edge, count)] if is_cut else range(count)
    parts = [_written(values[place], write, width, indent + 1, cuts) for place in places]
    below = ",\n" + " " * (indent + 1)
    if values.ndim > 1:
        parts[edge:edge] = ["..."] if is_cut else []
        return "[" + ("," + "\n" * (values.ndim - 1) + " " * (indent + 1)).join(parts) + "]"
    parts[edge:edge] = [" ..."] if is_cut else []
    in_line = max(1, (options.linewidth - indent) // (width + 2))
    return "[" + below.join(", ".join(parts[at : at + in_line]) for at in range(0, len(parts), in_line)) + "]"


def _seen(values: np.ndarray, options: _Options) -> np.ndarray:
    """Those that are shown."""
    if values.size > options.threshold:
        for axis, size in enumerate(values.shape):
            if size > 2 * options.edgeitems:
                places = [*range(options.edgeitems), *range(size - options.edgeitems, size)]
                values = values.take(places, axis)
    return values.reshape(-1)


def _in_columns(seen: np.ndarray, options: _Options) -> tuple[Callable[[Any], str], int]:
    """What writes an element, and how wide columns are: as PyTorch's, which zeros, infinities and NaN don't widen."""
    if seen.dtype.kind != "f":
        return str, max(len(str(value)) for value in seen)
    wide = seen.astype(np.float64)
    numbers = wide[np.isfinite(wide) & (wide != 0)]
    write = _of_floats(numbers, options)
    return write, max((len(write(value)) for value in numbers), default=1)


def _of_floats(numbers: np.ndarray, options: _Options) -> Callable[[Any], str]:
    sizes = np.abs(numbers)
    least, most = (sizes.min(), sizes.max()) if numbers.size else (1.0, 1.0)
    are_whole = bool((numbers == np.trunc(numbers)).all())
    far_apart = most > _FAR_APART * least or most > _LARGE or (least < _SMALL and not are_whole)
    if far_apart if options.sci_mode is None else options.sci_mode:
        return lambda value: f"{value:.{options.precision}e}"
    if are_whole:
        return lambda value: f"{value:.0f}." if np.isfinite(value) else f"{value:.0f}"
    return lambda value: f"{value:.{options.precision}f}"
