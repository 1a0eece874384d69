"""Training on ranks by bench/scale/step.py, held against training on one."""

import functools
import json
import re
import statistics
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from measuring import BUILD, Failed, NotBuilt, numbers_of, python_of_peers, run, tool
from mpi_launchers import LAUNCHERS, ROOT_MAY, missing
from tree import ROOT

STEPS = 20
WAYS_OF_IMAGES = ("data", "zero1", "zero2", "zero3")
WAYS = (*WAYS_OF_IMAGES, "tensor", "vocabulary", "sequence", "grid")
NETWORKS = {"cnn": WAYS_OF_IMAGES, "resnet18": WAYS_OF_IMAGES, "vit": (*WAYS_OF_IMAGES, "tensor", "grid"), "gpt": WAYS}


@dataclass(frozen=True)
class Training:
    """Steps of a network, with the batch and its parameters shared in a way."""

    network: str
    way: str
    ranks: int
    batch: int
    is_double: bool = True
    seed: int = 0

    def alone(self):
        """The same on one rank."""
        return Training(self.network, "data", 1, self.batch, self.is_double, self.seed)


def step_of(training, steps):
    """The command of a rank."""
    program = [sys.executable, ROOT / "bench" / "scale" / "step.py", training.network, "--way", training.way, "--json"]
    options = ["--batch", training.batch, "--steps", steps, "--seed", training.seed]
    return [*program, *options, *(["--double"] if training.is_double else [])]


def environment(training):
    """Lines of several ranks stay whole where each is written at once."""
    threads = {"WEIR_NUM_THREADS": "1"} if training.ranks > 1 else {}
    return {"PYTHONPATH": str(BUILD / "python"), "PYTHONUNBUFFERED": "", **threads}


@functools.cache
def trained(training, steps=STEPS):
    """What each rank says of it, as `step.py --json` does."""
    launcher = [sys.executable, "-m", "weir.distributed.launch", "--nproc_per_node", training.ranks]
    printed = run(*launcher, *step_of(training, steps)[1:], env=environment(training), timeout=900)
    said = [json.loads(line) for line in printed.splitlines() if line.startswith("{")]
    if len(said) != training.ranks:
        raise Failed(f"expects {training.ranks} ranks of {training} to say how it went, got {printed[-300:]}")
    return said


def most_off(losses, expected):
    """The largest difference, relative to what is expected."""
    return max(abs(one - other) / abs(other) for one, other in zip(losses, expected, strict=True))


def trainings(ranks=(2, 4), batches=(8, 7)):
    """All networks in all ways."""
    for network, ways in NETWORKS.items():
        for way in ways:
            for count in ranks:
                for batch in batches:
                    # ViT-S takes a minute: on 2 ranks of equal parts, on 4 of unequal ones.
                    if network != "vit" or len(batches) == 1 or (count == 2) == (batch == 8):
                        yield Training(network, way, count, batch)


def sent_over(formula, network, way, batches):
    """Bytes that a rank sends in a step over those of a formula of ranks and parameters, for each number of ranks."""
    for ranks, batch in batches.items():
        said = trained(Training(network, way, ranks, batch, is_double=False), steps=3)
        expected = formula(ranks, said[0]["parameters"][1])
        yield from (each["sent"] / expected for each in said)


def bytes_sent():
    """How far they are from the formulas, relative to them."""
    layers, activation, batches = 8, 4 * 64 * 512, {2: 32, 4: 64}
    of_data = sent_over(lambda n, p: 2 * (n - 1) / n * 4 * p, "gpt", "data", batches)
    of_layers = sent_over(lambda n, _: 4 * layers * 2 * (n - 1) / n * activation, "wide", "tensor", {2: 1, 4: 1})
    of_zero = sent_over(lambda n, p: 3 * (n - 1) / n * 4 * p, "gpt", "zero3", batches)
    return {
        "data, off": max(abs(each - 1) for each in of_data),
        "columns and rows, off": max(abs(each - 1) for each in of_layers),
        "ZeRO 3, over": max(each - 1 for each in of_zero),
    }


def same_bits(steps=100):
    """How many kinds of weights there are beyond one after training on two ranks of each transport, and of outputs of a
    program that sums, on threads and under each mpirun."""
    for library in LAUNCHERS:
        if why := missing(library, BUILD):
            raise NotBuilt(why)
    training = Training("cnn", "data", 2, 8, is_double=False)
    weights = {each["bits"] for each in trained(training, steps=steps)}
    program, outputs = ROOT / "test" / "run" / "ranks.mlir", set()
    under = {library: [*command, "-n", 2] for library, command in LAUNCHERS.items()}
    for command in under.values():
        said = run(*command, *step_of(training, steps), env={**environment(training), **ROOT_MAY})
        weights |= set(re.findall(r'"bits": "(\w+)"', said))
    with tempfile.TemporaryDirectory() as folder:
        for name, command in {"threads": [], **under}.items():
            own = ["--ranks=2"] if name == "threads" else []
            out = Path(folder) / name
            run(*command, tool("weir-run"), program, "--device=cpu", f"--output={out}", *own, env=ROOT_MAY)
            outputs.add(b"".join(path.read_bytes() for path in sorted(out.iterdir())))
    return {"weights that differ": len(weights) - 1, "outputs that differ": len(outputs) - 1}


