"""Tries random programs with the weir-fuzz of a build folder, which `./dev fuzz` builds first, and prints the commit
and the hash of its sources before what it prints. Other arguments are weir-fuzz's own.
"""

import argparse
import itertools
import os
import subprocess
import sys
from pathlib import Path

import revision
from tree import ROOT


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", type=Path, default=ROOT / "build" / "dev")
    parser.add_argument("--log", type=Path, help="a file for what is printed")
    options, arguments = parser.parse_known_args()
    if not any(argument.startswith("--out") for argument in arguments):
        arguments.append(f"--out={ROOT / 'build' / 'fuzz'}")
    shown = " ".join(argument for argument in arguments if not argument.startswith("--out"))
    command = [options.build / "bin" / "weir-fuzz", *arguments]
    # Before the log is opened, which may be a file of the commit.
    of = f"commit {revision.commit() or 'unknown'}, sources {revision.judged_sources()}, weir-fuzz {shown}\n"
    fuzz = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    with open(options.log or os.devnull, "w") as log, fuzz:
        for line in itertools.chain([of], fuzz.stdout):
            print(line, end="", flush=True)
            print(line, end="", flush=True, file=log)
    return fuzz.returncode


if __name__ == "__main__":
    sys.exit(main())
