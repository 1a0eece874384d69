"""Survivors of mutated kernels are known exactly: their place, what comes of them, and how many there are."""

import importlib.util
from collections import Counter

import pytest

from tree import ROOT

KNOWN = """
[[reason]]
text = "nothing comes of it"
mutation = "without m of phase0"
outcome = "same results"
counts = { "a/x: k.dynamic" = 2 }

[[reason]]
text = "nobody does it"
mutation = "without m of phase1"
outcome = "not reached"
[reason.counts]
"a/y: k.static" = 1
"""


@pytest.fixture(scope="module")
def suite():
    path = ROOT / "test" / "lib" / "GpuMutations" / "suite.py"
    spec = importlib.util.spec_from_file_location("mutation_suite", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def known(suite):
    return suite.known_survivors(KNOWN)


def test_what_is_known_is_found(suite, known):
    first, second = known
    assert suite.complaints_of({"a/x", "a/y"}, Counter({first: 2, second: 1}), known) == []
    assert suite.complaints_of({"a/x"}, Counter({first: 2}), known) == []


@pytest.mark.parametrize("count", [0, 1, 3])
def test_more_and_fewer_than_known_are_complaints(suite, known, count):
    first, second = known
    (complaint,) = suite.complaints_of({"a/x", "a/y"}, Counter({first: count, second: 1}), known)
    assert complaint.startswith("a/x: k.dynamic: ") and complaint.endswith(f"{count} survive, a reason is known for 2")


@pytest.mark.parametrize(
    "field, text",
    [("file", "a/z"), ("kernel", "k_1.dynamic"), ("mutation", "without m of phase1"), ("outcome", "other results")],
)
def test_a_survivor_elsewhere_has_no_reason(suite, known, field, text):
    other = next(iter(known))._replace(**{field: text})
    (complaint,) = suite.complaints_of({"a/z"}, Counter({other: 1}), known)
    assert complaint.endswith("1 survive, a reason is known for 0")


def test_two_reasons_of_one_survivor_are_refused(suite):
    with pytest.raises(ValueError, match="expects each survivor once"):
        suite.known_survivors(KNOWN + KNOWN)


def test_the_committed_survivors_are_of_files_that_the_suite_runs(suite):
    files = {suite.name_of(path) for path in suite.default_files()}
    known = suite.known_survivors((suite.HERE / "survivors.toml").read_text())
    assert known and {survivor.file for survivor in known} <= files
    assert "contract/matmul" in files and "activation/softmax" not in files


def test_what_a_tool_printed_counts_until_it_or_the_file_changes(suite, tmp_path, monkeypatch):
    monkeypatch.setattr(suite, "KEPT", tmp_path / "kept")
    tool, file, runs = tmp_path / "tool", tmp_path / "a.mlir", tmp_path / "runs"
    figures = ", ".join(f"{name}: 1" for name in suite.FIGURES)
    tool.write_text(f"#!/bin/sh\necho $1 >> {runs}\necho survives\necho '{figures}'\n")
    tool.chmod(0o755)
    file.write_text("// first")
    for _ in range(2):
        assert suite.run_file(str(tool), file, 5) == ([1] * len(suite.FIGURES), ["survives"])
    assert len(runs.read_text().splitlines()) == 1
    file.write_text("// second")
    suite.run_file(str(tool), file, 5)
    tool.write_text(tool.read_text() + "exit 3\n")
    for _ in range(2):
        suite.run_file(str(tool), file, 5)
    assert len(runs.read_text().splitlines()) == 4  # what failed is run again
