"""What it costs to submit work: a run of one instruction, launching it beside many variables, tasks made on the fly.
Prints what weir-bench-engine prints, with the number of variables in place of paths.

Run: python bench/engine/jobs.py BIN, the folder of the programs."""

import subprocess
import sys
import tempfile
from pathlib import Path

VARIABLES = (0, 10, 500)


def module_with(variables):
    """A job of one kernel, and one that updates so many variables, the first of which the kernel reads."""
    names = range(variables)
    tensor = "tensor<2xf32>"
    declared = "\n".join(f"weir.variable @v{i} : {tensor}" for i in names)
    other = f"  %w = weir.read @v0 : {tensor}" if variables else f"  %w = weir.relu %x : ({tensor}) -> {tensor}"
    updates = "\n".join(f"  weir.assign @v{i}, %x : {tensor}" for i in names)
    return f"""
{declared}
func.func @run(%x: {tensor}) -> {tensor} attributes {{weir.job}} {{
{other}
  %y = weir.mul %x, %w : ({tensor}, {tensor}) -> {tensor}
  return %y : {tensor}
}}
func.func @update(%x: {tensor}) attributes {{weir.job}} {{
{updates}
  return
}}
"""


def main(programs):
    with tempfile.TemporaryDirectory() as folder:
        artifacts = []
        for variables in VARIABLES:
            source = Path(folder) / f"{variables}.mlir"
            source.write_text(module_with(variables))
            artifacts.append(source.with_suffix(""))
            subprocess.run([programs / "weir-compile", source, "-o", artifacts[-1]], check=True)
        print(subprocess.run(
            [programs / "weir-bench-engine", *artifacts], check=True, stdout=subprocess.PIPE, text=True
        ).stdout.replace(folder + "/", ""), end="")


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve())
