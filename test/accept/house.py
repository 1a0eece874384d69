"""The claims of the house in order: what `Shown by` of its issue lists, a line or several for each paragraph."""

import re
import sys
import time

import accept
import earlier_builds
import fuzz_campaign
import revision
import whole_runs
from acceptance import at_least, at_most, below, equal_to, line, load_records
from lint import CHECKS
from measuring import LIT, WHOLE_SUITES, Failed, run
from op_trial import added_op, copy_tree
from tree import ROOT

MEASURE = ROOT / "bench" / "compile" / "scaling.py"


# Composite ops and the front door.


def printed_by(script):
    return run(sys.executable, f"tools/dev/{script}", timeout=1800)


@line(
    "each public function that computes is generated from a record, or is listed as a form of arguments; no form "
    "executes more than one op that is no view",
    bound={"generated": at_least(120), "unlisted": equal_to([]), "forms of several ops": equal_to([])},
)
def public_functions():
    printed = printed_by("public_functions.py")
    unlisted = re.search(r"^neither generated nor listed: (.*)$", printed, re.MULTILINE)[1]
    return {
        "generated": int(re.search(r"^generated: (\d+)", printed, re.MULTILINE)[1]),
        "unlisted": [name for name in unlisted.split(", ") if name],
        "forms of several ops": re.findall(r"^(\w+): .*, .*$", printed, re.MULTILINE),
    }


@line(
    "the traced IR of ResNet-50, ViT-S and a 12-layer GPT has at most 1.3 ops for each call in their source",
    bound={name: at_most(1.3) for name in ("ResNet-50", "ViT-S", "GPT")},
)
def traced_ops():
    printed = printed_by("traced_calls.py")
    return {name: float(ratio) for name, ratio in re.findall(r"^(.+): .* calls, ([\d.]+)$", printed, re.MULTILINE)}


@line(
    "tools/dev/new-op adds a composite op by the commands of CONTRIBUTING: its gradient, split test, random programs, "
    "Python function and docs follow",
    bound={"files": at_most(3), "lines": at_most(35), "passed": at_least(1), "failed": equal_to(0)},
)
def new_composite():
    return added_op("### A composite elementwise op")


# Compile time. The figures are of the release preset on a quiet machine.

LARGEST_SECONDS = 30
GROWTH = {
    "exponent": at_most(1.15),
    "largest doubling": at_most(2.6),
    "exponent of memory": at_most(1.15),
    "seconds of the largest": at_most(LARGEST_SECONDS),
}


def measured(*arguments):
    """The figures that bench/compile prints, in lines `name: number`; its tables are shown as they are."""
    release = ROOT / "build" / "release"
    environment = {"WEIR_BUILD_DIR": str(release), "PYTHONPATH": str(release / "python")}
    printed = run(sys.executable, MEASURE, *arguments, timeout=3600, env=environment)
    print(printed, end="")
    figures = dict(part.rsplit(": ", 1) for part in printed.splitlines() if part.startswith("figure "))
    if not figures:
        raise Failed(f"expects figures of {MEASURE.name} {' '.join(arguments)}, got none")
    return {name.removeprefix("figure "): float(value) for name, value in figures.items()}


def growth_of(graph):
    run("./dev", "build", "-p", "release", timeout=3 * 3600)
    return measured("growth", graph)


@line("a chain of 1,000 to 64,000 elementwise ops: time and memory from trace to artifact, per stage", bound=GROWTH)
def chain_grows():
    return growth_of("chain")


@line("a sum of n/5 towers of three ops and a broadcast, the same", bound=GROWTH)
def branches_grow():
    return growth_of("branches")


@line("a ladder of skip connections, the same", bound=GROWTH)
def ladder_grows():
    return growth_of("ladder")


@line("an unrolled LSTM cell, the same", bound=GROWTH)
def lstm_grows():
    return growth_of("lstm")


