"""Calls that differ in sizes alone: which of these are left open, so that one program serves more than one."""

from __future__ import annotations

import itertools
from functools import partial
from typing import Any, Callable, Iterable, Iterator, NamedTuple, Sequence

from ._open_sizes import LEAST_OPEN, OpenSizes
from ._size_rules import Guard

Shapes = Sequence[Sequence[int]]

# What stands for sizes in traces. No sum or difference of some is a size that programs have, nor is a part of one.
_STAND_INS = tuple(768 * prime for prime in (1409, 1433, 1451, 1481, 1499, 1523, 1549, 1571))
_LEAST_STAND_IN = 1 << 12  # of what an op computes of them, too
_SEEN_APART = 2  # calls that get a program of their own


class Pattern:
    """Shapes of inputs; in the places of open sizes, which are `least` at least, stands what stands for them, the same
    for equal ones. What stands for `derived` ones is what an op computes of the others."""

    def __init__(self, shapes: Iterable[tuple[int, ...]], least: int = LEAST_OPEN, derived: Iterable[int] = ()):
        self.shapes, self.least, self.derived = tuple(shapes), least, frozenset(derived)
        self.stand_ins = {size for shape in self.shapes for size in shape if size in _STAND_INS} | self.derived

    def data(self) -> tuple[Any, ...]:
        """Made of what JSON has."""
        return self.shapes, self.least, sorted(self.derived)

    @classmethod
    def of_data(cls, shapes: Iterable[Sequence[int]], least: int, derived: Iterable[int] = ()) -> Pattern:
        return cls(map(tuple, shapes), least, derived)

    def matching(self, shapes: Sequence[tuple[int, ...]]) -> Pattern:
        """The same where the last inputs have these shapes, of what is computed of the others."""
        first = len(self.shapes) - len(shapes)
        free = self.stand_ins - {size for shape in self.shapes[:first] for size in shape}
        derived: dict[int, int] = {}
        for own, computed in zip(self.shapes[first:], shapes):
            for size, number in zip(own, computed):
                if size in free and number > _LEAST_STAND_IN and derived.setdefault(size, number) != number:
                    return self
        made = (tuple(derived.get(size, size) for size in shape) for shape in self.shapes)
        return Pattern(made, self.least, derived.values())

    def texts(self) -> list[list[str]]:
        """The shapes for people."""
        return [["?" if size in self.stand_ins else str(size) for size in shape] for shape in self.shapes]

    def sizes(self, shapes: Shapes) -> list[int] | None:
        """The open ones' sizes in a call, in order; None for one that differs elsewhere."""
        found: dict[int, int] = {}
        for shape, given in zip(self.shapes, shapes):
            for known, size in zip(shape, given):
                if known not in self.stand_ins:
                    if known != size:
                        return None
                elif size < self.least or found.setdefault(known, size) != size:
                    return None
        return [*found.values()]


def patterns_of(shapes: Shapes, least: int) -> Iterator[Pattern]:
    """For calls like one of these shapes: with all sizes open, equal ones as one, and with fewer and fewer of them."""
    sizes = sorted({size for shape in shapes for size in shape if size > 1})
    if not set(_STAND_INS).isdisjoint(sizes):
        return
    for count in range(min(len(sizes), len(_STAND_INS)), 0, -1):
        for chosen in itertools.combinations(sizes, count):
            standing = dict(zip(chosen, _STAND_INS))
            yield Pattern((tuple(standing.get(size, size) for size in shape) for shape in shapes), least)


