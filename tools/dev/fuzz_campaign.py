"""Random programs as acceptance topics judge them: fresh ones, and the committed log of a long run."""

import re

import revision
from acceptance import at_least, at_most, equal_to
from measuring import Failed, run
from tree import ROOT

LOG = ROOT / "test" / "accept" / "random-programs.txt"
HEAD = r"\Acommit ([0-9a-f]+)(\+?), sources [0-9a-f]*, weir-fuzz "
TOTAL = r"^(\d+) programs, \d+ ops, (\d+) findings$"
BOUNDS = r"^bounds drawn again for (\d+) of (\d+) results, (\d+) of (\d+) elements unsettled$"
SEEDS = r"^seeds (\d+)-(\d+): .*\b(\d+) findings$"


def found(pattern, printed):
    """All matches, of which there has to be one."""
    matches = re.findall(pattern, printed, re.MULTILINE)
    if not matches:
        raise Failed(f"expects a line like {pattern!r}, got {printed.strip().splitlines()[-1:]}")
    return matches


def bounds(programs):
    """What `figures(programs)` has to show."""
    return {
        "programs": at_least(programs),
        "findings": equal_to(0),
        "results whose bounds were drawn again": at_most(0.005),
        "elements that any number fits": at_most(0.001),
        "logged": at_least(10000),
        "logged findings": equal_to(0),
        "logged results whose bounds were drawn again": at_most(0.005),
        "logged elements that any number fits": at_most(0.001),
    }


def figures(programs):
    """Tries so many programs of fresh seeds, and reads the log. What changed since the log was written is printed."""
    logged_commit, logged = logged_programs(LOG)
    run("./dev", "build", timeout=3600)
    printed = run("./dev", "fuzz", f"--programs={programs}", timeout=3600, status=None)
    print("from", found(r"^seeds (\d+)-", printed)[0])
    if revision.judged_sources() != revision.judged_sources(logged_commit):
        print("since the log:", *revision.commits_since(logged_commit), sep="\n  ")
    return {**counts(printed), **{f"logged {name}".replace(" programs", ""): value for name, value in logged.items()}}


def counts(printed):
    """What weir-fuzz counted."""
    ((programs, findings),) = found(TOTAL, printed)
    again, results, unsettled, elements = (int(number) for number in found(BOUNDS, printed)[0])
    return {
        "programs": int(programs),
        "findings": int(findings),
        "results whose bounds were drawn again": again / results,
        "elements that any number fits": unsettled / elements,
    }


def logged_programs(log):
    """(commit, counts) of a log of `./dev fuzz`, whose lines have to add up; of a commit that this one follows."""
    if not log.is_file():
        raise Failed(f"expects a log, which ./dev fuzz --log={log} writes, found none")
    text = log.read_text()
    ((commit, differs),) = found(HEAD, text)
    if differs:
        raise Failed(f"expects a log of a commit, got one of files that differ from {commit}")
    run("git", "merge-base", "--is-ancestor", commit, "HEAD")
    logged = counts(text)
    lines = sorted((int(first), int(last), int(count)) for first, last, count in found(SEEDS, text))
    counted = sum(last - first + 1 for first, last, _ in lines), sum(count for *_, count in lines)
    if counted != (logged["programs"], logged["findings"]):
        expected = f"expects {logged['programs']} programs and {logged['findings']} findings"
        raise Failed(f"{expected} in the lines of {log.name}, got {counted}")
    if any(next_first <= last for (_, last, _), (next_first, *_) in zip(lines, lines[1:])):
        raise Failed(f"expects each seed of {log.name} once")
    return commit, logged