@line(
    "first calls: a GPT training step (width 64, AdamW, clip_grad_norm_) of 24 blocks, and of 96 beside it; 200 x "
    "Linear(4, 4) and tanh with Adam; a recurrent cell of 400 steps with gradient; 2,000 x `x = x.sin() + x`",
    bound={
        "gpt 24, s": at_most(6),
        "gpt 96, of gpt 24": at_most(2.5),
        "linears 200, s": at_most(4),
        "recurrent 400, s": at_most(4),
        "sines 2000, s": at_most(5),
    },
)
def first_calls():
    run("./dev", "build", "-p", "release", timeout=3 * 3600)
    return measured("first-calls")


@line(
    "Ctrl-C in the middle of a compilation of 64,000 ops of each graph ends it",
    bound={"longest, s": below(0.2), "graphs": equal_to(4)},
)
def interrupts():
    run("./dev", "build", "-p", "release", timeout=3 * 3600)
    return measured("interrupts")


# Rules of the tree.

# For each check of lint a file that breaks it, as it is planted into a copy of the tree.
PLANTED = {
    "format": ("lib/Support/Planted.h", "// A file.\n#pragma once\nint  f( );\n"),
    "names": ("lib/Support/MiscUtils.h", "// A file.\n#pragma once\n"),
    "text": ("lib/Support/Planted.h", "// A file.\n#pragma once\n" + "\n" * 500),
    "layers": ("lib/Support/Planted.h", '// A file.\n#pragma once\n#include "passes/Fusion/GroupPlan.h"\n'),
    "imports": ("python/weir/_dtypes.py", '"""A module."""\n\nfrom weir import _tensor\n'),
    "op chains": (
        "passes/Fusion/Planted.cpp",
        "// A file.\nnamespace weir {\nbool f(Operation *op) { return isa<AddOp, SubOp, MulOp>(op); }\n}\n",
    ),
    "function length": (
        "lib/Support/Planted.cpp",
        "// A file.\nnamespace weir {\nint f(int x) {\n" + "  x += 1;\n" * 70 + "  return x;\n}\n}\n",
    ),
    "type names": (
        "lib/Support/Planted.h",
        "// A file.\n#pragma once\nnamespace weir {\nstruct LoopSpace {\n};\n}\n",
    ),
    "namespaces": ("lib/Target/Gpu/Planted.cpp", "// A file.\nnamespace weir {\nint f();\n}\n"),
    "globals": ("lib/Support/Planted.cpp", "// A file.\nnamespace weir {\nint count = 0;\n}\n"),
    "sizes": (
        "passes/Fusion/Planted.cpp",
        "// A file.\nnamespace weir {\nint f(T t) { return t.getDimSize(0) - 1; }\n}\n",
    ),
    "target names": ("passes/Fusion/Planted.cpp", '// A file.\nnamespace weir {\nauto f() { return "cuda"; }\n}\n'),
}
CHECK_OF = {"target names": "layers"}


def finds_what_is_planted(name, copy):
    """Whether the check of lint complains of the planted file, and of nothing else in the copy."""
    path, text = PLANTED[name]
    file = copy / path
    before = file.read_text() if file.is_file() else None
    file.write_text(text)
    problems = CHECKS[CHECK_OF.get(name, name)](copy)
    if before is None:
        file.unlink()
    else:
        file.write_text(before)
    return bool(problems) and (name == "imports" or all(problem.path == path for problem in problems))


@line(
    "lint watches lists of ops, names of targets, layers, length of functions, types of one name, mutable globals and "
    "more: the tree keeps the rules, and each check fails for a planted line",
    bound={
        "checks": at_least(12),
        "broken": equal_to([]),
        "without a planted line": equal_to([]),
        "blind": equal_to([]),
    },
)
def rules():
    copy = ROOT / "build" / "planted"
    copy_tree(copy)
    return {
        "checks": len(PLANTED),
        "broken": [str(problem) for check in CHECKS.values() for problem in check(ROOT)],
        "without a planted line": sorted(set(CHECKS) - set(PLANTED)),
        "blind": [name for name in PLANTED if not finds_what_is_planted(name, copy)],
    }


# First contact.


