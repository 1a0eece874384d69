"""Element types that Weir lacks, and inputs that no machine holds, are errors."""

import pytest

JOB = "func.func @f(%x: {type}) -> {type} attributes {{weir.job}} {{\n  return %x : {type}\n}}\n"
FOREIGN = ["i16", "i4", "si32", "index", "f8E4M3FN", "complex<f32>"]
HUGE = "tensor<100000000000xf32>"


@pytest.mark.parametrize("mode", [["--interpret"], ["--device=cpu"]])
@pytest.mark.parametrize("element", FOREIGN)
def test_element_types_that_pass_through_a_job(run, element, mode):
    program = JOB.format(type=f"tensor<4x{element}>")
    said = "a.mlir:1:1: error: 'func.func' op expects argument #0 to have one of the element types f64 f32 "
    for done in (run("weir-compile", "a.mlir", "-o", "a.weir", a=program), run("weir-run", "a.mlir", *mode)):
        assert done.status == 1 and done.err.startswith(said) and f"got '{element}'" in done.err, done.err


@pytest.mark.parametrize("mode", [["--interpret"], ["--device=cpu"]])
def test_a_vector_that_passes_through_a_job(run, mode):
    program = JOB.format(type="vector<4xf32>")
    for done in (run("weir-compile", "a.mlir", "-o", "a.weir", a=program), run("weir-run", "a.mlir", *mode)):
        assert done.status == 1
        assert "expects the arguments of a job to be ranked tensors, got 'vector<4xf32>'" in done.err


@pytest.mark.parametrize("element", FOREIGN)
def test_variables(run, element):
    done = run("weir-compile", "a.mlir", "-o", "a.weir", a=f"weir.variable @w : tensor<4x{element}>\n")
    assert done.status == 1 and "expects the variable to have one of the element types" in done.err, done.err


@pytest.mark.parametrize("mode", [["--interpret"], ["--device=cpu"], ["--device=naive"]])
def test_inputs_that_no_machine_holds(run, mode):
    done = run("weir-run", "a.mlir", *mode, a=JOB.format(type=HUGE))
    said = done.out + done.err
    assert done.status == 1 and "expects the inputs of f to fit into this machine's" in said, said
    assert "got 800000000000 bytes" in said and "LLVM ERROR" not in said


def test_inputs_of_an_artifact_that_no_machine_holds(run):
    assert run("weir-compile", "a.mlir", "-o", "a.weir", a=JOB.format(type=HUGE)).status == 0
    done = run("weir-run", "a.weir", "--device=cpu")
    assert done.status == 1 and done.err.startswith("weir-run: expects inputs to fit into this machine's"), done.err


def test_constants_that_no_machine_holds(run):
    test = f"""
func.func @f() {{
  %x = weir.constant dense<1.0> : tensor<f32> -> {HUGE}
  %y = weir.exp %x : ({HUGE}) -> {HUGE}
  check.expect_eq %y, %y : {HUGE}
  return
}}
"""
    for mode in ("--interpret", "--device=naive"):
        done = run("weir-run", "a.mlir", mode, a=test)
        assert done.status == 1 and "expects" in done.out + done.err and "LLVM ERROR" not in done.err, done.err


@pytest.mark.parametrize("name", ["weir-opt", "weir-compile", "weir-run", "weir-fuzz", "weir-reduce"])
def test_an_option_that_is_longer_than_any(run, name):
    done = run(name, "a.mlir", "--input" + "x" * 60000, a=JOB.format(type="tensor<4xf32>"))
    assert done.status == 1, done.err
    assert done.err.startswith(f"{name}: expects options whose names have at most 200 letters, got --inputxxx")
