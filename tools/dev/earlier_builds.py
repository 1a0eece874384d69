"""This build beside one of an earlier commit: run times of networks in turns."""

import json
import statistics

from measuring import run
from tree import ROOT

HOURS = 3600
AGAIN = 3  # what exceeds its bound is measured so often more


def build_of(commit, name, *targets):
    """The release build of the commit, whose checkout is build/NAME."""
    checkout = ROOT / "build" / name
    if not checkout.is_dir():
        run("git", "worktree", "prune")
        run("git", "worktree", "add", "--detach", checkout, commit)
    run("./dev", "build", "-p", "release", *targets, timeout=3 * HOURS, cwd=checkout)
    return checkout / "build" / "release"


def ratios_of(cases, earlier, file):
    options = ["--before", earlier / "python", "--only", "before", "--json", file]
    run("./dev", "bench", "networks", "--", *cases, *options, timeout=3 * HOURS)
    return {case: measured["rows"][1]["ratio"] for case, measured in json.loads(file.read_text()).items()}


def run_times(cases, earlier, bound):
    """Of each case of bench/networks: this build's time over that of the earlier one. Of what exceeds the bound the
    median of several measurements counts."""
    file = ROOT / "build" / "run-times.json"
    run("./dev", "build", "-p", "release", timeout=3 * HOURS)
    ratios = ratios_of(cases, earlier, file)
    slow = [name for name, ratio in ratios.items() if ratio > bound]
    again = [ratios_of(slow, earlier, file) for _ in range(AGAIN if slow else 0)]
    return ratios | {name: statistics.median([ratios[name], *(more[name] for more in again)]) for name in slow}
