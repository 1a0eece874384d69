"""What registers between two stages are worth: two of 200 us each on lanes of their own, with 1, 2 and 3 registers
between them. Prints `registers N: us` per iteration. What several runs under way are worth: feed, compute and fetch of
200 us each, one after the other. Prints `frames N: us` per run; and `threads N: us` that two stages take on so many
threads that do nothing else.

Run: python bench/engine/stages.py BIN, the folder of the programs."""

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


THREE_STAGES = f"""
vm.program @run kind(job) {{
  %x = vm.input 0 "x" : {BUFFER}
  %y = vm.result 0 "y" : {BUFFER}
  vm.host_callback "stage" const(%x : {BUFFER})
  vm.host_callback "stage" const(%x : {BUFFER})
  vm.copy %x to %y : {BUFFER} to {BUFFER}
  vm.host_callback "stage" const(%y : {BUFFER})
}}
"""


def main(programs):
    with tempfile.TemporaryDirectory() as folder:
        artifacts = []
        sources = {f"registers {registers}": program(registers) for registers in (1, 2, 3)}
        for name, text in ({"stages": THREE_STAGES} | sources).items():
            source = Path(folder) / f"{name}.mlir"
            source.write_text(text)
            artifacts.append(source.with_suffix(""))
            subprocess.run([programs / "weir-compile", "--from=schedule", source, "-o", artifacts[-1]], check=True)
        printed = subprocess.run(
            [programs / "weir-bench-stages", *artifacts], check=True, stdout=subprocess.PIPE, text=True
        ).stdout
        print(printed.replace(folder + "/", ""), end="")


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve())
