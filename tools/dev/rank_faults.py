"""Faults of ranks, drawn by seeds: one is killed, stopped, or goes another way, and all others have to say so in
time."""

import os
import random
import re
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from measuring import BUILD, NotBuilt
from mpi_launchers import LAUNCHERS, ROOT_MAY, missing
from tree import ROOT

KINDS = ("kill", "stop", "other")
RANKS, TIMEOUT, MORE = 3, 4, 5  # seconds that ranks wait for each other, and until all have ended behind that
COMPILING = 30  # seconds until all are at their steps
AT_ONCE = 4  # trials, which wait for most of their time


def command_of(backend):
    if backend == "shared":
        return [sys.executable, "-m", "weir.distributed.launch", "--nproc_per_node", str(RANKS)]
    why = missing(backend, BUILD)
    if why:
        raise NotBuilt(why)
    return [*LAUNCHERS[backend], "-n", str(RANKS), sys.executable]


def trial(backend, kind, seed):
    """How a fault was not handled as it should be, or an empty text."""
    victim = random.Random(f"{kind} {seed}").randrange(RANKS)
    # Every fifth on a link on which nearly all time is spent in collectives.
    slow = {"WEIR_LINK_SPEED": "2e6"} if seed % 5 == 0 else {}
    environment = {**os.environ, **ROOT_MAY, "PYTHONPATH": str(BUILD / "python"), "WEIR_NUM_THREADS": "1"}
    environment |= {"WEIR_TIMEOUT": str(TIMEOUT), **slow}
    program = [str(ROOT / "tools" / "dev" / "faulty_steps.py"), kind, str(victim), str(seed)]
    started = time.monotonic()
    process = subprocess.Popen(
        [*command_of(backend), *program], env=environment, stderr=subprocess.PIPE, text=True, start_new_session=True
    )
    try:
        _, said = process.communicate(timeout=COMPILING + TIMEOUT + MORE)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        return f"no end after {time.monotonic() - started:.0f} s"
    return complaint(backend, kind, victim, process.returncode, said)


def still_running(pids):
    """Ranks whose processes run some seconds behind the end of what started them, which ends before they do."""
    deadline = time.monotonic() + MORE
    while True:
        left = [rank for rank, pid in pids.items() if is_running(pid)]
        if not left or time.monotonic() > deadline:
            return left
        time.sleep(0.05)


def is_running(pid):
    """Not of one that has ended and waits for somebody who asks how."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except FileNotFoundError:
        return False


def complaint(backend, kind, victim, status, said):
    pids = {int(rank): int(pid) for rank, pid in re.findall(r"^pid (\d) (\d+)$", said, re.MULTILINE)}
    failed = dict(re.findall(r"^failed (\d) (.*)$", said, re.MULTILINE))
    left = still_running(pids)
    if status == 0 or len(pids) != RANKS or left:
        return f"status {status}, {len(pids)} ranks begun, {left} left: {said[-300:]}"
    if backend == "mpich" and kind != "other":
        return ""  # whose mpiexec kills the others, which can say nothing then
    for rank in set(range(RANKS)) - {victim}:
        message = failed.get(str(rank), "") or waiting(said, rank)
        if not re.search(rf"rank {rank}\b", message) or not re.search(rf"rank (\d+, )*{victim}\b", message):
            return f"rank {rank} names not itself and rank {victim}: {message or said[-400:]}"
        if "faulty_steps.py" not in message:
            return f"rank {rank} names no line: {message}"
    return ""


def waiting(said, rank):
    """What a rank says that mpirun ends while it waits."""
    found = re.search(rf"^weir: rank {rank} waits in .*$", said, re.MULTILINE)
    return found.group() if found else ""


def campaign(backends=("shared", "openmpi"), count=100):
    """Counts of trials, and of those that were not handled; what was wrong is printed."""
    trials = [(backend, kind, seed) for backend in backends for kind in KINDS for seed in range(count)]
    figures = {"trials": len(trials), "not handled": 0}
    with ThreadPoolExecutor(AT_ONCE) as pool:
        for (backend, kind, seed), wrong in zip(trials, pool.map(lambda one: trial(*one), trials)):
            figures["not handled"] += bool(wrong)
            if wrong:
                print(f"{backend} {kind} {seed}: {wrong}", flush=True)
    return figures


if __name__ == "__main__":
    print(campaign(*(([sys.argv[1]], int(sys.argv[2])) if len(sys.argv) > 2 else ())))
