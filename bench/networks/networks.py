"""Networks beside PyTorch and ONNX Runtime: time of a run, kernels, peak memory, time to the first result.

python bench/networks/networks.py [CASE ...] --peers PYTHON, with the package on PYTHONPATH. Each contender is a process of
its own (serve.py); in each round everyone has a turn, one at a time.
"""

import argparse
import contextlib
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np
from cases import CASES, Case
from serve import CONTENDERS

HERE = Path(__file__).resolve().parent
TURN = 0.3  # seconds that a turn takes, at least one run
PAUSE = 0.05  # between turns: threads of the one before stop to spin
AGREE = 1e-3  # of the largest element


class Process:
    """A contender on a case."""

    def __init__(self, name: str, case: str, python: str, folder: Path, threads: int):
        self.name = name
        command = [python, HERE / "serve.py", name, case, folder, str(threads)]
        env = dict(os.environ, OMP_NUM_THREADS=str(threads), MKL_NUM_THREADS=str(threads))
        env |= {"WEIR_CACHE_DIR": str(folder / "weir"), "TORCHINDUCTOR_CACHE_DIR": str(folder / "inductor")}
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=env)
        self.started = self._answer()

    def _answer(self):
        line = self.process.stdout.readline()
        if not line:
            raise RuntimeError(f"expects an answer of {self.name}, got exit status {self.process.wait()}")
        return json.loads(line)

    def ask(self, request: str):
        print(request, file=self.process.stdin, flush=True)
        return self._answer()

    def close(self) -> None:
        self.process.stdin.close()
        self.process.wait()
        self.process.stdout.close()


@dataclass
class Row:
    contender: str
    seconds: float  # of a run, the median
    ratio: float  # Weir's time as a part of this one's: the median of the rounds'
    kernels: int
    peak_bytes: int
    cold: float  # seconds of the first run more than of another, with empty caches
    warm: float  # the same in a second process


def contenders_of(case: Case, peers: str | None) -> list[str]:
    if peers is None:
        return ["weir"]
    convolutions = [] if case.network == "vit_small" else ["channels_last"]
    return ["weir", "eager", *convolutions, "compile", *([] if case.trains else ["onnx"])]


def measured_rounds(processes: list[Process], rounds: int) -> list[dict[str, float]]:
    """For each round each one's median."""
    runs = {each.name: max(1, round(TURN / each.ask("run 1")[0])) for each in processes}
    result = []
    for _ in range(rounds):
        medians = {}
        for each in processes:
            time.sleep(PAUSE)
            each.ask("run 1")
            medians[each.name] = statistics.median(each.ask(f"run {runs[each.name]}"))
        result.append(medians)
    return result


def check_results(folder: Path, processes: list[Process]) -> None:
    for each in processes:
        each.ask("result")
    results = {each.name: np.load(folder / f"{each.name}.npy") for each in processes}
    for name, result in results.items():
        error = np.abs(result - results["weir"]).max() / np.abs(results["weir"]).max()
        if not error <= AGREE:
            raise RuntimeError(f"expects results of {name} that are Weir's, got an error of {error:.2e}")


def measure(name: str, peers: str | None, rounds: int, threads: int, only: list[str]) -> tuple[list[Row], list[dict]]:
    """The rows of a case, and Weir's profile."""
    case = CASES[name]
    chosen = [each for each in contenders_of(case, peers) if not only or each in only or each == "weir"]
    pythons = {each: sys.executable if each == "weir" else str(peers) for each in chosen}
    with contextlib.ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        np.savez(folder / "inputs.npz", *case.inputs())
        if "onnx" in chosen:
            export = [str(peers), HERE / "export_onnx.py", name, folder]
            subprocess.run(export, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        cold, processes = {}, []
        for each in chosen:
            first = Process(each, name, pythons[each], folder, threads)
            cold[each] = first.started["first"]
            first.close()
            processes.append(Process(each, name, pythons[each], folder, threads))
            stack.callback(processes[-1].close)
        if not case.trains:
            check_results(folder, processes)
        times = measured_rounds(processes, rounds)
        rows = [row_of(each, times, cold[each.name]) for each in processes]
        return rows, processes[0].ask("profile 5")


def row_of(process: Process, times: list[dict[str, float]], cold: float) -> Row:
    name = process.name
    seconds = statistics.median(each[name] for each in times)
    ratio = statistics.median(each["weir"] / each[name] for each in times)
    peak = process.ask("peak")
    return Row(
        name, seconds, ratio, process.ask("kernels"), peak, cold - seconds, process.started["first"] - seconds
    )


def table(rows: list[Row]) -> str:
    lines = ["| | run, ms | Weir's time as a part | kernels | peak memory, MB | first result cold, s | warm, s |"]
    lines.append("|---|---|---|---|---|---|---|")
    for row in rows:
        lines.append(
            f"| {CONTENDERS[row.contender][0]} | {row.seconds * 1e3:.3g} | {row.ratio:.2f} | {row.kernels} | "
            f"{row.peak_bytes / 1e6:.0f} | {row.cold:.2f} | {row.warm:.2f} |"
        )
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("cases", nargs="*", metavar="CASE", help=f"of {', '.join(CASES)}; all of them unless given")
    parser.add_argument("--peers", metavar="PYTHON", help="an interpreter with PyTorch and ONNX Runtime")
    parser.add_argument("--only", nargs="+", default=[], choices=CONTENDERS, help="beside Weir, these alone")
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--json", type=Path, help="write all figures there")
    options = parser.parse_args()
    unknown = [name for name in options.cases if name not in CASES]
    if unknown:
        parser.error(f"expects cases of {', '.join(CASES)}, got {', '.join(unknown)}")
    figures = {}
    for name in options.cases or CASES:
        rows, profile = measure(name, options.peers, options.rounds, options.threads, options.only)
        figures[name] = {"rows": [asdict(row) for row in rows], "profile": profile}
        print(f"\n{CASES[name].title}, {options.threads} threads\n\n{table(rows)}", flush=True)
    if options.json:
        options.json.write_text(json.dumps(figures, indent=2) + "\n")


if __name__ == "__main__":
    main()
