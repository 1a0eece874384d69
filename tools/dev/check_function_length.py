"""Holds that functions have at most 60 lines, in C++ and Python. The lines of a text inside of one don't count."""

import ast
import sys

import cpp_code
from tree import ROOT, Problem, report, sources

MOST_LINES = 60


def python_functions(text):
    """(name, line, lines) of each function of a module, methods and inner ones too."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            texts = [each for each in ast.walk(node) if isinstance(each, ast.Constant) and isinstance(each.value, str)]
            in_texts = sum(text.end_lineno - text.lineno for text in texts)
            yield node.name, node.lineno, node.end_lineno - node.lineno + 1 - in_texts


def check(root):
    problems = []
    for path in sources(root, (".h", ".cpp", ".c", ".py")):
        text = (root / path).read_text(errors="replace")
        try:
            found = python_functions(text) if path.endswith(".py") else cpp_code.functions(text)
            for name, line, *_, lines in found:
                if lines > MOST_LINES:
                    why = f"expects a function of at most {MOST_LINES} lines, got {lines} in {name}"
                    problems.append(Problem(path, line, why))
        except SyntaxError as error:
            problems.append(Problem(path, error.lineno or 1, f"expects code that parses, got: {error.msg}"))
    return problems


if __name__ == "__main__":
    sys.exit(report(check(ROOT)))
