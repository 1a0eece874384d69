"""A record of the instructions that ran, and of who asked for them."""

from __future__ import annotations

import gzip
import json
import os
import tempfile
import threading
from contextlib import contextmanager
from typing import Any, Iterator, NamedTuple, Sequence

from . import _core
from ._device import opened
from ._errors import at_user_line, location_of
from .nn.module import Module


_MOST_EVENTS = 1 << 24  # of a thread


class Event(NamedTuple):
    """An instruction that ran."""

    kind: str  # "kernel", "copy", "fill", "callback" or "program"; "range" of what the program itself has named
    name: str  # of the kernel, or of the range
    op: str  # the ops that it computes, "" where none is known
    module: str  # that they are part of, "" where none is known
    file: str  # the line that asked for it, "" where none is known
    line: int
    thread: int
    begin: float  # seconds, of a clock that only counts
    seconds: float


class Recording:
    """What the instructions of a device did between `start` and `stop`."""

    def __init__(self, device: Any, capacity: int, function: str):
        if not isinstance(capacity, int) or not 1 <= capacity <= _MOST_EVENTS:
            rule = f"expects capacity to be an integer from 1 to {_MOST_EVENTS}"
            raise ValueError(at_user_line(f"{function}: {rule}, got {capacity!r}"))
        self._device = str(opened(device, function))
        self._function = function
        self._capacity = capacity
        self._calls = _Calls()
        self._ranges: list[tuple[str, int, int]] = []  # names, and nanoseconds of their beginnings and ends
        self.trace: dict[str, Any] = {}  # as ui.perfetto.dev opens it
        self.by_plan = self.by_python = self.compiled = 0  # see `_core.call_counts`

    def start(self) -> None:
        if _under_way:
            raise RuntimeError(at_user_line(f"{self._function}: expects no other recording under way, got one"))
        _under_way.append(self)
        self._counts = _core.call_counts()
        _core.note_all_places(self._capacity, self._calls.current)
        self._calls.follow()
        _core.trace_enable(self._device, self._capacity)

    def stop(self) -> None:
        if self not in _under_way:
            raise RuntimeError(at_user_line(f"{self._function}: expects a recording under way, got none"))
        try:
            _core.synchronize(self._device)
        finally:
            self._read()

    def _read(self) -> None:
        try:
            with tempfile.TemporaryDirectory() as folder:
                path = os.path.join(folder, "trace.json")
                _core.trace_export(self._device, path)
                with open(path, encoding="utf-8") as file:
                    self.trace = json.load(file)
            self._add_places()
            self.trace["traceEvents"] += _shown(self._ranges)
            counts = zip(_core.call_counts(), self._counts)
            self.by_plan, self.by_python, self.compiled = (now - before for now, before in counts)
        finally:
            _under_way.remove(self)
            _core.trace_enable(self._device, 0)
            self._calls.leave()
            _core.note_all_places(0, None)

    def add_range(self, name: str, begin: int, end: int) -> None:
        """Notes what the program calls the time between two `time.monotonic_ns`, the clock of the trace."""
        self._ranges.append((name, begin, end))

    def _add_places(self) -> None:
        """Jobs of single ops have no line of their own: theirs is the call's."""
        for event in self.trace["traceEvents"]:
            arguments = event.get("args", {})
            launch = arguments.pop("launch", 0)
            if not launch or arguments.get("file"):
                continue
            where = location_of(_core.place_of_launch(launch))
            if where.file:
                arguments |= {"file": where.file, "line": where.line}
            if module := _core.module_of_launch(launch):
                arguments["layer"] = module

    def events(self) -> list[Event]:
        """The instructions, by the time of their beginning."""
        made = []
        for event in self.trace["traceEvents"]:
            if event["ph"] != "X" or event["cat"] in ("submit", "wait"):
                continue
            told = event["args"]
            place = told.get("file", ""), int(told.get("line", 0))
            names = event["cat"], event["name"], told.get("op", ""), told.get("layer", "")
            made.append(Event(*names, *place, event["tid"], event["ts"] / 1e6, event["dur"] / 1e6))
        return sorted(made, key=lambda event: event.begin)

    def write(self, path: str) -> None:
        """As JSON, packed where the name ends so."""
        with (gzip.open if path.endswith(".gz") else open)(path, "wt", encoding="utf-8") as file:
            json.dump(self.trace, file)


_under_way: list[Recording] = []  # one at most: the trace of a device is one


def under_way() -> Recording | None:
    """The recording that is under way, if one is."""
    return _under_way[0] if _under_way else None


def _shown(ranges: Sequence[tuple[str, int, int]]) -> list[dict[str, Any]]:
    """Ranges as a row of the trace."""
    if not ranges:
        return []
    row = {"pid": 1, "tid": 0}
    shown: list[dict[str, Any]] = [{**row, "ph": "M", "name": "thread_name", "args": {"name": "ranges"}}]
    for name, begin, end in ranges:
        times = {"ts": begin / 1e3, "dur": (end - begin) / 1e3}
        shown.append({**row, **times, "ph": "X", "name": name, "cat": "range", "args": {}})
    return shown


class _Calls:
    """Which modules this thread is calling outside of graphs, by the names of their classes."""

    def __init__(self) -> None:
        self._names = threading.local()

    def current(self) -> str:
        return ".".join(getattr(self._names, "stack", ()))

    def follow(self) -> None:
        """Methods of the class are others for so long, as each call pays for what is looked at in it."""
        self._method = method = Module.__call__
        names = self._names

        def call(module: Any, *args: Any, **kwargs: Any) -> Any:
            stack = names.__dict__.setdefault("stack", [])
            stack.append(type(module).__name__)
            try:
                return method(module, *args, **kwargs)
            finally:
                stack.pop()

        Module.__call__ = call  # type: ignore[method-assign]

    def leave(self) -> None:
        Module.__call__ = self._method  # type: ignore[method-assign]


@contextmanager
def profile(path: str, capacity: int = 65536, device: Any = "cpu") -> Iterator[None]:
    """Records what happens inside the block, and writes it to `path` as a trace that ui.perfetto.dev opens: the
    instructions that the device runs, with their ops, lines and modules, copies, what is submitted and waited for, a
    row for each thread, counters of memory and of tasks under way. Of each thread the last `capacity` events are kept.
    The block ends when the device is done. `weir.profiler.profile` sums them up."""
    recording = Recording(device, capacity, "profile")
    recording.start()
    try:
        yield
    finally:
        recording.stop()
    recording.write(path)
