"""What the tape holds, and when it lets go."""

import gc
import weakref

import numpy as np
import pytest
import weir as flow


def leaf(*values):
    return flow.tensor(values, requires_grad=True)


def test_a_long_tape_is_walked_and_freed():
    x, one = leaf(1.0), flow.ones(1)
    y = x
    for _ in range(100_000):
        y = y * one
    y.sum().backward()
    assert x.grad.tolist() == [1]
    del y


def test_what_gradients_do_not_read_is_freed():
    x, one = leaf(1.0, 2.0), flow.ones(2)
    for _ in range(3):  # once the gradients have been compiled, it is known what they read
        y = x + one
        added = weakref.ref(y)
        z = y + one
        z.sum().backward(retain_graph=True)
        is_held = added() is not None
        del y
    gc.collect()
    assert is_held and added() is None and z.grad_fn is not None


def test_backward_lets_go_of_operands():
    x = leaf(1.0, 2.0)
    for _ in range(3):
        y = x * 2
        between = weakref.ref(y)
        loss = (y * y).sum()
        del y
        assert between() is not None
        loss.backward()
        assert between() is None


def test_cycles_through_hooks_are_collected():
    x = leaf(1.0)
    y = x * x
    y.register_hook(lambda gradient: gradient * y.detach())
    y.backward()
    assert x.grad.tolist() == [2]
    gone = weakref.ref(y)
    del y
    gc.collect()
    assert gone() is None


def test_nodes_say_what_they_are():
    x = leaf(1.0, 2.0)
    first = x * 3
    node = (first + 1).sum().grad_fn
    assert node.function == "sum" and node.where.file == __file__
    ((before, number),) = node.edges
    assert before.function == "add" and number == 0 and before.sequence < node.sequence
    assert before.edges[0][0] is first.grad_fn and first.grad_fn.edges == [(x, -1)]
    assert node.results == [(flow.float32, ())]


@pytest.mark.parametrize("size", [1, 2, 5, 7, 12])
def test_gradients_for_any_sizes(size):
    x = flow.tensor(np.arange(1, size + 1, dtype=np.float32), requires_grad=True)
    row = flow.ones(3, size)
    (row * x).sum().backward()
    assert x.grad.tolist() == [3] * size


def test_gradients_with_respect_to_other_operands():
    for wanted in [(True, False), (False, True), (True, True)] * 3:
        x, w = leaf(2.0), leaf(5.0)
        x.requires_grad, w.requires_grad = wanted
        (x * w).backward()
        assert (x.grad is not None, w.grad is not None) == wanted
        assert x.grad is None or x.grad.tolist() == [5]
        assert w.grad is None or w.grad.tolist() == [2]


def test_many_operands():
    parts = [leaf(float(i)) for i in range(100)]
    for _ in range(3):
        (flow.cat(parts) * flow.arange(100).float()).sum().backward()
    assert [part.grad.item() for part in parts] == [3.0 * i for i in range(100)]


def test_an_error_on_the_way_leaves_the_tape_usable():
    x = leaf(1.0)
    y = x * x

    def refuse(gradient):
        raise ValueError("no")

    handle = y.register_hook(refuse)
    with pytest.raises(ValueError, match="no"):
        y.backward(retain_graph=True)
    handle.remove()
    y.backward()
    assert x.grad.tolist() == [2] and flow.is_grad_enabled()
