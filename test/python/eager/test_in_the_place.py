"""Large tensors that methods write to: what is written is computed in their place, where nobody would notice."""

import json

import numpy as np
import pytest

import weir as flow
from weir import _core

LARGE = 1 << 15


def drawn(seed, size=LARGE):
    return np.random.default_rng(seed).random(size, dtype=np.float32)


def kernels_of(call, tmp_path):
    """What runs in a call like some before."""
    for _ in range(3):
        call()
    flow.synchronize()
    path = tmp_path / "trace.json"
    with flow.profile(str(path)):
        call()
        flow.synchronize()
    events = json.loads(path.read_text())["traceEvents"]
    return [event["name"] for event in events if event.get("ph") == "X" and event["name"] not in NO_KERNELS]


NO_KERNELS = ("eager", "submit", "wait")
IN_PLACE = {
    "add_": lambda x, y: x.add_(y),
    "alpha": lambda x, y: x.add_(y, alpha=0.5),
    "mul_": lambda x, y: x.mul_(0.5),
    "iadd": lambda x, y: x.__iadd__(y),
    "exp_": lambda x, y: x.exp_(),
    "clamp_": lambda x, y: x.clamp_(0.2, 0.7),
    "lerp_": lambda x, y: x.lerp_(y, 0.25),
    "addcmul_": lambda x, y: x.addcmul_(y, y, value=0.5),
    "sub_ of what is computed": lambda x, y: x.sub_(x.flip(0)),
}


@pytest.mark.parametrize("name", IN_PLACE)
def test_nothing_is_copied(name, tmp_path):
    x, y = flow.tensor(drawn(0)), flow.tensor(drawn(1))
    memory = x.data_ptr()
    assert "copy" not in kernels_of(lambda: IN_PLACE[name](x, y), tmp_path)
    assert x.data_ptr() == memory


@pytest.mark.parametrize("name", IN_PLACE)
def test_it_is_what_a_copy_would_be(name):
    a, b = drawn(0), drawn(1)
    x, y, part = flow.tensor(a), flow.tensor(b), None
    part = x[100:200]
    expected = flow.tensor(a)
    for _ in range(5):
        IN_PLACE[name](x, y)
        few = flow.tensor(np.zeros(LARGE, np.float32))
        few.copy_(expected)
        expected = IN_PLACE[name](few, y) * 1  # a new tensor each time: the first call of its kind is Python's
    np.testing.assert_array_equal(x.numpy(), expected.numpy())
    np.testing.assert_array_equal(part.numpy(), expected.numpy()[100:200])
    np.testing.assert_array_equal(y.numpy(), b)


def test_operands_that_share_memory():
    a = drawn(0)
    x = flow.tensor(a)
    for _ in range(4):
        x.add_(x)
        x.mul_(0.5)
        x[1:].add_(x[:-1])
        a = a.copy()
        a[1:] += a[:-1].copy()
        x.add_(x.flip(0).flip(0)[:LARGE])
        a = a + a
        a *= np.float32(0.25)
        x.mul_(0.25)
    np.testing.assert_array_equal(x.numpy(), a)


def test_memory_that_numpy_has():
    a = drawn(0)
    x = flow.tensor(a)
    seen = x.numpy()
    for _ in range(4):
        x.mul_(0.5)
    np.testing.assert_array_equal(seen, a * np.float32(0.0625))


def test_other_layouts_and_any_sizes():
    for rows in (173, 180, 191, 200, 257):
        a = drawn(rows, (rows, 200))
        x = flow.tensor(a)
        for _ in range(3):
            x.t().add_(flow.tensor(a.T.copy()))
            x.mul_(0.5)
            a = (a + a.T.copy().T) * np.float32(0.5)
        np.testing.assert_array_equal(x.numpy(), a)


def test_gradients_see_what_was():
    p = flow.tensor(drawn(0)).requires_grad_()
    total = flow.zeros(LARGE)
    for _ in range(4):
        total = total.detach()
        total.add_(p * 2)
        total.sum().backward()
    np.testing.assert_array_equal(p.grad.numpy(), np.full(LARGE, 8, np.float32))
    for _ in range(4):
        k = p.detach() * 1
        loss = (p * k).sum()
        k.mul_(3)
        with pytest.raises(RuntimeError, match="written to after"):
            loss.backward()


def test_a_leaf_is_refused_untouched():
    p = flow.ones(LARGE).requires_grad_()
    for _ in range(3):
        with pytest.raises(RuntimeError, match="leaf"):
            p.mul_(2)
        with flow.no_grad():
            p.add_(0)
    assert p.detach().numpy().sum() == LARGE


@pytest.mark.parametrize("device", ["cpu", "sim"])
@pytest.mark.parametrize("size", [8, LARGE])
def test_what_failed_leaves_it_as_before(size, device):
    x, index = flow.ones(size, device=device), flow.full((size,), size, dtype=flow.int64, device=device)
    good = flow.zeros(size, device=device)
    for _ in range(3):
        x.add_(good)
    flow.synchronize()
    bad = flow.gather(flow.ones(size, device=device), 0, index)
    with pytest.raises(flow.WeirError, match=f"got {size}"):
        x.add_(bad)  # tells where it is no task, but done at once
        x.cpu().numpy()
    np.testing.assert_array_equal(x.cpu().numpy(), np.ones(size, np.float32))
    x.add_(1)
    assert x.cpu().numpy().sum() == 2 * size


def test_borrowed_memory_that_overlaps():
    base = np.arange((1 << 24) + (1 << 20), dtype=np.float32) % 1000  # more than is copied
    for _ in range(4):
        rows = base.copy()
        x, y = flow.from_numpy(rows[1:]), flow.from_numpy(rows[:-1])
        flow.synchronize()
        expected = rows[1:] + rows[:-1]
        x.add_(y)
        flow.synchronize()
        np.testing.assert_array_equal(x.numpy(), expected)


def test_a_copy_to_itself_is_no_write():
    p = flow.ones(LARGE).requires_grad_()
    k = p.detach() * 3
    loss = (p * k).sum()
    k.copy_(k)
    loss.backward()
    assert p.grad.numpy().sum() == 3 * LARGE


def test_memory_that_was_given_up_is_free():
    """A write takes the memory of a value that nobody else has: its own goes back."""
    one = flow.ones(20000)
    target = one * 2
    for _ in range(3):
        target.copy_(one * 3)
    _core.trim("cpu")
    before = _core.bytes_in_use("cpu")
    targets = [one * 2 for _ in range(50)]
    for each in targets:
        each.copy_(one * 3)
        float(each.sum())
    _core.trim("cpu")
    assert _core.bytes_in_use("cpu") - before <= 50 * 4 * 20000 * 1.1


@pytest.mark.parametrize("reduce", ["amax", "prod", "mean"])
def test_gradients_pass_scattering_in_place(reduce):
    start, source = flow.tensor([[1.0, 2.0], [3.0, 4.0]]), flow.tensor([[5.0, 1.0], [2.0, 9.0]])
    index = flow.tensor([[0, 0], [1, 1]])

    def gradients(scattered):
        x, src = start.clone().requires_grad_(), source.clone().requires_grad_()
        (scattered(x.clone(), src) * flow.tensor([[1.0, 10.0], [100.0, 1000.0]])).sum().backward()
        return x.grad.tolist(), src.grad.tolist()

    expected = gradients(lambda x, src: x.scatter_reduce(0, index, src, reduce))
    assert gradients(lambda x, src: x.scatter_reduce_(0, index, src, reduce)) == expected
