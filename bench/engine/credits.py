"""What registers between two stages are worth: two of 200 us each on lanes of their own, with 1, 2 and 3 registers
between them. Prints `registers N: us` per iteration.

Run: python bench/engine/credits.py BIN, the folder of the programs."""

import subprocess
import sys
import tempfile
from pathlib import Path

ITERATIONS = 200
BUFFER = "!vm.buffer<1xf32>"


def program(registers):
    return f"""
vm.program @run kind(job) repeat({ITERATIONS}) {{
  %x = vm.input 0 "x" sliced : {BUFFER}
  %y = vm.result 0 "y" stacked : {BUFFER}
  %t = vm.arena registers({registers}) : {BUFFER}
  vm.copy %x to %t : {BUFFER} to {BUFFER}
  vm.host_callback "stage" const(%t : {BUFFER})
  vm.record_event 0
  vm.wait_event 0 {{stream = 1 : i64}}
  vm.host_callback "stage" const(%t : {BUFFER}) {{stream = 1 : i64}}
  vm.copy %t to %y {{stream = 1 : i64}} : {BUFFER} to {BUFFER}
}}
"""


def main(programs):
    with tempfile.TemporaryDirectory() as folder:
        artifacts = []
        for registers in (1, 2, 3):
            source = Path(folder) / f"registers {registers}.mlir"
            source.write_text(program(registers))
            artifacts.append(source.with_suffix(""))
            subprocess.run([programs / "weir-compile", "--from=schedule", source, "-o", artifacts[-1]], check=True)
        printed = subprocess.run(
            [programs / "weir-bench-credits", *artifacts], check=True, stdout=subprocess.PIPE, text=True
        ).stdout
        print(printed.replace(folder + "/", ""), end="")


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve())
