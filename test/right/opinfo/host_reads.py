"""Which functions look at elements by the host, or make them there, where ops run one by one: all else is computed by
kernels. Prints a line for each entry of the committed samples that does, and how many there are; calls that are refused
need a reason, as those of the other suites do.

python test/right/opinfo/host_reads.py, with the package on PYTHONPATH.
"""

import re
import sys
from pathlib import Path

import weir as flow
from weir import _core

from case_files import CaseFile
from case_worker import DTYPES, CaseGraph, refusal
from reasons import reason_of

SAMPLES = Path(__file__).resolve().parent / "samples.cases"
# Entries that have to, and why.
ALLOWED = {
    "__getitem__|argwhere|masked_select|unique|unique_consecutive": "values decide sizes",
    "bincount|narrow|nn.functional.one_hot|repeat_interleave": "values decide sizes",
    "allclose|equal|item": "gives a value of Python",
}


class Looks:
    """Counts what the host looks at or makes, as long as it is entered."""

    def __init__(self):
        self.count = 0
        self._before = [(_core.Storage, name, vars(_core.Storage)[name]) for name in ("array", "item", "write")]
        self._before.append((_core, "constant", _core.constant))

    def _counted(self, function):
        def called(*args):
            self.count += 1
            return function(*args)

        return called

    def __enter__(self):
        _core.forget_plans()  # by which calls run that were counted before
        for owner, name, _ in self._before:
            setattr(owner, name, self._counted(getattr(owner, name)))
        return self

    def __exit__(self, *_):
        for owner, name, function in self._before:
            setattr(owner, name, function)


def main():
    file = CaseFile.read(SAMPLES)
    found, unexplained = {}, 0
    for case in file.cases:
        if case.kind == "error":
            continue
        tensors = [flow.tensor(file.arrays[n], dtype=DTYPES[name]) for n, name in zip(case.arrays, case.dtypes)]
        with Looks() as looks:
            try:
                CaseGraph(case, differentiates=False).build(*tensors)
            except Exception as error:
                if not reason_of(case, refusal(error)):
                    print(f"refused: {case.name}: {refusal(error)}")
                    unexplained += 1
                continue
        found[case.entry] = found.get(case.entry, 0) + looks.count
    allowed = re.compile("|".join(ALLOWED))
    looking = sorted(entry for entry, count in found.items() if count and not allowed.fullmatch(entry))
    for entry in looking:
        print(f"looks at elements: {entry}")
    print(f"entries: {len(found)}\nlook without a reason: {len(looking)}\nrefused without a reason: {unexplained}")
    return 1 if looking or unexplained else 0


if __name__ == "__main__":
    sys.exit(main())
