"""Formats C++ files and checks the rules of style that a program can check."""

import argparse
import re
import subprocess
import sys
from pathlib import Path

import check_dim_sizes
import check_function_length
import check_globals
import check_imports
import check_layers
import check_namespaces
import check_op_chains
import check_type_names
from tree import ROOT, Problem, report, sources

CLANG_FORMAT = "clang-format-22"
FORMATTED = (".h", ".cpp", ".c")
WRITTEN = (".h", ".cpp", ".c", ".td", ".py", ".mlir", ".sh")
OPENED_BY_COMMENT = {".h": ("//", "/*"), ".cpp": "//", ".c": ("//", "/*"), ".td": "//", ".py": ('"""', "#"), ".sh": "#"}
LONGEST_FILE = 500
LONGEST_LINE = 120
EMPTY_NAMES = {"util", "utils", "common", "misc", "manager", "helper", "helpers"}
WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")
INCLUDED_ONCE = re.compile(r"^#(pragma once|ifndef \w+_H)\b", re.MULTILINE)
LEFT_OPEN = re.compile(r"\b(TO" r"DO|FIX" r"ME|XX" r"X|HA" r"CK)\b")


def format_files(root, files):
    if files:
        subprocess.run([CLANG_FORMAT, "-i", *files], cwd=root, check=True)


def check_format(root):
    files = sources(root, FORMATTED)
    if not files:
        return []
    run = subprocess.run([CLANG_FORMAT, "--dry-run", *files], cwd=root, capture_output=True, text=True)
    found = re.findall(r"^(.+?):(\d+):\d+: warning: code should be clang-formatted", run.stderr, re.MULTILINE)
    first = {}
    for path, line in found:
        first.setdefault(path, int(line))
    return [Problem(path, line, "expects clang-format's form; run ./dev format") for path, line in first.items()]


def check_names(root):
    problems = []
    for path in sources(root, WRITTEN):
        for part in Path(path).with_suffix("").parts:
            empty = EMPTY_NAMES.intersection(word.lower() for word in WORD.findall(part))
            if empty:
                problems.append(Problem(path, 1, f"expects a name that says what is inside, got {empty.pop()}"))
    return problems


def check_text(root):
    problems = []
    for path in sources(root, WRITTEN):
        text = (root / path).read_text(errors="replace")
        lines = text.splitlines()
        if len(lines) > LONGEST_FILE:
            problems.append(Problem(path, LONGEST_FILE, f"expects at most {LONGEST_FILE} lines, got {len(lines)}"))
        opening = OPENED_BY_COMMENT.get(Path(path).suffix)
        start = lines[1:] if text.startswith("#!") else lines
        if opening and start and not start[0].startswith(opening):
            problems.append(Problem(path, 1, "expects to open with a comment that says what the file is"))
        if path.endswith(".h") and not INCLUDED_ONCE.search(text):
            problems.append(Problem(path, 1, "expects #pragma once, or an #ifndef guard in a header for C"))
        for number, line in enumerate(lines, 1):
            if left := LEFT_OPEN.search(line):
                problems.append(Problem(path, number, f"expects nothing left open, got {left.group()}"))
            if len(line) > LONGEST_LINE and path.endswith((".py", ".td")):
                problems.append(Problem(path, number, f"expects at most {LONGEST_LINE} columns, got {len(line)}"))
    return problems


CHECKS = {
    "format": check_format,
    "names": check_names,
    "text": check_text,
    "layers": check_layers.check,
    "imports": check_imports.check,
    "op chains": check_op_chains.check,
    "function length": check_function_length.check,
    "type names": check_type_names.check,
    "namespaces": check_namespaces.check,
    "globals": check_globals.check,
    "sizes": check_dim_sizes.check,
}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--format", action="store_true", help="format in place instead of checking")
    parser.add_argument("files", nargs="*", help="with --format: these alone")
    arguments = parser.parse_args()
    if arguments.format:
        others = [path for path in arguments.files if not path.endswith(FORMATTED)]
        if others:
            parser.error(f"--format: expects files of {', '.join(FORMATTED)}, got {', '.join(others)}")
        format_files(ROOT, arguments.files or sources(ROOT, FORMATTED))
        return 0
    problems = []
    for name, check in CHECKS.items():
        found = check(ROOT)
        problems += found
        print(f"{name}: {len(found) or 'no'} problem{'' if len(found) == 1 else 's'}", flush=True)
    return report(problems)


if __name__ == "__main__":
    sys.exit(main())
