"""What follows from the sizes of a call's inputs, as data that another process can read: numbers that are computed of
them, and what a program takes for granted about them.

A rule is a number; `("size", place)`, one of the sizes that differ between calls; or the word of an operator and two
rules. A `SizeOfOp` is one that only this process knows."""

from __future__ import annotations

import operator
from typing import Any, Callable, NamedTuple, Sequence

Rule = Any  # a number, tuple or SizeOfOp

OPERATORS: dict[str, Callable[[Any, Any], Any]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "//": operator.floordiv,
    "%": operator.mod,
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
_SIZE = "size"


def input_size(place: int) -> Rule:
    """The size of an input, by its place among those that differ between calls."""
    return _SIZE, place


class SizeOfOp(NamedTuple):
    """A size of an op's result, by the op's own inference; -1 where the op refuses its operands."""

    of: Callable[[list[list[int]]], int | None]
    operands: list[list[Rule]]  # their sizes


def value(rule: Rule, sizes: Sequence[int], known: dict[int, int] | None = None) -> int:
    """What a rule gives for these sizes; `known` keeps what its parts gave, by id. Raises ZeroDivisionError."""
    if type(rule) is not tuple and type(rule) is not SizeOfOp:
        return rule  # type: ignore[no-any-return]
    known = {} if known is None else known
    if id(rule) not in known:
        known[id(rule)] = _value(rule, sizes, known)
    return known[id(rule)]


def _value(rule: Rule, sizes: Sequence[int], known: dict[int, int]) -> int:
    if type(rule) is SizeOfOp:
        made = rule.of([[value(size, sizes, known) for size in shape] for shape in rule.operands])
        return -1 if made is None else made
    word, *parts = rule
    if word == _SIZE:
        return sizes[parts[0]]
    a, b = parts
    return OPERATORS[word](value(a, sizes, known), value(b, sizes, known))  # type: ignore[no-any-return]


def is_data(rule: Rule) -> bool:
    """Whether it says all that it needs."""
    if type(rule) is tuple:
        return all(is_data(part) for part in rule[1:])
    return type(rule) in (int, float, bool)  # and not NumPy's


def from_data(made: Any) -> Rule:
    """A rule of lists, as JSON gives them back."""
    return tuple(map(from_data, made)) if isinstance(made, list) else made


class Guard(NamedTuple):
    """What a program takes for granted, as a build has asked for it."""

    text: str  # what was asked
    answer: str
    rule: Rule
    expected: int

    def holds(self, sizes: Sequence[int]) -> bool:
        """For these sizes. Raises ZeroDivisionError."""
        return value(self.rule, sizes) == self.expected
