"""Committed cases of edge values: each call gives what PyTorch gave, and its gradients, in graphs on the CPU and op by
op on the simulator. A run takes the functions of the day; all cases, and PyTorch itself, stand behind test/right/edges.
"""

import sys
from collections import defaultdict
from functools import partial
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path += [str(ROOT / "tools" / "dev"), *(str(ROOT / "test" / "right" / suite) for suite in ("opinfo", "edges"))]

import functions  # noqa: E402
import suite_sample  # noqa: E402
from case_files import CaseFile  # noqa: E402
from case_worker import judged  # noqa: E402
from edge_campaign import judgements  # noqa: E402

pytestmark = pytest.mark.sampled(1)  # draws a sample of its own

FILE = CaseFile.read(ROOT / "test" / "right" / "edges" / "edges.cases")
SHARES = {"cpu": 40, "sim": 200}  # one of so many functions a day


def cases(device):
    """{function: its cases}, those of the day."""
    found = defaultdict(list)
    for case in FILE.cases:
        found[case.entry].append(case)
    drawn = partial(suite_sample.drawn, items=range(SHARES[device]))
    return {path: each for path, each in found.items() if suite_sample.is_whole() or drawn(path) == 0}


@pytest.mark.parametrize(("device", "path"), [(device, path) for device in SHARES for path in cases(device)])
def test_edges_of(device, path):
    eagerly = device != "cpu"
    found = [(case, judged(FILE, case, eagerly, device)) for case in cases(device)[path]]
    for case, kind, why, reason in judgements(found):
        is_right = kind.endswith("equal") or kind == "exception" or reason
        assert is_right, f"{case.name} {case.call}: {kind}: {why}"


def test_every_public_function_has_a_case_or_a_reason():
    missing = set(functions.called(functions.public())) - {case.entry for case in FILE.cases}
    assert not missing, f"expects forms in forms.py or reasons in functions.py for {sorted(missing)}"
