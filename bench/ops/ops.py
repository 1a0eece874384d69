"""Single functions and small patterns beside PyTorch, in one process and in turns: time, share of the roofline, error.

python bench/ops/ops.py [NAME ...] with torch and the package on PYTHONPATH; a case is measured if its name holds one of
NAME. A line for each: forward, and with the gradients of all inputs. The last lines are `NAME: NUMBER`.
"""

import argparse
import json
import math
import statistics
import sys
import time
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tools" / "dev"))

import array_cases
import layer_cases
import machine
import torch
from libraries import PyTorch, Weir

import weir

CASES = layer_cases.CASES | array_cases.CASES
PAUSE = 0.003  # seconds between turns: threads of the one before stop to spin
MOST_CALLS = 10_000  # in a turn
SLOW, VERY_SLOW = 1.2, 1.5  # times PyTorch's time
NEAR_ROOFLINE = 0.8
FOUR_ULPS = 4 * 2.0**-23
AGAIN = 3  # measurements of what exceeds the bound


@dataclass
class Row:
    case: str
    dtype: str
    of_training: bool
    weir: float  # seconds of a call, the least
    torch: float
    ratio: float  # the median of the rounds'
    roofline: float  # share of what the machine could do
    error: float  # largest, of the largest element
    torch_error: float
    first_call: float  # seconds

    @property
    def title(self):
        return f"{self.case}{' + gradient' if self.of_training else ''} {self.dtype}"


def turn(contender, seconds):
    """The least time of a call in a turn."""
    time.sleep(PAUSE)
    contender.call()
    least, until = math.inf, time.perf_counter() + seconds
    for _ in range(MOST_CALLS):
        started = time.perf_counter()
        contender.call()
        ended = time.perf_counter()
        least = min(least, ended - started)
        if ended > until:
            break
    return least


def error(results, exact):
    """The largest error of a result, of its largest element."""

    def of_one(result, right):
        if right is None or right.size == 0:
            return 0.0
        return float(np.max(np.abs(result - right)) / max(float(np.max(np.abs(right))), 1e-30))

    return max(of_one(result, right) for result, right in zip(results, exact))


class Roofline:
    """What this machine's threads could do at most."""

    def __init__(self, threads):
        peaks = machine.peaks()
        rates = {name: rate for name, rate in peaks["gflops"].items() if rate}
        f32 = max(rate for name, rate in rates.items() if name.startswith("f32"))
        self.flops = {"float32": f32 * 1e9, "bfloat16": max(f32, rates.get("bf16_dot_avx512", 0)) * 1e9}
        self.caches, self.reads, self.threads = peaks["cache_bytes"], peaks["read_gbps"], threads

    def seconds(self, flops, size, dtype):
        """Of so many operations and bytes, which lie in the smallest cache that holds them."""
        own = self.threads * self.caches["l2"]
        level = "l2" if size <= own else "l3" if size <= self.caches["l3"] else "dram"
        rate = self.reads[level] or self.reads["dram"]
        return max(flops / self.flops[dtype], size / (rate * 1e9)) / self.threads


def measure(case, dtype, of_training, options, roofline):
    exact_inputs = case.draw()
    rounded = [torch.from_numpy(np.ascontiguousarray(array)) for array in exact_inputs]
    kind = getattr(torch, dtype)
    arrays = [
        tensor.to(kind).double().numpy() if tensor.is_floating_point() else tensor.numpy() for tensor in rounded
    ]
    exact = PyTorch(case, arrays, "float64", of_training).results()
    theirs = PyTorch(case, arrays, dtype, of_training)
    started = time.perf_counter()
    ours = Weir(case, arrays, dtype, of_training, exact[0].shape)
    first = time.perf_counter() - started
    rounds = [(turn(ours, options.seconds), turn(theirs, options.seconds)) for _ in range(options.rounds)]
    flops = case.flops * (1 + len(case.differentiated()) if of_training and case.flops else 1)
    least = min(one for one, _ in rounds)
    return Row(
        case.name,
        dtype,
        of_training,
        least,
        min(other for _, other in rounds),
        statistics.median(one / other for one, other in rounds),
        roofline.seconds(flops, theirs.bytes(), dtype) / least,
        error(ours.results(), exact),
        error(theirs.results(), exact),
        first,
    )


def asked(options):
    """(case, dtype, of_training) of all that is measured."""
    for case in CASES.values():
        if options.names and not any(name in case.name for name in options.names):
            continue
        for dtype in options.dtypes:
            if dtype in case.dtypes:
                yield from ((case, dtype, way) for way in options.ways if not way or case.has_gradient)


def printed(row):
    return (
        f"{row.title:58}{row.weir * 1e3:>10.4f}{row.torch * 1e3:>10.4f}{row.ratio:>8.2f}{row.roofline:>7.0%}"
        f"{row.error:>9.1e}{row.torch_error:>9.1e}{row.first_call:>7.2f}"
    )


def is_slow(row, bound):
    """Over the bound, and not for want of what the machine has."""
    return row.ratio > bound and row.roofline < NEAR_ROOFLINE


def is_inexact(row):
    return row.error > max(1.5 * row.torch_error, FOUR_ULPS)


def summary(rows):
    for dtype in sorted({row.dtype for row in rows}):
        for of_training in (False, True):
            found = [row for row in rows if (row.dtype, row.of_training) == (dtype, of_training)]
            if not found:
                continue
            name = f"{dtype} {'with gradient' if of_training else 'forward'}"
            print(f"{name}, cases: {len(found)}")
            print(f"{name}, geometric mean: {statistics.geometric_mean(row.ratio for row in found):.3f}")
            for bound in (SLOW, VERY_SLOW):
                print(f"{name}, over {bound} and below the roofline: {sum(is_slow(row, bound) for row in found)}")
            print(f"{name}, errors over 1.5 of PyTorch's: {sum(map(is_inexact, found))}")


def measured(case, dtype, of_training, options, roofline):
    """A row; of what exceeds the bound the median of three more measurements counts."""
    row = measure(case, dtype, of_training, options, roofline)
    if not options.again or not is_slow(row, SLOW):
        return row
    more = [measure(case, dtype, of_training, options, roofline) for _ in range(AGAIN)]
    return sorted(more, key=lambda one: one.ratio)[AGAIN // 2]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--dtypes", nargs="+", default=["float32"], choices=["float32", "bfloat16"])
    parser.add_argument("--forward", dest="ways", action="store_const", const=[False], default=[False, True])
    parser.add_argument("--gradients", dest="ways", action="store_const", const=[True])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=0.02, help="of a turn")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--again", action="store_true", help="measure what exceeds the bound three times more")
    parser.add_argument("--json", type=Path, help="a line for each case goes there")
    options = parser.parse_args()
    for library in (torch, weir):
        library.set_num_threads(options.threads)
    roofline, rows, refused = Roofline(options.threads), [], 0
    print(f"{'case':58}{'Weir ms':>10}{'PyTorch':>10}{'ratio':>8}{'roof':>7}{'error':>9}{'its':>9}{'first':>7}")
    for case, dtype, of_training in asked(options):
        try:
            row = measured(case, dtype, of_training, options, roofline)
        except Exception as failure:  # a case that fails is one that is listed
            refused += 1
            title = f"{case.name}{' + gradient' if of_training else ''} {dtype}"
            print(f"{title}: {type(failure).__name__}: {failure}"[:300])
            continue
        rows.append(row)
        print(printed(row), flush=True)
        if options.json:
            with options.json.open("a") as file:
                print(json.dumps(asdict(row)), file=file)
    summary(rows)
    print(f"refused: {refused}")


if __name__ == "__main__":
    main()
