"""Attributes and arguments of layers, modules and tensors that programs for PyTorch use; numbers are PyTorch's."""

import numpy as np
import pytest

import weir as flow
from weir import nn


def test_transposed_convolutions_have_the_size_asked_for():
    down, up = nn.Conv2d(2, 3, 3, stride=2, padding=1), nn.ConvTranspose2d(3, 2, 3, stride=2, padding=1)
    for size in ((8, 9), (9, 10), (7, 8)):
        x = flow.randn(1, 2, *size)
        assert up(down(x), output_size=x.size()).shape == x.shape
        assert up(down(x), size).shape == x.shape
        assert up(down(x)[0], output_size=x.shape[1:]).shape == x.shape[1:]
    line = nn.ConvTranspose1d(1, 1, 2, stride=3, bias=False)
    nn.init.ones_(line.weight)
    assert line(flow.tensor([[[1.0, 2]]]), output_size=[7]).tolist() == [[[1, 1, 0, 2, 2, 0, 0]]]
    assert nn.ConvTranspose3d(1, 1, 2, stride=2)(flow.ones(1, 1, 2, 2, 2), [4, 5, 4]).shape == (1, 1, 4, 5, 4)
    with pytest.raises(ValueError, match=r"ConvTranspose1d: expects output_size from \[5\] to \[7\], got \[8\]"):
        line(flow.ones(1, 1, 2), output_size=[8])
    with pytest.raises(ValueError, match=r"ConvTranspose1d: expects output_size to have 1 or 3 sizes, got \[1, 5\]"):
        line(flow.ones(1, 1, 2), output_size=[1, 5])


def test_convolutions_say_how_they_pad():
    layer, up = nn.Conv2d(1, 1, (3, 5), padding=(1, 2)), nn.ConvTranspose2d(1, 1, 3, stride=2, output_padding=1)
    assert not layer.transposed and layer.output_padding == (0, 0)
    assert layer._reversed_padding_repeated_twice == [2, 2, 1, 1]
    assert up.transposed and up.output_padding == (1, 1) and up._reversed_padding_repeated_twice == [0, 0, 0, 0]
    assert nn.Conv2d(1, 1, (3, 4), padding="same")._reversed_padding_repeated_twice == [1, 2, 1, 1]
    assert nn.Conv1d(1, 1, 3, padding="valid")._reversed_padding_repeated_twice == [0, 0]


def test_recurrent_layers_list_their_weights():
    layer = nn.LSTM(2, 4, num_layers=2, bidirectional=True, proj_size=3)
    kinds = ("weight_ih", "weight_hh", "bias_ih", "bias_hh", "weight_hr")
    names = [[f"{kind}_{end}" for kind in kinds] for end in ("l0", "l0_reverse", "l1", "l1_reverse")]
    wanted = [[id(getattr(layer, name)) for name in row] for row in names]
    assert [[*map(id, row)] for row in layer.all_weights] == wanted
    assert [*map(id, layer._flat_weights)] == [*map(id, layer.parameters())]
    assert [len(row) for row in nn.GRU(2, 3, bias=False).all_weights] == [2]
    modes = [nn.LSTM(1, 1), nn.GRU(1, 1), nn.RNN(1, 1), nn.RNN(1, 1, nonlinearity="relu")]
    assert [each.mode for each in modes] == ["LSTM", "GRU", "RNN_TANH", "RNN_RELU"]


def test_a_module_is_put_at_a_path():
    model = nn.Sequential(nn.Linear(2, 2), nn.Sequential(nn.ReLU(), nn.Linear(2, 3)))
    model.set_submodule("1.0", nn.Identity())
    model.set_submodule("1.1", nn.Linear(2, 5), strict=True)
    assert isinstance(model[1][0], nn.Identity) and model(flow.ones(1, 2)).shape == (1, 5)
    model.set_submodule("1.last", nn.Linear(5, 1))
    assert model(flow.ones(1, 2)).shape == (1, 1)
    with pytest.raises(AttributeError, match="has no module '1.more'"):
        model.set_submodule("1.more", nn.Identity(), strict=True)
    with pytest.raises(AttributeError, match="has no module '7'"):
        model.set_submodule("7.0", nn.Identity())
    with pytest.raises(ValueError, match="expects a path that ends in a name and a Module, got '' and Identity"):
        model.set_submodule("", nn.Identity())


def test_a_deleted_gradient_is_none():
    x = flow.ones(2, requires_grad=True)
    for _ in range(2):
        x.sum().backward()
        np.testing.assert_array_equal(x.grad.numpy(), [1, 1])
        del x.grad
        assert x.grad is None
