"""Compares results with PyTorch's: an element is right if it equals PyTorch's, or is no worse beside the number in f64.
Knows neither PyTorch nor Weir."""

import numpy as np

# The distance of numbers beside 1, and how many of it a result of few roundings may be off. Nothing better stands
# beside f64, whose formulas f32 checks.
EPSILON = {"float64": 2.0**-52, "float32": 2.0**-23, "float16": 2.0**-10, "bfloat16": 2.0**-7}
ROUNDINGS = {"float64": 256, "float32": 4, "float16": 1, "bfloat16": 1}
# One rounding more than PyTorch made may be among those that matter most.
FLUCTUATION = 4
ORDINARY = 2.0**12  # above what sums of a few small numbers are
LEAST = {"float64": 2.0**-1074, "float32": 2.0**-149, "float16": 2.0**-24, "bfloat16": 2.0**-133}
MOST = {
    "float64": float(np.finfo(np.float64).max),
    "float32": float(np.finfo(np.float32).max),
    "float16": 65504.0,
    "bfloat16": 2.0**127 * (2 - 2.0**-7),
}


def difference(actual, got, exact, dtype, noise, scale=0.0):
    """What is wrong with `actual`, or "". `got` is PyTorch's result, `exact` the one in f64, `noise` how far off it may
    be anyway, `scale` the size of what it is a sum of. With noise None an element may be off as far as PyTorch's there,
    and if it is a sum, as far as that of other ordinary ones, whatever extremes stand beside it."""
    if dtype not in EPSILON:
        wrong = actual != got
        return _first(wrong, actual, got) if wrong.any() else ""
    with np.errstate(all="ignore"):
        actual, got, exact = (np.asarray(x, np.float64) for x in (actual, got, exact))
        overflows = np.abs(exact) > MOST[dtype] * (1 + EPSILON[dtype] / 4)
        exact = np.where(overflows, np.copysign(np.inf, exact), exact)
        settled = (actual == got) | (actual == exact) | (np.isnan(actual) & (np.isnan(got) | np.isnan(exact)))
        finite = np.isfinite(exact)
        roundings = 0.5 if noise is not None else max(0.5, ROUNDINGS[dtype] / 8)  # of the largest term
        ordinary = finite if noise is not None else finite & (np.abs(exact) < ORDINARY) & (scale > 0)
        largest = np.where(ordinary, np.abs(exact), 0).max(initial=scale)
        if noise is None:
            noise = np.where(np.isfinite(got) & finite, np.abs(got - exact), 0)
            noise = np.maximum(noise, np.where(ordinary, noise, 0).max(initial=0))
        bound = EPSILON[dtype] * (ROUNDINGS[dtype] * np.abs(exact) + roundings * largest)
        bound += FLUCTUATION * noise + LEAST[dtype]
        wrong = ~settled & ~(np.abs(actual - exact) <= bound)
    return _first(wrong, actual, got, exact) if wrong.any() else ""


def _first(wrong, actual, got, exact=None):
    at = tuple(int(i) for i in np.argwhere(wrong)[0])
    beside = "" if exact is None else f", {exact[at]!r} in f64"
    return f"{int(wrong.sum())} of {wrong.size} elements, at {at} {actual[at]!r} for {got[at]!r}{beside}"


def same_elements(of, actual, got):
    """Whether positions name equal elements of `of` along some dimension, which they may lack."""

    def taken(positions, dim):
        lacks = positions.ndim < of.ndim
        return np.take_along_axis(of, np.expand_dims(positions, dim) if lacks else positions, dim)

    if of.ndim == 0:
        return np.array_equal(actual, got)
    for dim in range(of.ndim):
        try:
            if np.array_equal(taken(actual, dim), taken(got, dim), equal_nan=of.dtype.kind == "f"):
                return True
        except (IndexError, ValueError):
            continue
    return False
