"""How long networks with independent parts take on the streams that they are given, of what they take on one, and of
what they take on the better of one and two, in turns: towers side by side, an Inception network, training steps of
small ones. Prints `name: number` lines.

Run with the package on PYTHONPATH: python bench/engine/streams.py BIN [NAME...], the folder of weir-compile, and the
networks, all by default."""

import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np
import weir as flow
from weir import nn, optim

ROUNDS, SECONDS = 15, 0.02
# The machine at hand, but that a second stream never pays, or begins at once.
MACHINES = {"given": "", "one": ",start_cycles=1e15", "two": ",start_cycles=1"}


def layers(widths):
    pairs = [(nn.Linear(a, b), nn.ReLU()) for a, b in zip(widths, widths[1:], strict=False)]
    return nn.Sequential(*[layer for pair in pairs for layer in pair])


class Towers(nn.Module):
    def __init__(self, count, width):
        super().__init__()
        self.towers = nn.ModuleList([layers([64, width, width, width]) for _ in range(count)])
        self.last = nn.Linear(count * width, 10)

    def forward(self, x):
        return self.last(flow.cat([tower(x) for tower in self.towers], dim=1))


class Inception(nn.Module):
    def __init__(self, channels):
        super().__init__()

        def conv(a, b, window):
            return nn.Sequential(nn.Conv2d(a, b, window, padding=window // 2), nn.ReLU())

        self.branches = nn.ModuleList(
            [
                conv(channels, 32, 1),
                nn.Sequential(conv(channels, 24, 1), conv(24, 32, 3)),
                nn.Sequential(conv(channels, 8, 1), conv(8, 16, 5)),
                nn.Sequential(nn.MaxPool2d(3, 1, 1), conv(channels, 16, 1)),
            ]
        )

    def forward(self, x):
        return flow.cat([branch(x) for branch in self.branches], dim=1)


class Network(nn.Graph):
    def __init__(self, module):
        super().__init__()
        self.module = module.eval()

    def build(self, x):
        return self.module(x)


class Step(nn.Graph):
    def __init__(self, module, parts=1):
        super().__init__()
        self.module, self.loss = module, nn.CrossEntropyLoss()
        self.config.set_gradient_accumulation_steps(parts)
        self.add_optimizer(optim.Adam(module.parameters(), lr=1e-3))

    def build(self, x, labels):
        loss = self.loss(self.module(x), labels)
        loss.backward()
        return loss


def cases():
    random = np.random.default_rng(0)

    def images(*shape):
        return flow.from_numpy(random.random(shape, dtype=np.float32))

    def labels(count):
        return flow.from_numpy(random.integers(0, 10, count))

    modules = [Inception(64), Inception(96), Inception(96)]
    digits = nn.Sequential(
        *[nn.Conv2d(1, 16, 3, padding=1), nn.BatchNorm2d(16), nn.ReLU(), nn.MaxPool2d(2)],
        *[nn.Conv2d(16, 32, 3, padding=1), nn.BatchNorm2d(32), nn.ReLU(), nn.Flatten(1), nn.Linear(512, 10)],
    )
    mlp = nn.Sequential(layers([64, 128, 128, 128]), nn.Linear(128, 10))
    return {
        "towers of 96": (Network(Towers(4, 96)), [images(8, 64)]),
        "towers of 256": (Network(Towers(4, 256)), [images(32, 64)]),
        "step of towers of 96": (Step(Towers(4, 96)), [images(32, 64), labels(32)]),
        "step of towers of 96 in 4 parts": (Step(Towers(4, 96), 4), [images(128, 64), labels(128)]),
        "Inception of 7": (Network(nn.Sequential(nn.Conv2d(3, 64, 1), *modules)), [images(1, 3, 7, 7)]),
        "Inception of 14": (Network(nn.Sequential(nn.Conv2d(3, 64, 1), *modules)), [images(1, 3, 14, 14)]),
        "Inception of 28": (Network(nn.Sequential(nn.Conv2d(3, 64, 1), *modules)), [images(1, 3, 28, 28)]),
        "step of digits MLP": (Step(mlp), [images(64, 64), labels(64)]),
        "step of digits CNN": (Step(digits), [images(16, 1, 8, 8), labels(16)]),
    }


def artifact_of(compiler, graph, machine, folder):
    source, target = folder / "graph.mlir", folder / "graph.weir"
    source.write_text(graph.mlir())
    flag = [f"--machine={machine}"] if machine else []
    subprocess.run([compiler, source, *flag, "-o", target], check=True)
    return flow.load_artifact(str(target), trust=True)


def seconds_of(artifact, inputs, calls):
    start = time.perf_counter()
    for _ in range(calls):
        artifact.run(*inputs)[0].numpy()
    return (time.perf_counter() - start) / calls


def main(programs, *names):
    with tempfile.TemporaryDirectory() as folder:
        for name, (graph, inputs) in cases().items():
            if names and name not in names:
                continue
            graph(*inputs).numpy()
            artifacts = {
                streams: artifact_of(Path(programs) / "weir-compile", graph, machine, Path(folder))
                for streams, machine in MACHINES.items()
            }
            calls = max(1, int(SECONDS / min(seconds_of(each, inputs, 20) for each in artifacts.values())))
            best = dict.fromkeys(MACHINES, float("inf"))
            for _ in range(ROUNDS):
                for streams, artifact in artifacts.items():
                    best[streams] = min(best[streams], seconds_of(artifact, inputs, calls))
            print(f"{name}, us on one: {1e6 * best['one']:.1f}")
            print(f"{name}, of the better: {best['given'] / min(best['one'], best['two']):.3f}")
            print(f"{name}: {best['given'] / best['one']:.3f}", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
