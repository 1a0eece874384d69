"""Ranks in the words of PyTorch's torch.distributed."""

import importlib
import subprocess
import sys

import pytest
from rank_programs import said

import weir as flow
from weir import distributed as dist

pytestmark = pytest.mark.sampled(8)

PROGRAM = """
from weir import distributed as dist

dist.init_process_group("gloo", rank=rank, world_size=ranks)
assert dist.is_initialized() and dist.get_backend() == "gloo"
assert (dist.get_rank(), dist.get_world_size()) == (rank, ranks)

each = np.arange(1, ranks + 1)
for op, expected in (("SUM", each.sum()), ("PRODUCT", each.prod()), ("MIN", 1), ("MAX", ranks), ("AVG", each.mean())):
    x = flow.tensor([rank + 1.0, -1.0])
    assert dist.all_reduce(x, op=getattr(dist.ReduceOp, op)) is None
    assert x[0].item() == expected, op
    y = flow.tensor(rank + 1.0)
    dist.reduce(y, 1, getattr(dist.ReduceOp, op))
    assert y.item() == (expected if rank == 1 else rank + 1), op

x = flow.tensor([rank])
dist.broadcast(x, src=1)
assert x.item() == 1
parts = [flow.zeros(1, dtype=flow.int64) for _ in range(ranks)]
work = dist.all_gather(parts, flow.tensor([rank]), async_op=True)
assert work.wait() and work.is_completed() and [part.item() for part in parts] == [*range(ranks)]
joined = flow.zeros(ranks, dtype=flow.int64)
dist.all_gather_into_tensor(joined, flow.tensor([rank]))
assert joined.tolist() == [*range(ranks)]
dist.gather(flow.tensor([rank + 1]), parts if rank == 0 else None)
assert rank or [part.item() for part in parts] == [*range(1, ranks + 1)]
mine = flow.zeros(1, dtype=flow.int64)
dist.scatter(mine, [flow.tensor([r * r]) for r in range(ranks)] if rank == 0 else None)
assert mine.item() == rank * rank
dist.all_to_all(parts, [flow.tensor([10 * rank + r]) for r in range(ranks)])
assert [part.item() for part in parts] == [10 * r + rank for r in range(ranks)]
for op, fold in (("SUM", np.sum), ("PRODUCT", np.prod), ("MIN", np.min), ("MAX", np.max), ("AVG", np.mean)):
    own, op = flow.zeros(2), getattr(dist.ReduceOp, op)
    dist.reduce_scatter(own, [flow.tensor([rank + 1.0, r]) for r in range(ranks)], op)
    assert own.tolist() == [fold(each), fold([rank] * ranks)], op
    dist.reduce_scatter_tensor(own, flow.arange(2.0 * ranks) + rank, op)
    assert own.tolist() == [fold(2 * rank + each - 1), fold(2 * rank + each)], op
dist.reduce_scatter(mine, [flow.tensor([r]) for r in range(ranks)])
assert mine.item() == ranks * rank
dist.reduce_scatter_tensor(mine, flow.arange(ranks))
assert mine.item() == ranks * rank

found = [None] * ranks
dist.all_gather_object(found, {"rank": rank, "name": "x" * (rank + 1) ** 3})
assert found == [{"rank": r, "name": "x" * (r + 1) ** 3} for r in range(ranks)]
given = ["of 1", {1: 2}] if rank == 1 else [None, None]
dist.broadcast_object_list(given, src=1)
assert given == ["of 1", {1: 2}]
dist.barrier()

model = nn.parallel.DistributedDataParallel(nn.Linear(2, 1))
model(flow.full((3, 2), float(rank))).sum().backward()
assert model.module.weight.grad.tolist() == [[3 * (each - 1).mean()] * 2]
dist.destroy_process_group()
assert not dist.is_initialized()
"""


@pytest.mark.parametrize("ranks", [2, 3])
def test_collectives_in_pytorchs_words(ranks, tmp_path):
    assert said(PROGRAM, ranks, tmp_path) == []


def test_a_process_alone():
    assert dist.is_available() and not dist.is_initialized()
    with pytest.raises(RuntimeError, match="get_backend: expects init_process_group to have been called"):
        dist.get_backend()
    with pytest.raises(ValueError, match=r"init_process_group: expects world_size to be 1, .* got 2"):
        dist.init_process_group("gloo", world_size=2)
    dist.init_process_group()
    try:
        with pytest.raises(RuntimeError, match="expects to be called once"):
            dist.init_process_group()
        x = flow.tensor([3, 4])
        for op in (dist.ReduceOp.SUM, dist.ReduceOp.PRODUCT, dist.ReduceOp.MAX):
            dist.all_reduce(x, op)
        assert x.tolist() == [3, 4] and dist.new_group([0]) is dist.group.WORLD
        for call, error, message in (
            (lambda: dist.all_reduce(x, dist.ReduceOp.AVG), TypeError, "all_reduce: expects floats for their mean"),
            (lambda: dist.reduce_scatter(x, [x], dist.ReduceOp.AVG), TypeError, "reduce_scatter: expects floats"),
            (lambda: dist.reduce_scatter_tensor(x, x[:1], dist.ReduceOp.MAX), ValueError, "expects an input of the"),
            (lambda: dist.all_reduce(x, "sum"), ValueError, "all_reduce: expects a ReduceOp, got 'sum'"),
            (lambda: dist.all_reduce(x, group="some"), NotImplementedError, "group of all ranks, got 'some'"),
            (lambda: dist.new_group([1]), NotImplementedError, r"new_group: expects all 1 ranks, got \[1\]"),
            (lambda: dist.all_gather_object([], 1), ValueError, "expects a list of 1 places"),
        ):
            with pytest.raises(error, match=message):
                call()
    finally:
        dist.destroy_process_group()


