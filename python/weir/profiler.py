"""Where the time of a program goes, op by op and in graphs, in PyTorch's words."""

from __future__ import annotations

import enum
import functools
import os
import re
import time
from collections import defaultdict
from typing import Any, Callable, Iterator, Mapping, NamedTuple, Sequence

from . import _profile
from ._errors import at_user_line
from ._profile import Event

__all__ = [
    "Averages",
    "Event",
    "ProfilerAction",
    "ProfilerActivity",
    "Row",
    "profile",
    "record_function",
    "schedule",
    "tensorboard_trace_handler",
]

_GROUPS = ("op", "module", "line")
_SORTS = {f"{own}{place}_time_total": "time" for own in ("", "self_") for place in ("cpu", "cuda", "device")}
_SORTS |= {f"{place}_time": "mean" for place in ("cpu", "cuda", "device")}  # PyTorch's names of what rows are sorted by


class ProfilerActivity(enum.Enum):
    """On which kind of device instructions are recorded."""

    CPU = "cpu"
    CUDA = "cuda"


class ProfilerAction(enum.Enum):
    """What a profiler does in a step of the program."""

    NONE = 0
    WARMUP = 1
    RECORD = 2
    RECORD_AND_SAVE = 3  # the last step of a recording


_RECORDS = (ProfilerAction.RECORD, ProfilerAction.RECORD_AND_SAVE)


def schedule(
    *, wait: int, warmup: int, active: int, repeat: int = 0, skip_first: int = 0, skip_first_wait: int = 0
) -> Callable[[int], ProfilerAction]:
    """What a profiler does in each step: behind `skip_first` steps again and again nothing for `wait` of them, nothing
    for `warmup`, and a recording of `active`; `repeat` times, or for 0 until the program ends. The first wait is left
    out with `skip_first_wait`. Raises ValueError for counts that are below 0, or no step that is recorded."""
    if min(wait, warmup, repeat, skip_first) < 0 or active < 1:
        got = f"wait={wait}, warmup={warmup}, active={active}, repeat={repeat}, skip_first={skip_first}"
        raise ValueError(at_user_line(f"schedule: expects counts of at least 0, and active of at least 1, got {got}"))

    def action_of(step: int) -> ProfilerAction:
        place = step - skip_first + (wait if skip_first_wait else 0)
        cycle, place_in_cycle = divmod(place, wait + warmup + active)
        if step < skip_first or (repeat and cycle >= repeat) or place_in_cycle < wait:
            return ProfilerAction.NONE
        if place_in_cycle < wait + warmup:
            return ProfilerAction.WARMUP
        is_last = place_in_cycle == wait + warmup + active - 1
        return ProfilerAction.RECORD_AND_SAVE if is_last else ProfilerAction.RECORD

    return action_of


def tensorboard_trace_handler(
    dir_name: str, worker_name: str | None = None, use_gzip: bool = False
) -> Callable[[profile], None]:
    """For `on_trace_ready`: writes each recording to a file of its own in a folder, which is made if need be; packed
    with `use_gzip`."""

    def write(recorded: profile) -> None:
        os.makedirs(dir_name, exist_ok=True)
        worker = worker_name or f"{os.uname().nodename}_{os.getpid()}"
        ending = ".gz" if use_gzip else ""
        recorded.export_chrome_trace(os.path.join(dir_name, f"{worker}.{time.time_ns()}.pt.trace.json{ending}"))

    return write


