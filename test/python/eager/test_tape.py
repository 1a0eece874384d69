"""Gradients of ops that run one by one."""

import numpy as np
import pytest
import weir as flow
import weir.nn.functional as F
from weir import nn


def leaf(*values):
    return flow.tensor(values, requires_grad=True)


def test_gradients_are_added_up():
    x, w = leaf(1.0, 2.0), leaf(3.0, 4.0)
    ((x * w).sum() + x.sum()).backward()
    assert x.grad.tolist() == [4, 5] and w.grad.tolist() == [1, 2]
    (x * 2).sum().backward()
    assert x.grad.tolist() == [6, 7]
    x.grad = None
    assert x.grad is None and x.is_leaf and not (x * 2).is_leaf and x.grad_fn is None
    assert "mul of" in repr((x * 2).grad_fn)


def test_a_diamond_is_walked_once():
    x = leaf(3.0)
    y = x * x
    for _ in range(20):
        y = y + y
    y.sum().backward()
    assert x.grad.tolist() == [6 * 2.0**20]


def test_no_grad():
    x = leaf(1.0)
    with flow.no_grad():
        assert not (x * 2).requires_grad
        x.add_(1)
    assert x.tolist() == [2] and (x * 2).requires_grad
    assert not (x.detach() * 2).requires_grad


def test_a_gradient_of_a_tensor():
    x = leaf(1.0, 2.0)
    y = x * x
    y.backward(flow.tensor([1.0, 10.0]))
    assert x.grad.tolist() == [2, 40]
    with pytest.raises(RuntimeError, match="backward: expects a scalar, or a gradient of the tensor's shape"):
        (x * x).backward()


def test_gradients_of_several_results():
    x = flow.tensor([[3.0, 1.0, 2.0]], requires_grad=True)
    values, _ = x.sort(1)
    (values * flow.tensor([1.0, 2.0, 3.0])).sum().backward()
    assert x.grad.tolist() == [[3, 1, 2]]


def test_further_gradients():
    x = leaf(2.0, 3.0)
    (g,) = flow.autograd.grad((x**3).sum(), x, create_graph=True)
    assert g.requires_grad
    (h,) = flow.autograd.grad((g * g).sum(), x, retain_graph=True)
    np.testing.assert_allclose(h.numpy(), [36 * 8, 36 * 27])  # d/dx 9 x^4
    (g * x).sum().backward()
    np.testing.assert_allclose(x.grad.numpy(), [9 * 4, 9 * 9])


def test_gradients_of_values_in_between():
    x = leaf(2.0)
    y = x * 3
    z = y * y
    gy, gx = flow.autograd.grad(z.sum(), [y, x], retain_graph=True)
    assert (gy.tolist(), gx.tolist()) == ([12], [36])
    unused = leaf(1.0)
    with pytest.raises(RuntimeError, match="allow_unused"):
        flow.autograd.grad(z.sum(), unused, retain_graph=True)
    assert flow.autograd.grad(z.sum(), unused, allow_unused=True, retain_graph=True) == (None,)
    z.sum().backward(inputs=[x])
    assert x.grad.tolist() == [36]


def test_a_second_time_needs_retain_graph():
    x = leaf(2.0)
    y = (x * x).sum()
    y.backward(retain_graph=True)
    y.backward()
    assert x.grad.tolist() == [8]
    with pytest.raises(RuntimeError, match=r"backward: expects retain_graph=True .*, got .* of .*test_tape.py:\d+"):
        y.backward()


def test_what_gradients_need_is_not_overwritten():
    x = leaf(2.0)
    y = x * 1
    z = y * y
    y.add_(1)
    with pytest.raises(RuntimeError, match=r"operand 0 of mul, which was written to after .*test_tape.py:\d+"):
        z.sum().backward()


