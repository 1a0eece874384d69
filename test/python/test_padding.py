"""Padding, embeddings and one-hot vectors, against NumPy."""

import numpy as np
import pytest

import weir as flow
from test_shapes import check, values
from traced_graphs import Function, traced
from weir import nn
from weir.nn import functional as F


def test_constant_padding():
    check(
        lambda x: (
            F.pad(x, (1, 2)),
            F.pad(x, (0, 0, 2, 1), value=-1.5),
            F.pad(x, (1, 0, 0, 1, 2, 0), "constant", 7),
            F.pad(x, (-1, 2, -1, -1)),
            F.pad(x, ()),
            F.pad(x > 3, (1, 1)),
            F.pad(x.long(), (1, 1), value=9),
        ),
        lambda x: (
            np.pad(x, ((0, 0), (0, 0), (1, 2))),
            np.pad(x, ((0, 0), (2, 1), (0, 0)), constant_values=-1.5),
            np.pad(x, ((2, 0), (0, 1), (1, 0)), constant_values=7),
            np.pad(x[:, 1:-1, 1:], ((0, 0), (0, 0), (0, 2))),
            x,
            np.pad(x > 3, ((0, 0), (0, 0), (1, 1))),
            np.pad(x.astype(np.int64), ((0, 0), (0, 0), (1, 1)), constant_values=9),
        ),
        values(2, 3, 4),
    )


@pytest.mark.parametrize(("mode", "of_numpy"), [("reflect", "reflect"), ("replicate", "edge"), ("circular", "wrap")])
def test_padding_from_what_is_there(mode, of_numpy):
    check(
        lambda x: (F.pad(x, (2, 1), mode), F.pad(x, (0, 3, 1, 2), mode), F.pad(x, (0, 0), mode)),
        lambda x: (
            np.pad(x, ((0, 0), (0, 0), (2, 1)), of_numpy),
            np.pad(x, ((0, 0), (1, 2), (0, 3)), of_numpy),
            x,
        ),
        values(2, 3, 4),
    )


def test_modules():
    image = values(2, 1, 3, 4)
    check(
        lambda x: (
            nn.ZeroPad2d(1)(x),
            nn.ZeroPad2d((1, 0, 2, 0))(x),
            nn.ConstantPad2d(1, 3.5)(x),
            nn.ConstantPad1d((2, 0), -1)(x),
            nn.ConstantPad3d(1, 2)(x),
            nn.ZeroPad1d(1)(x),
            nn.ZeroPad3d(1)(x),
            nn.ReflectionPad2d(1)(x),
            nn.ReflectionPad1d((1, 2))(x),
            nn.ReplicationPad2d((1, 2, 0, 1))(x),
            nn.ReplicationPad1d(2)(x),
        ),
        lambda x: (
            np.pad(x, ((0, 0), (0, 0), (1, 1), (1, 1))),
            np.pad(x, ((0, 0), (0, 0), (2, 0), (1, 0))),
            np.pad(x, ((0, 0), (0, 0), (1, 1), (1, 1)), constant_values=3.5),
            np.pad(x, ((0, 0), (0, 0), (0, 0), (2, 0)), constant_values=-1),
            np.pad(x, ((0, 0), (1, 1), (1, 1), (1, 1)), constant_values=2),
            np.pad(x, ((0, 0), (0, 0), (0, 0), (1, 1))),
            np.pad(x, ((0, 0), (1, 1), (1, 1), (1, 1))),
            np.pad(x, ((0, 0), (0, 0), (1, 1), (1, 1)), "reflect"),
            np.pad(x, ((0, 0), (0, 0), (0, 0), (1, 2)), "reflect"),
            np.pad(x, ((0, 0), (0, 0), (0, 1), (1, 2)), "edge"),
            np.pad(x, ((0, 0), (0, 0), (0, 0), (2, 2)), "edge"),
        ),
        image,
    )
    assert repr(nn.ConstantPad1d(1, 2.0)) == "ConstantPad1d(padding=(1, 1), value=2.0)"
    assert repr(nn.ZeroPad2d(1)) == "ZeroPad2d((1, 1, 1, 1))"
    with pytest.raises(ValueError, match=r"ZeroPad2d: expects one number or 4, got \(1, 2\)"):
        nn.ZeroPad2d((1, 2))


