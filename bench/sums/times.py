"""Run times of reductions, of one build or beside another's: python bench/sums/times.py [--before PYTHONPATH [--bound
RATIO]]. The last lines are `NAME: NUMBER`, microseconds of a call, or the ratio of this build's to the other's; the
least of rounds in turns. What exceeds the bound is measured three times more, and the median of these counts."""

import argparse
import os
import re
import statistics
import subprocess
import sys
import time

ROUNDS = 5
SECONDS = 0.05  # that a case is repeated for in a round
AGAIN = 3  # measurements of a case that exceeds the bound


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


def measure(names):
    """In this process: the least time of each of these cases, of all if none is named."""
    import numpy as np

    import weir as flow

    class Function(flow.nn.Graph):
        def __init__(self, function):
            super().__init__()
            self.function = function

        def build(self, *inputs):
            return self.function(*inputs)

    for name, (function, arrays) in cases(flow, np).items():
        if names and name not in names:
            continue
        graph, inputs = Function(function), [flow.tensor(array) for array in arrays]
        graph(*inputs).numpy()
        least, until = float("inf"), time.perf_counter() + SECONDS
        while time.perf_counter() < until:
            started = time.perf_counter()
            graph(*inputs).numpy()
            least = min(least, time.perf_counter() - started)
        print(f"{name}: {least * 1e6:.2f}", flush=True)


def times_of(path, names):
    env = os.environ | ({"PYTHONPATH": path} if path else {})
    command = [sys.executable, __file__, "--here", *names]
    printed = subprocess.check_output(command, env=env, text=True)
    return {name: float(number) for name, number in re.findall(r"^(.+): ([\d.]+)$", printed, re.MULTILINE)}


def in_turns(builds, names=()):
    """The least time of each case in each of the builds."""
    least = [{} for _ in builds]
    for _ in range(ROUNDS):
        for build, best in zip(builds, least):
            for name, microseconds in times_of(build, names).items():
                best[name] = min(microseconds, best.get(name, microseconds))
    return least


def ratios(before, bound):
    """This build's times over the other one's, by case."""

    def measured(names=()):
        ours, theirs = in_turns([None, before], names)
        for name in ours:
            print(f"# {name}: {ours[name]:.1f} and {theirs[name]:.1f} µs", file=sys.stderr)
        return {name: ours[name] / theirs[name] for name in ours}

    found = measured()
    over = [name for name, ratio in found.items() if bound is not None and ratio > bound]
    if over:
        again = [measured(over) for _ in range(AGAIN)]
        found |= {name: statistics.median(one[name] for one in again) for name in over}
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--before", help="the PYTHONPATH of another build")
    parser.add_argument("--bound", type=float, help="ratio above which a case is measured again")
    parser.add_argument("--here", nargs="*", metavar="NAME", help="in this process, once")
    options = parser.parse_args()
    if options.here is not None:
        return measure(options.here)
    found = ratios(options.before, options.bound) if options.before else in_turns([None])[0]
    for name, number in found.items():
        print(f"{name}: {number:.3f}")


if __name__ == "__main__":
    main()
