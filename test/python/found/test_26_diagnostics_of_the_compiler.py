"""Errors of weir-compile have place, line and caret; MLIR's options work; stages are pipelines; nothing is left."""

import pytest

GOOD = """func.func @f(%x: tensor<2xf32>) -> tensor<2xf32> attributes {weir.job} {
  %y = weir.exp %x : (tensor<2xf32>) -> tensor<2xf32>
  return %y : tensor<2xf32>
}
"""
BAD = GOOD.replace("weir.exp %x", "weir.exp %z")
LATE = "weir.variable @w : tensor<2xf32>\n" + GOOD.replace(
    "  return", "  weir.assign @w, %x : tensor<2xf32>\n  weir.assign @w, %y : tensor<2xf32>\n  return"
)


def test_place_line_and_caret(run):
    done = run("weir-compile", "bad.mlir", "-o", "a.weir", bad=BAD)
    assert done.status == 1
    assert done.err.splitlines() == [
        "bad.mlir:2:17: error: use of undeclared SSA value name",
        "  %y = weir.exp %z : (tensor<2xf32>) -> tensor<2xf32>",
        "                ^",
    ]


def test_notes_have_their_lines(run):
    done = run("weir-compile", "late.mlir", "--to=graph", late=LATE)
    lines = done.err.splitlines()
    assert lines[0].startswith("late.mlir:5:3: error: 'weir.assign' op expects at most one weir.assign per variable")
    assert lines[1:] == [
        "  weir.assign @w, %y : tensor<2xf32>",
        "  ^",
        "late.mlir:4:3: note: the first one is here",
        "  weir.assign @w, %x : tensor<2xf32>",
        "  ^",
    ]


def test_lines_of_stdin_and_of_a_program_that_is_run(run):
    assert run("weir-compile", "-o", "a.weir", stdin=BAD).err.startswith("<stdin>:2:17: error: use of undeclared")
    lines = run("weir-run", "late.mlir", "--device=cpu", late=LATE).err.splitlines()
    assert lines[0].startswith("late.mlir:5:3: error: ") and lines[1] == "  weir.assign @w, %y : tensor<2xf32>"


def test_options_of_mlir(run):
    printed = run("weir-compile", "a.mlir", "-o", "a.weir", "--mlir-print-ir-after=weir-form-groups", a=GOOD)
    assert printed.status == 0
    assert printed.err.count("IR Dump After FormGroupsPass") == 1 and "kernel.group" in printed.err
    every = run("weir-compile", "a.mlir", "--to=graph", "--mlir-print-ir-before-all", "--mlir-disable-threading")
    assert "IR Dump Before InlineCallsPass" in every.err and "IR Dump Before VerifyNormalFormPass" in every.err
    timed = run("weir-compile", "a.mlir", "-o", "a.weir", "--mlir-timing")
    assert timed.status == 0 and "Execution time report" in timed.err and "FormGroupsPass" in timed.err


@pytest.mark.parametrize("to", [[], ["--to=graph"]])
def test_expected_diagnostics(run, to):
    marked = LATE.replace("  weir.assign @w, %y", "  // expected-error @below {{at most one}}\n  weir.assign @w, %y")
    marked = marked.replace("  weir.assign @w, %x", "  // expected-note @below {{the first one}}\n  weir.assign @w, %x")
    assert run("weir-compile", "a.mlir", "--verify-diagnostics", *to, a=marked).status == 0
    missing = run("weir-compile", "a.mlir", "--verify-diagnostics", *to, a=LATE)
    assert missing.status == 1
    assert "a.mlir:5:3: error: unexpected error: 'weir.assign' op expects at most" in missing.err
    unfulfilled = run("weir-compile", "a.mlir", "--verify-diagnostics", *to, a="// expected-error {{none}}\n" + GOOD)
    assert unfulfilled.status == 1 and 'expected error "none" was not produced' in unfulfilled.err


def test_stages_are_pipelines(run):
    done = run("weir-opt", "a.mlir", "--weir-stage=graph", "--weir-stage=autograd", a=GOOD)
    assert done.status == 0 and 'weir.stage = "autograd"' in done.out
    compiled = run("weir-compile", "a.mlir", "--to=layout").out
    grouped = run("weir-opt", "b.mlir", "--pass-pipeline=builtin.module(weir-stage{group})", b=compiled)
    assert grouped.status == 0 and "kernel.group" in grouped.out
    wrong = run("weir-opt", "a.mlir", "--weir-stage=grouped")
    assert wrong.status == 1 and "expects a stage, one of: graph, autograd" in wrong.err


@pytest.mark.parametrize("program", [BAD, LATE])
def test_plain_errors_leave_no_reproducer(run, program):
    done = run("weir-compile", "a.mlir", "-o", "a.weir", a=program)
    assert done.status == 1 and done.temporary == [] and "reproducer" not in done.err
