"""Keeps docs/reference/ equal to the pages that the build generates from the records: copies them, or with --check
prints where they differ and fails."""

import argparse
import difflib
import sys
from pathlib import Path

from tree import ROOT

REFERENCE = ROOT / "docs" / "reference"


def pages(folder):
    """{path below the folder: text} of its Markdown files."""
    return {path.relative_to(folder): path.read_text() for path in sorted(folder.rglob("*.md"))}


def differences(generated, committed):
    """One unified diff per page that is stale, missing or left over; empty if there is none."""
    found = []
    for path in sorted({**generated, **committed}):
        old, new = committed.get(path, ""), generated.get(path, "")
        if old != new or (path in generated) != (path in committed):
            name = f"docs/reference/{path}"
            lines = difflib.unified_diff(old.splitlines(), new.splitlines(), name, "generated", lineterm="")
            found.append("\n".join([f"{name} is not what the records say; run ./dev docs", *lines]))
    return found


def synchronize(generated, folder):
    for path in pages(folder):
        if path not in generated:
            (folder / path).unlink()
    for path, text in generated.items():
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        if not target.is_file() or target.read_text() != text:
            target.write_text(text)


def main():
    parser = argparse.ArgumentParser(prog="./dev docs", description=__doc__)
    parser.add_argument("--generated", type=Path, required=True)
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args()
    generated = pages(options.generated)
    if not generated:
        print(f"docs: expects generated pages in {options.generated}, found none", file=sys.stderr)
        return 1
    if not options.check:
        synchronize(generated, REFERENCE)
        return 0
    stale = differences(generated, pages(REFERENCE))
    print("\n".join(stale), end="\n" if stale else "")
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main())
