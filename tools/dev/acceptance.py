"""The harness of `./dev accept`: claims about the product, each a function that measures and a bound that judges.

A topic is a file test/accept/<topic>.py:

    from acceptance import at_least, line
    from measuring import run

    @line("the demo reaches 96 % test accuracy", bound=at_least(0.96))
    def demo_accuracy():
        return float(run("./dev", "demo").split()[-1])

A function returns one figure, or a dict of named figures with a dict of bounds, or None where not raising is the
proof. It raises AssertionError to fail with a reason; any other exception means that the line could not run, which is
a failure too. `needs=` names predicates of hardware; where one is false, the line's last record is shown instead.
"""

import datetime
import fcntl
import json
import traceback
from dataclasses import dataclass, field
from typing import Callable

import machine
import revision
from measuring import NotBuilt


@dataclass(frozen=True)
class Bound:
    text: str
    holds: Callable


def at_least(least):
    return Bound(f"at least {least:g}", lambda figure: figure >= least)


def at_most(most):
    return Bound(f"at most {most:g}", lambda figure: figure <= most)


def below(limit):
    return Bound(f"below {limit:g}", lambda figure: figure < limit)


def equal_to(value):
    return Bound(f"equal to {value}", lambda figure: figure == value)


@dataclass(frozen=True)
class Need:
    text: str
    met: Callable


def cpu_feature(name):
    return Need(f"a CPU with {name}", lambda: name in machine.cpu_features())


GPU = Need("an NVIDIA GPU", lambda: bool(machine.gpus()))
MPI = Need("mpirun", lambda: machine.mpi() is not None)


@dataclass
class Line:
    name: str
    text: str
    measure: Callable
    bound: object = None
    needs: list = field(default_factory=list)


@dataclass
class Outcome:
    line: Line
    verdict: str  # pass | fail | not run
    figures: dict = field(default_factory=dict)
    reason: str = ""


# The lines of the topic that is being loaded, in the order of the file.
declared = []


def line(text, bound=None, needs=()):
    def declare(function):
        declared.append(Line(function.__name__, text, function, bound, list(needs)))
        return function

    return declare


def judge(bound, figures):
    """Why the figures break the bounds, or an empty string."""
    bounds = bound if isinstance(bound, dict) else dict.fromkeys(figures, bound)
    lacking = [name for name in bounds if name not in figures]
    if lacking:
        return f"expects a figure for each bound, got none for {', '.join(lacking)}"
    return "; ".join(
        f"{name or 'figure'} is {shown(figures[name])}, expected {bounds[name].text}"
        for name in figures
        if bounds.get(name) is not None and not bounds[name].holds(figures[name])
    )


def evaluate(one):
    absent = [need.text for need in one.needs if not need.met()]
    if absent:
        return Outcome(one, "not run", reason="needs " + ", ".join(absent))
    try:
        result = one.measure()
    except AssertionError as error:
        return Outcome(one, "fail", reason=str(error) or traceback.format_exc(limit=-1).splitlines()[-2].strip())
    except NotBuilt as error:
        return Outcome(one, "fail", reason=f"could not run: not built yet: {error}")
    except Exception as error:
        return Outcome(one, "fail", reason=f"could not run: {type(error).__name__}: {error}")
    if result is None and one.bound is not None:
        return Outcome(one, "fail", reason="could not run: it has a bound and returned no figure")
    figures = {} if result is None else result if isinstance(result, dict) else {"": result}
    reason = judge(one.bound, figures)
    return Outcome(one, "fail" if reason else "pass", figures, reason)


def shown(figure):
    return f"{figure:.4g}" if isinstance(figure, float) else str(figure)


def figures_text(figures):
    return ", ".join(f"{name} {shown(figure)}".strip() for name, figure in figures.items())


def bound_text(bound):
    if isinstance(bound, dict):
        return ", ".join(f"{name} {one.text}" for name, one in bound.items())
    return bound.text if bound else ""


def describe(outcome, record):
    """The lines printed for one outcome; `record` is the last committed one of this line, or None."""
    text = [f"[{outcome.verdict:^7}] {outcome.line.text}"]
    if outcome.figures:
        text.append(f"{'':10}figure: {figures_text(outcome.figures)}")
    if outcome.line.bound is not None:
        text.append(f"{'':10}bound: {bound_text(outcome.line.bound)}")
    if outcome.reason:
        text.append(f"{'':10}{'failed: ' if outcome.verdict == 'fail' else ''}{outcome.reason}")
    if outcome.verdict == "not run":
        text.append(f"{'':10}last record: " + (record_text(record) if record else "none"))
    return text


def record_text(record):
    figures = figures_text(record["figures"]) or "passed"
    return f"{figures} at commit {record['commit']} on {record['machine']}, {record['date']}"


def record_of(outcome):
    return {
        "commit": revision.commit() or "none",
        "sources": revision.judged_sources(),
        "machine": "; ".join([machine.cpu_name(), *machine.gpus()]),
        "date": datetime.date.today().isoformat(),
        "figures": outcome.figures,
    }


def load_records(path):
    return json.loads(path.read_text()) if path.is_file() else {}


def save_record(path, name, record):
    """Adds one record to the file; runs of other lines of the topic, which may go on meanwhile, keep theirs."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with open(path, "a+") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        records = load_records(path) if path.stat().st_size else {}
        file.truncate(0)
        file.write(json.dumps(records | {name: record}, indent=2, sort_keys=True) + "\n")
