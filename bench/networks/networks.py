"""Networks beside PyTorch and ONNX Runtime: time of a run, kernels, peak memory, time to the first result.

python bench/networks/networks.py [CASE ...] --peers PYTHON, with the package on PYTHONPATH. Each contender is a process
of its own (serve.py); in each round everyone has a turn, one at a time.
"""

import argparse
import contextlib
import importlib.util
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np
import tables
from network_cases import CASES, Case
from serve import CONTENDERS

HERE = Path(__file__).resolve().parent
TURN = 0.3  # seconds that a turn takes, at least one run
PAUSE = 0.1  # seconds between turns: threads of the one before stop to spin
IDLE = 0.1  # of the cores' time in a pause may be other programs'
WARM_STARTS = 3  # the least of them counts: another program can only add to it


class Process:
    """A contender on a case."""

    def __init__(self, name: str, case: str, python: str, folder: Path, threads: int, before: Path | None):
        self.name = name
        command = [python, HERE / "serve.py", name, case, folder, str(threads)]
        env = dict(os.environ, OMP_NUM_THREADS=str(threads), MKL_NUM_THREADS=str(threads))
        env |= {"WEIR_CACHE_DIR": str(folder / name), "TORCHINDUCTOR_CACHE_DIR": str(folder / "inductor")}
        if name == "before":
            env["PYTHONPATH"] = str(before)
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=env)
        first, second = self._answer()
        self.start = max(0.0, first - second)

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
    seconds: float  # of a run that took place, the median
    ratio: float  # Weir's time over this one's: the median of the rounds'
    kernels: int
    peak_bytes: int
    cold: float  # seconds by which the first run is longer than the second, with empty caches
    warm: float  # the same in later processes, the least


def contenders_of(case: Case, peers: str | None, before: Path | None) -> list[str]:
    ours = ["weir", *(["before"] if before else [])]
    if peers is None:
        return ours
    convolutions = ["channels_last"] if case.is_convolutional else []
    is_exported = case.training is None and case.dtype == "float32"
    return [*ours, "eager", *convolutions, "compile", *(["onnx"] if is_exported else [])]


def cpu_ticks() -> tuple[int, int]:
    """(all, idle) since the machine started."""
    ticks = [int(each) for each in Path("/proc/stat").read_text().split("\n", 1)[0].split()[1:9]]
    return sum(ticks), ticks[3] + ticks[4]


class Pauses:
    """Before each turn: until nothing else runs, if that is to be had."""

    def __init__(self, patience: int):
        self.patience, self.disturbed, self.turns = patience, 0, 0

    def _is_idle(self) -> bool:
        time.sleep(PAUSE)
        before = cpu_ticks()
        time.sleep(PAUSE)
        passed, idle = (now - then for now, then in zip(cpu_ticks(), before))
        return idle >= (1 - IDLE) * passed

    def wait(self) -> None:
        self.turns += 1
        while not self._is_idle():
            self.patience -= 1
            if self.patience <= 0:
                self.disturbed += 1
                return


def measured_rounds(processes: list[Process], rounds: int, pauses: Pauses) -> list[dict[str, float]]:
    """For each round each one's median."""
    runs = {each.name: max(1, round(TURN / each.ask("run 1")[0])) for each in processes}
    result = []
    for _ in range(rounds):
        medians = {}
        for each in processes:
            pauses.wait()
            each.ask("run 1")
            medians[each.name] = statistics.median_low(each.ask(f"run {runs[each.name]}"))
        result.append(medians)
    return result


def check_results(folder: Path, processes: list[Process], tolerance: float) -> None:
    """Of the second run: the loss of a training step follows from the step before."""
    for each in processes:
        each.ask("result")
    results = {each.name: np.load(folder / f"{each.name}.npy") for each in processes}
    for name, result in results.items():
        error = np.abs(result - results["weir"]).max() / np.abs(results["weir"]).max()
        if not error <= tolerance:
            raise RuntimeError(f"expects results of {name} that are Weir's, got an error of {error:.2e}")


def export_onnx(python: str, name: str, folder: Path) -> None:
    command = [python, HERE / "export_onnx.py", name, folder]
    done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    if done.returncode != 0:
        raise RuntimeError(f"expects export_onnx.py to write {name}, got exit status {done.returncode}:\n{done.stderr}")


