"""Takes a few small cases of each entry into one file, which is committed, so that ./dev test needs no PyTorch.

python committed.py FOLDER FILE, with the package on PYTHONPATH and the case files of sampling.py in FOLDER.
"""

import argparse
import sys
from pathlib import Path

from case_files import CaseFile
from counterparts import counterpart

MOST_ELEMENTS = 256  # of all arrays of a case
MOST = {"sample": 2, "reference": 1, "error": 24}  # of each entry and dtype; in f32, one more


def elements(file, case):
    arrays = [*case.arrays, *(r[key] for r in (*case.results, *case.gradients.values()) for key in ("got", "exact"))]
    return sum(file.arrays[number].size for number in arrays if number is not None)


def taken(file):
    """The cases of an entry that are small enough, the later ones first, which have more arguments."""
    count = {}
    for case in reversed(file.cases):
        key = case.dtype, case.kind
        most = MOST.get(case.kind, 0) + (case.dtype == "float32" and case.kind == "sample")
        if count.get(key, 0) < most and elements(file, case) <= MOST_ELEMENTS:
            count[key] = count.get(key, 0) + 1
            yield case


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("file", type=Path)
    options = parser.parse_args()
    chosen = CaseFile()
    for path in sorted(options.folder.glob("*.cases")):
        if counterpart(path.stem) is None:
            continue
        file = CaseFile.read(path)
        for case in taken(file):
            chosen.take(file, case)
    chosen.write(options.file)
    print(f"{len(chosen.cases)} cases of {len({case.entry for case in chosen.cases})} entries")


if __name__ == "__main__":
    sys.exit(main())
