"""Inputs that no file gives are asked for, the version is Weir's, stages are completed."""

import re
import subprocess
from pathlib import Path

import numpy as np
import pytest

import weir

ROOT = Path(__file__).resolve().parents[3]

SUM = """func.func @sum(%x: tensor<2xf32> {weir.name = "x"}, %y: tensor<2xf32> {weir.name = "y"}) -> tensor<2xf32>
    attributes {weir.job} {
  %z = weir.add %x, %y : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return %z : tensor<2xf32>
}
"""
TOOLS = ["weir-compile", "weir-fuzz", "weir-lsp-server", "weir-opt", "weir-reduce", "weir-run"]


@pytest.mark.parametrize(
    "program, mode", [("a.mlir", "--device=cpu"), ("a.mlir", "--interpret"), ("a.weir", "--device=cpu")]
)
def test_an_input_that_no_file_gives(run, tmp_path, program, mode):
    np.save(tmp_path / "x.npy", np.ones(2, np.float32))
    assert run("weir-compile", "a.mlir", "-o", "a.weir", a=SUM).status == 0
    done = run("weir-run", program, mode, "--input=x.npy")
    expected = "expects files for all inputs, or a seed to draw the others from, got no file for 'y' of tensor<2xf32>"
    assert done.status == 1 and expected in done.out + done.err
    assert run("weir-run", program, mode, "--input=x.npy", "--seed=1").status == 0
    assert run("weir-run", program, mode, "--input=x.npy,x.npy").out == "sum result0 tensor<2xf32>: 2 2\n"
    assert run("weir-run", program, mode).status == 0


@pytest.mark.parametrize("name", TOOLS)
def test_versions(run, name):
    said = run(name, "--version").out
    assert re.fullmatch(rf"{name} of Weir {re.escape(weir.__version__)}, with LLVM \d+\.\d+\.\d+\n", said)


@pytest.mark.parametrize("words, offered", [
    (["--to", "=", "gr"], ["graph", "group"]),
    (["--from", "=", "l"], ["layout", "launch"]),
    (["--emit", "=", ""], ["weir", "so", "ll", "asm"]),
])  # fmt: skip
def test_completion(tool, tmp_path, words, offered):
    script, complete = ROOT / "tools/completion/weir.bash", ROOT / "test/tools/Inputs/complete.bash"
    (tmp_path / "group.mlir").touch()
    command = ["bash", complete, script, tool("weir-compile"), *words]
    printed = subprocess.run(command, cwd=tmp_path, text=True, capture_output=True, check=True).stdout
    assert printed.split() == offered
