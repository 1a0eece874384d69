"""What it costs a call of a graph to ask whether anything has changed that its traces read, of ten small linear layers
and of ResNet-50 in training mode; and what follows an assignment that changes nothing. Prints one `name: number` line
each.

Run with the package on PYTHONPATH: python bench/engine/watching.py"""

import statistics
import sys
import time
from pathlib import Path

import weir as flow
from weir import nn

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "examples" / "resnet"))
import models

ROUNDS, CALLS = 20, 1000


class Apply(nn.Graph):
    def __init__(self, network):
        super().__init__()
        self.network = network

    def build(self, x):
        return self.network(x)


def microseconds_of(action, calls=CALLS):
    """Of a call, the median of many rounds."""
    taken = []
    for _ in range(ROUNDS):
        start = time.perf_counter()
        for _ in range(calls):
            action()
        taken.append(1e6 * (time.perf_counter() - start) / calls)
    return statistics.median(taken)


def main():
    networks = {
        "ten linear layers": (nn.Sequential(*[nn.Linear(64, 64) for _ in range(10)]), flow.ones(8, 64)),
        "ResNet-50": (models.resnet50(), flow.ones(2, 3, 32, 32)),
    }
    for name, (network, x) in networks.items():
        graph = Apply(network)
        graph(x).numpy()
        programs = graph._programs

        def changed():
            network.train(network.training)
            programs.now()

        print(f"{name}, asking, us: {microseconds_of(programs.now)}")
        print(f"{name}, after an assignment, us: {microseconds_of(changed, 20)}")
        graph(x).numpy()
        if len(programs) != 1:
            raise SystemExit(f"expects one program, got {len(programs)}:\n{graph.explain()}")


if __name__ == "__main__":
    main()
