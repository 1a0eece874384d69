"""Programs on several ranks of this host: started by the launcher, trained by graphs on global tensors."""

import os
import subprocess
import sys
import time

import pytest
from rank_programs import HEAD, NETWORK, launched, said

import weir as flow

pytestmark = pytest.mark.sampled(5)  # each starts processes; `./dev accept mesh` runs all

TRAINING = """
for (x, y), _ in zip(batches(), range(10)):
    loss = step(x, y).item()
    if rank == 0:
        print(f"loss {loss:.9f}")
weights = [parameter.detach().numpy().tobytes() for parameter in model.parameters()]
print(f"weights of {rank} {hash(tuple(weights))}")
state = optimizer.state[model.up.weight]["exp_avg"]
print(f"rows of {rank}: {model.up.weight.to_local().shape[0]}, {state.to_local().shape[0]} of {state.shape[0]}")
"""


@pytest.mark.parametrize(
    ("how", "ranks", "held"),
    [
        ("data", 2, ["64, 64", "64, 64"]),
        ("data", 3, ["64, 64", "64, 64", "64, 64"]),
        ("zero1", 2, ["64, 32", "64, 32"]),
        ("zero2", 2, ["64, 32", "64, 32"]),
        ("zero3", 3, ["22, 22", "21, 21", "21, 21"]),
        ("columns", 2, ["32, 32", "32, 32"]),
        ("grid", 4, ["32, 32"] * 4),
    ],
)
def test_ranks_train_what_one_does_and_keep_the_same_bits(how, ranks, held, tmp_path):
    alone, together = (said(NETWORK + TRAINING, *each) for each in ((1, tmp_path, ["data"]), (ranks, tmp_path, [how])))
    assert [line for line in together if line.startswith("loss")] == [line for line in alone if line.startswith("loss")]
    assert len({line.split()[-1] for line in together if line.startswith("weights")}) == 1
    rows = [line for line in together if line.startswith("rows")]
    assert rows == [f"rows of {rank}: {each} of 64" for rank, each in enumerate(held)]


MEANS = """
for (x, y), _ in zip(batches(), range(6)):
    loss = step(x, y).item()
    if rank == 0:
        print(f"loss {loss:.9f}")
state = optimizer.state[model.up.weight]
print([tuple(state[name].to_local().shape) for name in ("row_var", "col_var")])
"""


@pytest.mark.parametrize(("how", "held"), [("columns", "[(32, 1), (1, 20)]"), ("zero2", "[(32, 1), (1, 10)]")])
def test_means_over_rows_and_columns_of_parameters(how, held, tmp_path):
    program = NETWORK.replace("flow.optim.AdamW", "flow.optim.Adafactor") + MEANS
    alone, together = said(program, 1, tmp_path, ["data"]), said(program, 2, tmp_path, [how])
    assert alone[0] == "[(64, 1), (1, 20)]" and together[:2] == [held] * 2
    assert together[2:] == alone[1:]


def test_tensors_change_how_they_are_held(tmp_path):
    program = """
    x = flow.arange(20, dtype=flow.float32).reshape(5, 4)
    held = flow.tensor(x.numpy()[np.array_split(np.arange(5), ranks)[rank]]).to_global(place, rows)
    assert held.is_global and tuple(held.shape) == (5, 4) and held.sbp == (rows,) and held.placement == place
    for sbp in (rows, columns, whole, terms, rows):
        held = held.to_global(sbp=sbp)
        assert np.array_equal(held.numpy(), x.numpy()), sbp
    assert tuple(held.to_global(sbp=columns).to_local().shape) == (5, [2, 2][rank])
    assert flow.ones(3).to_global(place, terms).numpy().tolist() == [ranks] * 3
    assert flow.full((2,), float(rank)).to_global(place, whole).to_local().tolist() == [0, 0]
    assert float(flow.tensor(2.0).to_global(place, terms)) == 2.0 * ranks
    assert held.to(held.dtype) is held and held.to("cpu", copy=True).placement == place
    print(held)
    """
    lines = said(program, 2, tmp_path)
    assert len(lines) == 2 and "shape=(5, 4)" in lines[0] and "split(dim=0)" in lines[0]


