"""Programs whose ranks an mpirun has started: they do what those of the launcher do. Skipped where there is no mpirun,
or no plug-in was built for its library."""

import os
import signal
import subprocess
import sys
import textwrap
import time
from pathlib import Path

import pytest
from mpi_launchers import LAUNCHERS, ROOT_MAY, missing

pytestmark = pytest.mark.sampled(5)  # each starts processes; `./dev accept mesh` runs all

BUILD = Path(os.environ.get("WEIR_BUILD_DIR", Path(__file__).resolve().parents[2] / "build" / "dev"))

HEAD = """
import numpy as np
import weir as flow
from weir import nn

flow.manual_seed(7)
rank, ranks = flow.env.get_rank(), flow.env.get_world_size()
place = flow.env.all_device_placement("cpu")


def say(*words):  # in one piece: lines of several ranks would run into each other
    print(" ".join(map(str, words)) + "\\n", end="", flush=True)
"""

TRAINING = """
class Step(nn.Graph):
    def __init__(self, model, optimizer):
        super().__init__()
        self.model = model
        self.add_optimizer(optimizer)

    def build(self, x, y):
        loss = nn.functional.cross_entropy(self.model(x), y)
        loss.backward()
        return loss


model = nn.Sequential(nn.Linear(20, 64), nn.Dropout(0.2), nn.GELU(), nn.Linear(64, 4))
model = model.to_global(place, flow.sbp.broadcast)
step = Step(model, flow.optim.AdamW(model.parameters(), lr=1e-2))
numbers = np.random.default_rng(0)
part, rows = np.array_split(np.arange(7), ranks)[rank], flow.sbp.split(0)
for _ in range(5):
    x, y = numbers.standard_normal((7, 20)).astype(np.float32), numbers.integers(0, 4, 7)
    loss = step(flow.tensor(x[part]).to_global(place, rows), flow.tensor(y[part]).to_global(place, rows)).item()
bits = hash(tuple(parameter.detach().numpy().tobytes() for parameter in model.parameters()))
say(rank, "of", ranks, "here", flow.env.get_local_rank(), "loss", loss.hex(), "weights", bits)
"""

MEETING = """
flow.comm.all_reduce(flow.ones(4))
say("met")
if rank == 1:
    {what}
flow.comm.all_reduce(flow.ones(4))
"""


@pytest.fixture(params=LAUNCHERS)
def mpirun(request):
    """Starts a command on ranks; gives the process."""
    why = missing(request.param, BUILD)
    if why:
        pytest.skip(why)
    started = []

    def start(ranks, *arguments, **environment):
        environment = {**os.environ, **ROOT_MAY, "PYTHONHASHSEED": "0", "WEIR_TIMEOUT": "30", **environment}
        full = [*LAUNCHERS[request.param], "-n", str(ranks), *map(str, arguments)]
        started.append(
            subprocess.Popen(full, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment)
        )
        return started[-1]

    start.library = request.param
    yield start
    for process in started:
        if process.poll() is None:
            process.kill()
            process.communicate()


@pytest.fixture
def program(tmp_path):
    def write(text):
        path = tmp_path / "program.py"
        path.write_text(HEAD + textwrap.dedent(text))
        return path

    return write


def outcome(process, timeout=120):
    """(status, lines of all ranks, errors)"""
    output, errors = process.communicate(timeout=timeout)
    return process.returncode, sorted(output.splitlines()), errors


def test_ranks_train_the_same_bits_as_those_of_the_launcher(mpirun, program):
    path = program(TRAINING)
    launched = [sys.executable, "-m", "weir.distributed.launch", "--nproc_per_node", "3", str(path)]
    done = subprocess.run(launched, capture_output=True, text=True, env={**os.environ, "PYTHONHASHSEED": "0"})
    assert done.returncode == 0, done.stderr
    status, lines, errors = outcome(mpirun(3, sys.executable, path))
    assert status == 0, errors
    assert lines == sorted(done.stdout.splitlines())
    assert [line.split(" loss")[0] for line in lines] == [f"{rank} of 3 here {rank}" for rank in range(3)]


