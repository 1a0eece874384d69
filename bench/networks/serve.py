"""One contender on one case, in a process of its own: python serve.py CONTENDER CASE FOLDER THREADS. Reads requests
from stdin and answers each by a line of JSON. The first, without a request, has the seconds of the first two runs.

    run N      seconds of N runs
    result     writes the last result to FOLDER/<contender>.npy
    kernels    how many kernels a run launches
    profile T  Weir alone: the kernels of the run of T seconds
    peak       the most bytes of memory that the process has had
"""

import contextlib
import importlib
import json
import os
import re
import sys
import time
from pathlib import Path

import numpy as np
from network_cases import CASES

# How it is shown, its module, class and variant.
CONTENDERS = {
    "weir": ("Weir", "contender_weir", "Weir", ""),
    "before": ("Weir before", "contender_weir", "Weir", ""),  # another build of the package
    "eager": ("PyTorch eager", "contender_torch", "PyTorch", "eager"),
    "channels_last": ("PyTorch eager, channels last", "contender_torch", "PyTorch", "channels_last"),
    "compile": ("torch.compile", "contender_torch", "PyTorch", "compile"),
    "onnx": ("ONNX Runtime", "contender_onnx", "OnnxRuntime", ""),
}


def seconds(action) -> float:
    started = time.perf_counter()
    action()
    return time.perf_counter() - started


def peak_bytes() -> int:
    status = Path("/proc/self/status").read_text()
    return int(re.search(r"^VmHWM:\s+(\d+) kB", status, re.MULTILINE)[1]) * 1024


def main() -> None:
    name, case, folder, threads = sys.argv[1], CASES[sys.argv[2]], Path(sys.argv[3]), int(sys.argv[4])
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # what libraries print is no answer

    def answer(value) -> None:
        print(json.dumps(value), file=answers, flush=True)

    _, module, kind, variant = CONTENDERS[name]
    contender = getattr(importlib.import_module(module), kind)(case, variant, folder, threads)
    answer([seconds(contender.call) for _ in range(2)])
    for request in sys.stdin:
        what, *numbers = request.split()
        if what == "run":
            count = int(numbers[0])
            answer(contender.timed(count) if kind == "Weir" else [seconds(contender.call) for _ in range(count)])
        elif what == "result":
            np.save(folder / f"{name}.npy", contender.output())
            answer(None)
        elif what == "kernels":
            answer(contender.kernels())
        elif what == "profile":
            answer(contender.profile(float(numbers[0])))
        elif what == "peak":
            answer(peak_bytes())


if __name__ == "__main__":
    with contextlib.suppress(BrokenPipeError):
        main()