def test_changes_that_were_forgotten_are_compiled_again(tmp_path):
    program = """
    from weir import _boxing, _job_room

    _job_room._MOST_JOBS = 2
    for size in (1, 2, 3, 4, 1):
        assert flow.comm.all_gather(flow.full((size,), float(rank))).tolist() == [[0.0] * size, [1.0] * size]
        assert len(_boxing._jobs) <= 2
    """
    assert said(program, 2, tmp_path) == []


def test_local_tensors_are_joined(tmp_path):
    program = """
    mine = flow.tensor([1.0, 2.0]) * (rank + 1)
    assert flow.comm.all_gather(mine).tolist() == [[1 + r, 2 + 2 * r] for r in range(ranks)]
    assert flow.comm.reduce_scatter(flow.arange(3) + rank).tolist() == [[3], [6], [9]][rank]
    assert flow.comm.all_reduce(mine).tolist() == [6.0, 12.0] and mine.tolist() == [6.0, 12.0]
    assert flow.comm.broadcast(flow.tensor([rank]), src=2).tolist() == [2]
    flow.comm.barrier()
    """
    assert said(program, 3, tmp_path) == []


def test_a_graph_holds_values_as_the_user_says(tmp_path):
    """OneFlow's example: whole weights, and an input whose columns lie on two ranks."""
    program = """
    class Product(nn.Graph):
        def __init__(self):
            super().__init__()
            self.weight = flow.tensor(np.arange(32, dtype=np.float32).reshape(4, 8) / 8)

        def build(self, x):
            return flow.matmul(x.to_global(sbp=flow.sbp.split(0)), self.weight).to_global(sbp=[flow.sbp.broadcast()])

    x = np.arange(20, dtype=np.float32).reshape(5, 4)
    graph = Product()
    y = graph(flow.tensor(x[:, 2 * rank : 2 * rank + 2]).to_global(place, sbp=columns))
    assert tuple(y.shape) == (5, 8) and np.allclose(y.numpy(), x @ graph.weight.numpy())
    assert "comm.all_to_all" in graph.mlir("partition") or "comm.exchange" in graph.mlir("partition")
    """
    assert said(program, 2, tmp_path) == []


def test_ranks_name_variables_alike_though_memory_goes_at_other_moments(tmp_path):
    program = """
    import gc

    gc.disable()
    for attempt in range(3):
        class Loss(nn.Graph):
            def __init__(self):
                super().__init__()
                self.model = nn.Linear(4, 2).to_global(place, whole)
                self.model.me = [self.model]  # a circle, which only a collection takes away

            def build(self, x):
                return self.model(x).square().mean()

        Loss()(flow.ones(2, 4, placement=place, sbp=rows)).item()
        if rank == attempt % 2:
            gc.collect()
    """
    assert said(program, 2, tmp_path) == []


EAGER = """
model = nn.Sequential(nn.Linear(4, 16), nn.GELU(), nn.Dropout(0.1), nn.Linear(16, 3)).to_global(place, whole)
optimizer = flow.optim.AdamW(model.parameters(), lr=1e-2)
numbers = np.random.default_rng(0)
part = np.array_split(np.arange(5), ranks)[rank]
for _ in range(5):
    x, y = numbers.standard_normal((5, 4)).astype(np.float32), numbers.integers(0, 3, 5)
    scores = model(flow.tensor(x[part]).to_global(place, rows))
    loss = nn.functional.cross_entropy(scores, flow.tensor(y[part]).to_global(place, rows))
    optimizer.zero_grad()
    loss.backward()
    assert ranks == 1 or (scores.sbp, model[0].weight.grad.sbp) == ((rows,), (terms,))
    optimizer.step()
    if rank == 0:
        print(f"loss {loss.item():.5f}")
    else:
        loss.item()
print(f"weights of {rank} {hash(tuple(each.detach().numpy().tobytes() for each in model.parameters()))}")
"""