def compilations(ranks=4):
    """How many programs ranks have compiled, and how many a second time."""
    launcher = [sys.executable, "-m", "weir.distributed.launch", "--nproc_per_node", ranks]
    with tempfile.TemporaryDirectory() as folder:
        own = {**environment(Training("cnn", "data", ranks, 8)), "WEIR_CACHE_DIR": folder}
        first, second = (run(*launcher, ROOT / "tools" / "dev" / "counted_ranks.py", env=own) for _ in range(2))
    said = [json.loads(line) for line in first.splitlines() if line.startswith("{")]
    again = [json.loads(line) for line in second.splitlines() if line.startswith("{")]
    (own,) = (each["compiled"] for each in said if each["rank"] == 0)
    return {
        "by the first": len(own),
        "twice": len(own) - len(set(own)),
        "by others": sum(len(each["compiled"]) for each in said if each["rank"] > 0),
        "by a second start": sum(len(each["compiled"]) for each in again),
    }


def without_llvm(ranks=4):
    """How many ranks of a program say what it gives where the runtime alone is built and LLVM's files are hidden."""
    build, hidden = ROOT / "build" / "without-llvm", ROOT / "tools" / "dev" / "without-llvm"
    run(hidden, "cmake", "--preset", "runtime-only", "-B", build)
    run(hidden, "ninja", "-C", build, "-j2", "run_ranks", timeout=1800)
    with tempfile.TemporaryDirectory() as folder:
        artifact = Path(folder) / "sum.weir"
        run(tool("weir-compile"), ROOT / "test" / "run" / "four-ranks.mlir", "--target=cpu", "-o", artifact)
        said = run(hidden, build / "bin" / "run_ranks", artifact, ranks)
    return {"ranks without LLVM": len(re.findall(r"^rank \d: sum\[0\] = 12$", said, re.MULTILINE))}


def overlap():
    """What bench/scale/overlap.py measures."""
    own = {"PYTHONPATH": str(BUILD / "python")}
    figures = numbers_of(run(sys.executable, ROOT / "bench" / "scale" / "overlap.py", env=own))
    return {name: figure for name, figure in figures.items() if name.startswith("of ")}


def scale():
    """What bench/scale/efficiency.py measures."""
    python_of_peers()
    own = {"PYTHONPATH": str(BUILD / "python")}
    printed = run(sys.executable, ROOT / "bench" / "scale" / "efficiency.py", env=own, timeout=1800)
    return {name: figure for name, figure in numbers_of(printed).items() if "over" in name}


def exact_steps():
    """How far losses in float64 are from those of one rank, and how many trainings left ranks with other weights."""
    figures = {"trainings": 0, "most off": 0.0, "ranks that differ": 0}
    for training in trainings():
        said, (alone,) = trained(training), trained(training.alone())
        figures["trainings"] += 1
        figures["most off"] = max(figures["most off"], most_off(said[0]["losses"], alone["losses"]))
        figures["ranks that differ"] += len({each["bits"] for each in said}) > 1
    return figures


def distances(training, seeds=3):
    """Medians over seeds of how far losses in float32 are from those in float64, on ranks and on one; and of first
    losses on ranks, from that of one."""
    own, alone, first = [], [], []
    for seed in range(seeds):
        single = Training(training.network, training.way, training.ranks, training.batch, False, seed)
        exact = trained(Training(training.network, "data", 1, training.batch, True, seed))[0]["losses"]
        losses, losses_alone = trained(single)[0]["losses"], trained(single.alone())[0]["losses"]
        own.append(most_off(losses, exact))
        alone.append(most_off(losses_alone, exact))
        first.append(most_off(losses[:1], exact[:1]))
    return statistics.median(own), statistics.median(alone), statistics.median(first)


def single_steps(networks=tuple(NETWORKS), ranks=2, batch=8):
    """The same in float32, in each way."""
    figures = {"trainings": 0, "first most off": 0.0, "most over one rank's": 0.0}
    for network in networks:
        for way in NETWORKS[network] if network != "vit" else ("data", "zero3", "tensor"):
            own, alone, first = distances(Training(network, way, ranks, batch))
            figures["trainings"] += 1
            figures["first most off"] = max(figures["first most off"], first)
            figures["most over one rank's"] = max(figures["most over one rank's"], own / max(alone, 1e-7))
    return figures


def shares(ranks=(2, 4), steps=3):
    """How much more than its share a rank computes in products and convolutions, and has of what `zero` divides."""
    figures = {"arithmetic": 0.0, "least arithmetic": 1.0, "state": 0.0, "parameters": 0.0}
    for training in (each for each in trainings(ranks) if each.batch == 8):
        said, (alone,) = trained(training, steps=steps), trained(training.alone(), steps=steps)
        count = training.ranks
        # The first rank alone says what it computes.
        share = count * max(each["flops"] for each in said) / alone["flops"]
        figures["arithmetic"] = max(figures["arithmetic"], share)
        figures["least arithmetic"] = min(figures["least arithmetic"], share)
        for kind, least in (("state", "zero1"), ("parameters", "zero3")):
            if training.way.startswith("zero") and training.way >= least:
                own, whole = max(each[kind] for each in said)
                figures[kind] = max(figures[kind], count * own / whole)
    return figures
