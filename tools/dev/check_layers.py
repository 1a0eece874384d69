"""Holds the layers of the tree: a room includes only what stands left of it in LAYERS.

    Support < Artifact < Runtime < dialects/Interfaces < Tensors < dialects/* < Reference < View < passes/* < Target/*
    < Compiler < Verify < Run < Tune < Reduce < Fuzz < tools

Siblings in passes/ never include each other; siblings among dialects and targets may, without a cycle. The runtime side
includes nothing of LLVM or MLIR. dialects/ and passes/ name no target, and neither does the code of other libraries but
for those of targets and devices.
"""

import re
import sys
from pathlib import Path

import cpp_code
from tree import ROOT, Problem, report, sources

# Path pattern of a layer, lowest first; the matched text is the room. The first pattern that matches counts.
LAYERS = [
    ("Support", r"lib/Support"),
    ("Artifact", r"lib/Artifact"),
    ("Runtime", r"lib/Runtime"),
    ("dialects/Interfaces", r"dialects/Interfaces"),
    ("Tensors", r"lib/Tensors"),
    ("dialects/*", r"dialects/[^/]+(?=/)|dialects"),
    ("Reference", r"lib/Reference"),
    ("View", r"lib/View"),
    ("passes/*", r"passes/Lowering/[^/]+(?=/)|passes/[^/]+(?=/)|passes"),
    ("Target/*", r"lib/Target(/[^/.]+(?=/))?"),
    ("Compiler", r"lib/Compiler|include/weir/Compiler"),
    ("Verify", r"lib/Verify"),
    ("Run", r"lib/Run"),
    ("Tune", r"lib/Tune"),
    ("Reduce", r"lib/Reduce"),
    ("Fuzz", r"lib/Fuzz"),
    ("tools, python", r"tools|python"),
]

# Plain C headers of the runtime: every room may include them, and they include only each other.
PUBLIC_RUNTIME = "include/weir/Runtime"

RUNTIME_SIDE = ("lib/Support/", "lib/Artifact/", "lib/Runtime/", "include/weir/")
NO_SIBLINGS = {"passes/*"}
NO_TARGET_NAMES = ("dialects/", "passes/")
TARGET_NAMES = re.compile(r"\b(cuda|nvvm|nvgpu|ptx|sim|x86|x86vector|amx)\b", re.IGNORECASE)
NO_TARGETS_IN_CODE = "lib/"
OF_DEVICES = ("lib/Target/", "lib/Runtime/Device/")
CODE_NAMES = re.compile(r"(?:\b|(?<=[a-z]))(cuda|nvvm|nvgpu|ptx|sim|naive|x86|x86vector|amx)(?![a-z])", re.IGNORECASE)
# Files of lib/ that do, and why.
KNOW_TARGETS = {
    "lib/Compiler/Register.cpp": "registers them",
    "lib/Compiler/EmitProgram.cpp": "features of processors, which the runtime asks for by these names",
    "lib/Fuzz/Campaign.cpp": "an example of a list, in a message",
    "lib/Verify/CompiledRun.cpp": "the simulator alone reports how a kernel went wrong",
}

INCLUDE = re.compile(r'^\s*#?\s*include\s*(["<])([^">]+)[">]', re.MULTILINE)
SUFFIXES = (".h", ".cpp", ".c", ".td", ".inc", ".def")


def place(path):
    """(layer number, room) of a file, (-1, …) for the public runtime headers, None for a file outside the layers."""
    if path.startswith(PUBLIC_RUNTIME + "/"):
        return -1, PUBLIC_RUNTIME
    for number, (_, pattern) in enumerate(LAYERS):
        found = re.match(rf"({pattern})(?=/)", path)
        if found:
            return number, found.group(1)
    return None


def includes(text):
    """(line number, delimiter, included path) of each include of a C++ or TableGen file."""
    return [(text.count("\n", 0, m.start(2)) + 1, m.group(1), m.group(2)) for m in INCLUDE.finditer(text)]


def from_root(included):
    return "include/" + included if included.startswith("weir/") else included


def layer_problem(path, included):
    """Why `path` may not include `included`, else None."""
    if path.startswith(RUNTIME_SIDE) and included.startswith(("llvm/", "mlir/", "llvm-c/", "mlir-c/")):
        return f"expects no LLVM or MLIR header on the runtime side, got {included}"
    source, target = place(path), place(from_root(included))
    if source is None or target is None or target[0] == -1 or source[1] == target[1]:
        return None
    layer = LAYERS[source[0]][0] if source[0] >= 0 else "include/weir/Runtime"
    if target[0] > source[0]:
        return f"expects {layer} to include only what stands left of it, got {included} of {LAYERS[target[0]][0]}"
    if target[0] == source[0] and layer in NO_SIBLINGS:
        return f"expects no room of {layer} to include a sibling, got {included} in {source[1]}"
    return None


def cycle(edges):
    """One cycle in a graph {node: {node: where}} as a list of nodes, else None."""
    done = set()

    def visit(node, trail):
        if node in trail:
            return trail[trail.index(node) :] + [node]
        if node in done:
            return None
        found = next(filter(None, (visit(next_, trail + [node]) for next_ in edges.get(node, ()))), None)
        done.add(node)
        return found

    return next(filter(None, (visit(node, []) for node in list(edges))), None)


def target_problems(path, text):
    """Where a file names a target that should know none: in dialects and passes not even a comment may."""
    if path.startswith(NO_TARGET_NAMES):
        names, where = TARGET_NAMES, "in dialects/ and passes/"
    elif path.startswith(NO_TARGETS_IN_CODE) and not path.startswith(OF_DEVICES) and path not in KNOW_TARGETS:
        names, where, text = CODE_NAMES, "in code of lib/ outside of Target and Device", cpp_code.without_comments(text)
    else:
        return []
    return [
        Problem(path, number, f"expects no target's name {where}, got {name}")
        for number, line in enumerate(text.splitlines(), 1)
        if not INCLUDE.match(line)
        for name in names.findall(line)
    ]


def check(root: Path):
    problems, edges = [], {}
    for path in sources(root, SUFFIXES):
        source = place(path)
        if source is None:
            continue
        text = (root / path).read_text(errors="replace")
        for line, delimiter, included in includes(text):
            why = layer_problem(path, included)
            if why is None and delimiter == '"' and (root / path).parent.joinpath(included).is_file():
                why = f"expects include paths from the root, got {included}"
            if why:
                problems.append(Problem(path, line, why))
            target = place(from_root(included))
            if target and target[0] == source[0] and target[1] != source[1]:
                edges.setdefault(source[1], {})[target[1]] = (path, line)
        problems += target_problems(path, text)
    found = cycle(edges)
    if found:
        path, line = edges[found[0]][found[1]]
        problems.append(Problem(path, line, "expects no cycle among sibling rooms, got " + " -> ".join(found)))
    return problems


if __name__ == "__main__":
    sys.exit(report(check(ROOT)))
