"""Functions that give new tensors never give their operand's memory, whatever they are asked for; nor does `as_tensor`
copy, and gradients stay the tensors that they are."""

import numpy as np
import pytest

import weir as flow
from traced_graphs import Function
from weir import nn
from weir.nn import functional as F

OWN = {
    "repeat": (lambda x: x.repeat(4, 1), (1, 3)),
    "repeat once": (lambda x: x.repeat(1, 1), (2, 3)),
    "tile": (lambda x: x.tile(2, 1), (1, 3)),
    "repeat_interleave": (lambda x: x.repeat_interleave(2, 0), (2, 3)),
    "repeat_interleave once": (lambda x: x.repeat_interleave(1), (2, 3)),
    "cat of one": (lambda x: flow.cat([x]), (2, 3)),
    "stack of one": (lambda x: flow.stack([x]), (2, 3)),
    "stack of one behind": (lambda x: flow.stack([x], -1), (2, 3)),
    "hstack": (lambda x: flow.hstack([x]), (2, 3)),
    "vstack": (lambda x: flow.vstack([x]), (3,)),
    "dstack": (lambda x: flow.dstack([x]), (3,)),
    "column_stack": (lambda x: flow.column_stack([x]), (3,)),
    "pad by nothing": (lambda x: F.pad(x, (0, 0)), (2, 3)),
    "rot90 by 0": (lambda x: flow.rot90(x, 0), (2, 3)),
    "rot90 by 4": (lambda x: flow.rot90(x, 4), (2, 3)),
    "pixel_shuffle by 1": (lambda x: F.pixel_shuffle(x, 1), (1, 2, 2, 2)),
    "pixel_unshuffle by 1": (lambda x: F.pixel_unshuffle(x, 1), (1, 2, 2, 2)),
    "channel_shuffle of 1": (lambda x: F.channel_shuffle(x, 1), (1, 2, 2)),
    "diag": (flow.diag, (3, 3)),
    "diff of none": (lambda x: flow.diff(x, n=0), (2, 3)),
    "narrow_copy": (lambda x: x.narrow_copy(1, 0, 2), (2, 3)),
    "parameters_to_vector": (lambda x: nn.utils.parameters_to_vector([x]), (2, 3)),
}


@pytest.mark.parametrize("requires_grad", [False, True])
@pytest.mark.parametrize("name", OWN)
def test_writes_reach_neither_source_nor_result(name, requires_grad):
    function, shape = OWN[name]
    x = flow.arange(float(np.prod(shape))).reshape(shape).clone().requires_grad_(requires_grad)
    before, expected = x.tolist(), function(x).tolist()
    y = function(x)
    with flow.no_grad():
        y.fill_(7.0)
    assert x.tolist() == before
    y = function(x)
    with flow.no_grad():
        x.add_(1)
    assert y.tolist() == expected
    if requires_grad:
        function(x).sum().backward()
        assert x.grad.sum().item() == y.numel()


@pytest.mark.parametrize("name", OWN)
def test_writes_in_graphs_reach_no_input(name):
    function, shape = OWN[name]

    def build(x):
        y = function(x)
        y += 1
        return y

    x = flow.arange(float(np.prod(shape))).reshape(shape)
    before = x.tolist()
    np.testing.assert_array_equal(Function(build)(x).numpy(), function(x).numpy() + 1)
    assert x.tolist() == before


def test_repeated_tensors_are_written_to_by_masks():
    groups = flow.arange(4).view(1, 1, 4).repeat(2, 3, 1)
    groups[groups > 2] = 9
    assert groups.tolist() == [[[0, 1, 2, 9]] * 3] * 2


# tensors of what is there


def test_as_tensor_shares():
    x = flow.ones(2, requires_grad=True)
    assert flow.as_tensor(x) is x and flow.as_tensor(x * 2).requires_grad
    assert flow.as_tensor(x, dtype=flow.float64).dtype is flow.float64
    array = np.zeros(3, np.float32)
    shared = flow.as_tensor(array)
    shared += 1
    assert array.tolist() == [1, 1, 1]
    copied = flow.as_tensor(array, dtype=flow.float64)
    copied += 1
    fixed = np.zeros(2)
    fixed.flags.writeable = False
    assert array.tolist() == [1, 1, 1] and flow.as_tensor(fixed).tolist() == [0, 0]
    assert flow.as_tensor([1, 2]).dtype is flow.int64 and flow.as_tensor(2.5).item() == 2.5


# gradients


def test_gradients_are_added_in_place():
    p = nn.Parameter(flow.ones(2))
    (p * 2).sum().backward()
    kept = p.grad
    (p * 3).sum().backward()
    assert p.grad is kept and kept.tolist() == [5, 5]
    flat = flow.zeros(4)
    q = nn.Parameter(flow.ones(2))
    q.grad = flat[2:].view(2)
    (q * 3).sum().backward()
    assert flat.tolist() == [0, 0, 3, 3]


def test_gradients_with_history_are_sums():
    x = flow.tensor([2.0], requires_grad=True)
    (x**3).sum().backward(create_graph=True)
    first = x.grad
    (x**2).sum().backward(create_graph=True)
    assert x.grad is not first and first.tolist() == [12] and x.grad.tolist() == [16]
    (second,) = flow.autograd.grad(x.grad.sum(), x)
    assert second.tolist() == [14]


def test_gradients_of_two_leaves_stay_apart():
    x, y = flow.ones(2, requires_grad=True), flow.ones(2, requires_grad=True)
    (x + y).sum().backward()
    (x * 2).sum().backward()
    assert x.grad.tolist() == [3, 3] and y.grad.tolist() == [1, 1]


# masks of bytes


def test_masks_of_bytes_are_masks():
    x, mask = flow.arange(4), flow.tensor([1, 0, 1, 0], dtype=flow.uint8)
    with pytest.warns(UserWarning, match="index: a tensor of uint8 is taken for a mask"):
        assert x[mask].tolist() == [0, 2]
    with pytest.warns(UserWarning, match="a mask"):
        x[mask] = 9
    assert x.tolist() == [9, 1, 9, 3]