class record_function:
    """Names the time that a block takes on the host, which shows in recordings that are under way, or, as a decorator,
    that of each call of a function. Instructions that it submits may run on behind it. `args` has no effect."""

    def __init__(self, name: str, args: str | None = None):
        self.name = name

    def __enter__(self) -> record_function:
        self._recording, self._begin = _profile.under_way(), time.monotonic_ns()
        return self

    def __exit__(self, *exception: Any) -> None:
        if self._recording is not None:
            self._recording.add_range(self.name, self._begin, time.monotonic_ns())

    def __call__(self, function: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(function)
        def called(*args: Any, **kwargs: Any) -> Any:
            with record_function(self.name):
                return function(*args, **kwargs)

        return called


class Row(NamedTuple):
    """Instructions that have a key in common."""

    key: str
    count: int
    seconds: float  # of all of them
    is_range: bool = False  # of the program's, whose time is that of instructions of other rows, too


class Averages(Sequence[Row]):
    """Rows, the one that took longest first."""

    def __init__(self, rows: Sequence[Row], head: str, foot: str):
        self._rows, self._head, self._foot = sorted(rows, key=lambda row: -row.seconds), head, foot

    def __getitem__(self, place: Any) -> Any:
        return self._rows[place]

    def __len__(self) -> int:
        return len(self._rows)

    def __str__(self) -> str:
        return self.table()

    def table(self, sort_by: str | None = "time", row_limit: int = 100) -> str:
        """The rows as text, by "time", "count" or "mean"; not more than `row_limit` of them, all for -1. PyTorch's
        names of times, such as "cpu_time_total" and "cpu_time", mean "time" and "mean", on whatever device they are.
        Shares are of the time of all instructions."""
        sort_by = "time" if sort_by is None else _SORTS.get(sort_by, sort_by)
        keys = {
            "time": lambda row: row.seconds,
            "count": lambda row: row.count,
            "mean": lambda row: row.seconds / row.count,
        }
        if sort_by not in keys:
            raise ValueError(at_user_line(f"table: expects sort_by to be one of {', '.join(keys)}, got {sort_by!r}"))
        total = sum(row.seconds for row in self._rows if not row.is_range) or 1.0
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
    CPU. Of each thread the last `capacity` events are kept. Lines and modules are always recorded, shapes and operation
    counts never, and memory as a row of the trace: the options that ask for these have no effect.

    A `schedule` says of each step of the program, which `step` ends, whether it is recorded; `on_trace_ready` gets the
    profiler whenever a recording has ended."""

    def __init__(
        self,
        activities: Sequence[ProfilerActivity] | None = None,
        *,
        record_shapes: bool = False,
        profile_memory: bool = False,
        with_stack: bool = False,
        with_flops: bool = False,
        with_modules: bool = False,
        schedule: Callable[[int], ProfilerAction] | None = None,
        on_trace_ready: Callable[[profile], Any] | None = None,
        device: Any = None,
        capacity: int = 65536,
    ):
        given = [*(activities or ())]
        if not all(isinstance(each, ProfilerActivity) for each in given):
            raise TypeError(at_user_line(f"profile: expects activities of ProfilerActivity, got {given!r}"))
        default = "cuda" if ProfilerActivity.CUDA in given else "cpu"
        self._given = default if device is None else device, capacity, "profile"
        self._recording = _profile.Recording(*self._given)
        self._schedule, self._on_trace_ready = schedule, on_trace_ready
        self._action = ProfilerAction.NONE
        self.step_num = 0
        self._events: list[Event] | None = None

    def start(self) -> None:
        """Begins to record, or, with a schedule, the first step."""
        self._pass_to(self._action_of(self.step_num))

    def step(self) -> None:
        """Begins the next step of the program."""
        self.step_num += 1
        if self._schedule is not None:
            self._pass_to(self._action_of(self.step_num))

    def stop(self) -> None:
        """Ends what is recorded, when the device is done."""
        if self._schedule is None and self._action is ProfilerAction.NONE:
            self._recording.stop()  # which says that none is under way
        self._pass_to(ProfilerAction.NONE)

    def _action_of(self, step: int) -> ProfilerAction:
        return ProfilerAction.RECORD if self._schedule is None else self._schedule(step)

    def _pass_to(self, action: ProfilerAction) -> None:
        """Ends the recording of the step before and begins one, where they are not the same."""
        goes_on = self._action is ProfilerAction.RECORD and action in _RECORDS
        if self._action in _RECORDS and not goes_on:
            self._action = ProfilerAction.NONE
            self._end()
        if action in _RECORDS and not goes_on:
            self._recording = _profile.Recording(*self._given)
            self._recording.start()
        self._action = action

    def _end(self) -> None:
        try:
            self._recording.stop()
        finally:
            if self._recording.trace:
                self._events = self._recording.events()
        if self._on_trace_ready is not None:
            self._on_trace_ready(self)

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

    def key_averages(self, by: str = "op", group_by_input_shape: bool = False, group_by_stack_n: int = 0) -> Averages:
        """The instructions summed up by what they compute ("op"), the "module" that they are part of, or the "line"
        that asked for them: in a graph that of the first of their ops, and of gradients that of `backward`. Ranges of
        the program's own stand beside ops. Raises NotImplementedError for PyTorch's other groups."""
        if group_by_input_shape or group_by_stack_n:
            given = "group_by_input_shape" if group_by_input_shape else "group_by_stack_n"
            rule = f'expects no {given}: shapes are not recorded, and by="line" groups by lines'
            raise NotImplementedError(at_user_line(f"key_averages: {rule}"))
        if by not in _GROUPS:
            raise ValueError(at_user_line(f"key_averages: expects by to be one of {', '.join(_GROUPS)}, got {by!r}"))
        found: defaultdict[tuple[str, bool], list[float]] = defaultdict(list)
        for event in self.events():
            is_range = event.kind == "range"
            if not is_range or by == "op":
                found[event.name if is_range else _key(event, by), is_range].append(event.seconds)
        counts = ", ".join(f"{number} {name}" for name, number in self.counts.items())
        rows = [Row(key, len(seconds), sum(seconds), is_range) for (key, is_range), seconds in found.items()]
        return Averages(rows, by, f"calls of single ops: {counts}")

    def export_chrome_trace(self, path: str) -> None:
        """Writes what happened as a trace that ui.perfetto.dev opens, packed if the name ends in ".gz"."""
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
