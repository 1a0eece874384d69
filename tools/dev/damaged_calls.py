"""Calls every tool with damaged command lines and damaged inputs, and holds how it ends: by itself, with a message of
its own and nothing left in the folder of temporary files.

    tools/dev/damaged_calls.py --build build/dev --lines 500 --inputs 5000 [--seed N] [--tool weir-opt] [--only N]

A call that breaks is printed with its number, which --only repeats, and its folder is kept below build/damaged-calls.
"""

import argparse
import concurrent.futures
import json
import os
import re
import resource
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from random import Random

import damage
import numpy as np
from tree import ROOT

KEPT = ROOT / "build" / "damaged-calls"
SECONDS = 60  # of a processor that a call may take
WAITING = 900  # seconds until a call that takes none has no end either: the machine may have other work
MEMORY = 16 << 30  # bytes of addresses
BROKEN = ["LLVM ERROR", "Stack dump", "bug report", "terminate called", "Assertion", "UNREACHABLE", "core dumped"]
FILES = ["in.mlir", "x.npy", "xs.npz", "in.weir", "in.lsp", "folder", "none/a", "a", "-", "--", ""]
PROGRAMS = ["test/ops", "test/dialects", "test/passes", "test/run", "test/tools", "test/verify-numerics"]
LARGEST = 6000  # bytes of a program
STAGES = ["graph", "autograd", "sbp", "layout", "group", "launch", "schedule"]


@dataclass(frozen=True)
class Tool:
    """What a tool is called with. `lines` are command lines that are damaged; `reads` those that damaged inputs are
    tried with, each with the file of the call's folder that is damaged. `count` is an option without which, or with a
    large number, the tool goes on as long as somebody wants."""

    name: str
    lines: list
    reads: list
    stdin: str = ""
    count: str = ""


TOOLS = [
    Tool(
        "weir-compile",
        [
            "in.mlir -o a",
            "in.mlir --to=group --from=graph",
            "in.mlir --emit=asm --machine=x86-64-v3 --target=cpu -o a",
            "in.mlir --emit=so --target=cpu,naive --time --memory -o a",
            "in.mlir --dump-stages=folder --dump-kernels=folder --reproducers=folder -o a",
            "in.mlir --verify-numerics=3 --amp --allow-tf32",
            "in.mlir --verify-diagnostics --mlir-timing --mlir-print-ir-after-all --mlir-disable-threading",
        ],
        [
            ("in.mlir -o a", "in.mlir"),
            ("in.mlir --verify-numerics", "in.mlir"),
            ("in.mlir --target=sim -o a", "in.mlir"),
        ],
    ),
    Tool(
        "weir-opt",
        [
            "in.mlir --weir-stage=graph --weir-stage=autograd -o a",
            "in.mlir --weir-inline-calls --canonicalize --cse --mlir-print-ir-after-all",
            "in.mlir --run-reference=f --input=x.npy --variables=xs.npz --seed=3 --widened",
            "in.mlir --view=dot -o a",
            "in.mlir --pass-pipeline=builtin.module(weir-stage{graph},func.func(cse)) --verify-diagnostics",
            "in.mlir --split-input-file --emit-bytecode -o a",
        ],
        [
            ("in.mlir", "in.mlir"),
            ("in.mlir --weir-stage=graph --weir-stage=autograd --weir-stage=precision", "in.mlir"),
            ("in.mlir --run-reference", "in.mlir"),
            ("in.mlir --view=dot", "in.mlir"),
        ],
    ),
    Tool(
        "weir-run",
        [
            "in.mlir --device=cpu --input=x.npy,x.npy --output=folder --elements=4",
            "in.mlir --interpret --variables=xs.npz --seed=1 --job=f --widened",
            "in.mlir --device=naive --modes=static,dynamic,strided --shared-kernels --machine=x86-64-v3",
            "in.weir --device=cpu --benchmark --runs=2 --trace=a --memory --workers=2",
            "in.weir --device=sim --input=xs.npz --seed=7",
        ],
        [
            ("in.mlir --interpret", "in.mlir"),
            ("in.mlir --device=cpu", "in.mlir"),
            ("in.mlir --device=naive --modes=dynamic", "in.mlir"),
            ("in.weir --device=cpu", "in.weir"),
            ("in.weir --device=cpu --input=x.npy --seed=1", "x.npy"),
            ("in.weir --device=cpu --input=xs.npz --seed=1", "xs.npz"),
        ],
    ),
    Tool(
        "weir-reduce",
        ["in.mlir --test=false -o a --timeout=2", "in.mlir --test='grep -q weir.none $1'"],
        [("in.mlir --test=false", "in.mlir"), ("small.mlir --test=true --timeout=5 -o a", "small.mlir")],
    ),
    Tool(
        "weir-fuzz",
        [
            "--seed=7 --programs=1 --targets=naive --processes=1 --out=folder",
            "--seed=7 --print --timeout=2 --reduce-timeout=2 --max-findings=1",
            "in.mlir --targets=naive,cpu:2 --programs=1",
        ],
        [("in.mlir --targets=naive --timeout=5 --reduce-timeout=1", "in.mlir")],
        count="--programs",
    ),
    Tool("weir-lsp-server", ["-lit-test", "--log=error --pretty"], [("-lit-test", "in.lsp"), ("", "in.lsp")], "in.lsp"),
]


