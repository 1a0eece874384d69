"""Methods that give a tensor another shape over its memory, and `as_strided`: views, their gradients, and what else
lies there."""

import random

import numpy as np
import pytest

import weir as flow
from traced_graphs import Function
from weir import nn

COUNTED = np.arange(6, dtype=np.float32).reshape(2, 3)


def counted(requires_grad=False):
    return flow.tensor(COUNTED).requires_grad_(requires_grad)


CALLS = {
    "unsqueeze_": (lambda x: x.unsqueeze_(1), lambda a: a[:, None]),
    "unsqueeze_ from behind": (lambda x: x.unsqueeze_(-1), lambda a: a[..., None]),
    "squeeze_": (lambda x: x.unsqueeze_(0).squeeze_(), lambda a: a),
    "squeeze_ of one": (lambda x: x.unsqueeze_(0).unsqueeze_(0).squeeze_(dim=1), lambda a: a[None]),
    "squeeze_ of several": (lambda x: x.unsqueeze_(0).unsqueeze_(3).squeeze_((0, 1, 3)), lambda a: a),
    "transpose_": (lambda x: x.transpose_(0, -1), lambda a: a.T),
    "t_": (lambda x: x.t_(), lambda a: a.T),
    "swapaxes_": (lambda x: x.swapaxes_(axis0=1, axis1=0), lambda a: a.T),
    "swapdims_": (lambda x: x.swapdims_(dim0=0, dim1=1).unsqueeze_(dim=1), lambda a: a.T[:, None]),
}


@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
def test_the_tensor_becomes_the_view(call):
    change, expected = call
    x, y = counted(), counted()
    flat = x.view(-1)
    assert change(x) is x
    np.testing.assert_array_equal(x.numpy(), expected(COUNTED))
    flat += 1
    np.testing.assert_array_equal(x.numpy(), expected(COUNTED + 1))
    x.fill_(7)
    assert flat.tolist() == [7] * 6
    for _ in range(3):
        np.testing.assert_array_equal(Function(lambda x: change(x * 2))(y).numpy(), expected(2 * COUNTED))


@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
def test_gradients_pass(call):
    change, expected = call
    factors = np.arange(1, 7, dtype=np.float32).reshape(expected(COUNTED).shape)

    def loss(w):
        y = w * flow.tensor(COUNTED)
        row = y[0]
        return (change(y) * flow.tensor(factors)).sum() + 100 * row.sum()

    w = counted(True)
    loss(w).backward()

    def in_graph(w):
        w.requires_grad_()
        return flow.autograd.grad(loss(w), w)[0]

    places = expected(np.arange(6).reshape(2, 3)).reshape(-1)
    back = np.empty(6, np.float32)
    back[places] = factors.reshape(-1)
    wanted = COUNTED * (back.reshape(2, 3) + np.array([[100], [0]]))
    np.testing.assert_array_equal(w.grad.numpy(), wanted)
    np.testing.assert_array_equal(Function(in_graph)(counted()).numpy(), wanted)


def test_parts_become_views_too():
    x = flow.arange(12).float().reshape(3, 4)
    part = x[1:]
    part.t_()[0, 0] = 100
    assert tuple(part.shape) == (4, 2) and x[1, 0] == 100
    turned = x.t()
    turned.unsqueeze_(1).squeeze_(1)
    np.testing.assert_array_equal(turned.numpy(), x.numpy().T)
    assert turned.stride() == (1, 4)


