"""Exceptions of the package, and the user's line that a message ends in."""

from __future__ import annotations

import os
import sys
import warnings
from itertools import islice
from types import CodeType, FrameType
from typing import Any, Callable, NamedTuple

PACKAGE = os.path.dirname(os.path.abspath(__file__)) + os.sep


class WeirError(RuntimeError):
    """A failure of the compiler or the runtime. `op`, `file` and `line` say where it comes from, if known."""

    __module__ = "weir"
    op: str = ""
    file: str = ""
    line: int = 0


class CompileError(WeirError):
    """A graph that was traced could not be compiled."""

    __module__ = "weir"


class OutOfMemory(WeirError, MemoryError):
    """The device's memory limit does not hold what a run needs."""

    __module__ = "weir"


class EagerNotAvailable(NotImplementedError):
    """An op was called outside `nn.Graph.build`."""

    __module__ = "weir"


class Location(NamedTuple):
    file: str
    line: int
    column: int
    function: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}, in {self.function}"


NOWHERE = Location("", 0, 0, "")


def is_ours(frame: FrameType) -> bool:
    """Whether it runs code of this package."""
    return frame.f_code.co_filename.startswith(PACKAGE)


def _column(frame: FrameType) -> int:
    position = next(islice(frame.f_code.co_positions(), frame.f_lasti // 2, None), None)
    return (position[2] or 0) + 1 if position else 0


def _user_frame() -> FrameType | None:
    frame: FrameType | None = sys._getframe(2)
    while frame is not None and frame.f_code.co_filename.startswith(PACKAGE):
        frame = frame.f_back
    return frame


def user_location() -> Location:
    """The innermost line outside this package."""
    frame = _user_frame()
    if frame is None:
        return NOWHERE
    code = frame.f_code
    return Location(code.co_filename, frame.f_lineno, _column(frame), code.co_qualname)


Place = tuple[CodeType, int]  # code and the offset of an instruction: a line that is looked up when it is needed


def user_place() -> Place | None:
    """Where `user_location` is, at less cost."""
    frame = _user_frame()
    return None if frame is None else (frame.f_code, frame.f_lasti)


def location_of(place: Place | None) -> Location:
    if place is None:
        return NOWHERE
    code, offset = place
    line, _, column, _ = next(islice(code.co_positions(), offset // 2, None), (None, None, None, None))
    return Location(code.co_filename, line or 0, (column or 0) + 1, code.co_qualname)


places_of_launches: Callable[[int], Place | None] = lambda launch: None  # set by eager mode


def location_of_launch(launch: int) -> Location:
    """The line that launched a run which failed, by its number."""
    return location_of(places_of_launches(launch))


def lacks(thing: Any, method: str) -> NotImplementedError:
    """What a base raises for a method that subclasses have."""
    return NotImplementedError(at_user_line(f"{type(thing).__name__}: expects a method {method}, found none"))


def at_user_line(message: str) -> str:
    where = user_location()
    return f"{message} ({where})" if where.file else message


def warn(message: str, kind: type[Warning] = UserWarning) -> None:
    """A warning of the user's line."""
    frame = _user_frame()
    if frame is None:
        warnings.warn(message, kind, stacklevel=2)
        return
    registry = frame.f_globals.setdefault("__warningregistry__", {})
    module = frame.f_globals.get("__name__", "")
    warnings.warn_explicit(message, kind, frame.f_code.co_filename, frame.f_lineno, module, registry)
