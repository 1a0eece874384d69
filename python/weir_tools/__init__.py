"""The commands weir-opt, weir-compile and so on of an installed package: starts the program of that name that stands in
the package `weir`. Apart from it, because importing that takes longer than most runs of a command."""

from __future__ import annotations

import importlib.util
import os
import signal
import subprocess
import sys

# What the loader of programs ends with where it lacks a library.
_NOT_LOADED = 127


def _program(name: str) -> str:
    package = importlib.util.find_spec("weir")
    if package is None or package.origin is None:
        raise SystemExit(f"{name}: expects the package weir in this environment, found none")
    return os.path.join(os.path.dirname(package.origin), "bin", name)


def main() -> int:
    name = os.path.basename(sys.argv[0])
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # is the program's
    status = subprocess.run(
        [_program(name), *sys.argv[1:]], preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL)
    ).returncode
    if status == _NOT_LOADED:
        print(
            f"{name}: expects the shared libraries of LLVM and MLIR 22.1, which Debian has in the packages libllvm22 "
            "and libmlir-22",
            file=sys.stderr,
        )
    if status < 0:
        if -status != signal.SIGKILL:  # whose action can't be set
            signal.signal(-status, signal.SIG_DFL)
        os.kill(os.getpid(), -status)
    return status