@line(
    "./dev demo in a bare Debian root, from clone to accuracy, packages included",
    bound={"test accuracy": at_least(0.96), "minutes": at_most(12)},
)
def demo_in_a_bare_root():
    printed, packages, rest = whole_runs.in_a_bare_root("./dev", "demo")
    accuracy = re.search(r"^test accuracy: ([\d.]+)$", printed, re.MULTILINE)
    if not accuracy:
        raise Failed("expects a line `test accuracy: 0.9…`, got none")
    return {"test accuracy": float(accuracy[1]), "minutes": packages + rest, "of these packages": packages}


# A line of each family's records that is changed, as somebody does who mends a formula.
FAMILIES = {
    "math": ("dialects/Weir/Math/Ops.td", 'scalar = "lhs + rhs"', 'scalar = "rhs + lhs"'),
    "activation": ("dialects/Weir/Activation/Ops.td", 'let decomposition = "', 'let decomposition = "1.0 * '),
}


@line(
    "a changed family of ops is built, all programs and the Python package with it, and its tests run",
    bound={f"{name}, s": at_most(60) for name in FAMILIES},
)
def changed_family():
    copy = ROOT / "build" / "changed-family"
    copy_tree(copy)
    run("./dev", "build", timeout=3600, cwd=copy)
    return {f"{name}, s": seconds_of_a_change(copy, name) for name in FAMILIES}


def seconds_of_a_change(copy, family):
    path, old, new = FAMILIES[family]
    text = (copy / path).read_text()
    if old not in text:
        raise Failed(f"expects {old!r} in {path}")
    (copy / path).write_text(text.replace(old, new, 1))
    start = time.monotonic()
    run("./dev", "build", timeout=3600, cwd=copy, env={"CCACHE_RECACHE": "1"})
    run(sys.executable, LIT, "-q", f"{copy}/build/dev/test/ops/{family}", cwd=copy, timeout=3600, env=WHOLE_SUITES)
    return time.monotonic() - start


@line("./dev test, warm", bound={"passed": at_least(1), "failed": equal_to(0), "minutes": at_most(6)})
def warm_suites():
    return whole_runs.warm_suites()


@line("all suites whole: ./dev test without samples", bound={"passed": at_least(1), "failed": equal_to(0)})
def whole_suites():
    return whole_runs.whole_suites()


# Everything as before.

BEFORE = "43f1af4"  # the parent of the first commit
NETWORKS = ("resnet50-b1", "resnet50-b8", "vit-s", "digits-step")
SLOWEST = 1.02


@line(
    f"run times of the networks of bench/networks, of those of {BEFORE}; what exceeds the bound is measured three "
    "times more, and the median counts",
    bound={name: at_most(SLOWEST) for name in NETWORKS},
)
def run_times():
    return earlier_builds.run_times(NETWORKS, earlier_builds.build_of(BEFORE, "before", "weir_core"), SLOWEST)


@line(
    "2,000 random programs of fresh seeds without a mismatch, and a committed log of 10,000 of these sources",
    bound={**fuzz_campaign.bounds(2000), "log is of these sources": equal_to(True)},
)
def random_programs():
    logged, _ = fuzz_campaign.logged_programs(fuzz_campaign.LOG)
    is_current = revision.judged_sources(logged) == revision.judged_sources()
    return {**fuzz_campaign.figures(2000), "log is of these sources": is_current}


EARLIER = ("spine", "second-target", "first-light")


@line(
    "the lines of spine, second-target and first-light pass: `./dev accept TOPIC --record` has left a record of these "
    "sources for each, those aside that need hardware",
    bound={"lines": at_least(40), "without a record of these sources": equal_to([])},
)
def earlier_topics():
    sources, missing, count = revision.judged_sources(), [], 0
    for topic in EARLIER:
        records = load_records(accept.TOPICS / "records" / f"{topic}.json")
        for one in accept.lines_of(accept.TOPICS / f"{topic}.py"):
            if all(need.met() for need in one.needs):
                count += 1
                if records.get(one.name, {}).get("sources") != sources:
                    missing.append(f"{topic} {one.name}")
    return {"lines": count, "without a record of these sources": missing}
