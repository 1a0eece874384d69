"""Runs programs with Weir and with PyTorch and compares their losses: the line `programs` of ./dev accept right.

PYTHONPATH=build/dev/python .venv/bin/python test/right/programs/campaign.py [--eagerly] [--seeds N] [--write] [NAME...]
`--write` keeps PyTorch's losses in f64 of the first seed, in values.tsv, for ./dev test."""

import argparse
import json
import statistics
import subprocess
import sys
from pathlib import Path

from loss_bounds import F64, TIMES, off, ratio, right_at_first
from running import VALUES, committed, names, precision

HERE = Path(__file__).parent
PEERS = HERE.parents[2] / "build" / "peers" / "bin" / "python"


def recorded(python, *arguments):
    """{(program, seed, dtype): losses} of a process."""
    done = subprocess.run([python, HERE / "running.py", *arguments], text=True, stdout=subprocess.PIPE, check=True)
    rows = map(json.loads, done.stdout.splitlines())
    return {(row["program"], row["seed"], row["dtype"]): row["losses"] for row in rows}


def judged(name, seeds, weir, torch):
    """(how far off in f64, first losses that are wrong, median of the distances in f32 as multiples of PyTorch's)."""
    exact = {seed: torch[name, seed, "float64"] for seed in seeds}
    double = {seed: weir[name, seed, "float64"] for seed in seeds}
    single = {seed: weir[name, seed, "float32"] for seed in seeds}
    firsts = sum(not right_at_first(single[seed][0], exact[seed][0], precision(name)) for seed in seeds)
    ratios = [ratio(single[seed], torch[name, seed, "float32"], exact[seed]) for seed in seeds]
    return max(off(double[seed], exact[seed]) for seed in seeds), firsts, statistics.median(ratios)


def write(torch):
    written = {name: losses for (name, *which), losses in torch.items() if which == [0, "float64"]}
    values = {name: losses for name, losses in (committed() | written).items() if name in names()}
    rows = ("\t".join([name, *map(repr, values[name])]) for name in sorted(values))
    VALUES.write_text("".join(f"{row}\n" for row in rows))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--eagerly", action="store_true", help="graphs run op by op")
    parser.add_argument("--write", action="store_true")
    parser.add_argument("names", nargs="*", default=names())
    arguments = parser.parse_args()
    torch = recorded(PEERS, "--torch", "--seeds", str(arguments.seeds), *arguments.names)
    if arguments.write:
        write(torch)
    mode = ["--eagerly"] if arguments.eagerly else []
    weir = recorded(sys.executable, *mode, "--seeds", str(arguments.seeds), *arguments.names)
    wrong = {"f64": 0, "first": 0, "distance": 0}
    for name in arguments.names:
        double, firsts, times = judged(name, range(arguments.seeds), weir, torch)
        print(f"{name}: {double:.1e} off in f64, {firsts} first losses wrong, {times:.2f} times PyTorch's distance")
        wrong["f64"] += not double <= F64
        wrong["first"] += firsts
        wrong["distance"] += not times <= TIMES
    print(f"programs: {len(arguments.names)}")
    print(f"over the bound in f64: {wrong['f64']}")
    print(f"first losses wrong in f32: {wrong['first']}")
    print(f"distances over twice PyTorch's: {wrong['distance']}")


if __name__ == "__main__":
    sys.exit(main())
