"""What the tools do for a person at a terminal, and what a tool that failed leaves: nothing."""

import os
import pty
import subprocess

import pytest

JOB = """
func.func @double(%x: tensor<4xf32>) -> tensor<4xf32> attributes {weir.job} {
  %y = weir.add %x, %x : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %y : tensor<4xf32>
}
"""
READ_STDIN = ["weir-compile", "weir-opt", "weir-lsp-server"]
NEED_ARGUMENTS = ["weir-run", "weir-reduce", "weir-fuzz"]


@pytest.fixture
def terminal():
    """The end of a terminal that a process gets."""
    screen, process = pty.openpty()
    yield process
    os.close(process)
    os.close(screen)


@pytest.fixture
def job(tmp_path):
    (tmp_path / "job.mlir").write_text(JOB)
    (tmp_path / "out").mkdir()
    return tmp_path / "job.mlir"


@pytest.mark.parametrize("name", READ_STDIN)
def test_a_tool_that_would_wait_for_typing_says_how_it_is_used(tool, terminal, name):
    done = subprocess.run([tool(name)], stdin=terminal, capture_output=True, text=True, timeout=60)
    assert done.returncode == 1 and done.stdout == ""
    first, *examples = done.stderr.splitlines()
    assert first.startswith(f"{name}: expects ")
    assert examples and all(example.startswith(f"  {name} ") for example in examples)


@pytest.mark.parametrize("name", NEED_ARGUMENTS)
def test_a_tool_without_arguments_says_how_it_is_used(tool, name):
    done = subprocess.run([tool(name)], stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60)
    assert done.returncode == 1 and done.stdout == ""
    assert done.stderr.startswith(f"{name}: expects ") and f"  {name} --help" in done.stderr


@pytest.mark.parametrize("name", READ_STDIN + NEED_ARGUMENTS)
def test_examples_name_options_that_there_are(tool, terminal, name):
    usage = subprocess.run([tool(name)], stdin=terminal, capture_output=True, text=True, timeout=60).stderr
    options = {word.split("=")[0] for word in usage.split() if word.startswith("--")}
    shown = subprocess.run([tool(name), "--help-hidden"], capture_output=True, text=True).stdout
    assert [option for option in sorted(options) if option.replace("--", "-", 1) not in shown] == []


def test_input_that_is_piped_is_read(tool):
    for command in ([tool("weir-opt")], [tool("weir-compile"), "--to=graph"]):
        done = subprocess.run(command, input=JOB, capture_output=True, text=True)
        assert done.returncode == 0 and "weir.add" in done.stdout


@pytest.mark.parametrize(
    "name, options", [("weir-compile", []), ("weir-compile", ["--emit=so"]), ("weir-opt", ["--emit-bytecode"])]
)
@pytest.mark.parametrize("output", ["-", "/dev/stdout"])
def test_bytes_stay_off_the_screen(tool, terminal, job, name, options, output):
    command = [tool(name), job, *options, "-o", output]
    done = subprocess.run(command, stdout=terminal, stderr=subprocess.PIPE, text=True, timeout=60)
    assert done.returncode == 1 and f"{name}: expects -o, as the terminal does not show" in done.stderr
    piped = subprocess.run(command, capture_output=True)
    assert piped.returncode == 0 and len(piped.stdout) > 100


FAILING = {
    "a program that does not parse": ("weir-compile", ["-o", "out/a"], "func.func @f("),
    "a stage that fails": ("weir-compile", ["--to=sbp", "--amp", "-o", "out/a"], JOB + "}"),
    "no such target": ("weir-compile", ["--target=abacus", "-o", "out/a", "--dump-stages=out/stages"], JOB),
    "a program of the wrong stage": ("weir-compile", ["--from=group", "-o", "out/a"], JOB),
    "a folder that is none": ("weir-compile", ["-o", "out/a", "--dump-stages=job.mlir/stages"], JOB),
    "a pass that does not exist": ("weir-opt", ["--no-such-pass", "-o", "out/a"], JOB),
    "a picture of nothing": ("weir-opt", ["--view=dot", "-o", "out/a"], "func.func @f("),
    "passes before a parse": ("weir-opt", ["--canonicalize", "-o", "out/a"], "func.func @f("),
    "a bug that is none": ("weir-reduce", ["--test=false", "-o", "out/a"], JOB),
    "inputs that are none": ("weir-run", ["--device=cpu", "--input=none.npy", "--output=out/r"], JOB),
    "a device that is none": ("weir-run", ["--device=abacus", "--output=out/r", "--trace=out/t"], JOB),
    "a trace nowhere": ("weir-run", ["--device=cpu", "--trace=none/t", "--output=out/r"], JOB),
}


@pytest.mark.parametrize("case", FAILING)
def test_a_tool_that_failed_leaves_nothing(tool, tmp_path, job, case):
    name, options, text = FAILING[case]
    job.write_text(text)
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    env = dict(os.environ, TMPDIR=str(temporary))
    done = subprocess.run([tool(name), job, *options], cwd=tmp_path, env=env, capture_output=True, text=True)
    assert done.returncode == 1 and done.stderr != ""
    assert [str(path) for folder in ("out", "temporary") for path in (tmp_path / folder).rglob("*")] == []


@pytest.mark.parametrize("name", ["weir-compile", "weir-opt"])
def test_a_tool_that_failed_leaves_the_file_of_an_earlier_run(tool, tmp_path, job, name):
    (tmp_path / "out" / "a").write_text("earlier")
    job.write_text("func.func @f(")
    done = subprocess.run([tool(name), job, "-o", tmp_path / "out" / "a"], capture_output=True)
    assert done.returncode == 1 and (tmp_path / "out" / "a").read_text() == "earlier"


def test_an_output_that_cannot_be_written_is_named(tool, tmp_path, job):
    for name in ("weir-compile", "weir-opt"):
        done = subprocess.run([tool(name), job, "-o", "none/a"], cwd=tmp_path, capture_output=True, text=True)
        assert done.returncode == 1
        assert f"{name}: expects to write none/a: No such file or directory" in done.stderr
