"""Weir's side of a case."""

import importlib.util
import json
import tempfile
import time
from pathlib import Path

import numpy as np
from network_cases import ROOT, Case, Training

import weir as flow
from weir import nn, optim


class Evaluate(nn.Graph):
    def __init__(self, network):
        super().__init__()
        self.network = network.eval()

    def build(self, values):
        return self.network(values)


class Train(nn.Graph):
    def __init__(self, network, training: Training):
        super().__init__()
        self.network = network.train()
        self.loss = training.loss
        optimizer = getattr(optim, training.optimizer)(network.parameters(), **training.options)
        scheduler = training.period and optim.lr_scheduler.CosineAnnealingLR(optimizer, T_max=training.period)
        self.add_optimizer(optimizer, lr_sch=scheduler)

    def build(self, values, labels):
        loss = self.loss(nn.functional, self.network, values, labels)
        loss.backward()
        return loss


class Weir:
    """`call` is one run; the first compiles."""

    def __init__(self, case: Case, variant: str, folder: Path, threads: int):
        flow.set_num_threads(threads)
        dtype = getattr(flow, case.dtype)
        with np.load(folder / "inputs.npz") as file:
            arrays = [file[name] for name in file.files]
        self.inputs = [flow.tensor(each, dtype=dtype if each.dtype.kind == "f" else None) for each in arrays]
        network = network_of(case).to(dtype)
        self.graph = Train(network, case.training) if case.training else Evaluate(network)
        self.is_bfloat16 = dtype is flow.bfloat16
        self.result = None
        self.traced: list[tuple[float, list[tuple[str, float]]]] = []  # seconds and launches of runs

    def call(self):
        result = self.graph(*self.inputs)
        self.result = result.bits() if self.is_bfloat16 else result.numpy()  # waits

    def output(self) -> np.ndarray:
        return flow.bfloat16_to_float32(self.result) if self.is_bfloat16 else self.result

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


def network_of(case: Case):
    spec = importlib.util.spec_from_file_location(Path(case.file).stem, ROOT / case.file)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    network = getattr(module, case.network)(**case.arguments)
    state = network.state_dict()
    network.load_state_dict({key: flow.tensor(case.drawn(key, tuple(state[key].shape))) for key in state})
    return network
