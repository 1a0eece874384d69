"""Samples of suites: what a seed draws, and that a few seeds in a row draw everything."""

import itertools
import os
import re
import subprocess
import sys

import pytest

import op_runs
import run_tests
import suite_sample
from tree import ROOT

RUN = re.compile(r"--device=([\w,]+) --modes=([\w,]+)")


@pytest.fixture(autouse=True)
def sampled(monkeypatch):
    monkeypatch.delenv("WEIR_WHOLE_SUITES", raising=False)
    monkeypatch.delenv("WEIR_SUITE_SEED", raising=False)


@pytest.fixture
def op_file(tmp_path):
    def write(*ops):
        path = tmp_path / f"{ops[0]}.mlir"
        path.write_text("// RUN: %op_runs\n" + "".join(f"%y = weir.{op} %x\n" for op in ops))
        return path

    return write


def runs_of_seeds(monkeypatch, path, seeds):
    for seed in seeds:
        monkeypatch.setenv("WEIR_SUITE_SEED", str(seed))
        yield op_runs.compiled_runs(op_runs.ANY_SIZES, path, {"gelu"})


def test_the_seed_is_the_day_unless_it_is_given(monkeypatch):
    monkeypatch.setattr(suite_sample.time, "time", lambda: 3.5 * suite_sample.SECONDS_PER_DAY)
    assert suite_sample.seed() == 3
    monkeypatch.setenv("WEIR_SUITE_SEED", "12")
    assert suite_sample.seed() == 12 and "WEIR_SUITE_SEED=12" in suite_sample.described()


def test_seeds_in_a_row_draw_each_item_once(monkeypatch):
    for name in ("exp", "gelu"):
        drawn = []
        for seed in range(20780, 20784):
            monkeypatch.setenv("WEIR_SUITE_SEED", str(seed))
            drawn.append(suite_sample.drawn(name, "abcd"))
        assert sorted(drawn) == list("abcd")


def test_a_composite_op_is_compiled_every_other_day_and_for_all_devices_within_twenty_seeds(monkeypatch, op_file):
    runs = list(runs_of_seeds(monkeypatch, op_file("gelu", "cast"), range(5, 25)))
    assert all(len(commands) + len(next_day) == 1 for commands, next_day in itertools.pairwise(runs))
    assert sorted(sum(runs, [])) == sorted([*op_runs.ANY_SIZES.on_cpu, *op_runs.ANY_SIZES.on_others])


def test_another_op_is_compiled_for_the_cpu_and_for_all_others_within_fourteen_seeds(monkeypatch, op_file):
    runs = list(runs_of_seeds(monkeypatch, op_file("exp"), range(5, 19)))
    assert {commands[0] for commands in runs} == set(op_runs.ANY_SIZES.on_cpu)
    assert sorted(other for commands in runs for other in commands[1:]) == sorted(op_runs.ANY_SIZES.on_others)


@pytest.mark.parametrize("asked", op_runs.ALL, ids=lambda runs: runs.word)
def test_a_sample_has_every_device_and_mode_of_the_whole(asked):
    def runs(commands):
        found = [RUN.search(command).groups() for command in commands]
        return {run for devices, modes in found for run in itertools.product(devices.split(","), modes.split(","))}

    assert runs(asked.on_cpu + asked.on_others[:-1]) == runs(asked.whole[:-1])
    assert asked.on_others[-1] == asked.whole[-1] == op_runs.OLD_CPU


def test_a_whole_suite_compiles_for_all_devices(monkeypatch, op_file):
    monkeypatch.setenv("WEIR_WHOLE_SUITES", "1")
    for path in (op_file("gelu"), op_file("exp")):
        for runs in op_runs.ALL:
            assert op_runs.compiled_runs(runs, path, {"gelu"}) == runs.whole
    assert op_runs.share(path.parent, {"gelu"}) == (20, 20)


def test_the_share_counts_the_modes_of_files_that_have_the_word(monkeypatch, op_file):
    monkeypatch.setattr(suite_sample, "drawn", lambda name, items: items[0])
    paths = [op_file(op) for op in ("gelu", "exp", "sin", "cos", "tan")]
    paths[-2].write_text("// RUN: weir-run %s --interpret\n")
    paths[-1].write_text("// RUN: %known_size_runs\n")
    assert op_runs.share(paths[0].parent, {"gelu"}) == (1 + 2 + 2 + 2, 30 + 7)


def test_composite_ops_are_those_that_the_reference_page_says_are_expanded():
    sections = re.split(r"^### weir\.", (ROOT / "docs/reference/ops.md").read_text(), flags=re.MULTILINE)[1:]
    expanded = {section.split("\n")[0] for section in sections if "the stage `graph` expands it" in section}
    assert op_runs.composite_ops(ROOT) == expanded


CASES = """import pytest

@{mark}
@pytest.mark.parametrize("number", range(30))
def test_number(number):
    print(f"ran {{number}}")
"""
MARKS = [("pytest.mark.sampled(2)", 2), ("pytest.mark.usefixtures()", suite_sample.PYTHON_SHARE)]


@pytest.mark.sampled(4)
@pytest.mark.parametrize(("mark", "share"), MARKS, ids=["marked", "others"])
def test_cases_of_python_are_drawn_each_within_as_many_seeds_as_the_share(tmp_path, mark, share):
    (tmp_path / "test_cases.py").write_text(CASES.format(mark=mark))
    pytest_of = [sys.executable, "-m", "pytest", "-q", "-s", "-p", "conftest", "-p", "no:cacheprovider", str(tmp_path)]

    def ran(**variables):
        env = os.environ | {"PYTHONPATH": f"{ROOT / 'test' / 'python'}:{os.environ['PYTHONPATH']}", **variables}
        printed = subprocess.run(pytest_of, env=env, capture_output=True, text=True, check=True).stdout
        return [int(number) for number in re.findall(r"ran (\d+)", printed)]

    drawn = [ran(WEIR_SUITE_SEED=str(seed)) for seed in range(5, 5 + share)]
    assert all(drawn) and sorted(sum(drawn, [])) == list(range(30))
    assert ran() == ran(WEIR_SUITE_SEED="5", WEIR_WHOLE_SUITES="1") == list(range(30))


def test_all_suites_of_a_run_have_one_seed(monkeypatch, tmp_path):
    monkeypatch.setattr(suite_sample, "seed", lambda: 7)
    assert run_tests.environment(tmp_path)["WEIR_SUITE_SEED"] == "7"


def test_tests_that_are_left_out_are_counted(tmp_path):
    report = tmp_path / "gtest.xml"
    assert run_tests.left_out_of(report) == 0
    said = (ROOT / "unittests/SuiteSample.h").read_text().split('kNotDrawn[] = "')[1].split('"')[0]
    report.write_text(f"<system-out>a.cpp:1: Skipped\n{said}7\n</system-out>" * 2)
    assert run_tests.left_out_of(report) == 2
    report.write_text(f'<skipped message="{suite_sample.NOT_DRAWN}7">test_a.py:1: {suite_sample.NOT_DRAWN}7</skipped>')
    assert run_tests.left_out_of(report) == 1