class Opening(NamedTuple):
    """Which sizes of a call's inputs a program leaves open. `know` takes one that it has to know, by its place among
    the sizes of all; `stays` says whether one is to be open even where ops are faster if they know it."""

    pattern: Pattern
    know: Callable[[int], None]
    know_all: Callable[[], None]
    stays: Callable[[int], bool]

    def open(self, table: OpenSizes, shapes: Shapes, names: Iterable[str]) -> Sequence[tuple[int, ...]]:
        """Lets them be open in a trace for a call of these shapes, of inputs of these names: the inputs' shapes with
        what stands for them."""
        places = itertools.count()
        for name, shape, given in zip(names, self.pattern.shapes, shapes):
            for dim, (known, size, place) in enumerate(zip(shape, given, places)):
                if known in self.pattern.stand_ins and not table.has(known):
                    fix, stays = partial(self.know, place), self.stays(place)
                    is_exact = known not in self.pattern.derived
                    table.add(known, f"{name}.shape[{dim}]", size, fix, stays, self.pattern.least, is_exact)
        return self.pattern.shapes


class Served:
    """A program with open sizes: which calls it serves."""

    def __init__(self, pattern: Pattern, guards: Sequence[Guard], program: Any):
        self.pattern, self.guards, self.program = pattern, guards, program

    def takes(self, shapes: Shapes) -> bool:
        sizes = self.pattern.sizes(shapes)
        try:
            return sizes is not None and all(guard.holds(sizes) for guard in self.guards)
        except ZeroDivisionError:  # of a computed size
            return False


def form_of(shape: Sequence[int], places: dict[int, int]) -> tuple[int, ...]:
    """A shape without its sizes but 0 and 1: others by their order of appearance, which `places` keeps."""
    return tuple(size if size < 2 else 2 + places.setdefault(size, len(places)) for size in shape)


class Sizes:
    """Those of calls of the same ranks, as far as no program for any sizes has served them: which of them vary, and
    which are equal. A place is that of a size, counted over all shapes."""

    def __init__(self) -> None:
        self._seen: list[list[int]] = []  # the first ones that differ
        self._latest: list[int] = []
        self._varied: set[int] = set()
        self._known: set[int] = set()  # that have to be
        self._equal: list[Any] = []  # by place: the same for those that have been equal in all calls
        self._wanted: set[int] = set()
        self._opens_equal = True  # not only those that are wanted, but also what has been equal to one

    def pattern(self, shapes: Shapes, opened: Iterable[int] = ()) -> Pattern | None:
        """For a call that no program serves. Open are sizes that have varied, from the third call with others on, and
        in any case those of `opened`."""
        sizes = [size for shape in shapes for size in shape]
        if self._latest:
            self._varied.update(place for place, size in enumerate(sizes) if size != self._latest[place])
        classes: dict[Any, int] = {}
        pairs = zip(self._equal or sizes, sizes)
        self._equal = [classes.setdefault(pair, len(classes)) for pair in pairs]
        self._latest = sizes
        if len(self._seen) <= _SEEN_APART and sizes not in self._seen:
            self._seen.append(sizes)
        self._wanted = {*opened, *self._varied} if len(self._seen) > _SEEN_APART else {*opened}
        known = {self._equal[place] for place in self._known}
        open_classes = sorted({self._equal[place] for place in self._wanted if sizes[place] > 1} - known)
        if not 0 < len(open_classes) <= len(_STAND_INS) or not set(_STAND_INS).isdisjoint(sizes):
            return None
        standing = dict(zip(open_classes, _STAND_INS))

        def shown(place: int, size: int) -> int:
            may_open = self._opens_equal or place in self._wanted
            return standing.get(self._equal[place], size) if may_open else size

        all_shown = iter([shown(place, size) for place, size in enumerate(sizes)])
        return Pattern(tuple(itertools.islice(all_shown, len(shape))) for shape in shapes)

    def know(self, place: int) -> None:
        """Lets a size be known from now on; at first, those that have been equal to it by chance."""
        alike = [other for other, equal in enumerate(self._equal) if equal == self._equal[place]]
        if self._opens_equal and not self._wanted.issuperset(alike):
            self._opens_equal = False
        else:
            self._known.add(place)

    def are_equal(self, place: int, others: Iterable[int]) -> bool:
        """Whether a size has been equal to one of these in all calls."""
        return self._equal[place] in [self._equal[other] for other in others]

    def know_all(self) -> None:
        self._known.update(range(len(self._latest)))
