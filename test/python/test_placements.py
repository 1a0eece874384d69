"""Tensors on some of the ranks: moved between placements, computed there, trained there."""

import pytest
from rank_programs import launched, said

pytestmark = pytest.mark.sampled(5)  # each starts processes; `./dev accept mesh` runs all

PLACES = """
    grid, line = flow.placement(kind, ranks=[[0, 1], [2, 3]]), flow.placement(kind, ranks=[0, 1, 2, 3])
    pair, three, last = (flow.placement(kind, ranks=each) for each in ([3, 1], [0, 1, 2], [3]))
"""


def test_tensors_move_between_placements(tmp_path):
    program = """
    x = flow.arange(30, dtype=flow.float32).reshape(6, 5)
    axes = (whole, rows, columns, terms)
    for first, second in ((grid, line), (line, grid), (three, pair), (pair, three), (last, grid), (line, last)):
        for number in range(16):
            source = [axes[number // 4], axes[number % 4]][: len(first.mesh)]
            target = [axes[number % 4], axes[number // 4]][: len(second.mesh)]
            held = flow.tensor(x.numpy(), placement=first, sbp=source)
            there = held.to_global(second, target)
            assert there.placement == second and there.sbp == tuple(target) and tuple(there.shape) == (6, 5)
            assert (there.to_local().shape[0] == 0) == (rank not in second.ranks)
            assert np.array_equal(there.numpy(), x.numpy()), (source, target)
            assert np.array_equal(there.to_global(first, source).numpy(), x.numpy())
    two = flow.tensor(2.0, placement=pair, sbp=whole)
    assert two.to_global(last, whole).item() == 2.0 and two.to_global(grid, [whole, terms]).item() == 2.0
    print(two.to_global(last, whole))
    """
    lines = said(PLACES + program, 4, tmp_path)
    assert sorted("shape=()" in line for line in lines) == [False, True, True, True], lines


def test_what_moves_is_written_and_has_gradients(tmp_path):
    program = """
    x = flow.arange(12, dtype=flow.float32).reshape(6, 2)
    turned = flow.placement(kind, ranks=[1, 3])
    a, b = flow.tensor(x.numpy(), placement=pair, sbp=rows), flow.zeros(6, 2, placement=turned, sbp=rows)
    assert np.array_equal(b.copy_(a).numpy(), x.numpy())
    assert np.array_equal(flow.zeros(6, 2, placement=three, sbp=columns).copy_(b).numpy(), x.numpy())
    for dtype in (flow.bool, flow.int64, flow.bfloat16, flow.float16, flow.float64):
        moved = flow.tensor((x > 3).numpy(), placement=line, sbp=rows).to(dtype).to_global(pair, columns)
        assert moved.dtype == dtype and moved.to(flow.bool).tolist() == (x > 3).tolist()

    mine = flow.ones(4, 3, requires_grad=True)
    (mine.to_global(pair, whole) * 2).sum().backward()
    assert mine.grad.tolist() == [[2.0] * 3] * 4 if rank in pair.ranks else mine.grad.tolist() == [[0.0] * 3] * 4
    leaf = flow.tensor(x.numpy(), placement=line, sbp=rows).requires_grad_()
    leaf.to_global(three, columns).backward(flow.ones(6, 2))
    leaf.to_global(sbp=columns).backward(flow.ones(6, 2))
    assert leaf.grad.numpy().tolist() == [[2.0, 2.0]] * 6
    """
    assert said(PLACES + program, 4, tmp_path) == []


def test_layers_lie_on_different_ranks(tmp_path):
    """As OneFlow's pipelines without a graph: what one placement computes moves on to the next, and gradients back."""
    program = """
    first, second = nn.Linear(4, 8), nn.Linear(8, 3)
    numbers = np.random.default_rng(0)
    x, y = numbers.standard_normal((6, 4)).astype(np.float32), numbers.integers(0, 3, 6)
    losses = []
    for is_global in (False, True):
        for layer in (first, second):
            flow.manual_seed(1)
            layer.reset_parameters()
        a, b = flow.tensor(x), flow.tensor(y)
        if is_global:
            first.to_global(pair, whole), second.to_global(three, whole)
            a, b = flow.tensor(x, placement=pair, sbp=rows), flow.tensor(y, placement=three, sbp=rows)
        optimizer = flow.optim.SGD([*first.parameters(), *second.parameters()], lr=0.1, momentum=0.9)
        losses.append([])
        for _ in range(4):
            hidden = flow.relu(first(a))
            loss = nn.functional.cross_entropy(second(hidden.to_global(three, rows) if is_global else hidden), b)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            losses[-1].append(loss.item())
    assert np.allclose(*losses, rtol=1e-6), losses
    assert first.weight.grad.placement == pair and second.weight.grad.placement == three
    assert first.weight.to_local().shape[0] == (8 if rank in (1, 3) else 0)
    """
    assert said(PLACES + program, 4, tmp_path) == []


LIMITED_OVER_TWO = """
    a, b = (nn.Parameter(flow.ones(2).to_global(flow.placement(kind, [at]), whole)) for at in range(2))
    a.grad, b.grad = a.detach().clone(), b.detach().clone()
    flow.optim.SGD([{"params": [a, b], "lr": 0.1, "clip_grad_max_norm": 1.0}]).step()
"""
NETWORK_OF_ONE = """
    class OnOne(nn.Graph):
        def build(self, x):
            return x + 1

    OnOne()(flow.ones(2).to_global(flow.placement(kind, ranks=[1]), whole))
"""


@pytest.mark.parametrize(
    ("program", "message"),
    [
        ("flow.placement('cpu', ranks=[2])", "expects some of the 2 ranks of the world, each once, in rows of one"),
        ("flow.placement('cpu', ranks=[0, 0])", "each once, in rows of one length, got [0, 0]"),
        ("flow.placement('cpu', ranks=[])", "expects some of the 2 ranks of the world, each once, in rows of one"),
        (
            "flow.ones(2).to_global(flow.placement('cpu', ranks=[0]), whole) + flow.ones(2).to_global(place, whole)",
            "expects global tensors on one placement, got weir.placement(type='cpu', ranks=[0]) and weir.placement(",
        ),
        (
            LIMITED_OVER_TWO,
            "step: not supported yet: clip_grad_max_norm over several placements, got weir.placement(type='cpu', ranks",
        ),
        (
            "x = nn.Parameter(flow.ones(())); one = flow.placement('cpu', [1]);"
            "(x * flow.ones(2).to_global(one, whole)).sum().backward(); flow.optim.SGD([x], lr=1).step()",
            "step: expects parameters where their gradients are, got a gradient on weir.placement(type='cpu', ranks=[",
        ),
        (
            NETWORK_OF_ONE,
            "OnOne: not supported yet: placements of some of the ranks; graphs expect tensors on all of them, got",
        ),
    ],
)
def test_bad_placements_are_told(program, message, tmp_path):
    done = launched(program, 2, tmp_path)
    assert done.returncode == 1
    assert message in done.stderr
