"""A training program that ranks run until one of them fails: `faulty_steps.py KIND VICTIM SEED`. Started by a launcher
or by mpirun; a rank that fails says so in a line."""

import os
import random
import signal
import sys
import threading

import numpy as np

import weir as flow
from weir import nn


class Step(nn.Graph):
    def __init__(self, model):
        super().__init__()
        self.model = model
        self.add_optimizer(flow.optim.AdamW(model.parameters(), lr=1e-3))

    def build(self, x, y):
        loss = nn.functional.cross_entropy(self.model(x), y)
        loss.backward()
        return loss


def say(*words):
    """In one piece: lines of several ranks would run into each other."""
    os.write(2, (" ".join(map(str, words)) + "\n").encode())


def main():
    kind, victim, seed = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    flow.manual_seed(0)
    rank, ranks = flow.env.get_rank(), flow.env.get_world_size()
    place = flow.env.all_device_placement("cpu")
    model = nn.Sequential(nn.Linear(64, 256), nn.ReLU(), nn.Linear(256, 8)).to_global(place, flow.sbp.broadcast)
    step, chosen = Step(model), random.Random(seed)
    x = flow.tensor(np.ones((4 * ranks, 64), np.float32), placement=place, sbp=flow.sbp.split(0))
    y = flow.tensor(np.zeros(4 * ranks, np.int64), placement=place, sbp=flow.sbp.split(0))
    after, pause = chosen.randrange(1, 20), chosen.uniform(0, 0.03)
    others = [lambda: flow.comm.all_gather(flow.ones(3)), lambda: (x * 2).numpy(), lambda: sys.exit(0)]
    other = chosen.choice(others)
    step(x, y).item(), flow.comm.all_reduce(flow.ones(3)).numpy()  # compiled
    if seed % 2:
        flow.comm.all_gather(flow.ones(3)).numpy(), (x * 2).numpy()
    say("pid", rank, os.getpid())
    try:
        for number in range(100_000):
            if rank == victim and number == after:
                if kind == "other":
                    other()
                elif chosen.random() < 0.5:
                    os.kill(os.getpid(), getattr(signal, f"SIG{kind.upper()}"))
                else:  # wherever it is then
                    fault = getattr(signal, f"SIG{kind.upper()}")
                    threading.Timer(pause, os.kill, (os.getpid(), fault)).start()
            step(x, y).item()
    except Exception as error:
        say("failed", rank, str(error).replace("\n", " "))
        sys.exit(1)


if __name__ == "__main__":
    main()
