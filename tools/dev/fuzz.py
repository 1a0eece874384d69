"""Tries random programs with the weir-fuzz of a build folder, which `./dev fuzz` builds first, and prints the commit
before what it prints. Other arguments are weir-fuzz's own.
"""

import argparse
import subprocess
import sys
from pathlib import Path

from tree import ROOT


def commit():
    """The commit at hand, with a `+` where files differ from it."""
    shown = subprocess.run(
        ["git", "describe", "--always", "--abbrev=12", "--exclude=*", "--dirty=+"],
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    return shown.stdout.strip() or "unknown"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", type=Path, default=ROOT / "build" / "dev")
    parser.add_argument("--log", type=Path, help="a file for what is printed")
    options, arguments = parser.parse_known_args()
    if not any(argument.startswith("--out") for argument in arguments):
        arguments.append(f"--out={ROOT / 'build' / 'fuzz'}")
    lines = [f"commit {commit()}, weir-fuzz {' '.join(a for a in arguments if not a.startswith('--out'))}\n"]
    print(lines[0], end="", flush=True)
    command = [options.build / "bin" / "weir-fuzz", *arguments]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as fuzz:
        for line in fuzz.stdout:
            print(line, end="", flush=True)
            lines.append(line)
    if options.log:
        options.log.write_text("".join(lines))
    return fuzz.returncode


if __name__ == "__main__":
    sys.exit(main())
