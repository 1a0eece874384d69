"""Large operands whose dimensions lie in memory in another order than in their shape: jobs take them as they lie."""

import numpy as np
import pytest

import weir as flow
import weir.nn.functional as F
from weir import _core, _extension
from weir._eager import layouts

SHAPE = (24, 40, 56)
ORDERS = [(2, 1, 0), (0, 2, 1), (1, 0, 2), (2, 0, 1)]
FUNCTIONS = {
    "sum of some": lambda x: x.sum((0, 2)),
    "sum of all": lambda x: x.sum(),
    "variance": lambda x: x.var(1),
    "maximum": lambda x: x.amax(-1),
    "softmax": lambda x: x.softmax(1),
    "twice": lambda x: x * x + x,
    "other": lambda x: x + flow.arange(x.shape[-1]),
    "number": lambda x: x * 2.5,
    "norm": lambda x: F.layer_norm(x, x.shape[-1:]),
    "product": lambda x: x @ x.transpose(1, 2),
    "positions": lambda x: x.argmax(1),
    "joined": lambda x: flow.cat([x, x.flip(0)]),
}


def turned(order, dtype=np.float64):
    """A tensor whose memory is that of a transposed one, and its elements."""
    values = np.random.default_rng(0).standard_normal(SHAPE).astype(dtype)
    return flow.tensor(values).permute(*order), values.transpose(order)


@pytest.fixture
def calls(monkeypatch):
    """The orders that were found."""
    found = []
    of = layouts.Turned

    def noted(call, orders):
        found.append(tuple(orders))
        return of(call, orders)

    monkeypatch.setattr(layouts, "Turned", noted)
    return found


@pytest.mark.sampled(3)
@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("name", FUNCTIONS)
def test_results_and_gradients(name, order, calls):
    found = []
    for make in (lambda: turned(order)[0], lambda: flow.tensor(np.ascontiguousarray(turned(order)[1]))):
        x = make().requires_grad_()
        y = FUNCTIONS[name](x)
        if y.requires_grad:
            (y * y).sum().backward()
        found.append((y.detach().numpy(), None if x.grad is None else x.grad.numpy()))
    assert calls, "expects an operand to be taken as it lies"
    for lies, plain in zip(*found):
        if plain is None:
            assert lies is None
        else:
            np.testing.assert_allclose(lies, plain, rtol=1e-12, atol=1e-12 * (1 + np.abs(plain).max()))


def test_calls_of_equal_sizes_are_told_apart(calls):
    """Those like one before run by a plan, whose key has no strides."""
    x, values = turned((2, 1, 0))
    y = flow.tensor(np.ascontiguousarray(values))
    for _ in range(3):
        for each in (y, x):
            np.testing.assert_allclose(each.sum(0).numpy(), values.sum(0), rtol=1e-12, atol=1e-12)
            np.testing.assert_allclose((each + y).numpy(), values + values)
    assert len(calls) == 6


def test_plans_of_plain_operands_stay(calls):
    x, values = turned((1, 0, 2))
    y = flow.tensor(np.ascontiguousarray(values))
    F.gelu(x).numpy()
    for _ in range(3):
        F.gelu(y).numpy()
    before = _core.call_counts()
    F.gelu(y)
    assert _core.call_counts()[0] > before[0] and _core.call_counts()[1:] == before[1:]


def test_one_tensor_as_two_operands(calls):
    x, values = turned((0, 2, 1))
    np.testing.assert_allclose((x * x).numpy(), values * values)
    np.testing.assert_allclose((x - x.detach()).numpy(), 0 * values)


def test_arrays_of_the_host(calls):
    values = np.random.default_rng(1).standard_normal((300, 200)).astype(np.float32)
    np.testing.assert_allclose(flow.from_numpy(values.T).sum(1).numpy(), values.sum(0), rtol=1e-5, atol=1e-4)
    assert calls == [((1, 0),)]


def test_other_strides_are_read_where_they_are(calls):
    x = flow.tensor(np.random.default_rng(2).standard_normal((400, 300)))
    values = x.numpy()
    np.testing.assert_allclose(x[:, ::2].t().sum(0).numpy(), values[:, ::2].T.sum(0))
    np.testing.assert_allclose(x[:20, :30].t().sum(0).numpy(), values[:20, :30].T.sum(0))
    np.testing.assert_allclose(x[:1].expand(400, 300).t().sum(0).numpy(), np.repeat(values[:1].sum(), 400))
    assert not calls


def test_sizes_of_1_lie_anywhere(calls):
    x = flow.tensor(np.random.default_rng(3).standard_normal((1, 300, 1, 200)))
    assert _core.memory_order(x.permute(2, 1, 0, 3)) is None
    np.testing.assert_allclose(x.permute(3, 2, 1, 0).sum((0, 1)).numpy(), x.numpy().transpose(3, 2, 1, 0).sum((0, 1)))
    assert len(calls) == 1


def test_without_a_compiler_nothing_new_is_asked_for(monkeypatch, calls):
    x, values = turned((2, 0, 1))
    flow.tensor(np.ascontiguousarray(values)).cumsum(0)  # compiled before
    monkeypatch.setattr(_extension, "is_available", lambda: False)
    np.testing.assert_allclose(x.cumsum(0).numpy(), values.cumsum(0), rtol=1e-12, atol=1e-12)
    assert not calls


def test_a_write_to_a_view_that_lies_otherwise(calls):
    x = flow.tensor(np.random.default_rng(4).standard_normal((300, 200)))
    y, values = flow.ones(200, 300, dtype=flow.float64), x.numpy().copy()
    x.t().add_(y)
    y.mul_(x.t())
    np.testing.assert_allclose(x.numpy(), values + 1)
    np.testing.assert_allclose(y.numpy(), (values + 1).T)
