"""Products of a batch, as attention has them: the least time of several runs of each kernel, and its rate.

Run with the package on PYTHONPATH: python bench/gemm/batches.py
"""

import json
import tempfile
from pathlib import Path

import numpy as np

import weir as flow
from weir import nn

SHAPES = (  # batch, m, n, k
    (4096, 2, 2, 2),
    (4096, 4, 4, 4),
    (2048, 8, 8, 8),
    (1024, 16, 16, 16),
    (512, 32, 32, 32),
    (512, 1, 64, 64),
    (256, 64, 1, 64),
    (256, 3, 64, 3),
    (64, 64, 64, 64),
    (12, 197, 64, 197),
)
RUNS = 30


class Product(nn.Graph):
    """a @ b, with the last two dimensions of b exchanged or not."""

    def __init__(self, transposed):
        super().__init__()
        self.transposed = transposed

    def build(self, a, b):
        return flow.matmul(a, b.transpose(-1, -2) if self.transposed else b)


def least_us(shape, transposed, trace):
    batch, m, n, k = shape
    rng = np.random.default_rng(0)
    a = flow.from_numpy(rng.standard_normal((batch, m, k), dtype=np.float32))
    b = flow.from_numpy(rng.standard_normal((batch, n, k) if transposed else (batch, k, n), dtype=np.float32))
    graph = Product(transposed)
    graph(a, b).numpy()
    with flow.profile(str(trace)):
        for _ in range(RUNS):
            graph(a, b).numpy()
    events = json.loads(trace.read_text())["traceEvents"]
    return min(event["dur"] for event in events if event.get("ph") == "X" and "matmul" in event["name"])


def main():
    print(f"{'batch':>6} {'m x n x k':>14} {'[k, n] us':>10} {'GFLOP/s':>8} {'[n, k] us':>10} {'GFLOP/s':>8}")
    with tempfile.TemporaryDirectory() as folder:
        for shape in SHAPES:
            times = [least_us(shape, transposed, Path(folder) / "trace.json") for transposed in (False, True)]
            batch, m, n, k = shape
            cells = " ".join(f"{us:10.1f} {2e-3 * batch * m * n * k / us:8.1f}" for us in times)
            print(f"{batch:6} {f'{m} x {n} x {k}':>14} {cells}", flush=True)


if __name__ == "__main__":
    main()
