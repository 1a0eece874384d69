"""Collective functions in the forms of OneFlow and PyTorch that write to the caller's tensors."""

import pytest
from rank_programs import said

import weir as flow
from weir import nn

PROGRAM = """
def numbers(*rows):
    return [flow.tensor(row) for row in rows]

def empty():
    return [flow.zeros(2, dtype=flow.int64) for _ in range(ranks)]

mine, others = flow.tensor([rank, 10 * rank]), empty()
assert flow.comm.all_gather(others, mine) is None
assert [x.tolist() for x in others] == [[r, 10 * r] for r in range(ranks)]

total = flow.tensor([rank, 1])
flow.comm.reduce(total, dst=1)
assert total.tolist() == ([ranks * (ranks - 1) // 2, ranks] if rank == 1 else [rank, 1])

gathered = empty() if rank == 1 else None
flow.comm.gather(mine, gather_list=gathered, dst=1)
assert gathered is None or [x.tolist() for x in gathered] == [[r, 10 * r] for r in range(ranks)]

part = flow.zeros(2, dtype=flow.int64)
flow.comm.scatter(part, numbers(*([r, -r] for r in range(ranks))) if rank == 1 else None, src=1)
assert part.tolist() == [rank, -rank]

received = empty()
flow.comm.all_to_all(received, numbers(*([rank, r] for r in range(ranks))))
assert [x.tolist() for x in received] == [[r, rank] for r in range(ranks)]

row = flow.zeros(2, dtype=flow.int64)
flow.comm.reduce_scatter(row, numbers(*([rank, r] for r in range(ranks))))
assert row.tolist() == [ranks * (ranks - 1) // 2, ranks * rank]

flat, rows = flow.zeros(2 * ranks, dtype=flow.int64), flow.zeros(ranks, 2, dtype=flow.int64)
flow.comm.all_gather_into_tensor(flat, mine)
flow.comm.all_gather_into_tensor(rows, mine)
assert flat.tolist() == rows.reshape(-1).tolist() == [n for r in range(ranks) for n in (r, 10 * r)]

row = flow.zeros(2)
flow.comm.reduce_scatter_tensor(row, flow.arange(2 * ranks, dtype=flow.float32))
assert row.tolist() == [ranks * 2.0 * rank, ranks * (2.0 * rank + 1)]

one = [flow.zeros(()) for _ in range(ranks)]
flow.comm.all_gather(one, flow.tensor(float(rank)))
assert [x.item() for x in one] == [*range(ranks)]
"""


@pytest.mark.parametrize("ranks", [2, 3])
def test_forms_that_write(ranks, tmp_path):
    assert said(PROGRAM, ranks, tmp_path) == []


def test_a_process_alone():
    x, y = flow.tensor([1.0, 2.0]), flow.zeros(2)
    for call in (
        lambda: flow.comm.all_gather([y], x),
        lambda: flow.comm.gather(x, [y]),
        lambda: flow.comm.scatter(y, [x]),
        lambda: flow.comm.all_to_all([y], [x]),
        lambda: flow.comm.reduce_scatter(y, [x]),
        lambda: flow.comm.all_gather_into_tensor(y, x),
        lambda: flow.comm.reduce_scatter_tensor(y, x),
    ):
        y.zero_()
        assert call() is None and y.tolist() == [1, 2]
    flow.comm.reduce(x)
    assert x.tolist() == [1, 2]


@pytest.mark.parametrize(
    "call, message",
    [
        (lambda x: flow.comm.all_gather([x, x], x), "all_gather: expects a list of 1 tensors, one for each .*, got 2"),
        (lambda x: flow.comm.gather(x), "gather: expects a list of 1 tensors, one for each rank, got NoneType"),
        (lambda x: flow.comm.all_gather([x[0]], x), r"got float32 \(2,\) on cpu and float32 \(\) on cpu"),
        (lambda x: flow.comm.scatter(x, [x.long()]), r"got float32 \(2,\) on cpu and int64 \(2,\) on cpu"),
        (lambda x: flow.comm.reduce(x, 1), "reduce: expects a rank below 1, got 1"),
        (lambda x: flow.comm.scatter(x, [x], src=True), "scatter: expects a rank below 1, got True"),
        (lambda x: flow.comm.all_gather_into_tensor(x[0], x), "expects an output of the elements of the input for"),
        (lambda x: flow.comm.reduce_scatter_tensor(x, x[0]), "expects an input of the elements of the output for each"),
    ],
)
def test_bad_calls_are_told(call, message):
    with pytest.raises(ValueError, match=message):
        call(flow.ones(2))


def test_a_module_of_one_rank_trains_as_it_is():
    model = nn.Linear(2, 1)
    alone = nn.parallel.DistributedDataParallel(model)
    alone(flow.ones(3, 2)).sum().backward()
    assert alone.module is model and model.weight.grad.tolist() == [[3, 3]]
