"""How much faster two ranks of one thread each make a step than one: here, and by PyTorch's DistributedDataParallel
over gloo, in turns. 1 is twice as fast."""

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
    """Milliseconds of a step."""
    command = [sys.executable, "-m", "weir.distributed.launch", "--nproc_per_node", str(ranks), str(HERE / "step.py")]
    options = [network, "--batch", str(batch), "--steps", str(steps)]
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
            for contender in (weir_step, torch_step):
                for ranks in (1, 2):
                    taken = contender(network, int(batch), ranks, chosen.steps)
                    times.setdefault((contender.__name__.removesuffix("_step"), ranks), []).append(taken)
        for name in ("weir", "torch"):
            one, two = (statistics.median(times[name, ranks]) for ranks in (1, 2))
            print(f"{case} {name}: one rank {one:.1f} ms, two {two:.1f} ms")
            print(f"{case} {name} efficiency: {one / two / 2:.3f}")


if __name__ == "__main__":
    main()