# As PyTorch's tutorials write it.
UNCHANGED = """
import os

import torch
import torch.distributed as dist
import torch.nn as nn
from torch.nn.parallel import DistributedDataParallel as DDP
from torch.utils.data import DataLoader, TensorDataset
from torch.utils.data.distributed import DistributedSampler

dist.init_process_group(backend="gloo")
rank = dist.get_rank()
assert rank == int(os.environ["RANK"]) and dist.get_world_size() == 2
torch.manual_seed(0)
data = TensorDataset(torch.randn(16, 4), torch.randn(16, 1))
loader = DataLoader(data, batch_size=4, sampler=DistributedSampler(data))
model = DDP(nn.Linear(4, 1))
optimizer = torch.optim.SGD(model.parameters(), lr=0.05)
for epoch in range(2):
    loader.sampler.set_epoch(epoch)
    for x, y in loader:
        optimizer.zero_grad()
        nn.functional.mse_loss(model(x), y).backward()
        optimizer.step()
weights = [torch.zeros_like(model.module.weight) for _ in range(2)]
dist.all_gather(weights, model.module.weight.detach())
assert torch.equal(*weights)
dist.destroy_process_group()
print(f"{torch.__name__} {rank}\\n", end="", flush=True)  # in one piece: ranks share the output
"""


def test_a_program_of_pytorchs_on_two_ranks(tmp_path):
    (tmp_path / "program.py").write_text(UNCHANGED)
    launch = [sys.executable, "-m", "weir.distributed.launch", "--nproc_per_node", "2", "-m", "weir.mock_torch"]
    done = subprocess.run([*launch, str(tmp_path / "program.py")], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert sorted(done.stdout.split("\n")) == ["", "weir 0", "weir 1"]


# Processes that a program starts.
SPAWNING = """
import sys
import torch
import torch.distributed as dist
import torch.multiprocessing as mp


def work(rank, ranks, fails):
    dist.init_process_group("gloo", rank=rank, world_size=ranks)
    x = torch.tensor([rank + 1.0])
    dist.all_reduce(x)
    assert x.item() == ranks * (ranks + 1) / 2
    if fails and rank == 1:
        raise ValueError("as asked for")
    dist.barrier()


if __name__ == "__main__":
    assert dist.get_world_size() == 1
    mp.spawn(work, args=(2, "fails" in sys.argv), nprocs=2, join=True)
    assert "WORLD_SIZE" not in __import__("os").environ
    print("done")
"""


def test_processes_of_spawn_are_ranks(tmp_path):
    text = SPAWNING.replace("import torch\n", "import weir as torch\n").replace("import torch.", "import weir.")
    (tmp_path / "program.py").write_text(text)
    run = lambda *given: subprocess.run(  # noqa: E731
        [sys.executable, str(tmp_path / "program.py"), *given], capture_output=True, text=True
    )
    done = run()
    assert done.returncode == 0 and done.stdout == "done\n", done.stderr
    failed = run("fails")
    assert failed.returncode == 1 and "done" not in failed.stdout
    assert "spawn: process 1 has ended with status 1" in failed.stderr and "ValueError: as asked for" in failed.stderr


def test_bad_spawns():
    from weir import multiprocessing

    assert multiprocessing.Queue is __import__("multiprocessing").Queue
    bad = (({"nprocs": 0}, "at least one process"), ({"start_method": "fork"}, "start_method='spawn'"))
    for options, message in bad:
        with pytest.raises(ValueError, match=f"spawn: expects {message}"):
            multiprocessing.spawn(print, **options)


def test_how_processes_would_share_tensors():
    multiprocessing = flow.multiprocessing
    assert multiprocessing is importlib.import_module("weir.multiprocessing")
    multiprocessing.set_sharing_strategy("file_system")
    assert multiprocessing.get_sharing_strategy() in multiprocessing.get_all_sharing_strategies()
    with pytest.raises(ValueError, match="set_sharing_strategy: expects one of file_descriptor, file_system, got 'x'"):
        multiprocessing.set_sharing_strategy("x")
