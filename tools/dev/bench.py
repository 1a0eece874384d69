"""Runs the benchmarks of a release build, each after this machine's name and measured peaks.

A benchmark is `networks`, which is bench/networks and the one that runs if none is named, or a program
weir-bench-<name> below the build's bin/; arguments after -- go to each of them.
"""

import argparse
import os
import subprocess
import sys
from pathlib import Path

import machine
from tree import ROOT

PEERS = ROOT / "build" / "peers" / "bin" / "python"  # made by tools/dev/install.sh


def split_arguments(arguments):
    """(ours, those after --)."""
    if "--" not in arguments:
        return arguments, []
    at = arguments.index("--")
    return arguments[:at], arguments[at + 1 :]


def networks(build):
    """The command of bench/networks, and the environment that finds the built package."""
    peers = ["--peers", str(PEERS)] if PEERS.is_file() else []
    return [sys.executable, str(ROOT / "bench" / "networks" / "networks.py"), *peers], {
        "PYTHONPATH": str((build / "python").resolve())
    }


def main():
    ours, theirs = split_arguments(sys.argv[1:])
    parser = argparse.ArgumentParser(prog="./dev bench", description=__doc__.splitlines()[0])
    parser.add_argument("--build", type=Path, required=True)
    parser.add_argument("names", nargs="*", metavar="NAME", help="networks if none is given")
    options = parser.parse_args(ours)
    programs = sorted((options.build / "bin").glob("weir-bench-*"))
    found = {path.name.removeprefix("weir-bench-"): ([str(path.resolve())], {}) for path in programs}
    found["networks"] = networks(options.build)
    unknown = [name for name in options.names if name not in found]
    if unknown:
        parser.error(f"expects benchmarks of {', '.join(found)}, got {', '.join(unknown)}")
    print(machine.cpu_name())
    print("one core: " + "; ".join(machine.peaks_text(machine.peaks())), flush=True)
    failed = []
    for name in options.names or ["networks"]:
        print(f"\n== {name}", flush=True)
        command, env = found[name]
        if subprocess.run([*command, *theirs], env=os.environ | env).returncode != 0:
            failed.append(name)
    if failed:
        print(f"bench: failed: {', '.join(failed)}", file=sys.stderr)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
