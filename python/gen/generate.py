#!/usr/bin/env python3
"""Generates from the op records: the Python functions and stubs (into the build tree) and docs/reference/ops.md.
With --check nothing is written, and a file that differs is an error."""

from __future__ import annotations

import argparse
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import package  # noqa: E402
import records  # noqa: E402
import reference  # noqa: E402


def main() -> int:
    root = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tblgen", default="/usr/lib/llvm-22/bin/llvm-tblgen")
    parser.add_argument("--mlir-include", default="/usr/lib/llvm-22/include")
    parser.add_argument("--python", metavar="DIR", help="the package, for the modules that the records say")
    parser.add_argument("--docs", metavar="FILE", help="the reference page")
    parser.add_argument("--check", action="store_true")
    arguments = parser.parse_args()

    ops = records.read(arguments.tblgen, root, arguments.mlir_include)
    texts = {}
    if arguments.python:
        texts[os.path.join(arguments.python, "_ops.py")] = package.module(ops)
        texts[os.path.join(arguments.python, "_records.py")] = package.table(ops)
        texts[os.path.join(arguments.python, "nn", "_functional_ops.py")] = package.functional(ops)
        texts[os.path.join(arguments.python, "_ops.pyi")] = package.stub(ops)
    if arguments.docs:
        texts[arguments.docs] = reference.page(ops)
    stale = [path for path, text in texts.items() if _read(path) != text]
    if arguments.check:
        for path in stale:
            print(f"{path}: is not what the op records say; run ./dev docs", file=sys.stderr)
        return 1 if stale else 0
    for path in texts:
        os.makedirs(os.path.dirname(os.path.abspath(path)), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write(texts[path])
    return 0


def _read(path: str) -> str | None:
    try:
        with open(path, encoding="utf-8") as file:
            return file.read()
    except FileNotFoundError:
        return None


if __name__ == "__main__":
    sys.exit(main())
