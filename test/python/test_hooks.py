"""Hooks of modules: what they are given, what their results become, and that graphs follow them."""

import numpy as np
import pytest

import weir as flow
from weir import nn


class Scale(nn.Module):
    def forward(self, x, by=2.0):
        return x * by


class Call(nn.Graph):
    def __init__(self, module):
        super().__init__()
        self.module = module

    def build(self, x):
        return self.module(x, by=3.0)


X = np.arange(4, dtype=np.float32)


def result(graph):
    return graph(flow.tensor(X)).numpy()


def test_hooks_see_the_call_and_replace_arguments_and_result():
    module, seen = Scale(), []
    module.register_forward_pre_hook(lambda m, args: seen.append((m, len(args))))
    module.register_forward_pre_hook(lambda m, args: args[0] + 1)
    module.register_forward_pre_hook(lambda m, args, kwargs: (args, {"by": kwargs["by"] + 1}), with_kwargs=True)
    module.register_forward_hook(lambda m, args, out: out - args[0])
    module.register_forward_hook(lambda m, args, kwargs, out: out * kwargs["by"], with_kwargs=True)
    np.testing.assert_array_equal(result(Call(module)), ((X + 1) * 4 - (X + 1)) * 4)
    assert seen == [(module, 1)]


def test_order():
    module, order = Scale(), []
    for name, prepend in (("b", False), ("c", False), ("a", True)):
        module.register_forward_pre_hook(lambda m, args, name=name: order.append(name), prepend=prepend)
        module.register_forward_hook(lambda m, args, out, name=name: order.append(name * 2), prepend=prepend)
    Call(module).traced(flow.tensor(X))
    assert order == ["a", "b", "c", "aa", "bb", "cc"]


def test_compiled_graphs_follow_hooks():
    module = Scale()
    graph = Call(module)
    np.testing.assert_array_equal(result(graph), X * 3)
    handle = module.register_forward_hook(lambda m, args, out: out + 1)
    np.testing.assert_array_equal(result(graph), X * 3 + 1)
    with module.register_forward_hook(lambda m, args, out: -out):
        np.testing.assert_array_equal(result(graph), -(X * 3 + 1))
    handle.remove()
    handle.remove()
    np.testing.assert_array_equal(result(graph), X * 3)
    assert "_hooks" in graph.explain()


def test_gradients_pass_through_what_hooks_give():
    linear = nn.Linear(2, 1, bias=False)
    linear.weight.copy_([[1.0, 2.0]])
    linear.register_forward_hook(lambda m, args, out: 3 * out)

    class Gradient(nn.Graph):
        def __init__(self):
            super().__init__()
            self.linear = linear

        def build(self, x):
            self.linear(x).sum().backward()
            return self.linear.weight.grad

    np.testing.assert_array_equal(Gradient()(flow.tensor([[1.0, 5.0]])).numpy(), [[3.0, 15.0]])


def test_errors():
    module = Scale()
    with pytest.raises(ValueError, match=r"expects always_call=False, as an error ends the build, got True \(.*test"):
        module.register_forward_hook(lambda m, args, out: None, always_call=True)
    module.register_forward_pre_hook(lambda m, args, kwargs: args, with_kwargs=True)
    with pytest.raises(TypeError, match=r"expects a hook to give None or \(args, kwargs\), got a tuple of 1 \(.*test"):
        result(Call(module))


def test_what_is_registered():
    module, graph = Scale(), None
    first = module.register_forward_hook(lambda m, args, out: out + 1)
    module.register_forward_pre_hook(lambda m, args: args[0] * 2)
    graph = Call(module)
    np.testing.assert_array_equal(result(graph), X * 6 + 1)
    assert list(module._forward_hooks) == [first.id] and len(module._forward_pre_hooks) == 1
    before = module._forward_pre_hooks
    module._forward_pre_hooks = {}
    np.testing.assert_array_equal(result(graph), X * 3 + 1)
    module._forward_hooks.clear()
    np.testing.assert_array_equal(result(graph), X * 3)
    module._forward_pre_hooks = before
    np.testing.assert_array_equal(result(graph), X * 6)
    module._forward_hooks[99] = lambda m, args, out: -out
    np.testing.assert_array_equal(result(graph), -X * 6)
    assert 99 in module._forward_hooks and module._forward_hooks.pop(99) and not module._forward_hooks


def test_hooks_of_all_modules():
    from weir.nn.modules.module import register_module_forward_hook, register_module_forward_pre_hook

    module = Scale()
    module.register_forward_hook(lambda m, args, out: out * 10)
    graph = Call(module)
    np.testing.assert_array_equal(result(graph), X * 30)
    with register_module_forward_hook(lambda m, args, out: out + 1):
        with register_module_forward_pre_hook(lambda m, args: args[0] * 2):
            np.testing.assert_array_equal(result(graph), (X * 6 + 1) * 10)
            np.testing.assert_array_equal(Scale()(flow.tensor(X)).numpy(), X * 4 + 1)
    np.testing.assert_array_equal(result(graph), X * 30)
