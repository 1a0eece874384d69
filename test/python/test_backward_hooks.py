"""Hooks of gradients: what they see of a backward pass through a module, and what they change of it."""

import numpy as np
import pytest

import weir as flow
from weir import nn


class Pair(nn.Module):
    """Two results, of two tensors and a number."""

    def forward(self, x, y, by):
        return x * y, x + by


def listed(gradients):
    return [None if each is None else each.tolist() for each in gradients]


def test_a_hook_sees_gradients_of_arguments_and_results():
    module, seen = nn.Linear(2, 1), []
    module.weight.data.copy_([[3.0, 5.0]])
    module.register_full_backward_hook(lambda m, grad_input, grad_output: seen.append((m, grad_input, grad_output)))
    x = flow.tensor([[1.0, 2.0]], requires_grad=True)
    (2 * module(x)).sum().backward()
    ((called, grad_input, grad_output),) = seen
    assert called is module
    assert listed(grad_input) == [[[6.0, 10.0]]] and listed(grad_output) == [[[2.0]]]
    assert x.grad.tolist() == [[6.0, 10.0]] and module.weight.grad.tolist() == [[2.0, 4.0]]


def test_several_arguments_and_results():
    module, seen = Pair(), []
    module.register_full_backward_hook(lambda m, grad_input, grad_output: seen.append((grad_input, grad_output)))
    x, y = flow.tensor([2.0], requires_grad=True), flow.tensor([7.0])
    product, total = module(x, y, 3.0)
    (product + 10 * total).sum().backward()
    ((grad_input, grad_output),) = seen
    assert listed(grad_input) == [[17.0], None]
    assert listed(grad_output) == [[1.0], [10.0]]
    assert x.grad.tolist() == [17.0]


def test_without_arguments_that_take_gradients():
    module, seen = nn.Linear(2, 1, bias=False), []
    module.register_full_backward_hook(lambda m, grad_input, grad_output: seen.append((grad_input, grad_output)))
    module(flow.tensor([[1.0, 2.0]])).sum().backward()
    ((grad_input, grad_output),) = seen
    assert grad_input == () and listed(grad_output) == [[[1.0]]]
    assert module.weight.grad.tolist() == [[1.0, 2.0]]


def test_hooks_replace_gradients():
    module = nn.Linear(1, 1, bias=False)
    module.weight.data.fill_(2.0)
    module.register_full_backward_pre_hook(lambda m, grad_output: (grad_output[0] * 10,))
    module.register_full_backward_hook(lambda m, grad_input, grad_output: (grad_input[0] + 1,))
    x = flow.tensor([[1.0]], requires_grad=True)
    module(x).sum().backward()
    assert x.grad.tolist() == [[21.0]] and module.weight.grad.tolist() == [[10.0]]


def test_order_and_removal():
    module, order = nn.Identity(), []
    module.register_full_backward_hook(lambda m, i, o: order.append("b"))
    last = module.register_full_backward_hook(lambda m, i, o: order.append("c"))
    module.register_full_backward_hook(lambda m, i, o: order.append("a"), prepend=True)
    x = flow.ones(2, requires_grad=True)
    module(x).sum().backward()
    assert order == ["a", "b", "c"]
    last.remove()
    with module.register_full_backward_pre_hook(lambda m, o: order.append("first")):
        module(x).sum().backward()
    module(x).sum().backward()
    assert order[3:] == ["first", "a", "b", "a", "b"]


def test_forward_hooks_are_inside():
    module, seen = nn.Linear(1, 1, bias=False), []
    module.weight.data.fill_(2.0)
    module.register_forward_hook(lambda m, args, out: 3 * out)
    module.register_full_backward_hook(lambda m, grad_input, grad_output: seen.append(listed(grad_output)))
    x = flow.tensor([[1.0]], requires_grad=True)
    module(x).sum().backward()
    assert seen == [[[[1.0]]]] and x.grad.tolist() == [[6.0]]


def test_attention_of_a_class_by_its_gradients():
    """Grad-CAM: activations of a layer weighted by the mean gradients of a class."""
    flow.manual_seed(0)
    features = nn.Sequential(nn.Conv2d(1, 4, 3, padding=1), nn.ReLU())
    head, kept = nn.Linear(4, 3), {}
    features.register_forward_hook(lambda m, args, out: kept.update(activations=out.detach()))
    features.register_full_backward_hook(lambda m, grad_input, grad_output: kept.update(gradients=grad_output[0]))
    image = flow.randn(1, 1, 8, 8)
    scores = head(features(image).mean((2, 3)))
    scores[0, 1].backward()
    weights = kept["gradients"].mean((2, 3), keepdim=True)
    expected = head.weight[1].detach().reshape(1, 4, 1, 1) / 64
    np.testing.assert_allclose(weights.numpy(), expected.numpy(), rtol=1e-5)
    assert (weights * kept["activations"]).sum(1).relu().shape == (1, 8, 8)


def test_graphs_follow():
    linear = nn.Linear(2, 1, bias=False)
    linear.register_full_backward_hook(lambda m, grad_input, grad_output: (grad_input[0] * 0 + 7,))

    class Gradient(nn.Graph):
        def __init__(self):
            super().__init__()
            self.first, self.linear = nn.Linear(2, 2, bias=False), linear

        def build(self, x):
            self.linear(self.first(x)).sum().backward()
            return self.first.weight.grad

    np.testing.assert_allclose(Gradient()(flow.tensor([[1.0, 5.0]])).numpy(), [[7.0, 35.0], [7.0, 35.0]])


def test_errors():
    module = nn.Identity()
    module.register_full_backward_hook(lambda m, grad_input, grad_output: (grad_input[0], None))
    x = flow.ones(2, requires_grad=True)
    with pytest.raises(RuntimeError, match="expects a hook to give 1 gradients or None, got 2"):
        module(x).sum().backward()


def test_results_that_are_no_tensors():
    class Named(nn.Module):
        def forward(self, x):
            return {"y": x * 2}

    module = Named()
    module.register_full_backward_hook(lambda m, grad_input, grad_output: None)
    with pytest.warns(UserWarning, match="expects Named to give a tensor or a tuple of tensors, got dict"):
        module(flow.ones(2, requires_grad=True))
