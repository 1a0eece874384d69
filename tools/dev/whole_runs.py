"""Runs of everything that several acceptance topics claim something of: `./dev test` warm, commands in a bare root."""

import functools
import json
import re
import time

import revision
from measuring import WHOLE_SUITES, Failed, run
from tree import ROOT

LIMIT = 5400  # seconds
KEPT = ROOT / "build" / "whole-runs.json"


def once(function):
    """Several topics claim the same: the figures of one run of a tree serve all."""

    @functools.wraps(function)
    def shared():
        tree = revision.tree()
        kept = json.loads(KEPT.read_text()) if KEPT.is_file() else {}
        if tree and kept.get(function.__name__, {}).get("tree") == tree:
            return kept[function.__name__]["figures"]
        figures = function()
        if tree and tree == revision.tree():
            KEPT.parent.mkdir(exist_ok=True)
            KEPT.write_text(json.dumps(kept | {function.__name__: {"tree": tree, "figures": figures}}))
        return figures

    return shared


def closing_figures(printed):
    """Of the last line `N passed, M failed` that `./dev test` printed."""
    found = re.findall(r"^(\d+) passed, (\d+) failed", printed, re.MULTILINE)
    if not found:
        raise Failed("expects a closing line `N passed, M failed`, got none")
    return {"passed": int(found[-1][0]), "failed": int(found[-1][1])}


@once
def warm_suites():
    """What `./dev test` prints at its end, and its minutes when everything is built."""
    run("./dev", "build", timeout=LIMIT)
    start = time.monotonic()
    printed = run("./dev", "test", timeout=LIMIT)
    return {**closing_figures(printed), "minutes": (time.monotonic() - start) / 60}


@once
def whole_suites():
    """What `./dev test` prints at its end when no suite runs a sample."""
    return closing_figures(run("./dev", "test", timeout=LIMIT, env=WHOLE_SUITES))


def in_a_bare_root(*command):
    """(what a command of the tree prints in a Debian root without anything, minutes of its packages, its minutes)."""
    printed = run("tools/dev/fresh-root", *command, timeout=LIMIT)
    times = re.findall(r"^fresh-root: .*\b(\d+) min (\d+) s", printed, re.MULTILINE)
    if len(times) != 2:
        raise Failed(f"expects minutes of packages and of the command, got {printed.strip().splitlines()[-1:]}")
    return printed, *(int(minutes) + int(seconds) / 60 for minutes, seconds in times)


@once
def cold_suites():
    """`./dev test` in a bare root, where nothing is built."""
    printed, _, minutes = in_a_bare_root()
    return {**closing_figures(printed), "minutes": minutes}
