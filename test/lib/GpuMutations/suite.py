"""Mutates the kernels of the op suite, or of some of its files: runs weir-mutate-kernels, compares the mutations that
the simulator does not report with survivors.toml, and ends with the figures. Fails for a survivor without a reason, a
reason without a survivor, a report of a correct kernel, or too few reports.
"""

import argparse
import fnmatch
import os
import re
import subprocess
import sys
import tomllib
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

HERE = Path(__file__).resolve().parent
OPS = HERE.parents[1] / "ops"
LEAST_REPORTED = 0.95
FIGURES = ("kernels", "with a barrier", "random schedules", "wrong", "mutations", "reported")


def run_file(tool, path, schedules):
    """The figures of one file, and the lines in front of them."""
    ran = subprocess.run([tool, str(path), f"--schedules={schedules}"], capture_output=True, text=True)
    *lines, last = ran.stdout.splitlines() or [""]
    found = re.fullmatch(", ".join(rf"{name}: (\d+)" for name in FIGURES), last)
    if not found:
        sys.exit(f"expects {tool} {path} to end with figures, got status {ran.returncode}\n{ran.stdout}{ran.stderr}")
    name = path.relative_to(OPS).with_suffix("").as_posix() if path.is_relative_to(OPS) else path.stem
    return [int(figure) for figure in found.groups()], [(name, line) for line in lines]


def matches(reason, name, line):
    """`line` is `survives: KERNEL #N: MUTATION at LOCATION: OUTCOME`."""
    kernel, mutation, outcome = re.fullmatch(r"survives: (\S+) #\d+: (.*) at loc\(.*\): (.*)", line).groups()
    return all(
        fnmatch.fnmatchcase(text, reason[key])
        for key, text in (("file", name), ("kernel", kernel), ("mutation", mutation), ("outcome", outcome))
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tool", default="weir-mutate-kernels")
    parser.add_argument("--schedules", type=int, default=200, help="random schedules of each kernel with a barrier")
    parser.add_argument("files", nargs="*", type=Path, help="default: all of test/ops")
    arguments = parser.parse_args()
    paths = [path.resolve() for path in arguments.files] or sorted(OPS.rglob("*.mlir"))
    paths.sort(key=lambda path: path.stat().st_size, reverse=True)  # the longest do not come last
    reasons = tomllib.loads((HERE / "survivors.toml").read_text())["survivor"]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        results = list(pool.map(lambda path: run_file(arguments.tool, path, arguments.schedules), paths))

    complaints, used = [], set()
    for name, line in [found for _, lines in results for found in lines]:
        known = [number for number, reason in enumerate(reasons) if matches(reason, name, line)] if (
            line.startswith("survives: ")
        ) else []
        used.update(known)
        print(f"{name}: {line}: " + (reasons[known[0]]["reason"] if known else "no reason is known"))
        if not known:
            complaints.append(f"{name}: {line}")
    if not arguments.files:
        complaints += [f"a reason without a survivor: {reason}" for i, reason in enumerate(reasons) if i not in used]
    total = dict(zip(FIGURES, map(sum, zip(*(figures for figures, _ in results)))))
    if total["reported"] < LEAST_REPORTED * total["mutations"]:
        complaints.append(f"fewer than {LEAST_REPORTED:.0%} are reported")
    for complaint in complaints:
        print("unexpected:", complaint)
    share = total["reported"] / max(total["mutations"], 1)
    print(", ".join(f"{name}: {figure}" for name, figure in total.items()) + f" ({share:.1%})")
    return 1 if complaints or not total["mutations"] else 0


if __name__ == "__main__":
    sys.exit(main())
