"""How long a user waits for the compiler: one new kernel in a warm process, the digits train graph cold, and the same
graph in a second process that finds it in the cache. Prints one `name: milliseconds` line each.

Run with the package on PYTHONPATH: python bench/latency/latency.py STAGES, the folder of stages that the demo left."""

import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from weir._extension import mlir

ROUNDS = 15

ELEMENTWISE = """
func.func @run(%x: tensor<?x{n}xf32>, %y: tensor<?x{n}xf32>) -> tensor<?x{n}xf32> attributes {{weir.job}} {{
  %0 = weir.mul %x, %y : (tensor<?x{n}xf32>, tensor<?x{n}xf32>) -> tensor<?x{n}xf32>
  %1 = weir.add %0, %x : (tensor<?x{n}xf32>, tensor<?x{n}xf32>) -> tensor<?x{n}xf32>
  %2 = weir.relu %1 : (tensor<?x{n}xf32>) -> tensor<?x{n}xf32>
  return %2 : tensor<?x{n}xf32>
}}
"""

MATMUL = """
func.func @run(%x: tensor<64x{n}xf32>, %w: tensor<{n}x256xf32>) -> tensor<64x256xf32> attributes {{weir.job}} {{
  %0 = weir.matmul %x, %w : (tensor<64x{n}xf32>, tensor<{n}x256xf32>) -> tensor<64x256xf32>
  return %0 : tensor<64x256xf32>
}}
"""


def milliseconds(action):
    start = time.perf_counter()
    action()
    return (time.perf_counter() - start) * 1e3


def median_of_new_kernels(template):
    """Each round compiles a kernel of a size that none before had."""
    return statistics.median(
        milliseconds(lambda: mlir().compile(template.format(n=64 + 8 * i), "cpu", False, "")) for i in range(ROUNDS)
    )


FIRST_STEP = """
import time
import numpy as np
import train, weir as flow
network = train.Network()
graph = train.Train(network, train.optim.AdamW(network.parameters(), lr=1e-3))
images, labels = flow.from_numpy(np.zeros((32, 64), np.float32)), flow.from_numpy(np.zeros(32, np.int64))
start = time.perf_counter()
graph(images, labels)
print((time.perf_counter() - start) * 1e3)
"""


def first_step(cache):
    """Milliseconds of the first call of the demo's train graph in a process of its own, without imports."""
    folder = Path(__file__).resolve().parents[2] / "examples" / "digits"
    environment = os.environ | {"WEIR_CACHE_DIR": f"{cache}/weir"}
    command = [sys.executable, "-c", FIRST_STEP]
    return float(subprocess.run(command, cwd=folder, env=environment, check=True, stdout=subprocess.PIPE).stdout)


def main():
    stages = Path(sys.argv[1])
    mlir().compile(ELEMENTWISE.format(n=8), "cpu", False, "")  # warms the process: LLVM's tables, the page cache
    print(f"elementwise kernel: {median_of_new_kernels(ELEMENTWISE):.1f}")
    print(f"matmul kernel: {median_of_new_kernels(MATMUL):.1f}")
    text = sorted(stages.glob("*.01.graph.mlir"))[0].read_text()
    times = [milliseconds(lambda: mlir().compile(text, "cpu", False, "")) for _ in range(3)]
    print(f"digits train graph: {statistics.median(times):.1f}")
    with tempfile.TemporaryDirectory() as cache:
        print(f"digits first step, cold process and cache: {first_step(cache):.1f}")
        print(f"digits first step, second process: {first_step(cache):.1f}")


if __name__ == "__main__":
    main()
