"""Mutates the kernels of the op suite, or of some of its files: runs weir-mutate-kernels, compares the mutations that
the simulator does not report with survivors.toml, and ends with the figures. Fails for a survivor without a reason, for
more or fewer survivors than a reason has, for a report of a correct kernel, and for too few reports.

The op suite is made of the files of ops that are no composites: composites expand to these ops before kernels are made.
"""

import argparse
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import time
import tomllib
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[2]
OPS = ROOT / "test" / "ops"
KEPT = ROOT / "build" / "mutations"
sys.path.append(str(ROOT / "tools" / "dev"))
import op_runs  # noqa: E402

LEAST_REPORTED = 0.95
FIGURES = ("kernels", "with a barrier", "random schedules", "wrong", "mutations", "reported")
SURVIVES = re.compile(r"survives: (\S+) #\d+: (.*) at loc\(.*\): (.*)")


class Survivor(NamedTuple):
    file: str
    kernel: str
    mutation: str
    outcome: str

    def __str__(self):
        return f"{self.file}: {self.kernel}: {self.mutation}: {self.outcome}"


def default_files():
    composites = op_runs.composite_ops(ROOT)
    return [path for path in sorted(OPS.rglob("*.mlir")) if not op_runs.ops_in(path) & composites]


def name_of(path):
    return path.relative_to(OPS).with_suffix("").as_posix() if path.is_relative_to(OPS) else path.stem


def printed_by(tool, path, schedules):
    """(what the tool prints of one file, its errors, its status). Schedules and inputs have seeds, so what it printed
    counts as long as tool and file are the same.
    """
    code = Path(shutil.which(tool) or tool).read_bytes() + path.read_bytes() + f"{path} {schedules}".encode()
    kept = KEPT / f"{hashlib.sha256(code).hexdigest()}.json"
    if kept.is_file():
        return json.loads(kept.read_text())
    ran = subprocess.run([tool, str(path), f"--schedules={schedules}"], capture_output=True, text=True)
    result = [ran.stdout, ran.stderr, ran.returncode]
    if ran.returncode == 0:
        KEPT.mkdir(parents=True, exist_ok=True)
        kept.write_text(json.dumps(result))
    return result


def run_file(tool, path, schedules):
    """The figures of one file, and the lines in front of them. Says on stderr how long it took."""
    start = time.monotonic()
    printed, errors, status = printed_by(tool, path, schedules)
    print(f"{name_of(path)}: {time.monotonic() - start:.0f} s", file=sys.stderr, flush=True)
    *lines, last = printed.splitlines() or [""]
    found = re.fullmatch(", ".join(rf"{name}: (\d+)" for name in FIGURES), last)
    if not found:
        return [0] * len(FIGURES), [*lines, last, f"ends with status {status}, without figures: {errors}"]
    return [int(figure) for figure in found.groups()], lines


def known_survivors(text):
    """{survivor: (how many, why)}. Each is named exactly, and once."""
    known = {}
    for reason in tomllib.loads(text)["reason"]:
        for place, count in reason["counts"].items():
            survivor = Survivor(*place.split(": "), reason["mutation"], reason["outcome"])
            if survivor in known:
                raise ValueError(f"expects each survivor once, got two of {survivor}")
            known[survivor] = count, reason["text"]
    return known


def complaints_of(files, found, known):
    """What differs between the survivors found in these files, a Counter, and those that are known there."""
    complaints = []
    for survivor in sorted(found | {each: 1 for each in known if each.file in files}):
        count, _ = known.get(survivor, (0, ""))
        if found[survivor] != count:
            complaints.append(f"{survivor}: {found[survivor]} survive, a reason is known for {count}")
    return complaints


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tool", default="weir-mutate-kernels")
    parser.add_argument("--schedules", type=int, default=200, help="random schedules of each kernel with a barrier")
    parser.add_argument("files", nargs="*", type=Path, help="default: those of ops that are no composites")
    arguments = parser.parse_args()
    paths = [path.resolve() for path in arguments.files] or default_files()
    paths.sort(key=lambda path: path.stat().st_size, reverse=True)  # the longest do not come last
    known = known_survivors((HERE / "survivors.toml").read_text())
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        results = list(pool.map(lambda path: run_file(arguments.tool, path, arguments.schedules), paths))

    found, complaints = Counter(), []
    for path, (_, lines) in zip(paths, results):
        for line in lines:
            survives = SURVIVES.fullmatch(line)
            if not survives:
                complaints.append(f"{name_of(path)}: {line}")
                continue
            survivor = Survivor(name_of(path), *survives.groups())
            found[survivor] += 1
            print(f"{name_of(path)}: {line}: {known.get(survivor, (0, 'no reason is known'))[1]}")
    complaints += complaints_of({name_of(path) for path in paths}, found, known)
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
