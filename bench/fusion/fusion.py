"""What fusing costs and saves: the same program as one kernel, which keeps a row of what several loops need, and as
two, with that value in memory between them. Prints nanoseconds per element of both and which one the compiler takes.

Run with the package on PYTHONPATH: python bench/fusion/fusion.py WEIR_COMPILE, the path of weir-compile.
WEIR_NUM_THREADS sets the workers.
"""

import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

import weir as flow
from weir import _core
from weir._extension import mlir

SIZES = ((64, 256), (512, 512), (1024, 1024), (4096, 1024), (16384, 1024))
SECONDS = 1.0

# The value that is materialized or recomputed is %y, made of %x.
EXP = ["%y = weir.exp %x : (A) -> A"]
GELU = [
    "%k = weir.constant dense<-1.702> : tensor<f32> -> A",
    "%one = weir.constant dense<1.0> : tensor<f32> -> A",
    "%g0 = weir.mul %x, %k : (A, A) -> A",
    "%g1 = weir.exp %g0 : (A) -> A",
    "%g2 = weir.add %g1, %one : (A, A) -> A",
    "%y = weir.div %x, %g2 : (A, A) -> A",
]
DROPOUT = [
    "%seed = weir.constant dense<5> : tensor<i64> -> tensor<i64>",
    "%bits = weir.random_bits %seed {seed = 42 : i64, ordinal = 3 : i64} : tensor<i64> -> I",
    "%p = weir.constant dense<0> : tensor<i32> -> I",
    "%keep = weir.compare gt %bits, %p : (I, I) -> B",
    "%zero = weir.constant dense<0.0> : tensor<f32> -> A",
    "%y = weir.select %keep, %x, %zero : (B, A, A) -> A",
]
SHIFTED_EXP = [
    "%m0 = weir.reduce_max %x {dims = array<i64: 1>} : (A) -> R",
    "%m1 = weir.broadcast %m0 {dims = array<i64: 0>} : R -> A",
    "%m2 = weir.sub %x, %m1 : (A, A) -> A",
    "%y = weir.exp %m2 : (A) -> A",
]
SHARE = [
    "%s0 = weir.reduce_sum %y {dims = array<i64: 1>} : (A) -> R",
    "%s1 = weir.broadcast %s0 {dims = array<i64: 0>} : R -> A",
    "%z = weir.div %y, %s1 : (A, A) -> A",
]
NORM = [
    "%inverse = weir.constant dense<0.001> : tensor<f32> -> R",
    "%n0 = weir.reduce_sum %y {dims = array<i64: 1>} : (A) -> R",
    "%n1 = weir.mul %n0, %inverse : (R, R) -> R",
    "%n2 = weir.broadcast %n1 {dims = array<i64: 0>} : R -> A",
    "%d = weir.sub %y, %n2 : (A, A) -> A",
    "%q = weir.mul %d, %d : (A, A) -> A",
    "%v0 = weir.reduce_sum %q {dims = array<i64: 1>} : (A) -> R",
    "%v1 = weir.mul %v0, %inverse : (R, R) -> R",
    "%v2 = weir.sqrt %v1 : (R) -> R",
    "%v3 = weir.broadcast %v2 {dims = array<i64: 0>} : R -> A",
    "%z = weir.div %d, %v3 : (A, A) -> A",
]
CASES = {
    "softmax": (SHIFTED_EXP, SHARE),
    "exp, norm": (EXP, NORM),
    "gelu, norm": (GELU, NORM),
    "dropout, norm": (DROPOUT, NORM),
}
JOB = "func.func @run(%in: A) -> A attributes {{weir.job}} {{\n{body}\n  return %out : A\n}}"


def sized(text, rows, columns):
    """With its types: A, I and B are matrices, R is a number per row."""
    shape = f"{rows}x{columns}"
    types = {"A": f"{shape}xf32", "I": f"{shape}xi32", "B": f"{shape}xi1", "R": f"{rows}xf32"}
    return re.sub(r"\b[AIBR]\b", lambda name: f"tensor<{types[name[0]]}>", text)


def group(source, argument, ops, value, result):
    """A kernel.group that computes `value` from `argument`; outside they are `result` and `source`."""
    body = "\n".join(ops)
    return f"{result} = kernel.group({argument} = {source} : A) -> A {{\n{body}\nkernel.yield {value} : A\n}}"


def programs(first, second):
    """(ungrouped, fused, kept) jobs."""
    fused = group("%in", "%x", first + second, "%z", "%out")
    kept = group("%in", "%x", first, "%y", "%between") + "\n" + group("%between", "%y", second, "%z", "%out")
    ungrouped = "\n".join(first + second).replace("%x", "%in").replace("%z", "%out")
    return [JOB.format(body=body) for body in (ungrouped, fused, kept)]


def target():
    """The target attribute of this machine."""
    empty = "func.func @run(%x: tensor<1xf32>) -> tensor<1xf32> attributes {weir.job} { return %x : tensor<1xf32> }"
    return re.search(r"#kernel\.target<.*?}>", mlir().run_stages(empty, "", "group", "cpu", False, False))[0]


def compiled(compiler, grouped, folder):
    source, artifact = folder / "grouped.mlir", folder / "grouped.weir"
    source.write_text(f"module attributes {{kernel.target = {target()}}} {{\n{grouped}\n}}\n")
    subprocess.run([compiler, source, "--from=group", "-o", artifact], check=True)
    return _core.Job(_core.Session(), _core.Artifact.from_file(str(artifact)), "run")


def best_seconds(jobs, operands):
    """Of each job, in rounds, so that all see the same machine."""
    best = [float("inf")] * len(jobs)
    end = time.perf_counter() + SECONDS
    while time.perf_counter() < end:
        for i, job in enumerate(jobs):
            start = time.perf_counter()
            job.run(operands)
            best[i] = min(best[i], time.perf_counter() - start)
    return best


def main():
    compiler = sys.argv[1]
    print(f"{'case':14} {'elements':>12} {'fused':>7} {'materialized':>12}  chosen")
    with tempfile.TemporaryDirectory() as folder:
        for name, ops in CASES.items():
            for rows, columns in SIZES:
                texts = [sized(text, rows, columns) for text in programs(*ops)]
                jobs = [compiled(compiler, text, Path(folder)) for text in texts[1:]]
                x = flow.from_numpy(np.random.default_rng(0).standard_normal((rows, columns), dtype=np.float32))
                fused, kept = (s / (rows * columns) * 1e9 for s in best_seconds(jobs, [x._storage]))
                groups = mlir().run_stages(texts[0], "", "group", "cpu", False, False).count("kernel.group(")
                chosen = "fused" if groups == 1 else "materialized"
                print(f"{name:14} {rows:>6}x{columns:<5} {fused:7.3f} {kept:12.3f}  {chosen}", flush=True)


if __name__ == "__main__":
    main()