def test_ops_on_global_tensors_train_what_one_rank_does(tmp_path):
    alone, together = (said(EAGER, ranks, tmp_path) for ranks in (1, 3))
    assert [line for line in together if line.startswith("loss")] == [line for line in alone if line.startswith("loss")]
    assert len({line.split()[-1] for line in together if line.startswith("weights")}) == 1


def test_ops_hold_results_as_what_comes_in_makes_them(tmp_path):
    """OneFlow's example first: whole weights, and an input whose columns lie on two ranks."""
    program = """
    x, w = np.arange(20, dtype=np.float32).reshape(5, 4), np.arange(32, dtype=np.float32).reshape(4, 8) / 8
    columns_of_x = flow.tensor(x[:, 2 * rank : 2 * rank + 2]).to_global(place, sbp=columns)
    weight = flow.tensor(w, placement=place, sbp=whole)
    y = flow.matmul(columns_of_x, weight)
    assert y.sbp == (terms,) and tuple(y.shape) == (5, 8) and np.allclose(y.numpy(), x @ w)
    assert np.allclose(flow.relu(y - 20).numpy(), np.maximum(x @ w - 20, 0))
    rows_of_x = flow.tensor(x, placement=place, sbp=rows)
    assert (rows_of_x * 2 + 1).sbp == rows_of_x.softmax(1).sbp == (rows_of_x @ weight).sbp == (rows,)
    assert rows_of_x.sum().sbp == (terms,) and rows_of_x.sum().item() == x.sum()
    assert (weight + 1).sbp == (whole,) and rows_of_x.T.sbp == (columns,)
    assert rows_of_x[1:4].numpy().tolist() == x[1:4].tolist() and rows_of_x.max().item() == 19
    changed = flow.ones(2, placement=place, sbp=whole)
    changed += 1
    changed.mul_(3)
    assert changed.tolist() == [6, 6] and flow.zeros_like(rows_of_x).sbp == (rows,)
    """
    assert said(program, 2, tmp_path) == []


def test_gradients_flow_between_ways_to_hold(tmp_path):
    program = """
    x = flow.randn(6, 4, placement=place, sbp=rows, requires_grad=True)
    (x.to_global(sbp=columns) ** 2).sum().backward()
    assert x.grad.shape == x.shape and np.allclose(x.grad.numpy(), 2 * x.detach().numpy())
    mine = flow.ones(3, 2, requires_grad=True)
    factors = flow.arange(3 * ranks, placement=place, sbp=whole, dtype=flow.float32)
    (mine.to_global(place, rows) * factors.reshape(-1, 1)).sum().backward()
    assert mine.grad.tolist() == [[3 * rank + row] * 2 for row in range(3)]
    y = flow.ones(4, placement=place, sbp=whole, requires_grad=True)
    (y.to_local() * (rank + 1)).sum().backward()
    assert y.grad.numpy().tolist() == [sum(range(1, ranks + 1))] * 4
    z, square = y * 2, y * y
    with flow.no_grad():
        y.zero_()
    z.sum().backward()
    square.sum().backward()
    """
    done = launched(program, 2, tmp_path)
    assert "expects operands to be as they were, got operand 0 of mul, which was written to since" in done.stderr
    assert f"program.py:{HEAD.count(chr(10)) + program.count(chr(10))}" in done.stderr


