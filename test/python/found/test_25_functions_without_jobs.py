"""A newcomer's first file has no weir.job; dumps are given back as they are; calls are written as in func."""

import pytest

FIRST = """func.func @double(%x: tensor<2xf32>) -> tensor<2xf32> {
  %y = weir.add %x, %x : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return %y : tensor<2xf32>
}
"""
RECURSION = """func.func @f(%x: tensor<2xf32>) -> tensor<2xf32> attributes {weir.job} {
  %y = func.call @f(%x) : (tensor<2xf32>) -> tensor<2xf32>
  return %y : tensor<2xf32>
}
"""
STAGES = ["graph", "autograd", "precision", "sbp", "partition", "layout", "group", "launch", "schedule"]


def test_a_function_that_can_be_a_job_is_one(run):
    assert run("weir-compile", "a.mlir", "-o", "a.weir", a=FIRST).status == 0
    assert run("weir-run", "a.weir", "--device=cpu").out == "double result0 tensor<2xf32>: 2 2\n"
    for mode in ("--interpret", "--device=cpu"):
        assert run("weir-run", "a.mlir", mode).out.startswith("double result0 tensor<2xf32>: ")


def test_numbers_of_which_none_can_be_checked_are_an_error(run):
    huge = FIRST.replace("<2xf32>", "<100000000000xf32>")
    done = run("weir-compile", "a.mlir", "--verify-numerics", a=huge)
    assert done.status == 1 and "error: expects numbers to check, got none: expects the inputs of double" in done.err
    assert "got 800000000000 bytes" in done.err and not done.out
    beside = huge + FIRST.replace("@double", "@small")
    table = run("weir-compile", "a.mlir", "--verify-numerics", a=beside)
    assert table.status == 0 and "double" in table.out and "left out: expects the inputs of double" in table.out


def test_numbers_of_a_function_that_can_be_a_job_are_checked(run):
    table = run("weir-compile", "a.mlir", "--verify-numerics", a=FIRST)
    assert table.status == 0
    rows = [line.split() for line in table.out.splitlines()[1:]]
    assert {row[-2] for row in rows} >= {"graph", "launch", "add"} and all(int(row[-1]) > 0 for row in rows)


@pytest.mark.parametrize(
    "changes, reason",
    [
        ([("func.func @", "func.func private @")], "it is private"),
        ([("-> tensor<2xf32> {", "{"), ("return %y : tensor<2xf32>", "return")], "it has neither a result nor a weir"),
        ([("tensor<2xf32>", "index"), ("weir.add %x, %x : (index, index) -> index", "arith.addi %x, %x : index")],
         "expects the arguments of a job to be ranked tensors, got 'index' as argument #0"),
    ],
)  # fmt: skip
def test_a_function_that_can_be_none_is_told_what_to_write(run, changes, reason):
    program = FIRST
    for old, new in changes:
        program = program.replace(old, new)
    done = run("weir-compile", "a.mlir", "-o", "a.weir", a=program)
    assert done.status == 1 and "attributes {weir.job}" in done.err and "kernel.call" not in done.err
    assert f"@double can't be one: " in done.err and reason in done.err, done.err


def test_a_function_beside_jobs_that_nobody_calls(run):
    job = FIRST.replace("@double", "@job").replace("tensor<2xf32> {", "tensor<2xf32> attributes {weir.job} {")
    done = run("weir-compile", "a.mlir", "-o", "a.weir", a=job + FIRST)
    assert done.status == 1 and "a.mlir:5:1: error: " in done.err
    assert "it is neither a job, which has the attribute weir.job, nor called by one" in done.err


@pytest.mark.parametrize("name, arguments", [("weir-compile", ["-o", "a.weir"]), ("weir-run", ["--device=cpu"])])
@pytest.mark.parametrize("program", [RECURSION, RECURSION.replace("attributes {weir.job} ", "")])
def test_foreign_calls_and_recursion(run, name, arguments, program):
    done = run(name, "a.mlir", *arguments, a=program)
    assert done.status == 1
    assert "a.mlir:2:8: error: 'func.call' op expects calls to be written as weir.call" in done.err, done.err


def test_the_interpreter_speaks_of_calls(run):
    done = run("weir-run", "a.mlir", "--interpret", a=RECURSION)
    assert done.status == 1 and "expects calls to be written as weir.call" in done.out


@pytest.mark.parametrize("stage", STAGES)
def test_a_dump_knows_its_stage(run, stage):
    assert run("weir-compile", "a.mlir", "-o", "whole.weir", "--dump-stages=stages", a=FIRST).status == 0
    dump = f"stages/a.{STAGES.index(stage) + 1:02}.{stage}.mlir"
    done = run("weir-compile", dump, "-o", "resumed.weir")
    assert done.status == 0, done.err
    assert run("weir-run", "resumed.weir", "--device=cpu").out == "double result0 tensor<2xf32>: 2 2\n"


def test_a_dump_that_is_said_to_have_passed_another_stage(run):
    dump = run("weir-compile", "a.mlir", "--to=group", a=FIRST).out
    assert 'weir.stage = "group"' in dump
    done = run("weir-compile", "b.mlir", "--from=layout", "-o", "b.weir", b=dump)
    assert done.status == 1 and "expects to start behind group, which the module has passed" in done.err


def test_a_stage_that_has_passed(run):
    dump = run("weir-compile", "a.mlir", "--to=launch", a=FIRST).out
    done = run("weir-compile", "b.mlir", "--from=launch", "--to=group", b=dump)
    assert done.status == 1 and done.out == ""
    assert "expects to stop at launch, which the module has passed, or behind it, got group" in done.err