class Corpus:
    """Programs of the tests and dumps of some, artifacts, tensors: what the calls' folders are filled with."""

    def __init__(self, build, folder):
        self.bin = build / "bin"
        paths = sorted(path for room in PROGRAMS for path in (ROOT / room).rglob("*.mlir"))
        self.programs = [text for text in (path.read_text() for path in paths) if len(text) <= LARGEST]
        self.small = min((text for text in self.programs if "weir.job" in text), key=len)
        self.artifacts, self.fuzzed = [], []
        jobs = [text for text in self.programs if "weir.job" in text and "RUN: not" not in text and "----" not in text]
        for number, text in enumerate(jobs[:: max(1, len(jobs) // 12)]):
            self.add(text, folder / f"{number}.mlir")
        for seed in range(1, 9):
            command = [self.bin / "weir-fuzz", f"--seed={seed}", "--print"]
            self.fuzzed.append(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
        x = np.arange(4, dtype=np.float32)
        np.save(folder / "x.npy", x)
        np.savez(folder / "xs.npz", x=x, arr_1=x.astype(np.int64))
        self.tensors = {name: (folder / name).read_bytes() for name in ("x.npy", "xs.npz")}

    def add(self, text, path):
        """The dumps of a program's stages and its artifact, if it has them."""
        path.write_text(text)
        command = [self.bin / "weir-compile", path, f"--dump-stages={path}.d", "-o", f"{path}.weir"]
        if subprocess.run(command, capture_output=True).returncode != 0:
            return
        self.artifacts.append(Path(f"{path}.weir").read_bytes())
        dumps = [dump for dump in sorted(Path(f"{path}.d").iterdir()) if dump.name.split(".")[2] in STAGES]
        self.programs += [text for text in (dump.read_text() for dump in dumps) if len(text) <= 4 * LARGEST]

    def fill(self, random, tool, folder):
        """Whole files; the folder's names are those of the tools' command lines."""
        program = random.choice(self.fuzzed if tool.name == "weir-fuzz" else self.programs)
        (folder / "in.mlir").write_text(program)
        (folder / "small.mlir").write_text(self.small)
        (folder / "in.weir").write_bytes(random.choice(self.artifacts))
        for name, data in self.tensors.items():
            (folder / name).write_bytes(data)
        (folder / "in.lsp").write_text(conversation(program))
        (folder / "temporary").mkdir()


def conversation(program, damaged=lambda text: text):
    """What an editor says to the language server."""
    place = {"textDocument": {"uri": "test:///a.mlir"}, "position": {"line": 4, "character": 9}}
    document = {"uri": "test:///a.mlir", "languageId": "mlir", "version": 1, "text": damaged(program)}
    said = [("initialize", {"processId": 1, "rootPath": "a", "capabilities": {}, "trace": "off"})]
    said += [("textDocument/didOpen", {"textDocument": document})]
    said += [(f"textDocument/{asked}", place) for asked in ("hover", "definition", "references", "completion")]
    said += [("textDocument/documentSymbol", place), ("shutdown", None), ("exit", None)]
    calls = [{"jsonrpc": "2.0", "id": i, "method": name, "params": params} for i, (name, params) in enumerate(said)]
    return "\n// -----\n".join(json.dumps(call) for call in calls) + "\n"


def damage_file(random, path, program):
    if path.suffix == ".lsp" and random.random() < 0.7:
        path.write_text(conversation(program, lambda text: damage.text(random, text)))
    elif path.suffix in (".mlir", ".lsp"):
        path.write_text(damage.text(random, path.read_text()))
    else:
        path.write_bytes(damage.data(random, path.read_bytes()))


def prepare(corpus, tool, kind, number, seed, folder):
    """The arguments of a call; its files are in the folder then."""
    random = Random(f"{tool.name} {kind} {seed} {number}")
    corpus.fill(random, tool, folder)
    if kind == "line":
        others = sorted({word for line in tool.lines for word in shlex.split(line)})
        arguments = damage.arguments(random, shlex.split(random.choice(tool.lines)), others + FILES)
        # What weir-reduce is to test is a shell command: a damaged one could do anything.
        arguments = [argument for argument in arguments if argument in others or "-test" not in argument]
        return with_an_end(arguments, tool.count) if tool.count else arguments
    line, name = random.choice(tool.reads)
    damage_file(random, folder / name, (folder / "in.mlir").read_text())
    return shlex.split(line)


def with_an_end(arguments, count):
    """The arguments, of which one says a small count, or none that is a number."""
    kept = [argument for argument in arguments if not re.fullmatch(rf"{count}=(-\d+|\d\w+)", argument)]
    return kept if any(argument.startswith(f"{count}=") for argument in kept) else [*kept, f"{count}=1"]


def limit_resources():
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS + 1))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def call(corpus, tool, arguments, folder):
    """How a call broke, or an empty text."""
    command = [str(corpus.bin / tool.name), *arguments]
    env = {"PATH": os.environ["PATH"], "TMPDIR": str(folder / "temporary"), "HOME": str(folder)}
    stdin = (folder / tool.stdin if tool.stdin else Path(os.devnull)).open("rb")
    try:
        with stdin:
            limits = {"timeout": WAITING, "preexec_fn": limit_resources}
            done = subprocess.run(command, cwd=folder, env=env, stdin=stdin, capture_output=True, **limits)
    except subprocess.TimeoutExpired:
        return f"no end after {WAITING} s"
    said = done.stderr.decode(errors="replace") + done.stdout[-4000:].decode(errors="replace")
    left = sorted(path.name for path in (folder / "temporary").rglob("*"))
    if done.returncode in (-signal.SIGXCPU, -signal.SIGKILL):
        return f"no end after {SECONDS} s of a processor"
    if done.returncode < 0 or done.returncode > 125:
        return f"exit status {done.returncode}: {' | '.join(said.splitlines()[:3])[:400]}"
    if done.returncode and not said:
        return f"exit status {done.returncode} without a message"
    marks = [mark for mark in BROKEN if mark in done.stderr.decode(errors="replace")]
    return f"says {marks}" if marks else f"leaves {left}" if left else ""


def trial(corpus, tool, kind, number, seed):
    """Makes and runs one call; what broke, with what repeats it, or an empty text."""
    with tempfile.TemporaryDirectory(prefix="damaged-") as name:
        folder = Path(name)
        arguments = prepare(corpus, tool, kind, number, seed, folder)
        broken = call(corpus, tool, arguments, folder)
        if broken:
            kept = KEPT / f"{tool.name}-{kind}-{number}"
            shutil.rmtree(kept, ignore_errors=True)
            shutil.copytree(folder, kept)
            broken = f"{kept.name}: {broken}\n    {tool.name} {shlex.join(arguments)}"
        return broken


def findings(build, counts, seed=0, tools=(), only=None, workers=os.cpu_count()):
    """{"calls": n, "broken": n}; what is broken is printed. `counts` says how many of the kinds "line" and "input"."""
    chosen = [tool for tool in TOOLS if not tools or tool.name in tools]
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(workers) as pool:
        corpus = Corpus(Path(build).resolve(), Path(folder))
        runs = [(tool, kind, i) for tool in chosen for kind, count in counts.items() for i in range(count)]
        runs = [run for run in runs if only is None or run[2] == only]
        broken = 0
        for found in pool.map(lambda run: trial(corpus, *run, seed), runs):
            broken += bool(found)
            if found:
                print(found, flush=True)
    return {"calls": len(runs), "broken": broken}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=Path, default=ROOT / "build" / "dev")
    parser.add_argument("--lines", type=int, default=500)
    parser.add_argument("--inputs", type=int, default=5000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--tool", action="append", default=[], choices=[tool.name for tool in TOOLS])
    parser.add_argument("--only", type=int, help="the call of this number alone")
    options = parser.parse_args()
    counts = {"line": options.lines, "input": options.inputs}
    figures = findings(options.build, counts, options.seed, options.tool, options.only)
    print(", ".join(f"{count} {name}" for name, count in figures.items()))
    return 1 if figures["broken"] else 0


if __name__ == "__main__":
    sys.exit(main())
