"""Where the time of a program goes, op by op and in graphs, in PyTorch's words."""

from __future__ import annotations

import enum
import re
from collections import defaultdict
from typing import Any, Iterator, Mapping, NamedTuple, Sequence

from . import _profile
from ._errors import at_user_line
from ._profile import Event

__all__ = ["Averages", "Event", "ProfilerActivity", "Row", "profile"]

_GROUPS = ("op", "module", "line")


class ProfilerActivity(enum.Enum):
    """On which kind of device instructions are recorded."""

    CPU = "cpu"
    CUDA = "cuda"


class Row(NamedTuple):
    """Instructions that have a key in common."""

    key: str
    count: int
    seconds: float  # of all of them


class Averages(Sequence[Row]):
    """Rows, the one that took longest first."""

    def __init__(self, rows: Sequence[Row], head: str, foot: str):
        self._rows, self._head, self._foot = sorted(rows, key=lambda row: -row.seconds), head, foot

    def __getitem__(self, place: Any) -> Any:
        return self._rows[place]

    def __len__(self) -> int:
        return len(self._rows)

    def table(self, sort_by: str = "time", row_limit: int = 100) -> str:
        """The rows as text, by "time", "count" or "mean"; not more than `row_limit` of them, all for -1."""
        keys = {
            "time": lambda row: row.seconds,
            "count": lambda row: row.count,
            "mean": lambda row: row.seconds / row.count,
        }
        if sort_by not in keys:
            raise ValueError(at_user_line(f"table: expects sort_by to be one of {', '.join(keys)}, got {sort_by!r}"))
        total = sum(row.seconds for row in self._rows) or 1.0
        rows = sorted(self._rows, key=lambda row: -keys[sort_by](row))[: None if row_limit == -1 else row_limit]
        width = max([len(self._head), *(len(row.key) for row in rows)])
        lines = [f"{self._head:{width}}  {'count':>8}  {'total, ms':>10}  {'mean, us':>10}  share"]
        for row in rows:
            mean = 1e6 * row.seconds / row.count
            share = row.seconds / total
            lines.append(f"{row.key:{width}}  {row.count:8}  {1e3 * row.seconds:10.3f}  {mean:10.1f}  {share:5.1%}")
        return "\n".join([*lines, self._foot])


class profile:
    """Records the instructions that a device runs inside the block, of graphs and of single ops alike: how long each
    took, what it computed, the module and the line that asked for it. The block ends when the device is done.

        with flow.profiler.profile() as profile:
            loss = train(x, y)
        print(profile.key_averages().table())

    The device is `device`, or the first one of the kind that `activities` names: a GPU if that is among them, else the
    CPU. Of each thread the last `capacity` events are kept. Lines are always recorded; other options of PyTorch's
    profiler are refused."""

    def __init__(
        self,
        activities: Sequence[ProfilerActivity] | None = None,
        *,
        record_shapes: bool = False,
        profile_memory: bool = False,
        with_stack: bool = False,
        schedule: Any = None,
        on_trace_ready: Any = None,
        device: Any = None,
        capacity: int = 65536,
    ):
        for name, value in {"record_shapes": record_shapes, "profile_memory": profile_memory}.items():
            if value:
                raise NotImplementedError(at_user_line(f"profile: expects {name}=False, got {value!r}"))
        for name, value in {"schedule": schedule, "on_trace_ready": on_trace_ready}.items():
            if value is not None:
                raise NotImplementedError(at_user_line(f"profile: expects {name}=None, got {value!r}"))
        given = [*(activities or ())]
        if not all(isinstance(each, ProfilerActivity) for each in given):
            raise TypeError(at_user_line(f"profile: expects activities of ProfilerActivity, got {given!r}"))
        default = "cuda" if ProfilerActivity.CUDA in given else "cpu"
        self._recording = _profile.Recording(default if device is None else device, capacity, "profile")
        self._events: list[Event] | None = None

    def start(self) -> None:
        """Begins to record."""
        self._recording.start()

    def stop(self) -> None:
        """Ends it, when the device is done."""
        try:
            self._recording.stop()
        finally:
            if self._recording.trace:
                self._events = self._recording.events()

    def __enter__(self) -> profile:
        self.start()
        return self

    def __exit__(self, *exception: Any) -> None:
        self.stop()

    def events(self) -> list[Event]:
        """The instructions that were recorded, by the time of their beginning. Raises RuntimeError before `stop`."""
        if self._events is None:
            raise RuntimeError(at_user_line("profile: expects a recording that has ended, got one under way"))
        return self._events

    @property
    def counts(self) -> Mapping[str, int]:
        """Of calls outside of graphs: "hits", which ran as one before; "misses", ops for which Python was asked; and
        "compiled", jobs that were made."""
        recording = self._recording
        return {"hits": recording.by_plan, "misses": recording.by_python, "compiled": recording.compiled}

    def key_averages(self, by: str = "op") -> Averages:
        """The instructions summed up by what they compute ("op"), the "module" that they are part of, or the "line"
        that asked for them: in a graph that of the first of their ops, and of gradients that of `backward`."""
        if by not in _GROUPS:
            raise ValueError(at_user_line(f"key_averages: expects by to be one of {', '.join(_GROUPS)}, got {by!r}"))
        found: defaultdict[str, list[float]] = defaultdict(list)
        for event in self.events():
            found[_key(event, by)].append(event.seconds)
        counts = ", ".join(f"{number} {name}" for name, number in self.counts.items())
        rows = [Row(key, len(seconds), sum(seconds)) for key, seconds in found.items()]
        return Averages(rows, by, f"calls of single ops: {counts}")

    def export_chrome_trace(self, path: str) -> None:
        """Writes what happened as a trace that ui.perfetto.dev opens."""
        self.events()
        self._recording.write(path)

    def __iter__(self) -> Iterator[Event]:
        return iter(self.events())


def _key(event: Event, by: str) -> str:
    if by == "op":
        name = re.sub(r"_\d+$", "", event.name)  # kernels of one name are told apart by numbers
        return name if event.op in ("", name) else f"{name} ({event.op})"
    if by == "module":
        return event.module or "(none)"
    return f"{event.file}:{event.line}" if event.file else "(none)"
