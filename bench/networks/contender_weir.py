"""Weir's side of a case."""

import json
import tempfile
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

    def kernels(self) -> int:
        return len(self._launches())

    def _launches(self) -> list[tuple[str, float]]:
        """Name and seconds of each kernel of one run, in order."""
        kernels = {launch.kernel for launch in self.graph._latest.launches()}
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "trace.json"
            with flow.profile(str(path)):
                self.call()
            events = json.loads(path.read_text())["traceEvents"]
        return [(event["name"], event["dur"] / 1e6) for event in events if event["name"] in kernels]

    def profile(self, runs: int) -> list[dict]:
        """Each kernel with its launches in a run, their seconds together (the median of the runs), and what one launch
        computes and touches."""
        costs = {launch.kernel: launch for launch in self.graph._latest.launches()}
        seconds: dict[str, list[float]] = {}
        for run in range(runs):
            for kernel, taken in self._launches():
                seconds.setdefault(kernel, [0.0] * runs)[run] += taken
        counts = [kernel for kernel, _ in self._launches()]
        return [
            {
                "kernel": kernel,
                "launches": counts.count(kernel),
                "seconds": float(np.median(taken)),
                "flops": costs[kernel].flops,
                "bytes": costs[kernel].bytes,
            }
            for kernel, taken in seconds.items()
        ]


def drawn(network):
    state = network.state_dict()
    network.load_state_dict({key: flow.tensor(weights.draw(key, tuple(state[key].shape))) for key in state})
    return network