def measure(name: str, options: argparse.Namespace) -> dict:
    """The rows of a case, Weir's profile, and in how many turns something else ran on the machine."""
    case, peers, before, only, threads = CASES[name], options.peers, options.before, options.only, options.threads
    chosen = [each for each in contenders_of(case, peers, before) if not only or each in only or each == "weir"]
    pythons = {each: sys.executable if each in ("weir", "before") else str(peers) for each in chosen}
    with contextlib.ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        np.savez(folder / "inputs.npz", *case.inputs())
        if "onnx" in chosen:
            export_onnx(str(peers), name, folder)
        cold, warm, processes = {}, {}, []
        for each in chosen:
            starts = []
            for _ in range(WARM_STARTS):
                started = Process(each, name, pythons[each], folder, threads, before)
                starts.append(started.start)
                started.close()
            processes.append(Process(each, name, pythons[each], folder, threads, before))
            stack.callback(processes[-1].close)
            cold[each], warm[each] = starts[0], min(*starts[1:], processes[-1].start)
        if case.tolerance is not None:
            check_results(folder, processes, case.tolerance)
        pauses = Pauses(options.patience)
        times = measured_rounds(processes, options.rounds, pauses)
        rows = [asdict(row_of(each, times, cold[each.name], warm[each.name])) for each in processes]
        profile = processes[0].ask(f"profile {rows[0]['seconds']!r}")
        return {"rows": rows, "profile": profile, "turns": pauses.turns, "disturbed": pauses.disturbed}


def row_of(process: Process, times: list[dict[str, float]], cold: float, warm: float) -> Row:
    name = process.name
    seconds = statistics.median_low([each[name] for each in times])
    ratio = statistics.median(each["weir"] / each[name] for each in times)
    peak = process.ask("peak")
    return Row(name, seconds, ratio, process.ask("kernels"), peak, cold, warm)


def versions_of(peers: str | None) -> str:
    """Where Weir comes from, as the preset decides how fast it compiles, and who is beside it."""
    package = Path(importlib.util.find_spec("weir").origin).parents[2]
    weir = f"Weir of {package.relative_to(tables.ROOT) if package.is_relative_to(tables.ROOT) else package}"
    if peers is None:
        return f"{weir}; no peer is installed"
    names = "torch, onnxruntime"
    command = f"import {names}; print('PyTorch', torch.__version__ + ', ONNX Runtime', onnxruntime.__version__)"
    theirs = subprocess.run([peers, "-c", command], check=True, stdout=subprocess.PIPE, text=True).stdout.strip()
    return f"{weir}, {theirs}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("cases", nargs="*", metavar="CASE", help=f"of {', '.join(CASES)}; all of them unless given")
    parser.add_argument("--peers", metavar="PYTHON", help="an interpreter with PyTorch and ONNX Runtime")
    parser.add_argument("--before", type=Path, metavar="FOLDER", help="another build's python/, run beside this one")
    parser.add_argument("--only", nargs="+", default=[], choices=CONTENDERS, help="beside Weir, these alone")
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--patience", type=int, default=100, help="pauses waited for an idle machine in a case")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--json", type=Path, help="write all figures there")
    parser.add_argument("--update-docs", action="store_true", help="write docs/benchmarks.md")
    options = parser.parse_args()
    unknown = [name for name in options.cases if name not in CASES]
    if unknown:
        parser.error(f"expects cases of {', '.join(CASES)}, got {', '.join(unknown)}")
    if options.update_docs and (options.cases or options.only):
        parser.error("expects all cases and contenders with --update-docs")
    peaks, figures = tables.machine.peaks(), {}
    for name in options.cases or CASES:
        figures[name] = measure(name, options)
        print(tables.section(name, figures[name], peaks, options.threads), flush=True)
    if options.json:
        options.json.write_text(json.dumps(figures, indent=2) + "\n")
    if options.update_docs:
        text = tables.page(figures, peaks, options.threads, versions_of(options.peers))
        (tables.ROOT / "docs" / "benchmarks.md").write_text(text)


if __name__ == "__main__":
    main()
