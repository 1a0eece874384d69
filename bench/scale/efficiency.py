"""How much faster two ranks of one thread each make a step than one: here, and by PyTorch's DistributedDataParallel
over gloo, in turns; an efficiency of 1 is twice as fast. And what a step of one rank takes over one without a mesh."""

import argparse
import os
import statistics
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
HERE = ROOT / "bench" / "scale"
PEERS = ROOT / "build" / "peers" / "bin" / "python"


def _median_of(output):
    return next(float(line.split()[-1]) for line in output.splitlines() if line.startswith("ms: "))


def weir_step(network, batch, ranks, steps):
    """Milliseconds of a step; on no ranks, without a mesh."""
    launcher = [sys.executable, "-m", "weir.distributed.launch", "--nproc_per_node", str(max(1, ranks))]
    command = [*launcher, str(HERE / "step.py")]
    options = [network, "--batch", str(batch), "--steps", str(steps)]
    options += ["--local"] if ranks == 0 else []
    environment = {**os.environ, "WEIR_NUM_THREADS": "1", "PYTHONUNBUFFERED": ""}
    return _median_of(subprocess.run([*command, *options], env=environment, capture_output=True, text=True).stdout)


def torch_step(network, batch, ranks, steps):
    """The same of PyTorch."""
    started = []
    for rank in range(ranks):
        own = {"RANK": str(rank), "WORLD_SIZE": str(ranks), "MASTER_ADDR": "127.0.0.1", "MASTER_PORT": "29517"}
        command = [str(PEERS), str(HERE / "torch_step.py"), network, "--batch", str(batch), "--steps", str(steps)]
        environment = {**os.environ, **own, "OMP_NUM_THREADS": "1", "PYTHONPATH": ""}
        started.append(subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True))
    return _median_of([process.communicate()[0] for process in started][0])


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("cases", nargs="*", default=["gpt:8", "resnet18:16"], help="networks with batches")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--steps", type=int, default=12)
    chosen = parser.parse_args()
    for case in chosen.cases:
        network, batch = case.split(":")
        times = {}
        for _ in range(chosen.rounds):
            for name, contender in (("weir", weir_step), ("torch", torch_step)):
                for ranks in (1, 2, 0) if name == "weir" else (1, 2):
                    taken = contender(network, int(batch), ranks, chosen.steps)
                    times.setdefault((name, ranks), []).append(taken)
        median = {contender: statistics.median(each) for contender, each in times.items()}
        efficiency = {name: median[name, 1] / median[name, 2] / 2 for name in ("weir", "torch")}
        for name in efficiency:
            print(f"{case} {name}: one rank {median[name, 1]:.1f} ms, two {median[name, 2]:.1f} ms")
            print(f"{case} {name}, efficiency: {efficiency[name]:.3f}")
        print(f"{case}, efficiency over DDP's: {efficiency['weir'] / efficiency['torch']:.3f}")
        print(f"{case}, one rank over none: {median['weir', 1] / median['weir', 0]:.3f}")


if __name__ == "__main__":
    main()
