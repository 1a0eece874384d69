"""What an instruction of a static program costs: 20,000 that do nothing, on one lane and on two, beside a flow graph of
oneTBB and tasks of OpenMP. Prints what weir-bench-graphs prints.

Run: python bench/engine/graphs.py BIN [BUILD], the folder of the programs, and another build, of which the compiler and
the runtime are taken."""

import os
import random
import subprocess
import sys
import tempfile
from pathlib import Path

COUNT = 20_000
NEAR = 40  # how far back a second dependence goes
TENSOR, BUFFER = "tensor<0xf32>", "!vm.buffer<0xf32>"  # without elements a launch has no tiles


def edges(lanes):
    """Of each instruction those before it: the last one of its lane, and for every other one any of the last few."""
    numbers = random.Random(0)
    found = []
    for i in range(COUNT):
        before = {i - lanes} if i >= lanes else set()
        if i > NEAR and numbers.random() < 0.5:
            before.add(i - 1 - numbers.randrange(NEAR))
        found.append(sorted(before))
    return found


def kernel(name, operands):
    declared = ", ".join(f"%x{i}: {TENSOR}" for i in range(operands))
    body = f"weir.neg %x0 : ({TENSOR}) -> {TENSOR}"
    if operands == 2:
        body = f"weir.add %x0, %x1 : ({TENSOR}, {TENSOR}) -> {TENSOR}"
    return (
        f"func.func private @{name}({declared}) -> {TENSOR} attributes {{kernel.kernel}} {{\n"
        f"  %y = {body}\n  return %y : {TENSOR}\n}}\n"
    )


def program(found, lanes):
    lines = [f'  %x = vm.input 0 "x" : {BUFFER}', f'  %y = vm.result 0 "y" : {BUFFER}']
    lines += [f"  %b{i} = vm.arena at 0 bytes 0 : {BUFFER}" for i in range(COUNT)]
    for i, before in enumerate(found):
        operands = [f"%b{earlier}" for earlier in before] or ["%x"]
        name = "two" if len(operands) == 2 else "one"
        types = ", ".join([BUFFER] * len(operands))
        lines.append(
            f"  vm.call @{name} const({', '.join(operands)}) mut(%b{i}) {{stream = {i % lanes} : i64}}"
            f" : ({types}) -> {BUFFER}"
        )
    lines.append(f"  vm.copy %b{COUNT - 1} to %y : {BUFFER} to {BUFFER}")
    head = "vm.program @run kind(job) attributes {peak_bytes = 0 : i64, live_bound = 0 : i64} {\n"
    return kernel("one", 1) + kernel("two", 2) + head + "\n".join(lines) + "\n}\n"


def main(programs, build=None):
    env = dict(os.environ, **({"LD_LIBRARY_PATH": str(build / "lib")} if build else {}))
    compiler = (build / "bin" if build else programs) / "weir-compile"
    with tempfile.TemporaryDirectory() as folder:
        arguments = [Path(folder) / "edges"]
        for lanes in (1, 2):
            found = edges(lanes)
            source = Path(folder) / f"{lanes}.mlir"
            source.write_text(program(found, lanes))
            arguments.append(source.with_suffix(""))
            subprocess.run([compiler, "--from=schedule", source, "-o", arguments[-1]], check=True)
            if lanes == 1:
                arguments[0].write_text("".join(" ".join(map(str, before)) + "\n" for before in found))
        subprocess.run([programs / "weir-bench-graphs", *arguments], check=True, env=env)


if __name__ == "__main__":
    main(*(Path(path).resolve() for path in sys.argv[1:]))
