"""Which functions look at elements by the host, or make them there, where ops run one by one: all else is computed by
kernels. Prints a line for each entry of the committed samples that does, and how many there are.

python test/right/opinfo/host_reads.py, with the package on PYTHONPATH.
"""

import re
import sys
from pathlib import Path

import weir as flow
from weir import _core

from case_files import CaseFile
from case_worker import DTYPES, CaseGraph

SAMPLES = Path(__file__).resolve().parent / "samples.cases"
# Entries that have to, and why.
ALLOWED = {
    "__getitem__|argwhere|masked_select|unique|unique_consecutive": "values decide sizes",
    "bincount|narrow|nn.functional.one_hot|repeat_interleave": "values decide sizes",
    "allclose|equal|item": "gives a value of Python",
}


def looked_at(case, tensors):
    """How often the call of a case has looked."""
    counts = [0]
    before = {name: vars(_core.Storage)[name] for name in ("array", "item", "write")}

    def counted(method):
        def called(*args):
            counts[0] += 1
            return method(*args)

        return called

    for name in before:
        setattr(_core.Storage, name, counted(getattr(_core.Storage, name)))
    try:
        CaseGraph(case, differentiates=False).build(*tensors)
    finally:
        for name, method in before.items():
            setattr(_core.Storage, name, method)
    return counts[0]


def main():
    file = CaseFile.read(SAMPLES)
    found = {}
    for case in file.cases:
        if case.kind == "error":
            continue
        tensors = [flow.tensor(file.arrays[n], dtype=DTYPES[name]) for n, name in zip(case.arrays, case.dtypes)]
        try:
            found[case.entry] = found.get(case.entry, 0) + looked_at(case, tensors)
        except (TypeError, ValueError, RuntimeError, NotImplementedError, IndexError):
            continue  # refused, which is another suite's
    allowed = re.compile("|".join(ALLOWED))
    looking = sorted(entry for entry, count in found.items() if count and not allowed.fullmatch(entry))
    for entry in looking:
        print(f"looks at elements: {entry}")
    print(f"entries: {len(found)}\nlook without a reason: {len(looking)}")
    return 1 if looking else 0


if __name__ == "__main__":
    sys.exit(main())
