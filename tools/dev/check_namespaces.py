"""Holds that a room has one namespace: its files open that of the table, or one inside of it."""

import re
import sys

from tree import ROOT, Problem, report, sources

# The innermost folder that is listed says it.
NAMESPACES = {
    "lib": "weir",
    "lib/Fuzz": "weir::fuzz",
    "lib/Runtime/Device/Cuda": "weir::cuda",
    "lib/Runtime/Device/Sim": "weir::sim",
    "lib/Target/Cpu": "weir::cpu",
    "lib/Target/Cuda": "weir::cuda",
    "lib/Target/Gpu": "weir::gpu",
    "lib/Target/Nest": "weir::nest",
    "lib/Target/Sim": "weir::sim",
    "python/bindings": "weir::python",
}

BRACE = re.compile(r"^(?:(?:inline )?namespace ([\w:]+) \{|\} // namespace .+)", re.MULTILINE)
FORWARD = ("mlir", "llvm")  # where types of theirs are declared


def opened(text):
    """(line, namespace) of those that a file opens in no other."""
    depth = 0
    for found in BRACE.finditer(text):
        if found[1] and depth == 0:
            yield text.count("\n", 0, found.start()) + 1, found[1]
        depth += 1 if found[1] and found[1] not in FORWARD else -1 if not found[1] else 0


def namespace_of(path):
    parts = path.split("/")
    folders = ("/".join(parts[:count]) for count in range(len(parts) - 1, 0, -1))
    return next((NAMESPACES[folder] for folder in folders if folder in NAMESPACES), None)


def check(root):
    problems = []
    for path in sources(root, (".h", ".cpp")):
        expected = namespace_of(path)
        if expected is None:
            continue
        for line, name in opened((root / path).read_text(errors="replace")):
            if name not in FORWARD and name != expected and not name.startswith(expected + "::"):
                problems.append(Problem(path, line, f"expects the room's namespace {expected}, got {name}"))
    return problems


if __name__ == "__main__":
    sys.exit(report(check(ROOT)))
