"""Sets of values: where the parameters of distributions may be, and what is drawn from them. `check` says of each value
of a tensor whether it is inside, of vectors with `event_dim` 1 of each vector."""

from __future__ import annotations

import math
from typing import Any, Callable

__all__ = [
    "Constraint",
    "boolean",
    "greater_than",
    "greater_than_eq",
    "half_open_interval",
    "integer_interval",
    "interval",
    "less_than",
    "multinomial",
    "nonnegative",
    "nonnegative_integer",
    "one_hot",
    "positive",
    "positive_integer",
    "real",
    "real_vector",
    "simplex",
    "unit_interval",
]


class Constraint:
    """A set of numbers, or of vectors."""

    def __init__(self, name: str, check: Callable[[Any], Any], event_dim: int = 0, is_discrete: bool = False):
        self._name, self.check, self.event_dim, self.is_discrete = name, check, event_dim, is_discrete

    def __repr__(self) -> str:
        return self._name


def greater_than(lower_bound: Any) -> Constraint:
    """Numbers above a bound."""
    return Constraint(f"GreaterThan(lower_bound={lower_bound})", lambda x: x > lower_bound)


def greater_than_eq(lower_bound: Any) -> Constraint:
    """Numbers from a bound on."""
    return Constraint(f"GreaterThanEq(lower_bound={lower_bound})", lambda x: x >= lower_bound)


def less_than(upper_bound: Any) -> Constraint:
    """Numbers below a bound."""
    return Constraint(f"LessThan(upper_bound={upper_bound})", lambda x: x < upper_bound)


def interval(lower_bound: Any, upper_bound: Any) -> Constraint:
    """Numbers from one bound to another, with both."""
    name = f"Interval(lower_bound={lower_bound}, upper_bound={upper_bound})"
    return Constraint(name, lambda x: (x >= lower_bound) & (x <= upper_bound))


def half_open_interval(lower_bound: Any, upper_bound: Any) -> Constraint:
    """Numbers from one bound to another, without that."""
    name = f"HalfOpenInterval(lower_bound={lower_bound}, upper_bound={upper_bound})"
    return Constraint(name, lambda x: (x >= lower_bound) & (x < upper_bound))


def integer_interval(lower_bound: Any, upper_bound: Any) -> Constraint:
    """Whole numbers from one bound to another, with both."""
    name = f"IntegerInterval(lower_bound={lower_bound}, upper_bound={upper_bound})"
    return Constraint(name, lambda x: (x % 1 == 0) & (x >= lower_bound) & (x <= upper_bound), is_discrete=True)


def multinomial(upper_bound: int) -> Constraint:
    """Vectors of numbers of at least 0 that add up to at most a bound."""
    name = f"Multinomial(upper_bound={upper_bound})"
    return Constraint(name, lambda x: (x >= 0).all(-1) & (x.sum(-1) <= upper_bound), 1, True)


def joined(of_each: Constraint, count: int) -> Constraint:
    """Arrays of values inside of a set: of so many dimensions more."""
    if not count:
        return of_each

    def check(x: Any) -> Any:
        return of_each.check(x).flatten(-count).all(-1)

    return Constraint(
        f"IndependentConstraint({of_each}, {count})", check, of_each.event_dim + count, of_each.is_discrete
    )


def _adds_up(x: Any) -> Any:
    return (x >= 0).all(-1) & ((x.sum(-1) - 1).abs() < 1e-6)


def _is_one_hot(x: Any) -> Any:
    return ((x == 0) | (x == 1)).all(-1) & (x.sum(-1) == 1)


real = Constraint("Real()", lambda x: x == x)
real_vector = Constraint("IndependentConstraint(Real(), 1)", lambda x: (x == x).all(-1), 1)
positive = greater_than(0.0)
nonnegative = greater_than_eq(0.0)
unit_interval = interval(0.0, 1.0)
simplex = Constraint("Simplex()", _adds_up, 1)
boolean = Constraint("Boolean()", lambda x: (x == 0) | (x == 1), is_discrete=True)
one_hot = Constraint("OneHot()", _is_one_hot, 1, True)
nonnegative_integer = integer_interval(0, math.inf)
positive_integer = integer_interval(1, math.inf)
