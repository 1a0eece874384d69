"""Programs of a graph for any sizes of some dimensions of its arguments."""

from __future__ import annotations

import inspect
import itertools
from typing import Any, Collection, Iterable, Mapping, Sequence

from .._errors import at_user_line
from .._size_rules import Guard
from .._size_patterns import Opening, Served, Sizes
from .._tensor import Size, Tensor

_MOST = 16  # of programs for arguments of the same ranks that may serve calls now
_MOST_KEPT = 64

Key = tuple[Any, ...]


class OpenPrograms:
    """By what calls have in common that differ in sizes alone. A key is that of a call; its shapes are in it."""

    def __init__(self) -> None:
        self._served: dict[Key, list[Served]] = {}  # whose programs are keys
        self._sizes: dict[Key, Sizes] = {}
        self._numbers = itertools.count()

    def find(self, key: Key, programs: Mapping[Key, Any]) -> Any:
        """A program for the sizes of a call among others; None if there is none."""
        shapes = _shapes(key)
        served = (each for each in self._served.get(ranks_of(key), ()) if each.takes(shapes))
        return next((programs[each.program] for each in served if each.program in programs), None)

    def opening(self, key: Key, marked: Iterable[tuple[int, int]], programs: Mapping[Key, Any]) -> Opening | None:
        """For a call that none of the programs serves. `marked` are dimensions, by the tensor's number, whose sizes are
        open from the first call on. Raises ValueError for one that an argument doesn't have."""
        shapes, ranks = _shapes(key), ranks_of(key)
        sizes = self._sizes.setdefault(ranks, Sizes())
        before = [0, *itertools.accumulate(map(len, shapes))]
        opened = []
        for number, dim in marked:
            if dim >= len(shapes[number]):
                facts = f"below {len(shapes[number])} for an argument of shape {tuple(shapes[number])}, got {dim}"
                raise ValueError(at_user_line(f"mark_dynamic: expects dims {facts}"))
            opened.append(before[number] + dim)
        pattern = sizes.pattern(shapes, opened)
        serving = [each for each in self._served.get(ranks, ()) if each.program in programs]
        if pattern is None or len(serving) >= _MOST:
            return None
        return Opening(pattern, sizes.know, sizes.know_all, lambda place: sizes.are_equal(place, opened))

    def add(self, key: Key, opening: Opening, guards: Sequence[Guard]) -> Key:
        """The key of a program that leaves sizes open, compiled for a call with another key."""
        patterns = iter(opening.pattern.shapes)
        own = (*(next(patterns) if type(each) is Size else each for each in key), next(self._numbers))
        served = self._served.setdefault(ranks_of(key), [])
        served.append(Served(opening.pattern, guards, own))
        del served[:-_MOST_KEPT]
        return own


def check_mark(parameters: Collection[inspect.Parameter], argument: str, dims: Iterable[int]) -> None:
    """Of dimensions of an argument of a function with these parameters; what containers hold is named behind a dot."""
    for dim in dims:
        if not isinstance(dim, int) or isinstance(dim, bool) or dim < 0:
            raise ValueError(at_user_line(f"mark_dynamic: expects dims to be integers of at least 0, got {dim!r}"))
    names = [each.name for each in parameters if each.kind != each.VAR_KEYWORD]
    if argument.split(".")[0] not in names and len(names) == len(parameters):
        facts = f"an argument of build ({', '.join(names)}), got {argument!r}"
        raise ValueError(at_user_line(f"mark_dynamic: expects {facts}"))


def _shapes(key: Key) -> list[Size]:
    return [each for each in key if type(each) is Size]


def ranks_of(key: Sequence[Any]) -> Key:
    """What calls have in common that differ in sizes alone."""
    return tuple(len(each) if type(each) is Size else each for each in key)


def shown(tensors: Sequence[Tensor], opening: Opening | None) -> list[Any]:
    """Shapes of a call's arguments for people."""
    return [each.shape for each in tensors] if opening is None else opening.pattern.texts()