def test_what_gradients_do_not_need_may_be():
    x = leaf(2.0)
    y = x * 1
    for _ in range(2):  # the second time it is known what is needed
        z = y + y
        y = z * 1
        z.zero_()
    y.sum().backward()
    assert x.grad.tolist() == [4]


@pytest.mark.parametrize("name", ["exp_", "sigmoid_", "relu_", "tanh_", "sqrt_", "square_"])
def test_functions_in_place(name):
    for _ in range(2):
        x = leaf(0.5, 2.0)
        y, z = x * 1, x.detach().clone().requires_grad_()
        getattr(y, name)()
        y.sum().backward()
        getattr(z * 1, name.rstrip("_"))().sum().backward()
        assert x.grad.tolist() == z.grad.tolist()


def test_leaves_are_written_under_no_grad():
    x = leaf(2.0)
    with pytest.raises(RuntimeError, match="add_: expects a leaf .* to be written under no_grad"):
        x.add_(1)
    with pytest.raises(RuntimeError, match="item assignment: expects a leaf"):
        x[0] = 1


def functional(x, row, value):
    """x with another row, without a write."""
    return flow.stack([value if n == row else x[n] for n in range(x.shape[0])])


@pytest.mark.parametrize("seed", range(20))
def test_gradients_pass_writes_to_views(seed):
    rng = np.random.default_rng(seed)
    a, b = rng.standard_normal((3, 4)), rng.standard_normal(4)

    def with_writes(x, v):
        y = x * x
        row = y[1]  # a view from before
        y[0] = v * 3
        y[1].mul_(v)
        y.t()[2:].mul_(2)
        return y, row * 1

    def without(x, v):
        y = functional(x * x, 0, v * 3)
        y = functional(y, 1, y[1] * v)
        y = flow.cat([y[:, :2], y[:, 2:] * 2], 1)
        return y, y[1] * 1

    weights = flow.tensor(rng.standard_normal((3, 4)))
    found = []
    for function in (with_writes, without):
        x, v = flow.tensor(a, requires_grad=True), flow.tensor(b, requires_grad=True)
        y, row = function(x, v)
        ((y * weights).sum() + (row * row).sum()).backward()
        found.append((y.detach().numpy(), x.grad.numpy(), v.grad.numpy()))
    for written, made in zip(*found):
        np.testing.assert_allclose(written, made, rtol=1e-12)


def test_what_is_zeroed_has_no_gradient():
    x = leaf(2.0, 3.0)
    y = x * 2
    y.zero_()
    y.sum().backward()
    assert x.grad is None or x.grad.tolist() == [0, 0]


def test_copies_pass_gradients():
    x = flow.tensor([[1.0, 2.0], [3.0, 4.0]], requires_grad=True)
    (x.clone() * 2 + x.t().contiguous()).sum().backward()
    assert x.grad.tolist() == [[3, 3], [3, 3]]


def test_dropout_masks_gradients_as_values():
    x = flow.ones(1000, requires_grad=True)
    y = F.dropout(x, 0.5)
    y.sum().backward()
    assert x.grad.tolist() == y.tolist() and 300 < np.count_nonzero(y.detach().numpy()) < 700
    assert F.dropout(x, 0.5).tolist() != y.tolist()


def test_a_loss_without_gradients():
    with pytest.raises(RuntimeError, match="backward: expects a loss computed from a tensor that requires gradients"):
        flow.ones(1).backward()


@pytest.mark.parametrize("of", [lambda x: x.t(), lambda x: x[1], lambda x: x.reshape(-1), lambda x: x.t()[0]])
def test_a_view_may_be_a_leaf(of):
    """Of a tensor that requires no gradients."""
    x = flow.randn(3, 4)
    view = of(x).requires_grad_()
    (view * view).sum().backward()
    np.testing.assert_allclose(view.grad.numpy(), 2 * view.detach().numpy(), rtol=1e-6)
    assert view.is_leaf and not x.requires_grad and x.grad is None
    (of(x) * 2).sum()
    assert not of(x).requires_grad