def test_the_first_rank_compiles(tmp_path):
    program = """
    from weir import _compiler

    compiled = []
    make = _compiler.artifact_of
    _compiler.artifact_of = lambda text, *rest: compiled.append(1) or make(text, *rest)

    class Doubled(nn.Graph):
        def build(self, x):
            return x * 2

    assert Doubled()(flow.ones(2).to_global(place, terms)).numpy().tolist() == [2.0 * ranks] * 2
    print(f"rank {rank} asked {len(compiled)} times")

    class Unfit(nn.Graph):
        def build(self, x):
            return x.to_global(sbp=flow.sbp.split(0)) + x.to_global(sbp=flow.sbp.split(5))

    try:
        Unfit()(flow.ones(2).to_global(place, whole))
    except ValueError as error:
        assert "split" in str(error), error
    """
    assert said(program, 3, tmp_path) == ["rank 0 asked 1 times", "rank 1 asked 0 times", "rank 2 asked 0 times"]


@pytest.mark.parametrize(
    ("program", "message"),
    [
        (
            "flow.ones(rank + 1).to_global(place, rows)",
            "expects parts of balanced sizes for weir.sbp.split(dim=0), and of one size else, got (1,), (2,)",
        ),
        (
            "flow.ones(2).to_global(place, whole) + flow.ones(2)",
            "add: expects global tensors or scalars beside a global tensor, got a local tensor of shape (2,)",
        ),
        (
            "x = flow.ones(2).to_global(place, whole); x[0].fill_(1)",
            "fill_: expects a tensor of its own, got a copy, as views of",
        ),
        ("flow.ones(2, placement=place)", "expects placement and sbp together, got one of them"),
        ("flow.ones(2, placement=place, sbp=whole).__dlpack__()", "__dlpack__: expects a local tensor, got"),
        ("flow.ones(2).to_global(place, columns)", "to_global: expects a split along one of 1 dimensions"),
        ("nn.Linear(2, 2).to_global(place, columns)", "expects a split along one of 1 dimensions, got weir"),
        ("flow.placement('cpu', ranks=[[0, 1], [1]])", "in rows of one length, got [[0, 1], [1]]"),
        ("flow.ones(2).to_global(place, [rows, whole])", "to_global: expects one sbp, such as weir.sbp.split(0), got"),
        ("flow.ones(*[2] * (rank + 1)).to_global(place, whole)", "expects tensors of as many dimensions on all ranks"),
        ("nn.GraphConfig().enable_zero(stage=4)", "enable_zero: expects stage 1, 2 or 3, got 4"),
        ("flow.comm.broadcast(flow.ones(2), src=2)", "broadcast: expects a rank below 2, got 2"),
    ],
)
def test_bad_programs_are_told(program, message, tmp_path):
    done = launched(program, 2, tmp_path)
    assert done.returncode == 1
    assert message in done.stderr


def test_where_one_rank_ends_all_end(tmp_path):
    program = """
    if rank == 1:
        raise SystemExit(3)
    flow.comm.barrier()
    """
    started = time.monotonic()
    done = launched(program, 3, tmp_path)
    assert done.returncode in (1, 3) and time.monotonic() - started < 30
    missing = """
    if rank == 0:
        flow.comm.barrier()
    else:
        import time
        time.sleep(20)
    """
    done = launched(missing, 2, tmp_path, WEIR_TIMEOUT="0.5")
    assert done.returncode == 1
    assert "for rank 1" in done.stderr and "until its time was over" in done.stderr


def test_ranks_at_different_programs_are_told(tmp_path):
    program = """
    x = flow.ones(4)
    (flow.comm.all_reduce(x) if rank == 0 else flow.comm.all_gather(x)).numpy()
    """
    done = launched(program, 2, tmp_path, WEIR_TIMEOUT="5")
    assert done.returncode == 1
    assert "expects all ranks to have traced one program, got another on rank 1 than on rank 0" in done.stderr
    assert "weir.sbp.split(dim=0) to weir.sbp.broadcast" in done.stderr
    program = """
    class Scaled(nn.Graph):
        def build(self, x):
            return x * 3 if rank == 1 else x * 2

    Scaled()(flow.ones(2).to_global(place, whole))
    """
    done = launched(program, 2, tmp_path)
    assert done.returncode == 1
    assert "expects all ranks to have traced one program, got another on rank 1 than on rank 0" in done.stderr
    assert "rank 1: %" in done.stderr


