"""Functions of the program's own that gradients pass, and calls that are made again for gradients."""

import numpy as np
import pytest
import weir as flow
import weir.nn as nn
from weir.utils.checkpoint import checkpoint, checkpoint_sequential


def leaf(*values):
    return flow.tensor(values, requires_grad=True)


def test_hooks_of_results_and_leaves():
    x = leaf(1.0, 2.0)
    y = x * 3
    seen = []
    handle = y.register_hook(lambda g: seen.append(g.tolist()))
    x.register_hook(lambda g: g * 10)
    (y * y).sum().backward(retain_graph=True)
    assert seen == [[6, 12]] and x.grad.tolist() == [180, 360]
    handle.remove()
    (y * 1).sum().backward()
    assert len(seen) == 1 and x.grad.tolist() == [210, 390]


def test_hooks_change_what_flows_on():
    x = leaf(2.0)
    y = x * 3
    y.register_hook(lambda g: g.clamp(-1, 1))
    (g,) = flow.autograd.grad((y * y).sum(), x, retain_graph=True)
    assert g.tolist() == [3]
    assert flow.autograd.grad((y * y).sum(), y)[0].tolist() == [1]


def test_hooks_behind_leaves():
    x, seen = leaf(1.0), []
    x.register_post_accumulate_grad_hook(lambda p: seen.append(p.grad.item()))
    for _ in range(2):
        (x * 2).sum().backward()
    assert seen == [2, 4]
    with pytest.raises(RuntimeError, match="expects a leaf that requires gradients"):
        (x * 2).register_post_accumulate_grad_hook(print)


def test_results_keep_gradients():
    x = leaf(1.0, 2.0)
    y = x * 3
    y.retain_grad()
    y.retain_grad()
    assert y.retains_grad and not x.retains_grad and y.output_nr == 0
    (y * y).sum().backward()
    assert y.grad.tolist() == [6, 12] and x.grad.tolist() == [18, 36]


class Cube(flow.autograd.Function):
    @staticmethod
    def forward(ctx, x, scale):
        ctx.save_for_backward(x)
        ctx.scale = scale
        assert not (x * x).requires_grad
        return scale * x**3

    @staticmethod
    def backward(ctx, gradient):
        (x,) = ctx.saved_tensors
        assert ctx.needs_input_grad == (True, False)
        return gradient * 3 * ctx.scale * x * x, None


def test_functions_with_their_own_gradients():
    x = leaf(1.0, 2.0)
    y = Cube.apply(x * 1, 2.0)
    (y * y).sum().backward()  # 4 x^6
    assert x.grad.tolist() == [24, 24 * 32]
    (g,) = flow.autograd.grad(Cube.apply(x, 1.0).sum(), x, create_graph=True)
    assert flow.autograd.grad(g.sum(), x)[0].tolist() == [6, 12]
    assert not Cube.apply(flow.ones(2), 1.0).requires_grad


class Split(flow.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        first, second = x[:1] * 1, x[1:] * 1
        ctx.mark_non_differentiable(second)
        return first, second, x

    @staticmethod
    def backward(ctx, first, second, same):
        assert second.tolist() == [0] and same.tolist() == [0, 0]
        return flow.cat([first, second])


def test_functions_of_several_results():
    x = leaf(1.0, 2.0)
    first, second, same = Split.apply(x)
    assert first.requires_grad and not second.requires_grad and same is not x
    first.sum().backward()
    assert x.grad.tolist() == [1, 0]


def test_checkpoints():
    flow.manual_seed(0)
    layers = nn.Sequential(nn.Linear(4, 4), nn.Dropout(0.5), nn.Tanh(), nn.Linear(4, 2))
    found = []
    for call in (layers, lambda x: checkpoint(layers, x), lambda x: checkpoint_sequential(layers, 2, x)):
        x = flow.ones(3, 4, requires_grad=True)
        flow.manual_seed(3)
        y = call(x)
        (y * y).sum().backward()
        found.append([y.detach().numpy(), x.grad.numpy(), *(p.grad.numpy() for p in layers.parameters())])
        layers.zero_grad()
    for other in found[1:]:
        for a, b in zip(found[0], other):
            np.testing.assert_array_equal(a, b)


def test_checkpoints_in_graphs():
    layer = nn.Linear(2, 2)

    class Build(nn.Graph):
        def __init__(self):
            super().__init__()
            self.layer = layer

        def build(self, x):
            return checkpoint(self.layer, x)

    np.testing.assert_allclose(Build()(flow.ones(1, 2)).numpy(), layer(flow.ones(1, 2)).detach().numpy(), rtol=1e-6)


def test_several_losses():
    x = leaf(1.0)
    y = x * 2
    flow.autograd.backward([y.sum(), (y * y).sum()])
    assert x.grad.tolist() == [10]
