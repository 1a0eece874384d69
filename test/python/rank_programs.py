"""Programs that the launcher starts on several ranks of this host."""

import os
import subprocess
import sys
import textwrap

HEAD = """
import os
import numpy as np
import weir as flow
from weir import nn

flow.manual_seed(7)
kind = os.environ.get("WEIR_TEST_KIND", "cpu")  # of devices
rank, ranks = flow.env.get_rank(), flow.env.get_world_size()
place = flow.env.all_device_placement(kind)
whole, rows, columns, terms = flow.sbp.broadcast, flow.sbp.split(0), flow.sbp.split(1), flow.sbp.partial_sum
"""

# A network held as the first argument says, and its step.
NETWORK = """
import sys

how = sys.argv[1]


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.up, self.drop, self.down = nn.Linear(20, 64), nn.Dropout(0.2), nn.Linear(64, 4)

    def forward(self, x):
        return self.down(self.drop(nn.functional.gelu(self.up(x))))


class Step(nn.Graph):
    def __init__(self, model, optimizer):
        super().__init__()
        self.model = model
        self.add_optimizer(optimizer)
        if how.startswith("zero"):
            self.config.enable_zero(stage=int(how[-1]), shard_min_size=1)

    def build(self, x, y):
        loss = nn.functional.cross_entropy(self.model(x), y)
        loss.backward()
        return loss


def held_so(parameter, *axes):
    return nn.Parameter(parameter.detach().to_global(sbp=axes))


if how == "grid":
    place = flow.placement(kind, ranks=np.arange(ranks).reshape(2, -1))
over = [whole] * (len(place.mesh) - 1)  # of the axes in front of the one that parameters are split along
model = Net().double().to_global(place, [*over, whole])
if how in ("columns", "grid"):
    model.up.weight = held_so(model.up.weight, *over, rows)
    model.up.bias = held_so(model.up.bias, *over, rows)
    model.down.weight = held_so(model.down.weight, *over, columns)
optimizer = flow.optim.AdamW([{"params": model.parameters(), "clip_grad_max_norm": 1.0}], lr=1e-2)
step = Step(model, optimizer)
batch = {"grid": [rows, whole], "columns": [whole]}.get(how, [rows])
parts = np.array_split(np.arange(7), place.mesh[0])
part = slice(None) if how == "columns" else parts[place.place_of(rank)[0]]


def batches():
    numbers = np.random.default_rng(0)
    while True:
        x, y = numbers.standard_normal((7, 20)), numbers.integers(0, 4, 7)
        yield flow.tensor(x[part]).to_global(place, batch), flow.tensor(y[part]).to_global(place, batch)
"""


def launched(program, ranks, tmp_path, arguments=(), timeout=120, **environment):
    path = tmp_path / "program.py"
    path.write_text(HEAD + textwrap.dedent(program))
    command = [sys.executable, "-m", "weir.distributed.launch", "--nproc_per_node", str(ranks), str(path), *arguments]
    # Unbuffered, lines of several ranks would run into each other.
    environment = {**os.environ, "PYTHONHASHSEED": "0", "PYTHONUNBUFFERED": "", **environment}
    return subprocess.run(command, capture_output=True, text=True, timeout=timeout, env=environment)


def said(program, ranks, tmp_path, arguments=(), **options):
    done = launched(program, ranks, tmp_path, arguments, **options)
    assert done.returncode == 0, done.stderr
    return sorted(done.stdout.splitlines())