def test_a_process_alone_is_one_rank():
    assert (flow.env.get_rank(), flow.env.get_world_size(), flow.env.get_local_rank()) == (0, 1, 0)
    place = flow.placement("cpu", {0: [0]})
    assert place == flow.env.all_device_placement("cpu") and repr(place) == "weir.placement(type='cpu', ranks=[0])"
    assert flow.env.get_node_size() == 1 and isinstance(flow.sbp.partial_sum, flow.sbp.sbp)
    flow.comm.barrier()
    assert flow.comm.all_gather(flow.ones(2)).tolist() == [[1, 1]]
    assert flow.comm.reduce_scatter(flow.ones(2)).tolist() == flow.comm.all_reduce(flow.ones(2)).tolist() == [1, 1]
    assert flow.comm.broadcast(flow.ones(2)).tolist() == [1, 1]
    assert flow.to_global(flow.ones(2), place, flow.sbp.broadcast).tolist() == [1, 1]
    assert flow.ones(2).to_global(placement=place, sbp=flow.sbp.split(0)).to_local().tolist() == [1, 1]
    x = flow.ones(3, 2).to_global(place, flow.sbp.split(0))
    assert x.to_global(sbp=flow.sbp.broadcast).numpy().tolist() == [[1, 1]] * 3
    with pytest.raises(RuntimeError, match="to_local: expects a global tensor, got a local one"):
        flow.ones(2).to_local()
    with pytest.raises(ValueError, match="split: expects a dimension of at least 0, got -1"):
        flow.sbp.split(-1)


def test_the_launcher_says_what_it_takes(tmp_path):
    for arguments, message in (
        (["--nproc_per_node", "0", "x.py"], "expects --nproc_per_node of at least 1, got 0"),
        (["--nnodes", "2", "x.py"], "not supported yet: several hosts"),
    ):
        command = [sys.executable, "-m", "weir.distributed.launch", *arguments]
        done = subprocess.run(command, capture_output=True, text=True)
        assert done.returncode == 2 and message in done.stderr


PARALLEL = """
flow.manual_seed(rank)  # the first rank's weights are all ranks'
model = nn.Sequential(nn.Linear(4, 16), nn.BatchNorm1d(16), nn.Tanh(), nn.Linear(16, 3))
model = nn.parallel.DistributedDataParallel(model.double()) if ranks > 1 else model.double()
optimizer = flow.optim.SGD(model.parameters(), lr=0.1, momentum=0.9)
numbers = np.random.default_rng(0)
for _ in range(4):
    x, y = numbers.standard_normal((12, 4)), numbers.integers(0, 3, 12)
    optimizer.zero_grad()
    # On one rank the batches of two, one after the other: batch statistics are each rank's own.
    for part in range(2) if ranks == 1 else [rank]:
        rows_of = slice(6 * part, 6 * part + 6)
        loss = nn.functional.cross_entropy(model(flow.tensor(x[rows_of])), flow.tensor(y[rows_of]))
        (loss / (2 if ranks == 1 else 1)).backward()
    optimizer.step()
print(f"weights {sum(float(each.detach().abs().sum()) for each in model.parameters()):.9f}")
"""


def test_gradients_of_batches_of_ranks_are_joined(tmp_path):
    alone, together = (said(PARALLEL, ranks, tmp_path) for ranks in (1, 2))
    assert together == alone * 2


def test_accumulated_gradients_are_joined_with_the_last(tmp_path):
    program = """
    model = nn.parallel.DistributedDataParallel(nn.Linear(3, 1, bias=False), bucket_cap_mb=25)
    with model.no_sync():
        model(flow.full((1, 3), rank + 1.0)).sum().backward()
    print("held", model.module.weight.grad.tolist())
    model(flow.full((1, 3), 10.0)).sum().backward()
    print("joined", model.module.weight.grad.tolist())
    """
    assert said(program, 2, tmp_path) == sorted(
        ["held [[1.0, 1.0, 1.0]]", "held [[2.0, 2.0, 2.0]]"] + ["joined [[11.5, 11.5, 11.5]]"] * 2
    )


