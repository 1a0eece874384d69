"""Holds that nothing computes with a size that may be `?`, which MLIR writes as a number: where a dimension's size is
computed with, it comes as a DimSize (dialects/Interfaces/DimSizes.h), whose `known()` says that it is no `?`.
"""

import re
import sys

from tree import ROOT, Problem, report, sources

WATCHED = ("lib/", "dialects/", "passes/")

SIZE = r"getDimSize\((?:[^()]|\([^()]*\))*\)"
COMPUTES = re.compile(rf"{SIZE}\s*[-+*/%](?!>)|[-+*/%]=?\s*[\w.>()-]*?{SIZE}")


def check(root):
    problems = []
    for path in sources(root, (".h", ".cpp", ".td")):
        if not path.startswith(WATCHED):
            continue
        for number, line in enumerate((root / path).read_text(errors="replace").splitlines(), 1):
            if COMPUTES.search(line.partition("//")[0]):
                why = "expects dimSize(type, d).known() where a size is computed with, got getDimSize"
                problems.append(Problem(path, number, why))
    return problems


if __name__ == "__main__":
    sys.exit(report(check(ROOT)))
