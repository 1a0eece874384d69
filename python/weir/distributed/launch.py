"""Starts a Python program as several ranks of one host, which share its memory:

    python -m weir.distributed.launch --nproc_per_node 4 train.py --epochs 3

Where one of them fails, the others are ended, and the launcher ends with its exit status."""

from __future__ import annotations

import argparse
import os
import signal
import subprocess
import sys
import time
from typing import Any, Sequence

from .. import _core, _world

_PATIENCE = 5.0  # in seconds, with those who have been asked to end
_LAST_WORDS = 1.0  # seconds in which those who wait for one that has failed say so, and end by themselves


def _arguments(given: Sequence[str] | None) -> argparse.Namespace:
    about = (__doc__ or "").split(":")[0]
    parser = argparse.ArgumentParser(prog="python -m weir.distributed.launch", description=about)
    parser.add_argument("--nproc_per_node", type=int, default=1, help="how many ranks there are")
    parser.add_argument("--nnodes", type=int, default=1, help="hosts: 1, as ranks share its memory")
    parser.add_argument("--node_rank", type=int, default=0, help="the number of this host: 0")
    parser.add_argument("--master_addr", default="127.0.0.1", help="of no account on one host")
    parser.add_argument("-m", "--module", action="store_true", help="the program is a module, as of `python -m`")
    parser.add_argument("program", help="a file, or a module")
    parser.add_argument("arguments", nargs=argparse.REMAINDER, help="those of the program")
    chosen = parser.parse_args(given)
    if chosen.nproc_per_node < 1:
        parser.error(f"expects --nproc_per_node of at least 1, got {chosen.nproc_per_node}")
    if chosen.nnodes != 1 or chosen.node_rank != 0:
        parser.error("not supported yet: several hosts")
    return chosen


def opened(ranks: int) -> tuple[str, list[Any]]:
    """The name of a new world, and what holds it open."""
    name = f"weir-{os.getpid()}-{time.monotonic_ns()}"
    names = (name, name + _world.CONTROL) if ranks > 1 else ()
    return name, [_core.World(each, ranks) for each in names]


def environment_of(rank: int, ranks: int, world: str) -> dict[str, str]:
    """What the environment says to a rank of a world."""
    threads = os.environ.get("WEIR_NUM_THREADS") or str(max(1, len(os.sched_getaffinity(0)) // ranks))
    own = {_world.RANK: rank, _world.LOCAL_RANK: rank, _world.WORLD_SIZE: ranks, "WEIR_NUM_THREADS": threads}
    named = {_world.WORLD: world} if ranks > 1 else {}
    return {**named, **{name: str(value) for name, value in own.items()}}


def _start(chosen: argparse.Namespace, world: str) -> list[subprocess.Popen[bytes]]:
    command = [sys.executable, *(["-m"] if chosen.module else []), chosen.program, *chosen.arguments]
    ranks = chosen.nproc_per_node
    environments = [{**os.environ, **environment_of(rank, ranks, world)} for rank in range(ranks)]
    return [subprocess.Popen(command, env=environment) for environment in environments]


def _end(processes: Sequence[subprocess.Popen[bytes]]) -> None:
    for process in processes:
        if process.poll() is None:
            process.send_signal(signal.SIGTERM)
    deadline = time.monotonic() + _PATIENCE
    for process in processes:
        try:
            process.wait(max(0.0, deadline - time.monotonic()))
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def _await(processes: Sequence[subprocess.Popen[bytes]]) -> int:
    """The exit status of the first that has failed; 0 if none has."""
    while True:
        states = [process.poll() for process in processes]
        failed = [state for state in states if state]
        if failed:
            deadline = time.monotonic() + _LAST_WORDS
            while time.monotonic() < deadline and any(process.poll() is None for process in processes):
                time.sleep(0.02)
            return failed[0]
        if all(state == 0 for state in states):
            return 0
        time.sleep(0.02)


def main(given: Sequence[str] | None = None) -> int:
    chosen = _arguments(given)
    name, worlds = opened(chosen.nproc_per_node)
    processes: list[subprocess.Popen[bytes]] = []
    signal.signal(signal.SIGTERM, lambda number, _: sys.exit(128 + number))  # the ranks end with it
    try:
        processes = _start(chosen, name)
        status = _await(processes)
    except KeyboardInterrupt:
        status = 130
    finally:
        _end(processes)
        worlds.clear()
    return status if status >= 0 else 128 - status


if __name__ == "__main__":
    sys.exit(main())
