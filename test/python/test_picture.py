"""weir-opt draws a program by Graphviz, which ./dev install brings."""

import subprocess

JOB = """
func.func @double(%x: tensor<4xf32>) -> tensor<4xf32> attributes {weir.job} {
  %y = weir.add %x, %x : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %y : tensor<4xf32>
}
"""


def test_a_program_becomes_a_picture(tool, tmp_path):
    picture = tmp_path / "picture.svg"
    done = subprocess.run([tool("weir-opt"), "--view=svg", "-o", picture], input=JOB, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    assert "<svg" in picture.read_text() and "weir.add" in picture.read_text()
