"""What compiling costs, and how it grows with the graph: time per stage and memory, each graph in a process of its own.

Run with the package on PYTHONPATH and WEIR_BUILD_DIR: python bench/compile/scaling.py growth chain | first-calls |
interrupts. The last lines are `figure NAME: NUMBER`."""

import argparse
import os
import re
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

SIZES = (1000, 2000, 4000, 8000, 16000, 32000, 64000)
TOOLS = Path(os.environ.get("WEIR_BUILD_DIR", "build/release")) / "bin"
FIRST_CALLS = ("gpt 24", "gpt 96", "linears 200", "recurrent 400", "sines 2000")


def traced(name, size, path):
    """In this process: writes the module of a graph to a file; the seconds that tracing took."""
    import graphs

    graph, arguments = (graphs.GROWING | vars(graphs))[name](size)
    started = time.perf_counter()
    text = graph.traced(*arguments)
    seconds = time.perf_counter() - started
    path.write_text(text)
    return seconds


def own_process(*arguments):
    """A child of this file, without the cache of compiled programs; what it printed."""
    child = subprocess.run(
        [sys.executable, __file__, *map(str, arguments)],
        env=os.environ | {"WEIR_CACHE_DIR": "0"},
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    return child.stdout


def compiled(path):
    """({stage: seconds}, peak MB) of weir-compile."""
    with tempfile.TemporaryDirectory() as folder:
        command = [str(TOOLS / "weir-compile"), "--time", str(path), "-o", f"{folder}/artifact"]
        with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as child:
            printed = child.stderr.read()
            _, status, usage = os.wait4(child.pid, 0)
            child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode != 0:
        raise RuntimeError(f"expects weir-compile to compile {path}, got: {printed}")
    stages = {name: float(ms) / 1e3 for ms, name in re.findall(r"([\d.]+) ms +[\d.]+ % +(\S+)", printed)}
    return stages, usage.ru_maxrss / 1e3


def exponent(sizes, costs):
    """Of the power that fits the whole range."""
    return float(np.polyfit(np.log(sizes), np.log(costs), 1)[0])


def growth(graph, repeats=3):
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "module.mlir"
        for size in SIZES:
            turns = []
            for _ in range(repeats if size <= 8000 else 1):
                seconds = float(own_process("trace", graph, size, path))
                stages, memory = compiled(path)
                turns.append(({"trace": seconds} | stages, memory))
            middle = sorted(turns, key=lambda turn: sum(turn[0].values()))[len(turns) // 2]
            rows.append(middle)
    print(f"{graph:12}", *(f"{size:>8}" for size in SIZES))
    for stage in rows[0][0]:
        print(f"{stage:12}", *(f"{stages[stage]:8.3f}" for stages, _ in rows))
    totals = [sum(stages.values()) for stages, _ in rows]
    print(f"{'all, s':12}", *(f"{total:8.3f}" for total in totals))
    print(f"{'peak, MB':12}", *(f"{memory:8.0f}" for _, memory in rows))
    yield "exponent", exponent(SIZES, totals)
    yield "largest doubling", max(later / earlier for earlier, later in zip(totals, totals[1:]))
    yield "exponent of memory", exponent(SIZES, [memory for _, memory in rows])
    yield "seconds of the largest", totals[-1]


def first_call(name, size):
    """In this process: the seconds of a graph's first call."""
    import graphs

    graph, arguments = vars(graphs)[name](size)
    started = time.perf_counter()
    graph(*arguments)
    return time.perf_counter() - started


def first_calls(repeats=3):
    seconds = {
        case: statistics.median(float(own_process("first-call", *case.split())) for _ in range(repeats))
        for case in FIRST_CALLS
    }
    ratio = seconds["gpt 96"] / seconds["gpt 24"]
    for case, taken in seconds.items():
        yield f"{case}, s", taken
    yield "gpt 96, of gpt 24", ratio


def interrupts(size=64000):
    """A child says when its trace is done; half a second later it is interrupted, in the middle of its compilation. The
    time to its exception, and to the end of its process."""
    import graphs

    waits, ends = [], []
    for graph in graphs.GROWING:
        child = subprocess.Popen(
            [sys.executable, __file__, "interrupted", graph, str(size)],
            env=os.environ | {"WEIR_CACHE_DIR": "0"},
            stdout=subprocess.PIPE,
            text=True,
        )
        child.stdout.readline()
        time.sleep(0.5)
        sent = time.time()
        child.send_signal(signal.SIGINT)
        printed = child.communicate()[0].split()
        ends.append(time.time() - sent)
        if not printed or child.returncode != 0:
            raise RuntimeError(f"expects the compilation of {graph} to be interrupted, got status {child.returncode}")
        waits.append(float(printed[-1]) - sent)
        print(f"{graph:12} {waits[-1]:.3f} s, the process {ends[-1]:.3f} s")
    yield "longest, s", max(waits)
    yield "longest to the end of the process, s", max(ends)
    yield "graphs", len(waits)


def interrupted(name, size):
    """In this process: compiles until it is interrupted; prints when tracing ended, and when the exception came."""
    import graphs

    from weir import _compiler

    signal.signal(signal.SIGINT, signal.default_int_handler)  # which a shell has a command in the background ignore
    graph, arguments = graphs.GROWING[name](size)
    text = graph.traced(*arguments)
    print("traced", flush=True)
    try:
        _compiler.artifact_of(text, "cpu", False, False)
    except KeyboardInterrupt:
        print(time.time(), flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("what", choices=("growth", "first-calls", "interrupts", "trace", "first-call", "interrupted"))
    parser.add_argument("rest", nargs="*")
    options = parser.parse_args()
    sys.path.insert(0, str(Path(__file__).parent))
    match options.what, *options.rest:
        case "trace", name, size, path:
            print(traced(name, int(size), Path(path)))
        case "first-call", name, size:
            print(first_call(name, int(size)))
        case "interrupted", name, size:
            interrupted(name, int(size))
        case what, *rest:
            function = {"growth": growth, "first-calls": first_calls, "interrupts": interrupts}[what]
            for name, figure in function(*rest):
                print(f"figure {name}: {figure}")


if __name__ == "__main__":
    main()