def test_parameters_that_a_rank_does_not_use_count_as_zeros(tmp_path):
    program = """
    class Experts(nn.Module):
        def __init__(self):
            super().__init__()
            self.experts = nn.ModuleList([nn.Linear(2, 1, bias=False) for _ in range(3)])

        def forward(self, x, number):
            return self.experts[number](x)

    model = nn.parallel.DistributedDataParallel(Experts(), find_unused_parameters=True)
    for _ in range(2):
        model.zero_grad()
        model(flow.full((1, 2), rank + 1.0), rank).sum().backward()
        print([None if each.grad is None else each.grad.tolist() for each in model.parameters()])
    """
    assert said(program, 2, tmp_path) == ["[[[0.5, 0.5]], [[1.0, 1.0]], None]"] * 4


def test_copies_of_parallel_modules_are_parallel(tmp_path):
    program = """
    import copy
    model = nn.parallel.DistributedDataParallel(nn.Linear(2, 1, bias=False))
    copied = copy.deepcopy(model)
    copied(flow.full((1, 2), rank + 1.0)).sum().backward()
    print(model.module.weight.grad, copied.module.weight.grad.tolist())
    """
    assert said(program, 2, tmp_path) == ["None [[1.5, 1.5]]"] * 2


@pytest.mark.parametrize(
    ("program", "message"),
    [
        ("parallel(nn.Linear(2, 2 + rank))", "expects the same parameters and buffers on all ranks, got ones in which"),
        ("parallel(nn.Linear(2, 2).to_global(place, whole))", "expects a module of local tensors, got global ones"),
        ("parallel(nn.Linear(2, 2), buckets=3)", "unexpected keyword argument 'buckets'"),
        (
            "model = parallel(nn.ModuleList([nn.Linear(2, 2, bias=False), nn.Linear(2, 2, bias=False)]))\n"
            "model.forward = lambda x: (model._check_joined(), model.module[rank](x))[1]\n"
            "model(flow.ones(1, 2)).sum().backward()\n"
            "model(flow.ones(1, 2))",
            "expects all ranks to find gradients of the same parameters in one order, got 1 on rank 0, 1 on rank 1",
        ),
    ],
)
def test_modules_that_differ_are_told(program, message, tmp_path):
    done = launched("parallel = nn.parallel.DistributedDataParallel\n" + program, 2, tmp_path)
    assert done.returncode == 1 and message in done.stderr


ACCUMULATED = """
step.config.set_gradient_accumulation_steps(3)
numbers = np.random.default_rng(0)
for _ in range(4):
    x, y = numbers.standard_normal((21, 20)), numbers.integers(0, 4, 21)
    before = flow.comm.bytes_sent()
    losses = step(*(flow.tensor(each, placement=place, sbp=batch) for each in (x, y)))
    if rank == 0:
        print("losses", *(f"{loss:.9f}" for loss in losses.tolist()))
sent = flow.comm.bytes_sent() - before
print(f"weights {sum(float(each.detach().abs().sum()) for each in model.parameters()):.9f}")
gradients = sum(each.numel() for each in model.parameters()) * 8
if rank == 0 and ranks > 1:
    print("sent", sent < 1.5 * 2 * (ranks - 1) / ranks * gradients)
"""


@pytest.mark.parametrize(("how", "ranks"), [("data", 2), ("data", 3), ("zero1", 2), ("zero3", 3), ("columns", 2)])
def test_gradients_are_accumulated_and_joined_once(how, ranks, tmp_path):
    alone = said(NETWORK + ACCUMULATED, 1, tmp_path, ["data"])
    together = said(NETWORK + ACCUMULATED, ranks, tmp_path, [how])
    assert [line for line in together if not line.startswith("sent")] == sorted(alone + alone[-1:] * (ranks - 1))
    assert "sent False" not in together
