"""Committed samples of PyTorch's: each call gives what PyTorch gave, and its gradients. A run takes the entries of the
day; all samples, and PyTorch itself, stand behind test/right/opinfo."""

import sys
from collections import defaultdict
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path += [str(ROOT / "tools" / "dev"), str(ROOT / "test" / "right" / "opinfo")]

import suite_sample  # noqa: E402
from case_files import Case, CaseFile  # noqa: E402
from case_worker import judged  # noqa: E402
from counterparts import counterpart  # noqa: E402
from judging import difference  # noqa: E402
from reasons import reason_of, taken_because  # noqa: E402

pytestmark = pytest.mark.sampled(1)  # draws a sample of its own

SAMPLES = ROOT / "test" / "right" / "opinfo" / "samples.cases"
SHARE = 40  # one of so many entries a day
EAGER_SHARE = 3  # and of these, op by op


def entries():
    """{entry: its cases}, those of the day."""
    found = defaultdict(list)
    for case in FILE.cases:
        found[case.entry].append(case)
    whole = suite_sample.is_whole()
    return {entry: cases for entry, cases in found.items() if whole or suite_sample.drawn(entry, range(SHARE)) == 0}


FILE = CaseFile.read(SAMPLES)


def eager_entries():
    whole = suite_sample.is_whole()
    return [entry for entry in entries() if whole or suite_sample.drawn(f"{entry} eagerly", range(EAGER_SHARE)) == 0]


@pytest.mark.parametrize("entry, eagerly", [*((e, False) for e in entries()), *((e, True) for e in eager_entries())])
def test_samples_of(entry, eagerly):
    assert counterpart(entry) is not None
    for case in entries()[entry]:
        verdict = judged(FILE, case, eagerly)
        if case.kind == "error":
            assert verdict["verdict"] == "refused" or taken_because(case), f"{case.name} {case.call} is taken"
            continue
        refusal = verdict["verdict"] == "refused" and reason_of(case, verdict["why"])
        assert verdict["verdict"] == "equal" or refusal, f"{case.name} {case.call}: {verdict}"
        assert refusal or verdict.get("gradient", "equal") == "equal", f"{case.name} {case.call}: {verdict}"


def test_what_counts_as_right():
    import numpy as np

    one = np.array([1.0, 2.0], np.float32)
    off = one + np.array([0, 2e-6], np.float32)
    assert not difference(one, one, one.astype(np.float64), "float32", 0)
    assert difference(off, one, one.astype(np.float64), "float32", 0).startswith("1 of 2 elements, at (1,)")
    assert not difference(off, one, one.astype(np.float64), "float32", 1e-6)
    assert not difference(np.array([np.nan]), np.array([np.nan]), np.array([np.nan]), "float64", 0)
    assert difference(np.array([np.inf]), np.array([1.0]), np.array([1.0]), "float64", 0)
    assert difference(np.array([1]), np.array([2]), None, "int64", 0)


def test_files_keep_cases(tmp_path):
    import numpy as np

    file = CaseFile()
    call = {"args": [{"tensor": 0}, {"tuple": [1, None]}], "kwargs": {"dim": {"number": "inf"}}}
    file.cases.append(Case("sum", "float32", "sample", 3, call, [file.add(np.ones((2, 0), np.float32))], ["float32"]))
    file.write(tmp_path / "a.cases")
    read = CaseFile.read(tmp_path / "a.cases")
    assert read.cases == file.cases and read.arrays[0].shape == (2, 0)