def test_a_view_follows_its_source_before_it_is_asked_to_be_a_leaf():
    x, w = flow.ones(3, 4), flow.ones(3, 4).requires_grad_()
    view = x[0]
    x.mul_(w)
    view.requires_grad_()
    view.sum().backward()
    assert not view.is_leaf and w.grad.numpy().tolist() == [[1.0] * 4, [0.0] * 4, [0.0] * 4]
    with pytest.raises(RuntimeError, match="expects a leaf to be set to False"):
        x[1].requires_grad = False


def test_what_second_gradients_do_not_depend_on_has_none():
    layer, x = nn.Linear(2, 1), flow.ones(3, 2, requires_grad=True)
    for _ in range(3):  # the third time by a plan
        layer.zero_grad()
        (found,) = flow.autograd.grad(layer(x).sum(), x, create_graph=True)
        found.sum().backward()
        assert layer.bias.grad is None and layer.weight.grad.tolist() == [[3, 3]]
    y = flow.ones(2, requires_grad=True)
    (found,) = flow.autograd.grad((2 * y).sum(), y, create_graph=True)
    assert not found.requires_grad


def test_parts_of_a_tensor_have_one_gradient():
    x = flow.arange(12.0).view(3, 4).requires_grad_()
    first, _, last = x.unbind(0)
    (first + 3 * last).sum().backward()
    assert x.grad.tolist() == [[1] * 4, [0] * 4, [3] * 4]
    x.grad = None
    few, many = x.split([1, 3], 1)
    assert few.grad_fn is not None and few._node is many._node
    (many * many).sum().backward()
    assert x.grad.tolist() == [[0.0, *(2.0 * n for n in row[1:])] for row in x.tolist()]
    x.grad = None
    (found,) = flow.autograd.grad((first**3).sum(), x, create_graph=True)
    found.sum().backward()
    assert x.grad.tolist()[0] == [0, 6, 12, 18]


def test_parts_that_are_written_to():
    for part in (lambda y: y.unbind(0), lambda y: y.split(1), lambda y: y.chunk(3)):
        x = flow.ones(3, 2, requires_grad=True)
        y = x * 1
        first, second, _ = part(y)
        first.mul_(5)
        (y.sum() + second.sum() * 10).backward()
        assert x.grad.tolist() == [[5, 5], [11, 11], [1, 1]]
        x.grad = None
        y = x * 1
        first, _, _ = part(y)
        y.mul_(2)
        (first * 10).sum().backward()
        assert x.grad.tolist() == [[20, 20], [0, 0], [0, 0]]


def test_steps_say_where_gradients_go():
    layer, x = nn.Linear(2, 1), flow.ones(3, 2)
    y = layer(x).sum()
    ((linear, number),) = y.grad_fn.next_functions
    assert number == 0 and linear.name() == "LinearBackward0" and linear.next_functions[0] == (None, 0)
    leaves = [step.variable for step, _ in linear.next_functions[1:]]
    assert len(leaves) == 2 and leaves[0] is layer.weight and leaves[1] is layer.bias
    assert linear.next_functions[1][0].next_functions == ()
    assert (x.requires_grad_().unbind(0)[1] * 2).grad_fn.next_functions[0][0].next_functions[0][0].variable is x


def test_names_and_operands_of_steps():
    x, constant = flow.ones(2, 2, requires_grad=True), flow.ones(2, 2)
    node = (constant * x).grad_fn
    (first, _), (leaf, number) = node.next_functions
    assert node.name() == "MulBackward0" and first is None and leaf.variable is x and number == 0
    assert leaf.name() == "torch::autograd::AccumulateGrad" and x.log_softmax(1).grad_fn.name() == "LogSoftmaxBackward0"
    assert x.relu().grad_fn.name() == "ReluBackward0" and len(flow.cat([x, constant]).grad_fn.next_functions) == 2
