"""Windows of signals: weights that fall off to both sides."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from ._creation import arange, ones
from ._errors import at_user_line
from ._promotion import get_default_dtype

if TYPE_CHECKING:
    from ._dtypes import dtype as DType
    from ._tensor import Tensor

__all__ = ["bartlett_window", "blackman_window", "hamming_window", "hann_window"]


def _places(function: str, length: int, periodic: bool, dtype: DType | None, device: Any) -> Tensor | None:
    """From 0 to 1 over the window, whose end is the next one's begin if it is periodic; None for one without places."""
    if not isinstance(length, int) or isinstance(length, bool) or length < 0:
        raise ValueError(at_user_line(f"{function}: expects a length of at least 0, got {length!r}"))
    if dtype is not None and not dtype.is_floating_point:
        raise TypeError(at_user_line(f"{function}: expects a floating-point dtype, got {dtype.name}"))
    if length < 2:
        return None
    numbers = arange(length, dtype=dtype or get_default_dtype(), device=device)
    return numbers / (length if periodic else length - 1)


def _of_cosines(places: Tensor, *weights: float) -> Tensor:
    total: Any = weights[0]
    for number, weight in enumerate(weights[1:], 1):
        total = total + weight * (places * (2 * math.pi * number)).cos()
    return total  # type: ignore[no-any-return]


def _flat(length: int, dtype: DType | None, device: Any) -> Tensor:
    return ones(length, dtype=dtype or get_default_dtype(), device=device)


def hann_window(window_length: int, periodic: bool = True, *, dtype: DType | None = None, device: Any = None) -> Tensor:
    """(1 - cos(2 pi n / N)) / 2 for n below window_length, N that or, if not `periodic`, one less."""
    places = _places("hann_window", window_length, periodic, dtype, device)
    return _flat(window_length, dtype, device) if places is None else _of_cosines(places, 0.5, -0.5)


def hamming_window(
    window_length: int,
    periodic: bool = True,
    alpha: float = 0.54,
    beta: float = 0.46,
    *,
    dtype: DType | None = None,
    device: Any = None,
) -> Tensor:
    """alpha - beta cos(2 pi n / N) for n below window_length, N that or, if not `periodic`, one less."""
    places = _places("hamming_window", window_length, periodic, dtype, device)
    return _flat(window_length, dtype, device) if places is None else _of_cosines(places, alpha, -beta)


def blackman_window(
    window_length: int, periodic: bool = True, *, dtype: DType | None = None, device: Any = None
) -> Tensor:
    """0.42 - 0.5 cos(2 pi n / N) + 0.08 cos(4 pi n / N) for n below window_length, N that or, if not `periodic`, one
    less."""
    places = _places("blackman_window", window_length, periodic, dtype, device)
    return _flat(window_length, dtype, device) if places is None else _of_cosines(places, 0.42, -0.5, 0.08)


def bartlett_window(
    window_length: int, periodic: bool = True, *, dtype: DType | None = None, device: Any = None
) -> Tensor:
    """1 - |2 n / N - 1| for n below window_length, N that or, if not `periodic`, one less."""
    places = _places("bartlett_window", window_length, periodic, dtype, device)
    if places is None:
        return _flat(window_length, dtype, device)
    return 1 - (places * 2 - 1).abs()  # type: ignore[no-any-return]