def test_what_all_of_a_tensor_is_stays_another_tensor():
    """A view of all elements is no less a view: it keeps its shape, and the tensor does."""
    for view in (
        lambda x: x.view(2, 3),
        lambda x: x.reshape(-1, 3),
        lambda x: x.expand(2, 3),
        lambda x: x.narrow(0, 0, 2),
        lambda x: x[:],
        lambda x: x.squeeze(),
    ):
        for take in (lambda view=view: view(counted()).shape, lambda: None):
            take()
        x = counted()
        y = view(x)
        y.unsqueeze_(0)[0, 0, 0] = 5
        x.t_()
        assert y is not x and tuple(y.shape) == (1, 2, 3) and tuple(x.shape) == (3, 2) and x[0, 0] == 5

        def both(x, view=view):
            x = x * 1
            y = view(x)
            y.unsqueeze_(0).add_(1)
            return x, y

        results = Function(both)(counted())
        np.testing.assert_array_equal(results[0].numpy(), COUNTED + 1)
        np.testing.assert_array_equal(results[1].numpy(), COUNTED[None] + 1)


def test_leaves_are_refused():
    w = counted(True)
    for change, _ in CALLS.values():
        with pytest.raises(RuntimeError, match="_: expects a leaf that requires gradients to be written under no_grad"):
            change(w)
    with pytest.raises(RuntimeError, match="unsqueeze_: expects a leaf that requires gradients"):
        w[0].unsqueeze_(0)
    w.detach().t_()
    assert tuple(w.shape) == (2, 3)
    with flow.no_grad():
        w.t_()
    assert w.is_leaf and w.requires_grad and tuple(w.shape) == (3, 2)
    (w * counted().t()).sum().backward()
    np.testing.assert_array_equal(w.grad.numpy(), COUNTED.T)


def test_bad_dimensions():
    for call, error, message in (
        (lambda: counted().squeeze_(5), IndexError, r"squeeze: expects dim to be in \[-2, 2\), got 5"),
        (lambda: counted().unsqueeze_(7), IndexError, r"unsqueeze: expects dim to be in \[-3, 3\), got 7"),
        (lambda: flow.ones(2, 2, 2).t_(), ValueError, "t: expects at most 2 dimensions, got 3"),
    ):
        with pytest.raises(error, match=message):
            call()


def test_in_build_other_peoples_tensors_keep_their_shapes():
    x = counted()
    with pytest.raises(RuntimeError, match="t_: expects a value that build computes, got an argument"):
        Function(lambda x: x.t_())(x)
    with pytest.raises(RuntimeError, match="unsqueeze_: expects a value that build computes, got a tensor with data"):
        Function(lambda y: x.unsqueeze_(0))(x)
    with pytest.raises(RuntimeError, match="t_: expects a value on which no gradients were asked for"):
        Function(lambda x: (x * 1).requires_grad_().t_())(x)


def test_graphs_follow_a_variable():
    x = counted()
    graph = Function(lambda y: y @ x)
    assert graph(flow.ones(1, 2)).tolist() == [[3, 5, 7]]
    x.t_()
    assert graph(flow.ones(1, 3)).tolist() == [[3, 12]]
    x[0, 0] = 7
    assert graph(flow.ones(1, 3)).tolist() == [[10, 12]]


def test_what_was_used_before_is_refused_or_right():
    """Gradients need what operands were."""
    w = counted(True)
    y = w * 2
    loss = (y * y * y).sum()
    y.t_()
    with pytest.raises(RuntimeError, match="backward: expects operands to be as they were"):
        loss.backward()


def test_without_gradients_results_keep_theirs():
    w = counted(True)
    y = w * flow.tensor(COUNTED)
    with flow.no_grad():
        y.t_()
    (y * flow.tensor(COUNTED.reshape(3, 2))).sum().backward()
    np.testing.assert_array_equal(w.grad.numpy(), COUNTED * COUNTED.reshape(3, 2).T)


def test_back_and_forth_keeps_nothing():
    x = counted()
    for _ in range(50):
        x.unsqueeze_(0).transpose_(0, 1).squeeze_(1).t_().t_()
    depth, view = 0, x._view
    while view is not None:
        depth, view = depth + 1, view.source._view
    assert depth < 12
    np.testing.assert_array_equal(x.numpy(), COUNTED)


