"""What a trace reads of Python: attributes of watched classes, which are those of modules and graphs. Reads are noted
while a trace lasts only; afterwards it is assignments that say that something may have changed."""

from __future__ import annotations

import dataclasses
import threading
from contextlib import contextmanager
from types import SimpleNamespace
from typing import Any, Callable, Iterator, NamedTuple, TypeVar

import numpy as np

_Class = TypeVar("_Class", bound=type)
Note = Callable[[Any, str, Any], Any]  # of an object, an attribute and its value: what the reader gets

ABSENT = object()
NUMBER = "number"  # in the place of a token, of a float that is an input
names: set[str] = set()  # of attributes that any trace has read
_classes: list[Any] = []
_notes: dict[int, Note] = {}  # by thread
_changing = threading.Lock()
_NUMBERS_AND_WORDS = (bool, int, float, complex, str, bytes, type(None))
_MOST_BYTES = 1024  # of an array that is compared by its elements
_MOST_DEPTH = 4


def watched(defined: _Class) -> _Class:
    """Decorates a class of whose objects traces read attributes; `_unwatched` names those that are told otherwise."""
    _classes.append(defined)
    return defined


@contextmanager
def recording(note: Note) -> Iterator[None]:
    """What this thread reads inside is noted, but for what another trace inside of this one reads. Classes have the
    method as long as any thread records, as it makes each read slow."""
    thread = threading.get_ident()
    with _changing:
        outer = _notes.get(thread)
        _notes[thread] = note
        for each in _classes:
            each.__getattribute__ = _read
    try:
        yield
    finally:
        with _changing:
            if outer is None:
                del _notes[thread]
            else:
                _notes[thread] = outer
            if not _notes:
                for each in _classes:
                    del each.__getattribute__


def _read(self: Any, name: str) -> Any:
    note = _notes.get(threading.get_ident())
    try:
        value = object.__getattribute__(self, name)
    except AttributeError:
        if note is not None and _is_told(self, name) and not _is_in_a_table(self, name):
            note(self, name, ABSENT)
        raise
    if note is not None and _is_told(self, name) and not _is_of_class(self, name, value):
        return note(self, name, value)
    return value


def _is_told(owner: Any, name: str) -> bool:
    return not name.startswith("__") and name not in type(owner)._unwatched


def _is_in_a_table(owner: Any, name: str) -> bool:
    """Whether it is a parameter, say, that the class finds elsewhere."""
    attributes = object.__getattribute__(owner, "__dict__")
    tables = (attributes.get(table) for table in type(owner)._unwatched)
    return any(isinstance(table, dict) and name in table for table in tables)


def _is_of_class(owner: Any, name: str, value: Any) -> bool:
    """Whether it is a method or a property, whose own reads count."""
    return name not in object.__getattribute__(owner, "__dict__") and (
        callable(value) or isinstance(getattr(type(owner), name, None), property)
    )


class Read(NamedTuple):
    """An attribute that a trace has read."""

    owner: Any
    name: str

    def now(self) -> Any:
        """Its value, without the effects of reading it."""
        return vars(self.owner).get(self.name, getattr(type(self.owner), self.name, ABSENT))


class Same:
    """Equal to itself alone, whatever the object calls equal."""

    __slots__ = ("value",)

    def __init__(self, value: Any):
        self.value = value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Same) and other.value is self.value

    def __hash__(self) -> int:
        return id(self.value)


def token(value: Any, depth: int = 0) -> Any:
    """Equal for equal numbers, words and small arrays, for containers of such, and for objects that hold such and are
    the same; for others, if they are the same."""
    kind = type(value)
    if kind in _NUMBERS_AND_WORDS:
        return kind, repr(value) if kind in (float, complex) else value
    if isinstance(value, np.generic):
        return kind, repr(value)
    if isinstance(value, np.ndarray) and value.nbytes <= _MOST_BYTES and value.dtype.kind in "biufc":
        return np.ndarray, value.shape, value.dtype.str, value.tobytes()
    if depth < _MOST_DEPTH:
        if kind in (tuple, list):
            return kind, tuple(token(item, depth + 1) for item in value)
        if kind is dict:
            return kind, tuple((token(key, depth + 1), token(item, depth + 1)) for key, item in value.items())
        if kind in (set, frozenset):
            return kind, frozenset(token(item, depth + 1) for item in value)
        if _holds_options(value):
            return Same(value), tuple((key, token(item, depth + 1)) for key, item in vars(value).items())
    return Same(value)


def may_change(value: Any) -> bool:
    """Whether another token may be made of the value later, without an assignment to who holds it."""
    if isinstance(value, tuple):
        return any(map(may_change, value))
    return isinstance(value, (list, dict, set, np.ndarray)) or _holds_options(value)


def _holds_options(value: Any) -> bool:
    return isinstance(value, SimpleNamespace) or (dataclasses.is_dataclass(value) and not _is_watched(value))


def _is_watched(value: Any) -> bool:
    return isinstance(value, (type, *_classes))