def test_devices_of_two_kinds_meet(mpirun, program):
    path = program("""
    for device in ("cpu", "sim", "cpu", "sim"):
        held = flow.full((2,), rank + 1.0, device=device).to_global(place.on(device), flow.sbp.split(0))
        say(device, held.to_global(sbp=flow.sbp.broadcast).tolist(), flow.comm.all_reduce(held.to_local()).tolist())
    """)
    status, lines, errors = outcome(mpirun(2, sys.executable, path))
    assert status == 0, errors
    assert lines == sorted(f"{device} [1.0, 1.0, 2.0, 2.0] [3.0, 3.0]" for device in ("cpu", "sim") for _ in range(4))


def test_a_rank_that_fails_is_named_and_nobody_hangs(mpirun, program):
    begin = time.monotonic()
    status, lines, errors = outcome(mpirun(3, sys.executable, program(MEETING.format(what='raise ValueError("mine")'))))
    assert status != 0 and lines == ["met"] * 3
    assert "ValueError: mine" in errors
    assert "for rank 1, which has ended" in errors
    assert time.monotonic() - begin < 25


def test_a_rank_that_does_not_come_is_named(mpirun, program):
    late = program(MEETING.format(what="import time; time.sleep(3)"))
    status, _, errors = outcome(mpirun(2, sys.executable, late, WEIR_TIMEOUT="1"))
    assert status != 0
    assert "until its time was over (WEIR_TIMEOUT) for rank 1" in errors


def test_who_waits_says_so_when_mpirun_ends_it(mpirun, program):
    process = mpirun(2, sys.executable, program(MEETING.format(what="import time; time.sleep(60)")))
    assert [process.stdout.readline() for _ in range(2)] == ["met\n"] * 2
    time.sleep(1)
    process.send_signal(signal.SIGTERM)
    status, _, errors = outcome(process, timeout=30)
    waits = "weir: rank 0 waits in collective of 'weir.sbp.partial_sum to weir.sbp.broadcast' for rank 1"
    if mpirun.library == "openmpi":
        assert status != 0 and waits in errors
    else:  # whose mpiexec kills right behind SIGTERM: ranks end, and may or may not have had the time to say so
        assert waits in errors or "weir:" not in errors


def test_programs_that_a_rank_starts_are_alone(mpirun, program):
    path = program("""
    import subprocess, sys

    asks = "import weir as flow; print(flow.env.get_rank(), flow.env.get_world_size())"
    say(subprocess.run([sys.executable, "-c", asks], capture_output=True, text=True).stdout.strip())
    """)
    assert outcome(mpirun(2, sys.executable, path))[:2] == (0, ["0 1"] * 2)


def test_forks_of_a_rank_leave_the_others_alone(mpirun, program):
    path = program("""
    import os, sys

    flow.comm.all_reduce(flow.ones(4))
    if (child := os.fork()) == 0:
        sys.exit(0)
    os.waitpid(child, 0)
    flow.comm.all_reduce(flow.ones(4))
    say("met again")
    """)
    assert outcome(mpirun(2, sys.executable, path))[:2] == (0, ["met again"] * 2)


def test_processes_are_alone_where_the_user_says_so(mpirun, program):
    path = program("say(rank, ranks)")
    assert outcome(mpirun(2, sys.executable, path, WEIR_MPI="none"))[:2] == (0, ["0 1"] * 2)


def test_weir_run_is_a_rank(mpirun, tool, tmp_path):
    program = Path(__file__).resolve().parents[1] / "run" / "ranks.mlir"
    threads = subprocess.run([tool("weir-run"), program, "--device=cpu", "--ranks=2"], capture_output=True, text=True)
    run = mpirun(2, tool("weir-run"), program, "--device=cpu", f"--output={tmp_path}")
    assert outcome(run)[:2] == (0, sorted(threads.stdout.splitlines()))
    assert sorted(path.name for path in tmp_path.iterdir()) == ["step.sum.npy", "step.y.npy"]
    status, lines, errors = outcome(mpirun(3, tool("weir-run"), program, "--device=cpu"))
    assert status != 0 and lines == []
    assert "expects as many ranks as the artifact is for, got 3" in errors


def test_a_plugin_that_is_missing_is_told():
    asks = [sys.executable, "-c", "import weir"]
    started = {**os.environ, "OMPI_COMM_WORLD_SIZE": "2", "OMPI_COMM_WORLD_RANK": "0", "WEIR_MPI": "/nowhere/plugin.so"}
    done = subprocess.run(asks, capture_output=True, text=True, env=started)
    assert done.returncode != 0
    assert "expects a plug-in for the MPI library '/nowhere/plugin.so', got: " in done.stderr
