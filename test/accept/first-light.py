"""The claims of first light: what `Shown by` of its issue lists, a line or several for each of its paragraphs."""

import re
import statistics
import sys
import time
from pathlib import Path

import check_op_chains
import fuzz_campaign
import machine
import numpy as np
from acceptance import at_least, at_most, below, equal_to, line
from fuzz_campaign import found
from measuring import (
    existing,
    gtest_figures,
    lit_figures,
    networks_beside_peers,
    pytest_figures,
    run,
    tool,
)
from tree import ROOT, sources

NONE_FAILED = {"tests": at_least(1), "failed": equal_to(0)}


# The digits CNN.


def train_cnn(*arguments, out):
    printed = run(sys.executable, "examples/digits/cnn.py", "--out", ROOT / "build" / "cnn" / out, *arguments)
    numbers = [float(found(rf"^{what}: (\S+)", printed)[0]) for what in ("test accuracy", "training time")]
    return (*numbers, found(r"^weights: (\w+)$", printed)[0])


@line(
    "the digits CNN: median test accuracy of seeds 0 to 4, each trained in less than 60 s on 2 cores",
    bound={"median accuracy": at_least(0.98), "longest training": below(60)},
)
def digits_cnn():
    run("./dev", "build", timeout=3600)
    runs = [train_cnn("--seed", str(seed), "--threads", "2", out=f"seed{seed}") for seed in range(5)]
    accuracies, seconds, _ = zip(*runs)
    return {"median accuracy": statistics.median(accuracies), "longest training": max(seconds)}


@line("its weights are bit-identical for a seed with 1 and 2 threads", bound=equal_to(1))
def digits_repeats():
    run("./dev", "build", timeout=3600)
    return {"different weights": len({train_cnn("--threads", str(n), out=f"threads{n}")[2] for n in (1, 2)})}


# Networks against PyTorch's golden numbers.


@line(
    "ResNet-18, ResNet-50 and ViT-S: logits of 4 images and norms of gradients of one step against PyTorch",
    bound={"networks": equal_to(3), "logits": at_most(1e-4), "norms": at_most(1e-3)},
)
def networks():
    run("./dev", "build", timeout=3600)
    printed = run(sys.executable, "examples/resnet/check.py", timeout=1800, status=None)
    logits = found(r"logits off by (\S+) of", printed)
    norms = found(r"in float64 by (\S+), the norm of all in float32 by (\S+),", printed)
    # Python's max may lose a NaN.
    return {
        "networks": len(logits),
        "logits": float(np.max(np.array(logits, float))),
        "norms": float(np.max(np.array(norms, float))),
    }


# Ops.


@line(
    "each op has its test/ops/<family>/<op>.mlir; it passes on interpreter, naive, cpu and sim",
    bound={"ops": at_least(85), "ops without a file": equal_to([]), **NONE_FAILED},
)
def ops():
    _, mnemonics = check_op_chains.records(ROOT)
    files = {Path(path).stem.replace("-", "_") for path in sources(ROOT / "test" / "ops", (".mlir",))}
    names = {name.split(".")[-1] for name in mnemonics}
    return {"ops": len(names), "ops without a file": sorted(names - files), **lit_figures("ops")}


@line("every kernel of the op suite goes to PTX, and through ptxas for sm_80 and sm_90a", bound=NONE_FAILED)
def kernels_for_gpus():
    return gtest_figures("GpuOpSuite")


# Speed.

# Parity is claimed for Zen 5 (family 26).
NETWORKS = ("resnet50-b1", "vit-s", "resnet50-b8", "digits-step")
PARITY = 1 if machine.cpu_info().get("cpu family") == "26" else 1.25


