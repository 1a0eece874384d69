"""Holds that passes and targets know ops through interfaces: outside WeirToLinalg no function names more than two weir
ops in isa, dyn_cast, cast, TypeSwitch cases or strings.

A function is what stands between two lines that close a block in column 0, which clang-format makes true.
"""

import re
import sys

from tree import ROOT, Problem, report, sources

WATCHED = ("passes/", "lib/Target/")
EXEMPT = ("passes/Lowering/WeirToLinalg/",)
MOST_OPS = 2

RECORD = re.compile(r'^def\s+Weir_(\w+)Op\b[^"]*?"([\w.]+)"', re.MULTILINE | re.DOTALL)
CASTS = re.compile(r"\b(?:isa|dyn_cast|cast|Case)(?:_and_nonnull|_and_present|_or_null|_if_present)?\s*<([^;{}()]*?)>")
CLASS = re.compile(r"\b(\w+)Op\b")
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


def functions(text):
    """(line number, text) of the stretches between lines that start with a closing brace."""
    start, stretch = 1, []
    for number, line in enumerate(text.splitlines(), 1):
        stretch.append(line)
        if line.startswith("}"):
            yield start, "\n".join(stretch)
            start, stretch = number + 1, []
    yield start, "\n".join(stretch)


def named_ops(text, stems, mnemonics):
    code = re.sub(r"//[^\n]*", "", text)
    ops = {stem for cast in CASTS.findall(code) for stem in CLASS.findall(cast) if stem in stems}
    return ops | {name for name in STRING.findall(code) if name in mnemonics}


def check(root):
    stems, mnemonics = records(root)
    problems = []
    for path in sources(root, (".cpp", ".h")):
        if not path.startswith(WATCHED) or path.startswith(EXEMPT):
            continue
        for line, text in functions((root / path).read_text(errors="replace")):
            ops = named_ops(text, stems, mnemonics)
            if len(ops) > MOST_OPS:
                names = ", ".join(sorted(ops))
                problems.append(Problem(path, line, f"expects a function to name at most {MOST_OPS} ops, got {names}"))
    return problems


if __name__ == "__main__":
    sys.exit(report(check(ROOT)))
