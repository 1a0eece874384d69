"""Takes the first small cases of each function and dtype into one file, which is committed, so that ./dev test needs no
PyTorch.

python committed.py FOLDER FILE, with the case files of edge_sampling.py in FOLDER.
"""

import sys
from collections import Counter
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[1] / "opinfo"))

from case_files import CaseFile  # noqa: E402

MOST = {"float32": 3, "float64": 2}  # of each function; of other dtypes one
MOST_OF_METHODS = 1  # of those that are functions, too
MOST_ELEMENTS = 2500  # of all arrays of a case


def elements(file, case):
    arrays = [*case.arrays, *(r[key] for r in (*case.results, *case.gradients.values()) for key in ("got", "exact"))]
    return sum(file.arrays[number].size for number in arrays if number is not None)


def main():
    folder, target = map(Path, sys.argv[1:])
    chosen, paths = CaseFile(), sorted(folder.glob("*.cases"))
    names = {path.stem for path in paths}
    for path in paths:
        file, count = CaseFile.read(path), Counter()
        is_function_too = path.stem.removeprefix("Tensor.") in names - {path.stem}
        for case in file.cases:
            most = MOST_OF_METHODS if is_function_too else MOST.get(case.dtype, 1)
            if count[case.dtype] < most and elements(file, case) <= MOST_ELEMENTS:
                count[case.dtype] += 1
                chosen.take(file, case)
    chosen.write(target)
    print(f"{len(chosen.cases)} cases of {len({case.entry for case in chosen.cases})} functions")


if __name__ == "__main__":
    sys.exit(main())
