"""The files of the working tree as the checks of tools/dev see them, and how a check states what it found."""

import os
import sys
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]

# Folders whose files nobody writes by hand.
NOT_OURS = {"build", ".git", ".venv", "__pycache__", ".hypothesis", ".pytest_cache", ".cache", "dist"}


class Problem(NamedTuple):
    path: str
    line: int
    text: str

    def __str__(self):
        return f"{self.path}:{self.line}: {self.text}"


def sources(root: Path, suffixes):
    """Paths, relative to `root` and sorted, of the files with one of the suffixes."""
    found = []
    for folder, folders, files in os.walk(root):
        folders[:] = [name for name in folders if name not in NOT_OURS]
        found += [os.path.relpath(os.path.join(folder, name), root) for name in files if name.endswith(tuple(suffixes))]
    return sorted(found)


def report(problems):
    """Prints problems; the exit status that says whether there were any."""
    for problem in problems:
        print(problem, file=sys.stderr)
    return 1 if problems else 0
