"""Holds that code knows ops through interfaces: no function and no table names more than two weir ops, in template
arguments (isa, dyn_cast, TypeSwitch cases, lists of patterns) or in strings. What a pass, the fuzzer or a check has to
know of an op is a field of its record.

Exempt is what is written for each op: records, evals, the lowering of single ops, and tests.
"""

import ast
import re
import sys

import cpp_code
from tree import ROOT, Problem, report, sources

WATCHED = ("bench/", "dialects/", "examples/", "lib/", "passes/", "python/", "tools/")
EXEMPT = ("dialects/Weir/", "lib/Reference/", "passes/Lowering/WeirToLinalg/")
MOST_OPS = 2

# Functions and tables that name more, and why.
ALLOWED = {
    ("bench/sums/accuracy_cases.py", "CASES"): "reductions, losses and norms whose errors are measured, with calls",
    ("bench/scale/step.py", "PRODUCTS"): "whose arithmetic is counted",
    ("lib/Fuzz/OpRecipes.cpp", "opRecipes"): "how an op with operands of its own is drawn is code for it",
    ("lib/Fuzz/WindowRecipes.cpp", "windowRecipes"): "the same",
    ("passes/Layout/ChannelsLast.cpp", "runOnOperation"): "each kind of convolution is converted by code of its own",
    ("passes/Sbp/LocalOps.cpp", "build"): "what a part of an op that knows positions computes is code for it",
    ("python/bindings/PyTrace.cpp", "defineTrace"): "methods of the builder, which ops have for names too",
    ("tools/dev/argument_forms.py", "FORMS"): "functions that are written by hand, with a call of each",
    ("python/weir/_views.py", "_KINDS"): "how a write to a view is a write to its source is code for each kind",
    ("python/weir/_operators.py", "_ARITHMETIC"): "Python's operators with the functions that they are",
    ("python/weir/nn/modules.py", "_FILES"): "PyTorch's names of files",
    ("python/weir/nn/init.py", "_GAINS"): "PyTorch's names of nonlinearities, an argument of calculate_gain",
}

RECORD = re.compile(r'^def\s+Weir_(\w+)Op\b[^"]*?"([\w.]+)"', re.MULTILINE | re.DOTALL)
ARGUMENTS = re.compile(r"(\w+)<([^;{}()]*)>")
BUILDS = re.compile(r"create|replaceOpWithNewOp")  # what is made is no question about what there is
CLASS = re.compile(r"((?:\w+::)*)\b(\w+)Op\b")  # ops of other dialects are named with their namespace
STRING = re.compile(r'"(?:weir\.)?([\w.]+)"')


def records(root):
    """({class stem}, {mnemonic}) of the ops of the weir dialect."""
    stems, mnemonics = set(), set()
    for path in sources(root, (".td",)):
        if path.startswith("dialects/Weir/"):
            for stem, mnemonic in RECORD.findall((root / path).read_text(errors="replace")):
                stems.add(stem)
                mnemonics.add(mnemonic)
    return stems, mnemonics


def ops_in_cpp(text, stems, mnemonics):
    """(line, name, ops) of each function and table."""
    for line, name, code in cpp_code.stretches(text):
        lists = [arguments for template, arguments in ARGUMENTS.findall(code) if not BUILDS.match(template)]
        classes = [found for arguments in lists for found in CLASS.findall(arguments)]
        ops = {stem for scope, stem in classes if scope in ("", "weir::") and stem in stems}
        yield line, name, ops | {word for word in STRING.findall(code) if word in mnemonics}


def texts_of(collection):
    items = collection.keys if isinstance(collection, ast.Dict) else collection.elts
    return [item.value for item in items if isinstance(item, ast.Constant) and isinstance(item.value, str)]


def ops_in_python(text, mnemonics):
    """(line, name, ops) of each tuple, list, set and dictionary, but for `__all__`, whose names are functions."""
    tree, names = ast.parse(text), {}
    for node in ast.walk(tree):
        targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
        for target in targets:
            if isinstance(target, ast.Name):
                names |= {id(inner): target.id for inner in ast.walk(node)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Tuple | ast.List | ast.Set | ast.Dict) and names.get(id(node)) != "__all__":
            ops = {text.removeprefix("weir.") for text in texts_of(node)} & mnemonics
            yield node.lineno, names.get(id(node), ""), ops


def check(root):
    stems, mnemonics = records(root)
    problems = []
    for path in sources(root, (".cpp", ".h", ".def", ".py")):
        if not path.startswith(WATCHED) or path.startswith(EXEMPT):
            continue
        text = (root / path).read_text(errors="replace")
        is_python = path.endswith(".py")
        found = ops_in_python(text, mnemonics) if is_python else ops_in_cpp(text, stems, mnemonics)
        for line, name, ops in found:
            if len(ops) > MOST_OPS and (path, name) not in ALLOWED:
                names = ", ".join(sorted(ops))
                why = f"expects a function or table to name at most {MOST_OPS} ops, got {names}"
                problems.append(Problem(path, line, why))
    return problems


if __name__ == "__main__":
    sys.exit(report(check(ROOT)))