def changes(package, w, seed):
    """What a program of views, writes and changes of shape makes of w: a loss, and all of its tensors."""
    draw = random.Random(seed)
    tensors = [w * package.tensor(COUNTED) if draw.random() < 0.7 else package.zeros(2, 3) + package.tensor(COUNTED)]
    for step in range(draw.randint(2, 7)):
        x = draw.choice(tensors)
        rank = len(x.shape)
        kind = draw.choice("transpose_ unsqueeze_ squeeze_ transpose narrow unsqueeze copy_ mul_".split())
        if "transpose" in kind and rank > 1:
            made = getattr(x, kind)(*draw.sample(range(rank), 2))
        elif "unsqueeze" in kind:
            made = getattr(x, kind)(draw.randint(0, rank))
        elif kind == "narrow" and rank:
            dim = draw.randrange(rank)
            start = draw.randrange(x.shape[dim])
            made = x.narrow(dim, start, draw.randint(start + 1, x.shape[dim]) - start)
        elif kind == "copy_":
            made = x.copy_((w.reshape(-1)[: x.numel()] * (step + 1)).reshape(tuple(x.shape)))
        elif kind == "mul_":
            made = x.mul_(step + 2)
        else:
            made = x.squeeze_()
        if not kind.endswith("_"):
            tensors.append(made)
    factors = [np.arange(1, x.numel() + 1, dtype=np.float32).reshape(tuple(x.shape)) for x in tensors]
    return sum((x * package.tensor(f)).sum() * n for n, (x, f) in enumerate(zip(tensors, factors), 1)), tensors


@pytest.mark.parametrize("seeds", range(10))
def test_programs_are_pytorchs(seeds):
    torch = pytest.importorskip("torch")
    compared = 0
    for seed in range(40 * seeds, 40 * seeds + 40):
        peer, w = torch.tensor(COUNTED + 1, requires_grad=True), flow.tensor(COUNTED + 1).requires_grad_()
        try:
            loss, expected = changes(torch, peer, seed)
            (gradient,) = torch.autograd.grad(loss, peer, materialize_grads=True)
        except RuntimeError:  # which it refuses, mostly as operands were changed
            continue
        loss, actual = changes(flow, w, seed)
        (found,) = flow.autograd.grad(loss, w, materialize_grads=True) if loss.requires_grad else (w * 0,)
        np.testing.assert_allclose(found.detach().numpy(), gradient.numpy(), rtol=1e-6)
        for a, b in zip(actual, expected):
            np.testing.assert_allclose(a.detach().numpy(), b.detach().numpy(), rtol=1e-6)
        compared += 1
    assert compared > 20


# strides of one's own


def test_strides_of_ones_own():
    x = flow.arange(12).float().reshape(3, 4)
    cases = ((2, 2), (1, 2), None), ((3,), (5,), 1), ((2, 3), (0, 1), 4), ((), (), 7), ((0,), (1,), 2)
    for shape, strides, offset in cases:
        flat = x.numpy().reshape(-1)[offset or 0 :]
        expected = np.lib.stride_tricks.as_strided(flat, shape, [4 * s for s in strides])
        for y in (flow.as_strided(x, shape, strides, offset), x.as_strided(shape, strides, storage_offset=offset)):
            np.testing.assert_array_equal(y.numpy(), expected)
    assert x[1:].as_strided((2,), (1,)).tolist() == [4, 5]
    assert x[1:].as_strided((2,), (1,), 0).tolist() == [0, 1]
    x.as_strided((3,), (5,))[:] = 100
    np.testing.assert_array_equal(x.numpy()[:, :3], np.where(np.eye(3), 100, np.arange(12).reshape(3, 4)[:, :3]))


