"""Holds that no module of a Python package imports itself by way of others, wherever the imports stand, and that
imports inside functions are listed here with a reason: inside a function is where circles hide."""

import ast
import os
import sys
from pathlib import Path

from check_layers import cycle
from tree import ROOT, Problem, report

PACKAGES = ("python/weir", "python/weir_tools", "python/runtime/weir_runtime")

# What imports inside functions are for, by the file and what it imports.
LATE = {
    ("weir/_compiler.py", "weir._cache"): "brings modules of Python that only compiling needs",
    ("weir/_eager/job_table.py", "weir._eager.kept"): "brings modules of Python that only first calls need",
    ("weir/_eager/job_table.py", "weir._eager.packs"): "the same",
    ("weir/_extension.py", "weir._mlir"): "brings LLVM into the process",
    ("weir/_files.py", "tempfile"): "brings a dozen modules that only writing a file needs",
}

# Modules that only the build tree has, and what they import.
GENERATED = {
    "weir._ops": ("weir._dispatch",),
    "weir._records": ("weir._spec",),
    "weir.nn._functional_ops": ("weir._ops",),
}


def modules(package):
    """{name: path} of the package's modules; a package's own is that of its __init__."""
    found = {}
    for folder, _, files in os.walk(package):
        for name in sorted(files, reverse=True):  # a.pyi before a.py, which wins
            if name.endswith((".py", ".pyi")):
                parts = Path(folder, name).relative_to(package.parent).with_suffix("").parts
                found[".".join(part for part in parts if part != "__init__")] = Path(folder, name)
    return dict(sorted(found.items()))


def statements(tree):
    """(import statement, whether it stands in a function), but for those that only type checkers see."""

    def visit(node, in_function):
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            yield from (found for each in node.orelse for found in visit(each, in_function))
            return
        if isinstance(node, ast.Import | ast.ImportFrom):
            yield node, in_function
        inside = in_function or isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
        for child in ast.iter_child_nodes(node):
            yield from visit(child, inside)

    return visit(tree, False)


def imported(node, name, is_package, known):
    """Full names of what a statement of the module `name` imports: a module of `known` where there is one."""
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    base = node.module or ""
    if node.level:
        parts = name.split(".")
        above = parts[: len(parts) - node.level + is_package]
        base = ".".join([*above, *([node.module] if node.module else [])])
    full = [f"{base}.{alias.name}" for alias in node.names]
    return [each if each in known else base for each in full]


def executed(name, target):
    """What importing `target` in the module `name` executes: it, and the packages around it that `name` is not in."""
    parts = target.split(".")
    packages = [".".join(parts[:n]) for n in range(1, len(parts))]
    return [target, *(package for package in packages if not f"{name}.".startswith(f"{package}."))]


def problems_of(package, root):
    """Of one package; paths are shown from `root`."""
    found, known = [], modules(package)
    generated = {name: targets for name, targets in GENERATED.items() if name.split(".")[0] == package.name}
    edges = {name: dict.fromkeys(targets, ("", 0)) for name, targets in generated.items() if name not in known}
    names = {*known, *edges}
    for name, path in known.items():
        if path.suffix != ".py":
            continue
        shown = os.path.relpath(path, root)
        unused = {target for file, target in LATE if file == os.path.relpath(path, package.parent)}
        listed = frozenset(unused)
        for node, in_function in statements(ast.parse(path.read_text())):
            for target in imported(node, name, path.name == "__init__.py", names):
                if in_function and target not in listed:
                    why = "expects imports inside functions to be listed with a reason in check_imports.py"
                    found.append(Problem(shown, node.lineno, f"{why}, got {target}"))
                unused -= {target} if in_function else set()
                for each in executed(name, target):
                    if each in names and each != name:
                        edges.setdefault(name, {}).setdefault(each, (shown, node.lineno))
        found += [Problem(shown, 1, f"expects what check_imports.py lists, finds no import of {it}") for it in unused]
    circle = cycle(edges)
    if circle:
        path, line = next(edges[a][b] for a, b in zip(circle, circle[1:]) if edges[a][b][0])
        found.append(Problem(path, line, "expects no module to import itself, got " + " -> ".join(circle)))
    return found


def check(root: Path):
    packages = [root / folder for folder in PACKAGES]
    return [problem for package in packages if package.is_dir() for problem in problems_of(package, root)]


if __name__ == "__main__":
    sys.exit(report(check(ROOT)))