@line(
    "ResNet-50 on one image takes no more time than the fastest of PyTorch and ONNX Runtime, and compiles fast; ViT-S, "
    "ResNet-50 on 8 images and a training step of the digits CNN beside them",
    bound={
        "resnet50-b1, of the fastest peer": at_most(PARITY),
        "cold, s": at_most(4),
        "warm, s": at_most(0.2),
        "share of turns with something else on the machine": at_most(0.1),
    },
)
def speed():
    figures = {}
    for case, measured in networks_beside_peers(NETWORKS).items():
        figures[f"{case}, of the fastest peer"] = measured["ratio"]
        if case == "resnet50-b1":
            weir = measured["rows"][0]
            disturbed = measured["disturbed"] / measured["turns"]
            figures |= {"cold, s": weir["cold"], "warm, s": weir["warm"]}
            figures["share of turns with something else on the machine"] = disturbed
    return figures


# Packages, and a person who has just met them.


def least_milliseconds(python, text, runs=15):
    """Of a fresh process that runs the text; another process on the core can only add to it."""

    def once():
        started = time.perf_counter()
        run(python, "-c", text, env={"PYTHONPATH": ""})
        return (time.perf_counter() - started) * 1e3

    return min(once() for _ in range(runs))


@line(
    "weir, from its sdist, and weir-runtime, each from its wheel in an environment of its own, compile and run; the "
    "time of a process that imports weir",
    bound={**NONE_FAILED, "weir-runtime, MB": below(10), "import weir, ms": below(150)},
)
def packages():
    figures = pytest_figures("test/packages")
    folder = existing("build/packages")
    (wheel,) = (folder / "dist").glob("weir_runtime-*.whl")
    python = folder / "weir" / "bin" / "python"
    return {
        **figures,
        "weir-runtime, MB": wheel.stat().st_size / 1e6,
        "import weir, ms": least_milliseconds(python, "import weir"),
        "of these an empty process, ms": least_milliseconds(python, "pass"),
        "import numpy, ms": least_milliseconds(python, "import numpy"),
    }


@line(
    "a person's first ten minutes, as a script whose output stands in the docs: install, train, trace, stages, a model "
    "that is broken on purpose",
    bound={"steps": at_least(6), "minutes without the installation": below(10)},
)
def first_ten_minutes():
    printed = run(sys.executable, "tools/dev/ten_minutes.py", "--check", timeout=3 * 3600)
    (install, *steps) = [float(seconds) for seconds in found(r"^(?!all:).+: (\S+) s$", printed)]
    return {
        "steps": 1 + len(steps),
        "minutes of the installation": install / 60,
        "minutes without the installation": sum(steps) / 60,
    }


# Random programs.

FAULTS = (
    "folding",
    "fusion_legality",
    "in_place_reuse",
    "byte_reuse",
    "tail_mask",
    "cast",
    "broadcast_gradient",
    "packing",
    "layout",
    "convolution_border",
)
MOST_PROGRAMS = 2000


@line(
    "1,000 random programs of fresh seeds without a mismatch, and a committed log of 10,000",
    bound=fuzz_campaign.bounds(1000),
)
def random_programs():
    return fuzz_campaign.figures(1000)


def program_that_finds(fault, seed):
    """The number of the first program from `seed` on that goes wrong with the fault, and not without."""
    options = ("--targets=cpu", "--max-findings=1")
    number, what = seed - 1, "no end after"
    while "no end after" in what:  # which a busy machine shows without a fault
        first, end = int(number) + 1, seed + MOST_PROGRAMS
        faulty = (f"--seed={first}", f"--programs={end - first}", f"--fault={fault}")
        printed = run(tool("weir-fuzz-faulty"), *options, *faulty, timeout=3600, status=1)
        number, what = found(r"^seed (\d+) \(program \d+\): (.*)", printed)[0]
    run(tool("weir-fuzz"), *options, f"--seed={number}", "--programs=1")
    return int(number) - seed + 1


@line(
    "ten planted faults are each found within 2,000 random programs",
    bound={"faults": equal_to(10), **{fault: at_most(MOST_PROGRAMS) for fault in FAULTS}},
)
def planted_faults():
    run("./dev", "build", timeout=3600)
    seed = time.time_ns() // 1_000_000
    return {"faults": len(FAULTS), **{fault: program_that_finds(fault, seed) for fault in FAULTS}}
