"""Runs the benchmarks of a release build, each after this machine's name and measured peaks.

A benchmark is a program bench-<name> below the build's bin/; arguments after -- go to each of them.
"""

import argparse
import subprocess
import sys
from pathlib import Path

import machine


def split_arguments(arguments):
    """(ours, those after --)."""
    if "--" not in arguments:
        return arguments, []
    at = arguments.index("--")
    return arguments[:at], arguments[at + 1 :]


def main():
    ours, theirs = split_arguments(sys.argv[1:])
    parser = argparse.ArgumentParser(prog="./dev bench", description=__doc__.splitlines()[0])
    parser.add_argument("--build", type=Path, required=True)
    parser.add_argument("names", nargs="*", metavar="NAME", help="without the leading bench-; all if none is given")
    options = parser.parse_args(ours)
    found = {path.name.removeprefix("bench-"): path for path in sorted((options.build / "bin").glob("bench-*"))}
    unknown = [name for name in options.names if name not in found]
    if unknown or not found:
        known = ", ".join(found) or "this build, which has none"
        parser.error(f"expects benchmarks of {known}, got {', '.join(unknown) or 'no name'}")
    print(machine.cpu_name())
    print("one core: " + "; ".join(machine.peaks_text(machine.peaks())), flush=True)
    failed = []
    for name in options.names or found:
        print(f"\n== {name}", flush=True)
        if subprocess.run([str(found[name].resolve()), *theirs]).returncode != 0:
            failed.append(name)
    if failed:
        print(f"bench: failed: {', '.join(failed)}", file=sys.stderr)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
