"""What gradients pass where memory is shared: views from before, writes, copies, graphs beside."""

import numpy as np
import pytest
import weir as flow
import weir.nn as nn
from weir.utils.checkpoint import checkpoint


def leaf(*values):
    return flow.tensor(values, requires_grad=True)


# views, whatever the strides are


def test_parts_of_what_is_not_contiguous_are_views():
    x = flow.arange(12).float().reshape(3, 4)
    for row in x[:, 1:]:
        row.zero_()
    assert x.tolist() == [[0, 0, 0, 0], [4, 0, 0, 0], [8, 0, 0, 0]]
    for column in x.t().unbind(1):
        column.fill_(7)
    assert x.tolist() == [[7] * 4] * 3
    x[::2].select(0, 1).fill_(1)
    x.t().diagonal().fill_(-1)
    x[:, 1:].diagonal().fill_(5)
    assert x.tolist() == [[-1, 5, 7, 7], [7, -1, 5, 7], [1, 1, -1, 5]]
    y = flow.arange(24).float().reshape(2, 3, 4)
    y.transpose(1, 2).select(1, 0).fill_(-1)
    assert y[:, :, 0].tolist() == [[-1] * 3] * 2


def test_gradients_of_diagonals_of_transposes():
    x = leaf(1.0, 2.0, 3.0, 4.0, 5.0, 6.0)
    y = (x * 1).reshape(2, 3)
    y.t().diagonal(1).mul_(3)
    (y * y).sum().backward()
    assert x.grad.tolist() == [2, 4, 6, 8 * 9, 10, 12] or x.grad.tolist() == [2, 36, 6, 8, 10, 108]


# copies


@pytest.mark.parametrize("write", [lambda out, t, h: out[t].copy_(h), lambda out, t, h: out.__setitem__(t, h)])
def test_buffers_of_steps_pass_gradients(write):
    w = leaf(1.0, 1.0, 1.0)
    out, h = flow.zeros(4, 3), w
    rows = out.unbind(0)  # from before
    for t in range(4):
        h = h * 2
        write(out, t, h)
    (out.sum() + w.sum()).backward(retain_graph=True)
    assert w.grad.tolist() == [31, 31, 31]
    w.grad = None
    (sum(row.sum() for row in rows) + w.sum()).backward()
    assert w.grad.tolist() == [31, 31, 31]


def test_views_from_before_their_source_has_gradients():
    w = leaf(1.0, 2.0, 3.0)
    buffer = flow.zeros(2, 3)
    row, other = buffer[0], buffer[1]
    buffer.add_(w)
    assert row.requires_grad and not row.is_leaf and "slice" in repr(row.grad_fn) or "reshape" in repr(row.grad_fn)
    ((row * row).sum() + w.sum()).backward(retain_graph=True)
    assert w.grad.tolist() == [3, 5, 7]
    other.mul_(w)
    assert flow.autograd.grad(row.sum(), w, retain_graph=True)[0].tolist() == [1, 1, 1]
    b = flow.ones(3)
    view = b[:2]
    b.requires_grad_()
    (view * view).sum().backward()
    assert b.grad.tolist() == [2, 2, 0]


def test_views_of_no_grad_stay_apart():
    w = leaf(1.0, 2.0)
    with flow.no_grad():
        view = w[:1]
        w[1] += 1
    assert not (view * 2).requires_grad and w.tolist() == [1, 3]


def test_fills_through_views_from_before():
    w = leaf(1.0, 2.0, 3.0, 4.0)
    b = flow.zeros(4)
    view = b[:2]
    b.add_(w)
    view.fill_(5.0)
    (b * b).sum().backward()
    assert w.grad.tolist() == [0, 0, 6, 8]


def test_what_is_detached_in_place():
    w = leaf(2.0)
    a = w * 2
    a.detach_()
    assert not a.requires_grad and a.is_leaf
    a.requires_grad_()
    (a * a).sum().backward()
    assert a.grad.tolist() == [8] and w.grad is None


# further gradients


@pytest.mark.parametrize("name, second", [("mul_", [6, 12, 18]), ("sin_", None)])
def test_further_gradients_of_functions_in_place(name, second):
    found = []
    for in_place in (True, False):
        w = leaf(1.0, 2.0, 3.0)
        a = w * w
        arguments = [w] if name == "mul_" else []
        a = getattr(a, name if in_place else name.rstrip("_"))(*arguments)
        (g,) = flow.autograd.grad(a.sum(), w, create_graph=True)
        found.append(flow.autograd.grad(g.sum(), w)[0].numpy())
    np.testing.assert_allclose(found[0], found[1], rtol=1e-6)
    assert second is None or found[0].tolist() == second


# memory of gradients


class Both(flow.autograd.Function):
    @staticmethod
    def forward(ctx, x, y):
        return x + y

    @staticmethod
    def backward(ctx, gradient):
        return gradient, gradient


def test_gradients_have_memory_of_their_own():
    a, b = leaf(1.0), leaf(1.0)
    (Both.apply(a, b) * 2).sum().backward()
    a.grad.mul_(10)
    assert b.grad.tolist() == [2]
    c = a.clone()
    c.retain_grad()
    a.grad = None
    (c * 2).sum().backward()
    c.grad.mul_(5)
    assert a.grad.tolist() == [2]


