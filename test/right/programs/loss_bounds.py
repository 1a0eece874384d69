"""When the losses of a program's 20 steps are right, beside PyTorch's of the same program and seed."""

import math

F64 = 1e-9
FIRST = 1e-6
TIMES = 2
EPS = {"float32": 2.0**-23, "bfloat16": 2.0**-7}


def off(found, expected):
    """The largest difference of two losses, relative where the loss is over one; infinite where one is not a number."""
    differences = (abs(a - b) / max(1, abs(b)) for a, b in zip(found, expected))
    return max((each if math.isfinite(each) else math.inf) for each in differences)


def right_at_first(found, expected, precision):
    """Whether a first loss in f32 is right. With products in bfloat16 it may be as many of their roundings off."""
    return off([found], [expected]) <= FIRST * EPS[precision] / EPS["float32"]


def ratio(losses, torch, exact):
    """How many times as far as PyTorch's the losses are from those in f64; a rounding of each is no distance."""
    rounding = EPS["float32"] * math.hypot(*exact)
    return math.dist(losses, exact) / max(math.dist(torch, exact), rounding)
