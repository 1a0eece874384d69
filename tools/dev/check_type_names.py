"""Holds that a name means one thing: no two types of the tree, in whatever namespaces, have one name.

A type inside of a type is told apart by the outer one. An alias stands for the type that it names, so two aliases of
one type may share a name.
"""

import re
import sys
from collections import defaultdict
from pathlib import Path

from tree import ROOT, Problem, report, sources

FOLDERS = ("lib/", "dialects/", "passes/", "tools/", "python/", "include/")

# clang-format leaves what stands in namespaces unindented, and indents what stands in types.
DEFINITION = re.compile(
    r"^(?:template <.*>\s)?(?:class|struct|union|enum class|enum) (?:\[\[\w+\]\] |alignas\(\w+\) )?(\w+)(?: final)?"
    r"(?: : [^;{]*)?\s*\{",
    re.MULTILINE,
)
ALIAS = re.compile(r"^using (\w+) =\s*([^;]+);", re.MULTILINE)


def types(text):
    """(name, what it stands for, line) of each type that a file defines outside of types."""
    for found in DEFINITION.finditer(text):
        yield found[1], None, text.count("\n", 0, found.start(1)) + 1
    for found in ALIAS.finditer(text):
        if not re.search(rf"\b{found[1]}$", found[2]):
            yield found[1], " ".join(found[2].split()), text.count("\n", 0, found.start(1)) + 1


def check(root: Path):
    places = defaultdict(list)
    for path in sources(root, (".h", ".cpp")):
        if path.startswith(FOLDERS):
            for name, meaning, line in types((root / path).read_text(errors="replace")):
                places[name].append((path, line, meaning))
    problems = []
    for name, (first, *others) in sorted(places.items()):
        for path, line, meaning in others:
            if meaning is None or meaning != first[2]:
                problems.append(Problem(path, line, f"expects one type named {name}, which {first[0]} defines too"))
    return problems


if __name__ == "__main__":
    sys.exit(report(check(ROOT)))
