"""Element types that Weir lacks, and inputs that no machine holds, are errors."""

import numpy as np
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


def test_values_inside_a_kernel_that_no_machine_holds(run, tmp_path):
    """Their sizes are known when the inputs are, and their bytes are 2^65, of which 64 bits are 0."""
    names, kind = "xyz", "tensor<" + "?x" * 3 + "f32>"
    vectors = "".join(
        f"  %n{i} = weir.dim %{name}, 0 : tensor<?xf32>\n" for i, name in enumerate(names)
    ) + "".join(
        f"  %{i} = weir.broadcast %{name} sizes(%n0, %n1, %n2) {{dims = array<i64: {i}>}} : tensor<?xf32> -> {kind}\n"
        for i, name in enumerate(names)
    )
    test = f"""func.func @f(%x: tensor<?xf32>, %y: tensor<?xf32>, %z: tensor<?xf32>) -> tensor<f32> {{
{vectors}
  %3 = weir.mul %0, %1 : ({kind}, {kind}) -> {kind}
  %4 = weir.mul %3, %2 : ({kind}, {kind}) -> {kind}
  %5 = weir.exp %4 : ({kind}) -> {kind}
  %6 = weir.reduce_sum %5 {{dims = array<i64: 0, 1, 2>}} : ({kind}) -> tensor<f32>
  %7 = weir.broadcast %6 sizes(%n0, %n1, %n2) {{dims = array<i64>}} : tensor<f32> -> {kind}
  %8 = weir.div %5, %7 : ({kind}, {kind}) -> {kind}
  %9 = weir.reduce_max %8 {{dims = array<i64: 0, 1, 2>}} : ({kind}) -> tensor<f32>
  return %9 : tensor<f32>
}}
"""
    for size, status in ((1, 0), (1 << 21, 1)):
        np.save(tmp_path / "x.npy", np.ones(size, np.float32))
        done = run("weir-run", "a.mlir", "--device=naive", "--input=x.npy,x.npy,x.npy", a=test)
        assert done.status == status, done.err
    assert "expects the arena of a program to fit into the device's memory" in done.err


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
