"""The programs of a graph: which one serves a call, and why there are several."""

from __future__ import annotations

from collections import deque
from functools import partial
from typing import Any, Callable, Iterable, Mapping, NamedTuple, Sequence

from .. import _tracing
from .._compiler import Program
from .._errors import warn
from .._number import Needed, Source
from .._watch import NUMBER, Read
from .dependencies import Dependencies, Key
from .open_programs import OpenPrograms, ranks_of

_MOST_STATES = 64  # of which programs are kept
_MOST_REASONS = 1000
_WARN_AFTER = 8  # programs in a row that differ by the same things
_MOST_SIZES = 4096  # of calls that programs for any sizes are found for at once

Facts = dict[str, str]


class Family:
    """Calls that differ in nothing but sizes and values of float arguments: which of these are inputs of the program,
    by their places among the floats. Those are that have had two values, unless a build has needed one."""

    def __init__(self, first: Sequence[str]):
        self._first = first
        self._inputs: set[int] = set()
        self._needed: set[int] = set()

    def take_inputs(self, tokens: list[Any], floats: Sequence[tuple[int, float]]) -> dict[int, float]:
        """The values of those that are inputs, and takes them out of a call's tokens."""
        for place, (at, _) in enumerate(floats):
            if tokens[at][1] != self._first[place]:
                self._inputs.add(place)
        inputs = sorted(self._inputs - self._needed)
        for place in inputs:
            tokens[floats[place][0]] = NUMBER
        return {place: floats[place][1] for place in inputs}

    def source(self, place: int) -> Source:
        return Source(f"float argument {place}", partial(self._needed.add, place))


class Found(NamedTuple):
    """What a trace has found that its program depends on."""

    tokens: Mapping[Key, Any]  # of attributes, as they were read
    reads: Mapping[Key, Read]
    members: Iterable[Any]  # modules and tensors


class Programs:
    """Programs by the state of what builds depend on, then by a key of the arguments. A state that is the beginning of
    that of now holds: programs don't depend on what later traces found."""

    def __init__(self, head: Callable[[Dependencies], Any]):
        self.dependencies = Dependencies()
        self.reasons: list[str] = []
        self.open = OpenPrograms()
        self._sizes: deque[tuple[Any, Program]] = deque()  # keys of calls that programs for any sizes serve
        self._head = head  # what a state begins with
        self._by_state: dict[tuple[Any, ...], dict[Any, Program]] = {}
        self._current: dict[Any, Program] = {}  # for the state of now, if nothing has changed since
        self._changes_seen = -1
        self._changing: tuple[Any, ...] = ()
        self._families: dict[tuple[Any, ...], Family] = {}
        self._facts: deque[Facts] = deque(maxlen=_MOST_STATES)
        self._latest: Mapping[Key, Any] = {}  # attributes of the program that was added last
        self._changed: list[str] = []  # the names of what was other than before, for the last programs
        self._in_a_row = 0

    def __len__(self) -> int:
        return len({id(program) for programs in self._by_state.values() for program in programs.values()})

    def now(self) -> dict[Any, Program]:
        """The programs that may serve calls now."""
        dependencies = self.dependencies
        if _tracing.changes() == self._changes_seen and (
            not self._changing or dependencies.changing() == self._changing
        ):
            return self._current
        changes = _tracing.changes()
        head = self._head(dependencies)
        self._drop_stale()
        state = (head, *dependencies.state())
        self._current = {}
        for known, programs in self._by_state.items():
            if state[: len(known)] == known:
                self._current.update(programs)
        self._changing, self._changes_seen = dependencies.changing(), changes
        return self._current

    def hold(self) -> bool:
        """Whether programs serve calls until the count of changes is another."""
        return not self._changing and _tracing.changes() == self._changes_seen

    def add(self, key: Any, program: Program, found: Found, facts: Callable[[Dependencies], Facts]) -> None:
        """Keeps a program for the state that its trace has found."""
        for member in found.members:
            self.dependencies.add(member)
        for read_key, read in found.reads.items():
            self.dependencies.add_read(read_key, read)
        state = (self._head(self.dependencies), *self.dependencies.state(found.tokens))
        self._by_state.setdefault(state, {})[key] = program
        while len(self._by_state) > _MOST_STATES:
            del self._by_state[next(iter(self._by_state))]
        self._changes_seen = -1
        self._latest = found.tokens
        self._explain(facts(self.dependencies))

    def find_open(self, key: Any) -> Program | None:
        """A program for any sizes that serves a call now; the next one like it finds it by its key."""
        found: Program | None = self.open.find(key, self.now())
        if found is not None:
            self.serve(key, found)
        return found

    def serve(self, key: Any, program: Program) -> None:
        """Lets a program that is kept serve calls with this key, too."""
        for programs in (self._current, *self._by_state.values()):
            if any(each is program for each in programs.values()):
                programs[key] = program
        self._sizes.append((key, program))
        if len(self._sizes) > _MOST_SIZES:
            oldest, served = self._sizes.popleft()
            for programs in (self._current, *self._by_state.values()):
                if programs.get(oldest) is served:
                    del programs[oldest]

    def take_as_inputs(self) -> bool:
        """Makes inputs of float attributes that have changed since a program was added; whether there are such."""
        if not self.dependencies.take_as_inputs(self._latest):
            return False
        self._changes_seen = -1
        return True

    def make_constant(self, needed: Needed) -> None:
        """Lets a number be a constant of programs from now on."""
        needed.source.make_constant()
        label = needed.source.label
        self._say(f"{label} changes and can't be an input: its value is needed at {needed.where}")
        self._changes_seen = -1

    def family(self, tokens: Sequence[Any], floats: Sequence[tuple[int, float]]) -> Family:
        """Of a call with these tokens, of which some are floats."""
        key = [*ranks_of(tokens)]
        for place, _ in floats:
            key[place] = float
        return self._families.setdefault(tuple(key), Family([repr(value) for _, value in floats]))

    def _drop_stale(self) -> None:
        """Programs whose variables have moved would never be called again, but keep the memory."""
        for programs in self._by_state.values():
            for key in [key for key, program in programs.items() if program.is_stale()]:
                del programs[key]

    def _explain(self, facts: Facts) -> None:
        """Says what is other than in the program that is most alike."""
        differences = [_differences(known, facts) for known in reversed(self._facts)]
        self._facts.append(facts)
        if not differences:
            self._say("the first call")
        else:
            least = min(differences, key=len)
            self._say("; ".join(least) or "another tensor or module in the place of one of before")
            self._warn_of_repeated(least)

    def _warn_of_repeated(self, differences: Sequence[str]) -> None:
        """Warns of what changes with each call and is a constant of each program."""
        names = [each.partition(" was ")[0] for each in differences if " was " in each]
        self._in_a_row = self._in_a_row + 1 if names and names == self._changed else 1
        self._changed = names
        if self._in_a_row == _WARN_AFTER:
            advice = "tensors, and floats as arguments or attributes, may change without that; explain() has all times"
            warn(f"a graph was compiled {_WARN_AFTER} times, as {differences[0]}: {advice}")

    def _say(self, reason: str) -> None:
        if len(self.reasons) < _MOST_REASONS:
            self.reasons.append(reason)


def _differences(known: Facts, facts: Facts) -> list[str]:
    both = [name for name in known.keys() & facts.keys() if known[name] != facts[name]]
    changed = sorted(f"{name} was {known[name]}, is {facts[name]}" for name in both)
    return changed or sorted(f"{name} is {facts[name]}" for name in facts.keys() - known.keys())
