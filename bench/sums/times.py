"""Run times of reductions, of one build or beside another's: python bench/sums/times.py [--before PYTHONPATH]. The last
lines are `NAME: NUMBER`, microseconds of a call, or the ratio of this build's to the other's; the least of rounds in
turns."""

import argparse
import os
import re
import subprocess
import sys
import time

ROUNDS = 5
SECONDS = 0.05  # that a case is repeated for in a round


def cases(flow, np):
    """{name: (function, arrays)}"""
    F = flow.nn.functional
    rng = np.random.default_rng(0)

    def uniform(*shape):
        return rng.random(shape, np.float32)

    def norm(x):
        return F.layer_norm(x, [x.shape[-1]])

    def gradient(x, bias):
        return flow.grad((x * bias).sum(), [bias])[0]

    def batch_norm(x):
        return F.batch_norm(x, None, None, training=True)

    return {
        "sum of 10^4": (lambda x: x.sum(), [uniform(10**4)]),
        "sum of 10^5": (lambda x: x.sum(), [uniform(10**5)]),
        "sum of 10^7": (lambda x: x.sum(), [uniform(10**7)]),
        "sum of 4096 rows of 64": (lambda x: x.sum(1), [uniform(4096, 64)]),
        "sum of 1024 rows of 1024": (lambda x: x.sum(1), [uniform(1024, 1024)]),
        "sum of 16 rows of 10^6": (lambda x: x.sum(1), [uniform(16, 10**6)]),
        "sum of 1024 columns of 1024": (lambda x: x.sum(0), [uniform(1024, 1024)]),
        "sum of 64 columns of 10^5": (lambda x: x.sum(0), [uniform(10**5, 64)]),
        "sum of images": (lambda x: x.sum((0, 2, 3)), [uniform(32, 64, 28, 28)]),
        "mean of images of 7 x 7": (lambda x: x.mean((2, 3)), [uniform(64, 512, 7, 7)]),
        "var of 1024 rows of 1024": (lambda x: x.var(1), [uniform(1024, 1024)]),
        "var of 10^6": (lambda x: x.var(), [uniform(10**6)]),
        "softmax of 1024 rows of 1000": (lambda x: F.softmax(x, -1), [uniform(1024, 1000)]),
        "softmax of 64 rows of 50257": (lambda x: F.softmax(x, -1), [uniform(64, 50257)]),
        "layer_norm of 1024 rows of 768": (norm, [uniform(1024, 768)]),
        "batch_norm": (batch_norm, [uniform(32, 64, 28, 28)]),
        "mse_loss of 10^6": (lambda x, y: F.mse_loss(x, y), [uniform(10**6), uniform(10**6)]),
        "gradient of a bias": (gradient, [uniform(4096, 1024), uniform(1024)]),
        "cumsum of 1024 rows of 1024": (lambda x: flow.cumsum(x, 1), [uniform(1024, 1024)]),
        "cumsum of 10^6": (lambda x: flow.cumsum(x, 0), [uniform(10**6)]),
        "f64 sum of 10^6": (lambda x: x.sum(), [rng.random(10**6)]),
    }


def measure():
    """In this process: the least time of each case."""
    import numpy as np

    import weir as flow

    class Function(flow.nn.Graph):
        def __init__(self, function):
            super().__init__()
            self.function = function

        def build(self, *inputs):
            return self.function(*inputs)

    for name, (function, arrays) in cases(flow, np).items():
        graph, inputs = Function(function), [flow.tensor(array) for array in arrays]
        graph(*inputs).numpy()
        least, until = float("inf"), time.perf_counter() + SECONDS
        while time.perf_counter() < until:
            started = time.perf_counter()
            graph(*inputs).numpy()
            least = min(least, time.perf_counter() - started)
        print(f"{name}: {least * 1e6:.2f}", flush=True)


def times_of(path):
    env = os.environ | ({"PYTHONPATH": path} if path else {})
    printed = subprocess.check_output([sys.executable, __file__, "--here"], env=env, text=True)
    return {name: float(number) for name, number in re.findall(r"^(.+): ([\d.]+)$", printed, re.MULTILINE)}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--before", help="the PYTHONPATH of another build")
    parser.add_argument("--here", action="store_true", help="in this process, once")
    options = parser.parse_args()
    if options.here:
        return measure()
    builds = [None] + ([options.before] if options.before else [])
    least = [{} for _ in builds]
    for _ in range(ROUNDS):
        for build, best in zip(builds, least):
            for name, microseconds in times_of(build).items():
                best[name] = min(microseconds, best.get(name, microseconds))
    for name, microseconds in least[0].items():
        if options.before:
            print(f"# {name}: {microseconds:.1f} and {least[1][name]:.1f} µs", file=sys.stderr)
        print(f"{name}: {microseconds / least[1][name] if options.before else microseconds:.3f}")


if __name__ == "__main__":
    main()