def test_gradients_of_strides_add_up():
    w = flow.arange(6).float().requires_grad_()
    y = w.as_strided((2, 3), (1, 1))
    (gradient,) = flow.autograd.grad((y**3).sum(), w, create_graph=True)
    np.testing.assert_array_equal(gradient.detach().numpy(), 3 * np.arange(6.0) ** 2 * [1, 2, 2, 1, 0, 0])
    gradient.sum().backward()
    np.testing.assert_array_equal(w.grad.numpy(), 6 * np.arange(6.0) * [1, 2, 2, 1, 0, 0])
    w = flow.arange(12).float().reshape(3, 4).requires_grad_()
    (w.t()[1:].as_strided((2, 2), (1, 4)) * flow.tensor([[1.0, 2], [3, 4]])).sum().backward()
    np.testing.assert_array_equal(w.grad.numpy(), [[0, 1, 3, 0], [0, 2, 4, 0], [0, 0, 0, 0]])


def test_strides_that_are_refused():
    x = flow.arange(12).float()
    for given, message in (
        (((20,), (1,)), "as_strided: expects elements of the tensor's memory, got sizes"),
        (((2,), (1, 1)), "as_strided: expects as many strides as sizes, all of at least 0, got"),
        (((2,), (-1,)), "as_strided: expects as many strides"),
        (((2,), (1,), -1), "as_strided: expects as many strides"),
    ):
        with pytest.raises(ValueError, match=message):
            x.as_strided(*given)
    with pytest.raises(RuntimeError, match="as_strided: expects to be outside of nn.Graph.build"):
        Function(lambda x: x.as_strided((2,), (1,)))(x)
    z = x.clone().requires_grad_() * 1
    y = z.as_strided((2, 2), (1, 1))
    with pytest.raises(RuntimeError, match="expects what as_strided gives to be written to where no gradients flow"):
        y.add_(1)
    z.add_(1)
    with pytest.raises(RuntimeError, match="expects no write to a tensor between as_strided and the use"):
        y.sum()


# facts and draws


def test_facts_of_memory():
    x = flow.ones(3)
    assert not x.is_shared() and not x.is_pinned()
    assert x.is_set_to(x) and x.is_set_to(x[:]) and x.is_set_to(x.view(3))
    assert not any(x.is_set_to(y) for y in (x[:2], flow.ones(3), x.view(3, 1)))


def test_draws_as_methods():
    p = flow.tensor([0.0, 1.0, 0.5])
    flow.manual_seed(3)
    first = p.bernoulli()
    flow.manual_seed(3)
    np.testing.assert_array_equal(first.numpy(), flow.bernoulli(p).numpy())
    assert first[:2].tolist() == [0, 1] and first.dtype is flow.float32
    assert flow.ones(4).bernoulli(0.0).tolist() == [0] * 4
    np.testing.assert_array_equal(
        p.bernoulli(generator=flow.Generator(5)).numpy(), p.bernoulli(generator=flow.Generator(5)).numpy()
    )
    assert p.multinomial(2).sort()[0].tolist() == [1, 2] and tuple(p.multinomial(5, replacement=True).shape) == (5,)
    drawn = Function(lambda p: (p.bernoulli(), p.bernoulli(1.0), p.multinomial(2)))(p)
    assert drawn[0][:2].tolist() == [0, 1] and drawn[1].tolist() == [1, 1, 1] and drawn[2].sort()[0].tolist() == [1, 2]
    with pytest.raises(ValueError, match=r"bernoulli_: expects p in \[0, 1\], got 2"):
        p.bernoulli(2.0)


def test_modules_that_change_shapes():
    class Heads(nn.Module):
        def __init__(self):
            super().__init__()
            self.project = nn.Linear(4, 6)

        def forward(self, x):
            y = self.project(x)
            return y.unsqueeze_(1).transpose_(1, 2).relu()

    heads, x = Heads(), flow.ones(2, 4)
    expected = heads.project(x).relu()
    for call in (heads, Function(heads)):
        y = call(x)
        np.testing.assert_allclose(y.detach().numpy()[..., 0], expected.detach().numpy(), rtol=1e-6)