def test_gradients_of_padding():
    """What continues an image adds its gradients to the elements that it repeats."""

    def build(x, weights):
        x = x.requires_grad_()
        parts = [F.pad(x, (1, 2), mode, *value) for mode, *value in (("constant", 5.0), ("reflect",), ("replicate",))]
        (flow.cat(parts) * weights).sum().backward()
        return x.grad

    x, weights = values(1, 4), values(3, 7) % 5
    gradient = Function(build)(flow.from_numpy(x), flow.from_numpy(weights)).numpy()
    expected = weights[0, 1:5].copy()
    for row, places in ((1, [1, 0, 1, 2, 3, 2, 1]), (2, [0, 0, 1, 2, 3, 3, 3])):
        np.add.at(expected, places, weights[row])
    np.testing.assert_array_equal(gradient, expected[None])


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (((1,),), r"pad: expects two numbers for each of at most 2 dimensions, got \(1,\)"),
        (((1,) * 6,), r"pad: expects two numbers for each of at most 2 dimensions"),
        (((1, 1), "mirror"), r"pad: expects mode to be 'constant', 'reflect', 'replicate' or 'circular', got 'mirror'"),
        (((3, 0), "reflect"), r"pad: expects less than the 3 elements of dimension 1, got 3 and 0"),
        (((4, 0), "circular"), r"pad: expects at most the 3 elements of dimension 1, got 4 and 0"),
        (((1, 0), "replicate", 2.0), r"pad: expects a value for mode 'constant' alone, got 2.0 for 'replicate'"),
        (((-2, -2),), r"pad: expects no more to be cut off than there is of \(2, 3\)"),
    ],
)
def test_bad_padding(arguments, message):
    with pytest.raises(ValueError, match=message):
        traced(lambda x: F.pad(x, *arguments), flow.zeros(2, 3))


def test_padding_of_integers_is_an_integer():
    with pytest.raises(ValueError, match="pad: expects an integer for a tensor of int64, got 0.5"):
        traced(lambda x: F.pad(x, (1, 1), value=0.5), flow.zeros(2, dtype=flow.int64))


def test_embedding():
    table, positions = values(5, 3), np.array([[0, 4], [2, 2]])

    def build(table, positions, weights):
        table = table.requires_grad_()
        rows = F.embedding(positions, table, padding_idx=-1)
        (rows * weights).sum().backward()
        return rows, F.embedding(positions.int(), table), table.grad

    weights = values(2, 2, 3) % 5
    rows, same, gradient = Function(build)(*[flow.from_numpy(array) for array in (table, positions, weights)])
    np.testing.assert_array_equal(rows.numpy(), table[positions])
    np.testing.assert_array_equal(same.numpy(), table[positions])
    expected = np.zeros_like(table)
    np.add.at(expected, positions, weights)
    expected[4] = 0
    np.testing.assert_array_equal(gradient.numpy(), expected)


def test_embedding_module():
    flow.manual_seed(1)
    module = nn.Embedding(6, 4, padding_idx=2)
    table = module.weight.numpy().copy()
    assert (table[2] == 0).all() and (table[[0, 1, 3, 4, 5]] != 0).all()
    positions = np.array([5, 2, 0])
    result = Function(module, module)(flow.from_numpy(positions))
    np.testing.assert_array_equal(result.numpy(), table[positions])
    assert repr(module) == "Embedding(6, 4, padding_idx=2)" and repr(nn.Embedding(2, 3)) == "Embedding(2, 3)"
    with pytest.raises(ValueError, match=r"Embedding: expects padding_idx to be in \[-6, 6\), got 6"):
        nn.Embedding(6, 4, padding_idx=6)
    with pytest.raises(TypeError, match="embedding: expects input to be of dtype int64, got float32"):
        traced(lambda x: F.embedding(x, x), flow.zeros(2, 3))
    with pytest.raises(ValueError, match=r"embedding: expects weight of 2 dimensions, got \(3,\)"):
        traced(lambda x: F.embedding(x, x.float()), flow.zeros(3, dtype=flow.int64))


def test_one_hot():
    positions = np.array([[0, 3], [2, 1]])
    expected = (positions[..., None] == np.arange(4)).astype(np.int64)
    check(
        lambda x: (F.one_hot(x, 4), F.one_hot(x.int(), 4, on_value=0.5, off_value=-1)),
        lambda x: (expected, np.where(expected, np.float32(0.5), np.float32(-1))),
        positions,
    )
    with pytest.raises(ValueError, match="one_hot: expects num_classes to be given inside nn.Graph.build"):
        traced(F.one_hot, flow.zeros(2, dtype=flow.int64))
