"""The claims of the engine: what `Shown by` of its issue lists."""

import re
import sys

from acceptance import at_most, below, equal_to, line
from measuring import BUILD, Failed, run, tool


def words_of(printed, first):
    """The words behind `first` of each line that begins with it."""
    found = [words.split()[1:] for words in printed.splitlines() if words.startswith(first + " ")]
    if not found:
        raise Failed(f"expects lines of {first}, got {printed.strip()!r}")
    return found


def costs():
    programs = BUILD.parent / "release" / "bin"
    run("./dev", "build", "-p", "release", "weir-bench-engine", "weir-compile", timeout=3600)
    return run(sys.executable, "bench/engine/jobs.py", programs)


@line(
    "a run of one instruction and its wait; launching one with 10 and with 500 variables",
    bound={
        "run and wait, ns": at_most(600),
        "launch with 10, ns": at_most(1000),
        "launch with 500, ns": at_most(1000),
        "500 of 10": at_most(1.2),
    },
)
def one_run():
    jobs = {int(name): (float(ran), float(launched)) for name, ran, launched in words_of(costs(), "job")}
    return {
        "run and wait, ns": jobs[0][0],
        "launch with 10, ns": jobs[10][1],
        "launch with 500, ns": jobs[500][1],
        "500 of 10": jobs[500][1] / jobs[10][1],
    }


TASKS = [(name, seats) for name in ("dependent", "independent") for seats in (1, 2)]


@line(
    "built, submitted, run and released from C++, dependent and independent, 1 and 2 seats",
    bound={
        **{f"{name}, {seats} seats, ns": at_most(300) for name, seats in TASKS},
        "allocations once warm": equal_to(0),
    },
)
def tasks_on_the_fly():
    found = {(name, int(seats)): (float(ns), int(count)) for name, seats, ns, count in words_of(costs(), "tasks")}
    times = {f"{name}, {seats} seats, ns": found[name, seats][0] for name, seats in TASKS}
    return {**times, "allocations once warm": sum(count for _, count in found.values())}


def numbers_of(printed):
    return {name: float(number) for name, number in re.findall(r"^(.+): ([\d.e+-]+)$", printed, re.MULTILINE)}


@line(
    "graph(x) of a 20 ms job returns at once, its second call too; a loop whose batches arrive in one buffer of 5 MB",
    bound={"first call, us": below(50), "second call, us": below(50), "of the longer": at_most(1.15)},
)
def at_once():
    tool("weir-opt")
    run("./dev", "build", "-p", "release", "weir_core", timeout=3600)
    package = BUILD.parent / "release" / "python"
    return numbers_of(run(sys.executable, "bench/engine/at_once.py", env={"PYTHONPATH": str(package)}))
