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

# Cases that were wrong, or refused, and are in no other way among those.
FOUND = (
    "cummax bool sample 0",
    "cumulative_trapezoid float32 sample 2",
    "diff float32 sample 18",
    "einsum int32 sample 10",
    "index_add uint8 sample 0",
    "linalg.norm:subgradients_at_zero float32 sample 23",
    "linalg.vander int32 sample 0",
    "logspace:tensor_overload int64 sample 23",
    "nansum uint8 sample 23",
    "nn.functional.embedding float16 sample 5",
    "nn.functional.embedding float32 sample 5",
    "nn.functional.multi_margin_loss float32 sample 2",
    "nn.functional.multilabel_margin_loss float32 sample 0",
    "scatter_reduce:sum bool sample 2",
    "tensordot int32 sample 2",
    "unfold float32 sample 0",
    "var_mean:unbiased float32 sample 1",
)


def elements(file, case):
    arrays = [*case.arrays, *(r[key] for r in (*case.results, *case.gradients.values()) for key in ("got", "exact"))]
    return sum(file.arrays[number].size for number in arrays if number is not None)


def taken(file):
    """The cases of an entry that are small enough, the later ones first, which have more arguments."""
    count = {}
    for case in reversed(file.cases):
        key = case.dtype, case.kind
        most = MOST.get(case.kind, 0) + (case.dtype == "float32" and case.kind == "sample")
        if case.name in FOUND:
            yield case
        elif count.get(key, 0) < most and elements(file, case) <= MOST_ELEMENTS:
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
