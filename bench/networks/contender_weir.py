"""Weir's side of a case."""

import json
import tempfile
import time
from pathlib import Path

import numpy as np
from network_cases import Case

import weir as flow
import weights
from weir import nn, optim


class Evaluate(nn.Graph):
    def __init__(self, network):
        super().__init__()
        self.network = network.eval()

    def build(self, images):
        return self.network(images)


class Weir:
    """`call` is one run; the first compiles."""

    def __init__(self, case: Case, variant: str, folder: Path, threads: int):
        flow.set_num_threads(threads)
        with np.load(folder / "inputs.npz") as file:
            self.inputs = [flow.from_numpy(file[name]) for name in file.files]
        self.graph = self._training_step() if case.trains else self._evaluation(case)
        self.result = None
        self.traced: list[tuple[float, list[tuple[str, float]]]] = []  # seconds and launches of runs

    def _evaluation(self, case: Case):
        import models

        return Evaluate(drawn(models.MODELS[case.network]()))

    def _training_step(self):
        import cnn

        network = drawn(cnn.Network())
        optimizer = optim.AdamW(network.parameters(), lr=cnn.LEARNING_RATE, weight_decay=cnn.WEIGHT_DECAY)
        return cnn.Train(network, optimizer, optim.lr_scheduler.CosineAnnealingLR(optimizer, T_max=10000))

    def call(self):
        self.result = self.graph(*self.inputs).numpy()

    def timed(self, count: int) -> list[float]:
        """Seconds of `count` runs. They are traced, so that `profile` can say where the time of any of them went."""
        names = {launch.kernel for launch in self.graph._latest.launches()}
        taken = []
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "trace.json"
            with flow.profile(str(path)):
                for _ in range(count):
                    started = time.perf_counter()
                    self.call()
                    taken.append(time.perf_counter() - started)
            events = json.loads(path.read_text())["traceEvents"]
        launches = [(event["name"], event["dur"] / 1e6) for event in events if event["name"] in names]
        if len(launches) % count:
            raise RuntimeError(f"expects a trace of {count} equal runs, got {len(launches)} launches")
        each = len(launches) // count
        self.traced += [(seconds, launches[run * each : (run + 1) * each]) for run, seconds in enumerate(taken)]
        return taken

    def kernels(self) -> int:
        return len(self.traced[-1][1])

    def profile(self, seconds: float) -> list[dict]:
        """Each kernel of the run that took `seconds`: its launches, their seconds together, and what one launch
        computes and touches."""
        (launches, *_) = [launches for taken, launches in self.traced if taken == seconds]
        costs = {launch.kernel: launch for launch in self.graph._latest.launches()}
        return [
            {
                "kernel": kernel,
                "launches": sum(name == kernel for name, _ in launches),
                "seconds": sum(taken for name, taken in launches if name == kernel),
                "flops": costs[kernel].flops,
                "bytes": costs[kernel].bytes,
            }
            for kernel in dict.fromkeys(name for name, _ in launches)
        ]


def drawn(network):
    state = network.state_dict()
    network.load_state_dict({key: flow.tensor(weights.draw(key, tuple(state[key].shape))) for key in state})
    return network