class Broadcast(flow.autograd.Function):
    wrong = False

    @staticmethod
    def forward(ctx, x):
        return x + flow.zeros(2, 3)

    @staticmethod
    def backward(ctx, gradient):
        return flow.ones(5) if Broadcast.wrong else gradient


def test_gradients_have_the_shapes_of_their_operands(monkeypatch):
    x = leaf(1.0, 2.0, 3.0)
    Broadcast.apply(x).sum().backward()
    assert x.grad.tolist() == [2, 2, 2]
    monkeypatch.setattr(Broadcast, "wrong", True)
    with pytest.raises(RuntimeError, match=r"Broadcast.backward: expects a gradient of shape \(3,\), got \(5,\)"):
        Broadcast.apply(x).sum().backward()
    y = leaf(1.0)
    y.backward(flow.tensor([3]))
    assert y.grad.dtype is flow.float32 and y.grad.tolist() == [3]


def test_hooks_see_whole_gradients_of_several_losses():
    w = leaf(1.0)
    a = w * 1
    a.register_hook(lambda g: g.clamp(max=1.0))
    flow.autograd.backward([(a * 0.8).sum(), (a * 0.8).sum()])
    assert w.grad.tolist() == [1]


# graphs and optimizers beside


def test_a_graph_that_trains_writes():
    w = nn.Parameter(flow.ones(3))
    optimizer = flow.optim.SGD([w], lr=0.1)

    class Train(nn.Graph):
        def __init__(self):
            super().__init__()
            self.w = w
            self.add_optimizer(optimizer)

        def build(self, x):
            loss = (self.w * x).sum()
            loss.backward()
            return loss

    train = Train()
    for _ in range(2):  # the second call is C++'s
        y = (w * w).sum()
        train(flow.ones(3))
        with pytest.raises(RuntimeError, match="operand 0 of mul, which was written to"):
            y.backward()


# checkpoints


def test_checkpoints_of_what_stands_around_them():
    w, x = leaf(2.0), leaf(3.0)
    h = w * w
    (checkpoint(lambda t: t * h, x) * h).sum().backward()  # x w^4
    assert x.grad.tolist() == [16] and w.grad.tolist() == [4 * 3 * 8]
    gradients = flow.autograd.grad(checkpoint(lambda t: t * w, x).sum(), [w, x])
    assert [g.tolist() for g in gradients] == [[3], [2]] and w.grad.tolist() == [96]
    (g,) = flow.autograd.grad(checkpoint(lambda t: t**3, x).sum(), x, create_graph=True)
    assert flow.autograd.grad(g.sum(), x)[0].tolist() == [18]


def test_checkpoints_look_at_their_arguments():
    w = leaf(1.0)
    a = w * 1
    y = checkpoint(lambda t: t * t, a)
    a.mul_(5.0)
    with pytest.raises(RuntimeError, match="checkpoint: expects arguments as they were"):
        y.sum().backward()
    assert checkpoint(lambda t: t, w) is w and w.is_leaf
    assert not checkpoint(lambda t: t * 2, flow.ones(2)).requires_grad


# sizes and masks


def test_sizes_that_stand_for_others_are_sizes():
    def product(rows, inner, columns, wrong=0):
        return flow.einsum("ij,jk->ki", flow.ones(rows, inner), flow.ones(inner + wrong, columns))

    for size in (3, 5, 7, 9):
        assert product(size, size + 1, 2)[0, 0].item() == size + 1
    with pytest.raises(ValueError):
        product(5, 16381, 2, wrong=21383 - 16381)
    assert product(4, 16381, 2)[0, 0].item() == 16381


def test_masks_that_find_nothing():
    x = flow.arange(4).float()
    y = x.clone()
    y[x > 10] = x[x > 10]
    assert y.tolist() == [0, 1, 2, 3]
    with pytest.raises(ValueError, match="item assignment: expects 2 values, .* got 0"):
        y[x > 1] = x[x > 10]


def test_set_grad_enabled():
    x = leaf(1.0)
    with flow.set_grad_enabled(False):
        assert not (x * 2).requires_grad
    assert (x * 2).requires_grad
    flow.set_grad_enabled(False)
    try:
        assert not (x * 2).requires_grad
    finally:
        flow.set_grad_enabled(True)


class Doubled(flow.autograd.function.InplaceFunction):
    @staticmethod
    def forward(ctx, x, names=True):
        if names:
            ctx.mark_dirty(x)
        return x.mul_(2)

    @staticmethod
    def backward(ctx, gradient):
        return gradient * 3, None


def test_functions_that_write_to_an_argument():
    x = flow.ones(2, requires_grad=True)
    y = x * 5
    before = y[:1]
    assert Doubled.apply(y) is y and y.tolist() == [10, 10] and y.grad_fn.name() == "DoubledBackward"
    (y.sum() + before.sum()).backward()
    assert x.grad.tolist() == [30, 15]
    x.grad = None
    y = x * 5
    Doubled.apply(y[:1])
    y.sum().backward()
    assert y.tolist() == [10, 5] and x.grad.tolist() == [15, 5]
    plain = flow.ones(2)
    assert Doubled.apply(plain) is plain and Doubled.apply(plain, False) is not plain
    with pytest.raises(RuntimeError, match="Doubled: expects a leaf that requires gradients to be"):
        Doubled.apply(x)
