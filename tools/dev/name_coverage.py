"""Writes docs/coverage.md from committed data, or with --check prints where it differs and fails: which names of
PyTorch and of public OneFlow programs work here. A name works where a test calls it and passes: test/right/called.tsv
holds these names, and `./dev accept right coverage` records them anew. test/right/left_out.tsv gives reasons for
others."""

import argparse
import difflib
import sys

from tree import ROOT

DATA, PAGE = ROOT / "test" / "right", ROOT / "docs" / "coverage.md"
COLUMNS = {
    "vision": "flowvision",
    "vision_models": "its models",
    "libai": "libai",
    "libai_projects": "libai's projects",
}
GROUPS = {"nn": "torch.nn", "F": "torch.nn.functional", "flow": "torch.optim", "Tensor": "torch.Tensor"}
# One thing by two names: what programs call the first is counted where tests call the second.
ALIASES = {"flow.Tensor.": "Tensor.", "flow.optim.lr_scheduler._LRScheduler": "flow.optim.lr_scheduler.LRScheduler"}


def rows(name):
    """The lines of a data file but its comments, in fields."""
    lines = (DATA / name).read_text().splitlines()
    return [line.split("\t") for line in lines if line and not line.startswith("#")]


def usage():
    """{name: {column: occurrences}} of public programs."""
    head, *lines = rows("usage.tsv")
    return {line[0]: dict(zip(head[1:], map(int, line[1:]))) for line in lines}


def left_out():
    """{name: why}, of names that may end in `.*`."""
    return {name: reason for name, reason in rows("left_out.tsv")}


def called():
    """{name: the test that calls it}."""
    return {name: file for name, file in rows("called.tsv")}


def reason_for(name, reasons):
    prefixes = [kind for kind in reasons if kind.endswith(".*") and name.startswith(kind[:-1])]
    return reasons.get(name) or next((reasons[prefix] for prefix in prefixes), None)


def recorded_as(name):
    """What tests call that programs call so."""
    return next((new + name.removeprefix(old) for old, new in ALIASES.items() if name.startswith(old)), name)


def state_of(name, tests, reasons):
    """("works" | "refused" | "missing", the test or the reason)"""
    known = recorded_as(name)
    if known in tests:
        return "works", tests[known]
    reason = reason_for(name, reasons)
    return ("refused", reason) if reason else ("missing", "")


def shares(tests):
    """{column: percentage of uses of names that are not left out that work}, and the same of all names."""
    reasons, counted = left_out(), usage()
    wanted, whole = {}, {}
    for column in COLUMNS:
        sums = {"works": 0, "refused": 0, "missing": 0}
        for name, uses in counted.items():
            sums[state_of(name, tests, reasons)[0]] += uses[column]
        wanted[column] = 100 * sums["works"] / (sums["works"] + sums["missing"])
        whole[column] = 100 * sums["works"] / sum(sums.values())
    return wanted, whole


def page():
    tests, reasons, counted = called(), left_out(), usage()
    wanted, whole = shares(tests)
    parts = [
        "# Coverage",
        "",
        "Which names of PyTorch and of public OneFlow programs work: a name works where a test of this project calls",
        "it and passes. Made by `./dev docs` from `test/right`.",
        "",
        "## Names that programs use",
        "",
        "Uses in public programs that work: of names that are not left out for a reason below, and of all names.",
        "",
        "| programs | works | of all names |",
        "|---|---|---|",
        *(f"| {shown} | {wanted[column]:.1f} % | {whole[column]:.1f} % |" for column, shown in COLUMNS.items()),
        "",
        "Those that don't work, with their uses in all programs:",
        "",
        "| name | uses | |",
        "|---|---|---|",
    ]
    for name, uses in counted.items():
        state, fact = state_of(name, tests, reasons)
        if state != "works":
            total = uses["vision"] + uses["libai"] + uses["libai_projects"]
            parts.append(f"| `{name}` | {total} | {state}{': ' + fact if fact else ''} |")
    for prefix, title in GROUPS.items():
        names = [line[0] for line in rows("torch_names.txt") if line[0].split(".")[0] == prefix]
        states = {name: state_of(name, tests, reasons) for name in names}
        by_state = {
            kind: [n for n, (state, _) in states.items() if state == kind] for kind in ("works", "refused", "missing")
        }
        counts = ", ".join(f"{len(found)} {kind}" for kind, found in by_state.items())
        parts += ["", f"## {title}", "", f"Of {len(names)} names {counts}.", "", "| name | | |", "|---|---|---|"]
        for name, (state, fact) in states.items():
            parts.append(f"| `{name.removeprefix(prefix + '.')}` | {state} | {fact} |")
    return "\n".join(parts) + "\n"


def main():
    parser = argparse.ArgumentParser(prog="./dev docs", description=__doc__)
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args()
    text, committed = page(), PAGE.read_text() if PAGE.is_file() else ""
    if not options.check:
        PAGE.write_text(text)
        return 0
    lines = difflib.unified_diff(
        committed.splitlines(), text.splitlines(), "docs/coverage.md", "generated", lineterm=""
    )
    if text != committed:
        print("\n".join(["docs/coverage.md is not what test/right says; run ./dev docs", *lines]))
    return int(text != committed)


if __name__ == "__main__":
    sys.exit(main())
